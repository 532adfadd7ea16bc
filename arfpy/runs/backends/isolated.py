"""The candidate as a local process behind bubblewrap's walls: what Docker's are, without a daemon or an image.

It sees the system's programs, the grader's interpreter, its frozen copy and its state; of these it may write its state
and a small /tmp. It has no network, namespaces of its own, user 65534 in them, no capabilities, and limits on memory
and processes. bubblewrap sets no such limits itself: ``prlimit`` does, inside, where the count of processes starts at
none. They bind every user but root, so root becomes user 65534 outside as well before it enters.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from .. import folders
from ..faults import EnvironmentFault
from ..process import try_out
from . import NOBODY, Start, expand, give_to_nobody
from .local import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSES = 64
MEMORY_BYTES = 256 * 1024 * 1024
SCRATCH_BYTES = 16 * 1024 * 1024

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
_TOOLS = ("bwrap", "prlimit", "setpriv")


@dataclass(frozen=True, slots=True)
class Isolated:
    """Walls from bubblewrap. :param version: of bwrap, as it says itself."""

    version: str

    def describe(self) -> dict[str, Any]:
        """Return the members of ``runtime``: those of a local run, and ``isolation``, which other readers pass over."""
        isolation = {
            "tool": "bwrap",
            "version": self.version,
            "network": False,
            "user": int(NOBODY),
            "processes": PROCESSES,
            "memory_bytes_per_process": MEMORY_BYTES,
            "scratch_bytes": SCRATCH_BYTES,
        }
        return {"backend": "local", "image": None, "image_id": None, "isolation": isolation}

    def start(self, command: tuple[str, ...], workspace: Path, state: Path) -> Start:
        """Say how to start a command behind the walls; root hands the state over to the user inside."""
        if os.geteuid() == 0:
            give_to_nobody(state)
        program = expand(command, python=sys.executable, workspace="/candidate", state="/state")
        limits = (f"--nproc={PROCESSES}:{PROCESSES}", f"--data={MEMORY_BYTES}:{MEMORY_BYTES}", "--core=0:0")
        inside = ("prlimit", *limits, "--", *program)
        return Start((*_walls(workspace, state), *inside), workspace, ENVIRONMENT, is_ours=_is_ours)


def isolated() -> Isolated:
    """Return the backend, after one trial. :raises UsageError: this machine cannot isolate."""
    for tool in _TOOLS:
        if shutil.which(tool, path=ENVIRONMENT["PATH"]) is None:
            raise _cannot(f"there is no {tool} on the path {ENVIRONMENT['PATH']}")
    said = subprocess.run(["bwrap", "--version"], env=ENVIRONMENT, capture_output=True, text=True, check=False)  # noqa: S607 - looked up just now
    backend = Isolated(said.stdout.removeprefix("bubblewrap").strip())
    try:
        with folders.temporary("trial") as workspace, folders.temporary("trial") as state:
            try_out(backend.start(("true",), workspace, state))
    except EnvironmentFault as fault:
        raise _cannot(fault.message) from None
    return backend


def _walls(workspace: Path, state: Path) -> tuple[str, ...]:
    """Return the command that builds the walls; what stands after it runs inside."""
    namespaces = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
    user = ("--unshare-user", "--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL", "--disable-userns")
    outer = ("bwrap", *namespaces, "--new-session", "--die-with-parent", *_mounts(workspace, state))
    if os.geteuid() != 0:
        return (*outer, *user, "--")
    step_down = ("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--")
    return (*outer, "--", *step_down, "bwrap", *user, "--die-with-parent", "--dev-bind", "/", "/", "--")


def _mounts(workspace: Path, state: Path) -> Iterator[str]:
    yield from _scratch("/tmp")  # noqa: S108 - a place inside, new each time
    for name in _SYSTEM:
        path = Path(name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), name)
        elif path.is_dir():
            yield from ("--ro-bind", name, name)
    # Made on the way to what is in it, a folder would be closed to others.
    yield from ("--dir", "/etc")
    for name in _SYSTEM_FILES:
        yield from ("--ro-bind-try", name, name)
    # The interpreter's own folders; a virtual environment needs the installation that it was made from.
    for prefix in {Path(sys.prefix), Path(sys.base_prefix)}:
        if not prefix.is_relative_to("/usr"):
            for parent in reversed(prefix.parents[:-1]):
                yield from ("--dir", str(parent))
            yield from ("--ro-bind", str(prefix), str(prefix))
    yield from ("--ro-bind", str(workspace), "/candidate", "--chdir", "/candidate")
    yield from ("--bind", str(state), "/state")
    yield from ("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev")
    yield from _scratch("/dev/shm")  # noqa: S108 - as above
    yield from ("--remount-ro", "/")


def _scratch(path: str) -> tuple[str, ...]:
    return ("--perms", "1777", "--size", str(SCRATCH_BYTES), "--tmpfs", path)


def _is_ours(exit_code: int, stderr: bytes) -> bool:
    """Say whether a wall fell: the tools put their name before what they complain about."""
    return exit_code in (1, 126, 127) and stderr.startswith(tuple(f"{tool}: ".encode() for tool in _TOOLS))


def _cannot(reason: str) -> UsageError:
    return UsageError(
        f"candidates cannot be isolated here: {reason}",
        "On Debian: apt-get install bubblewrap. A container or kernel may forbid user namespaces.",
    )
