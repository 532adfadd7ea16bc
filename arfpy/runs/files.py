"""Reports as files: read strictly, with every number as it was written, and written in one form."""

from __future__ import annotations

import json
import os
import stat
from math import isinf
from pathlib import Path
from typing import Any

from ..errors import StrictJsonError
from ..strict_json import decode, is_shallow

MAX_JSON_BYTES = 64 * 1024 * 1024


class ReportError(Exception):
    """A report cannot be read, or contradicts itself.

    :param reason: what is wrong. :param pointer: JSON Pointer of the place. :param file: which file.
    """

    def __init__(self, reason: str, pointer: str = "", file: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer
        self.file = file

    def sentence(self) -> str:
        """Return what is wrong and where, in one line."""
        where = " at ".join(part for part in (self.file, self.pointer) if part)
        return f"{where}: {self.reason}" if where else self.reason


def read_bytes(path: Path, limit: int = MAX_JSON_BYTES) -> bytes:
    """Return the bytes of a regular file that is no symbolic link.

    :raises ReportError: it is something else, is longer than the limit, or cannot be read.
    """
    try:
        with open(path, "rb", opener=_open_as_it_is) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ReportError("is not a regular file")
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ReportError("is a symbolic link" if _is_link(path) else f"cannot be read: {reason}") from None
    if len(data) > limit:
        raise ReportError(f"is longer than {limit} bytes")
    return data


def _open_as_it_is(path: str, flags: int) -> int:
    # Not blocking: a pipe of that name must not hold the reader up before it is refused.
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except ValueError:
        return False


def read_report(path: Path) -> dict[str, Any]:
    """Return the object of a report's file. :raises ReportError: see :func:`read_bytes` and :func:`parse_report`."""
    return parse_report(read_bytes(path))


def parse_report(data: bytes) -> dict[str, Any]:
    """Return the object of a JSON text; ``1`` stays an int and ``1.0`` a float.

    :raises ReportError: not UTF-8 or not JSON, no object, a name twice, a number that is not finite, too deep.
    """
    if not is_shallow(data):
        raise ReportError("is nested too deep")
    try:
        value = _DECODER.decode(decode(data))
    except StrictJsonError as error:
        raise ReportError(error.message) from None
    except json.JSONDecodeError as error:
        raise ReportError(f"is not JSON at line {error.lineno}, column {error.colno}") from None
    except ValueError:
        raise ReportError("holds an integer with thousands of digits") from None
    if not isinstance(value, dict):
        raise ReportError("is not an object")
    return value


def report_bytes(report: dict[str, Any]) -> bytes:
    """Return a report as a file holds it: UTF-8, two spaces of indent, a final newline."""
    text = json.dumps(report, ensure_ascii=False, indent=2, allow_nan=False)
    # Half of a surrogate pair, from a candidate's answer, is no character; as \ud83d it is still the same JSON.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def write_report(path: Path, report: dict[str, Any]) -> None:
    """Write a report to a new file."""
    with path.open("xb") as file:
        file.write(report_bytes(report))


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ReportError(f"the member {twice!r} stands twice in one object")
    return members


def _real(token: str) -> float:
    number = float(token)
    if isinf(number):
        raise ReportError("a number is not finite")
    return number


def _constant(_name: str) -> Any:
    raise ReportError("a number is not finite")


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_float=_real, parse_constant=_constant)
