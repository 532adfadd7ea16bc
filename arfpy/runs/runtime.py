"""What every case of an evaluation runs in: backend, frozen candidate, limits."""

from __future__ import annotations

import platform
import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import folders
from .limits import Limits
from .process import Process

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .backends import Backend
    from .candidate import Frozen


@dataclass(frozen=True, slots=True)
class Runtime:
    """Starts the frozen candidate, always in the same way."""

    backend: Backend
    candidate: Frozen
    limits: Limits = field(default_factory=Limits)

    def describe(self) -> dict[str, Any]:
        """Return the ``runtime`` object of a report."""
        return {
            **self.backend.describe(),
            "command": list(self.candidate.command),
            "response_timeout_seconds": self.limits.response_seconds,
            "case_timeout_seconds": self.limits.case_seconds,
            "session_output_limit_bytes": self.limits.output_bytes,
            "python": platform.python_version(),
            "platform": platform.platform(),
        }

    def case(self) -> CaseLaunch:
        """Begin a case; its time begins with its first process."""
        return CaseLaunch(self)


class CaseLaunch:
    """The processes of one case: one after the other, on one budget of time."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._deadline: float | None = None
        self.processes: list[dict[str, Any]] = []
        """What is known of each process that was started, in order: the ``processes`` of a report."""

    @contextmanager
    def __call__(self, state: Path | None) -> Iterator[Process]:
        """Run a process for the block. :param state: its folder; None gives it one of its own.

        :raises EnvironmentFault: it cannot be started or ended, or the frozen copy is no longer what was frozen.
        """
        if self._deadline is None:
            self._deadline = time.monotonic() + self._runtime.limits.case_seconds
        candidate = self._runtime.candidate
        candidate.require_unchanged()
        with nullcontext(state) if state is not None else folders.temporary("state") as folder:
            start = self._runtime.backend.start(candidate.command, candidate.folder, folder)
            process = Process(start, self._runtime.limits, self._deadline)
            try:
                with process:
                    yield process
            finally:
                if process.ran:
                    self.processes.append(process.evidence())
