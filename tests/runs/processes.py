"""Candidates written for one test, and questions about processes of this machine."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arfpy.errors import UsageError
from arfpy.runs.backends.isolated import isolated
from arfpy.runs.backends.local import ENVIRONMENT, Local
from arfpy.runs.candidate import freeze
from arfpy.runs.limits import Limits
from arfpy.runs.runtime import Runtime


def _no_walls() -> str | None:
    try:
        isolated()
    except UsageError as error:
        return f"{error.message}. {error.hint}"
    return None


NO_WALLS = _no_walls()
needs_walls = pytest.mark.skipif(NO_WALLS is not None, reason=str(NO_WALLS))
# Candidates have the system's default path, where a Node from elsewhere does not stand.
NODE = shutil.which("node", path=ENVIRONMENT["PATH"])
needs_node = pytest.mark.skipif(NODE is None, reason=f"there is no node on {ENVIRONMENT['PATH']}")

COMMAND = ("{python}", "-I", "-B", "main.py")
# Answers each line with itself.
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)\n"


def runtime(folder: Path, program: str, *, backend=None, command=COMMAND, **limits) -> Runtime:
    """Freeze a candidate of one file and return what runs it."""
    source = folder / "source"
    source.mkdir()
    (source / "main.py").write_text(program, encoding="utf-8")
    return Runtime(backend or Local(), freeze(source, folder / "frozen", command), Limits(**limits))


def is_gone(number: int) -> bool:
    """Say whether a process is gone and reaped."""
    return not Path(f"/proc/{number}").exists()


def wait_until(question) -> bool:
    """Wait until a question is answered with yes, for a minute at most; return the last answer."""
    for _ in range(6000):
        if question():
            return True
        time.sleep(0.01)
    return bool(question())


def numbers(file: Path) -> list[int]:
    """Return the process numbers that a candidate noted, one a line."""
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def working_in(folder: Path) -> list[int]:
    """Return the processes of this machine that work below a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if str((entry / "cwd").readlink()).startswith(str(folder)):
                found.append(int(entry.name))
    return found


def naming(mark: str) -> list[str]:
    """Return the command lines of this machine's processes that hold a mark."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and mark in (text := (entry / "cmdline").read_text(errors="replace")):
                found.append(text)
    return found
