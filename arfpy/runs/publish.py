"""Results appear whole or not at all: written aside, and put in place only when they are complete.

A folder's name is reserved by an empty folder, so that two runs never write to one place; what becomes the result is
written in a hidden folder beside it and renamed onto the reservation. A single file is linked to its name, which fails
where the name is taken. Nothing that was there before is ever replaced.
"""

from __future__ import annotations

import errno
import secrets
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from . import cancel, folders

if TYPE_CHECKING:
    from collections.abc import Iterator


def refuse_inside(output: Path, candidate: Path) -> None:
    """Make sure that an output is not below a candidate, however either is written. :raises UsageError: it is."""
    if output.resolve().is_relative_to(candidate.resolve()):
        raise UsageError(f"{output} is inside the candidate {candidate}", "Choose a place outside of it.")


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Give the block a folder to fill; it becomes ``path`` when the block ends, and is gone when the block fails.

    :raises UsageError: the path is taken, now or at the end, or something cannot be written there: a full disk too.
    """
    aside = _aside(path)
    try:
        made = _make_parents(path.parent)
    except OSError as error:
        raise _cannot(path, error) from None
    try:
        with _reserved(path), _staged(aside) as stage:
            yield stage
            cancel.check()
            # Replaces the reservation as long as it is empty, in one step.
            stage.rename(path)
            made = []
    except OSError as error:
        raise _cannot(path, error) from None
    finally:
        for parent in made:
            with suppress(OSError):
                parent.rmdir()


def new_file(path: Path, content: bytes) -> None:
    """Write a new file, whole or not at all. :raises UsageError: the path is taken or cannot be written."""
    written = _aside(path)
    try:
        try:
            with written.open("xb") as file:
                file.write(content)
            cancel.check()
            path.hardlink_to(written)
        finally:
            written.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(path, error) from None


@contextmanager
def _reserved(path: Path) -> Iterator[None]:
    path.mkdir()
    try:
        yield
    except BaseException:
        # Filled by somebody else meanwhile, it is theirs.
        with suppress(OSError):
            path.rmdir()
        raise


@contextmanager
def _staged(stage: Path) -> Iterator[Path]:
    stage.mkdir()
    try:
        yield stage
    except BaseException:
        folders.remove(stage)
        raise


def _make_parents(folder: Path) -> list[Path]:
    """Make a folder and those above it; return the new ones, innermost first."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    made: list[Path] = []
    try:
        for parent in reversed(missing):
            parent.mkdir()
            made.insert(0, parent)
    except OSError:
        for parent in made:
            with suppress(OSError):
                parent.rmdir()
        raise
    return made


def _aside(path: Path) -> Path:
    """Return a new hidden name beside a path. :raises UsageError: no file can have the path."""
    if "\0" in str(path):
        raise UsageError("a path cannot hold NUL", "Choose another path.")
    return path.parent / f".arf-{secrets.token_hex(8)}"


def _cannot(path: Path, error: Exception) -> UsageError:
    if isinstance(error, FileExistsError) or getattr(error, "errno", None) == errno.ENOTEMPTY:
        return UsageError(f"{path} exists, and nothing is written over", "Choose a path that does not exist yet.")
    reason = getattr(error, "strerror", None) or error
    return UsageError(f"cannot write {path}: {reason}", "Check the path, its permissions and the space left.")
