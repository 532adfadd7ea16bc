"""``evalarc.doctor.v1``: can this machine run a task, and this candidate. No candidate is run to find out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import UsageError
from . import folders
from .backends import Backend, expand
from .backends.docker import Docker
from .backends.isolated import Isolated
from .backends.local import ENVIRONMENT
from .candidate import Frozen, freeze
from .faults import EnvironmentFault
from .report import PRODUCER
from .task import TaskDefinition

SCHEMA = "evalarc.doctor.v1"
PASSED, FAILED, NOT_CHECKED = "passed", "failed", "not_checked"

_INTERPRETATION = (
    "A check that failed would make every run invalid. Checks that passed say nothing about what a candidate will do."
)


def diagnose(
    task: TaskDefinition, backend: str, find: Callable[[], Backend], candidate: Path | None = None
) -> dict[str, Any]:
    """Return the report; it is ready when no check failed.

    :param backend: its name, ``local`` or ``docker``. :param find: returns it, or raises UsageError with the reason.
    """
    checks = [_check("host", _host)]
    found: list[Backend] = []

    def runtime() -> str:
        found.append(find())
        return _described(found[0])

    checks.append(_check("runtime", runtime))
    if candidate is not None:
        checks += _candidate_checks(candidate, task, found[0] if found else None)
    return {
        "schema_version": SCHEMA,
        "evalarc_version": PRODUCER,
        "backend": backend,
        "task": task.id,
        "ready": all(check["status"] != FAILED for check in checks),
        "checks": checks,
        "interpretation": _INTERPRETATION,
    }


def _host() -> str:
    if sys.platform != "linux":
        raise UsageError(f"this is {sys.platform}; candidates are watched over with what Linux offers")
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        raise UsageError("/proc does not list the children of a process, so none could be cleared away")
    return "Linux"


def _described(backend: Backend) -> str:
    if isinstance(backend, Docker):
        return f"{backend.image} is {backend.image_id}"
    walls = f" behind bubblewrap {backend.version}" if isinstance(backend, Isolated) else ""
    return f"{sys.executable}{walls}"


def _candidate_checks(candidate: Path, task: TaskDefinition, backend: Backend | None) -> list[dict[str, str]]:
    with folders.temporary("doctor") as folder:
        frozen: list[Frozen] = []

        def snapshot() -> str:
            frozen.append(freeze(candidate, folder / "candidate", task.default_command))
            return f"sha256 {frozen[0].sha256}"

        checks = [_check("candidate", snapshot)]
        if frozen and backend is not None and not isinstance(backend, Docker):
            return [*checks, _check("executable", lambda: _executable(frozen[0]))]
        why = "it is looked for in the image" if isinstance(backend, Docker) else "an earlier check failed"
        return [*checks, {"name": "executable", "status": NOT_CHECKED, "detail": why}]


def _executable(frozen: Frozen) -> str:
    program = expand(frozen.command, python=sys.executable, workspace=str(frozen.folder), state="/state")[0]
    inside = frozen.folder / program if "/" in program else program
    found = shutil.which(inside, path=ENVIRONMENT["PATH"])
    if found is None:
        raise UsageError(f"{program} is no program on the path {ENVIRONMENT['PATH']} or in the candidate")
    return program if "/" in program else found


def _check(name: str, question: Callable[[], str]) -> dict[str, str]:
    try:
        return {"name": name, "status": PASSED, "detail": question()}
    except UsageError as error:
        return {"name": name, "status": FAILED, "detail": f"{error.message}. {error.hint}".strip()}
    except EnvironmentFault as fault:
        return {"name": name, "status": FAILED, "detail": fault.message}
