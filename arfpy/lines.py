"""Lines and columns: where an offset of a text stands for a person who reads it."""

from __future__ import annotations

import re
from bisect import bisect_left

_LINE_FEED = re.compile("\n")
_CARRIAGE_RETURN = re.compile("\r")


class Lines:
    """The line ends of one text, found once, so that a place costs no second walk over it."""

    def __init__(self, text: str) -> None:
        self._feeds = [match.start() for match in _LINE_FEED.finditer(text)]
        self._returns = [match.start() for match in _CARRIAGE_RETURN.finditer(text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset in code points.

        A line ends at LF; CR is not counted as a column.
        """
        line = bisect_left(self._feeds, offset)
        start = self._feeds[line - 1] + 1 if line else 0
        returns = bisect_left(self._returns, offset) - bisect_left(self._returns, start)
        return line + 1, offset - start - returns + 1
