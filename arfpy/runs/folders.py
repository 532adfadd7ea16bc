"""Folders of a run that nothing else sees, and that are gone afterwards whatever a candidate did to their rights."""

from __future__ import annotations

import itertools
import os
import secrets
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .faults import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def temporary(purpose: str) -> Iterator[Path]:
    """Make a new folder for the block, which others may pass through and not list.

    :raises EnvironmentFault: it cannot be made or removed.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"arf-{purpose}-")).resolve()
    except OSError as error:
        raise EnvironmentFault(f"no temporary folder can be made: {error.strerror}") from None
    try:
        folder.chmod(0o711)
        yield folder
    finally:
        try:
            remove(folder)
        except OSError as error:
            raise EnvironmentFault(f"a temporary folder cannot be removed: {error.strerror}") from None


def remove(folder: Path) -> None:
    """Remove a folder and all in it, links not followed. :raises OSError: something of it stays.

    Folders may lie deeper than a path can name and a stack can hold, or be closed to their owner: each is opened and
    moved up before it is emptied, so that nothing is ever looked at below the second level.
    """
    folder.chmod(0o700)
    names = (f".{secrets.token_hex(8)}" for _ in itertools.count())
    while entries := list(os.scandir(folder)):
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry)  # noqa: PTH108 - entries are many, and their paths known
                continue
            _open(entry)
            for inner in list(os.scandir(entry)):
                if inner.is_dir(follow_symlinks=False):
                    _open(inner)
                    os.rename(inner, folder / next(names))  # noqa: PTH104 - as above
            for inner in list(os.scandir(entry)):
                os.unlink(inner)  # noqa: PTH108 - as above
            os.rmdir(entry)  # noqa: PTH106 - as above
    folder.rmdir()


def _open(entry: os.DirEntry[str]) -> None:
    os.chmod(entry, 0o700)  # noqa: PTH101 - as above
