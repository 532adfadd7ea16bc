"""The digests as a table: CSV (RFC 4180) with a header, a row per record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..results import Result, Summary

_COLUMNS = ("source", "line", "type", "verdict", "digest", "canonical_size")
# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = re.compile(r"[=+\-@\t\r]")


def head(summary: Summary) -> str:
    """Return the header."""
    del summary
    return ",".join(_COLUMNS) + "\r\n"


def record(result: Result, before: int) -> str:
    """Return one row; what the record does not have is an empty cell. :param before: no matter here."""
    del before
    return ",".join(_cell(getattr(result, name)) for name in _COLUMNS) + "\r\n"


def tail(summary: Summary) -> str:
    """Return nothing: the last row ends the table."""
    del summary
    return ""


def _cell(value: str | int | None) -> str:
    if value is None:
        return ""
    text = str(value)
    if _FORMULA.match(text):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if re.search('[",\r\n]', text) else text
