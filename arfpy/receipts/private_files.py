"""Files that only their owner may read: signing keys, and the openings of test sets. None is ever written over."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from ..errors import UsageError

_OWNER_ONLY = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write(path: str, text: str) -> None:
    """Write a new file that only its owner may read.

    :raises UsageError: the path exists already, whatever it is, or cannot be written; then nothing was changed.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        message = f"{path} exists, and a private file is never written over"
        raise UsageError(message, "Choose another path.") from None
    except (OSError, ValueError) as error:
        raise _cannot("write", path, error) from None
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - it is open already
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(path).unlink()
        raise _cannot("write", path, error) from None


def read(path: str) -> bytes:
    """Return the bytes of a file that only its owner may read.

    Wider rights are refused and not warned about: a key that others could read proves nothing about who signed, and
    a warning would stand next to a receipt that looks sound. Where rights have no such bits, nothing is checked.

    :raises UsageError: others may read or write the file, or it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name == "posix" and mode & _OTHERS:
                message = f"{path} is open to others: its rights are {stat.S_IMODE(mode):04o}"
                raise UsageError(message, "If nobody else read it: chmod 600. Otherwise make another one.")
            return file.read()
    except (OSError, ValueError) as error:
        raise _cannot("read", path, error) from None


def _cannot(what: str, path: str, error: Exception) -> UsageError:
    reason = getattr(error, "strerror", None) or error
    return UsageError(f"cannot {what} {path}: {reason}", "Check the path and its permissions.")
