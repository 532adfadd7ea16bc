"""Instants: the one rule for a point in time that the whole project uses (clause records.instants).

RFC 3339 with upper-case T and Z, seconds and offset required, a real calendar date, no leap second, and one to
nine decimals. Library parsers are not used: what they accept differs and moves between versions.
"""

from __future__ import annotations

import re
from datetime import date

_INSTANT = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_UNITS = (
    (24 * 3600 * 10**9, "d"),
    (3600 * 10**9, "h"),
    (60 * 10**9, "min"),
    (10**9, "s"),
    (10**6, "ms"),
    (10**3, "us"),
    (1, "ns"),
)
_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_instant(text: str) -> bool:
    """Say whether a text is a valid instant."""
    match = _INSTANT.fullmatch(text)
    if match is None:
        return False
    year, month, day = match.groups()
    if year == "0000":
        return False
    if day < "29":
        return True
    return int(day) <= _days_in(int(year), int(month))


def nanoseconds(text: str) -> int | None:
    """Return a valid instant as nanoseconds since 0001-01-01T00:00:00Z (negative before it), or None.

    Instants are compared as these integers, never as texts: two spellings may name one instant.
    """
    if not is_instant(text):
        return None
    days = date(int(text[:4]), int(text[5:7]), int(text[8:10])).toordinal() - 1
    seconds = ((days * 24 + int(text[11:13])) * 60 + int(text[14:16])) * 60 + int(text[17:19])
    rest = text[19:]
    decimals, offset = (rest[:-1], "Z") if rest[-1] == "Z" else (rest[:-6], rest[-6:])
    if offset != "Z":
        shift = int(offset[1:3]) * 3600 + int(offset[4:6]) * 60
        seconds -= -shift if offset[0] == "-" else shift
    return seconds * 10**9 + int(decimals[1:].ljust(9, "0"))


def span(length: int) -> str:
    """Return a length of time in nanoseconds as exact words: ``8 d 22 h 55 min``; none at all is ``0 ns``."""
    parts = []
    for size, unit in _UNITS:
        count, length = divmod(length, size)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts) or "0 ns"


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _DAYS[month]
