"""Where a candidate's process runs: one module each. A candidate cannot choose."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..faults import EnvironmentFault

# Nobody's user and group number, where candidates have one of their own.
NOBODY = "65534"


def _nothing() -> None:
    pass


def _never(_exit_code: int, _stderr: bytes) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Start:
    """How one process is started, and what to do about it that its own end does not do.

    :param command: program and arguments, no shell. :param directory: where it runs. :param environment: all of it.
    :param kill: kills what the process stands for, where that is not a child of it; the process then ends itself.
    :param clear: called after it ended, however it did. Both raise :class:`~arfpy.runs.faults.EnvironmentFault`.
    :param is_ours: says of an exit code and the first bytes of stderr that the ground failed, not the program.
    """

    command: tuple[str, ...]
    directory: Path
    environment: dict[str, str]
    kill: Callable[[], None] | None = None
    clear: Callable[[], None] = _nothing
    is_ours: Callable[[int, bytes], bool] = _never


class Backend(Protocol):
    """One way of running a frozen candidate."""

    def describe(self) -> dict[str, Any]:
        """Return its members of the report's ``runtime``: ``backend``, ``image``, ``image_id``, perhaps more."""

    def start(self, command: tuple[str, ...], workspace: Path, state: Path) -> Start:
        """Say how to start the command, its placeholders still in it. :raises EnvironmentFault: it cannot be."""


def give_to_nobody(state: Path) -> None:
    """Let the user of the candidate write its state. :raises EnvironmentFault: this user may not arrange that."""
    try:
        if os.geteuid() == 0:
            os.chown(state, int(NOBODY), int(NOBODY))
        else:
            state.chmod(0o777)
    except OSError as error:
        raise EnvironmentFault(f"the state cannot be handed over: {error.strerror}") from None


def expand(command: tuple[str, ...], *, python: str, workspace: str, state: str) -> tuple[str, ...]:
    """Return the command with its placeholders filled in; nothing else in it means anything."""
    filled = []
    for argument in command:
        for name, value in (("{python}", python), ("{workspace}", workspace), ("{state}", state)):
            argument = argument.replace(name, value)  # noqa: PLW2901 - one after the other
        filled.append(argument)
    return tuple(filled)
