"""Instants: the one rule for a point in time that the whole project uses (clause records.instants).

RFC 3339 with upper-case T and Z, seconds and offset required, a real calendar date, no leap second, and one to
nine decimals. Library parsers are not used: what they accept differs and moves between versions.
"""

from __future__ import annotations

import re

_INSTANT = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
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


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else _DAYS[month]
