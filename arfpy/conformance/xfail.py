"""The list of expected failures: one id or pattern per line (clause conformance.xfail)."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable


def read(data: bytes, name: str, known: Iterable[str]) -> frozenset[str]:
    """Return the ids that a list announces as failing.

    :param data: UTF-8 text; a line holds an id or a pattern, ``#`` begins a comment. :param name: what to call it.
    :param known: every id there is.
    :raises UsageError: a line is not UTF-8, or names no case.
    """
    ids = list(known)
    found: set[str] = set()
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            pattern = line.decode("utf-8").partition("#")[0].strip()
        except UnicodeDecodeError:
            raise UsageError(f"{name}:{number}: the line is not UTF-8", "Save the list as UTF-8.") from None
        if not pattern:
            continue
        matched = [one for one in ids if fnmatchcase(one, pattern)]
        if not matched:
            hint = "Write one id per line, as arf conformance list prints them, or a pattern such as digest/numbers/*."
            raise UsageError(f"{name}:{number}: no case matches {pattern}", hint)
        found.update(matched)
    return frozenset(found)
