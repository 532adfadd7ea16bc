"""Reports in pieces, for a caller who keeps the results: head, the results in any number of parts, tail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from . import csv_digests, json_report, junit

if TYPE_CHECKING:
    from ..results import Result, Summary


class Face(Protocol):
    """A form of report: each function returns text; the three joined are the report."""

    def head(self, summary: Summary, /) -> str:
        """Return what stands before the results."""

    def record(self, result: Result, before: int, /) -> str:
        """Return one result. :param before: how many results stand before it."""

    def tail(self, summary: Summary, /) -> str:
        """Return what stands after the results."""


FACES: dict[str, Face] = {"json": json_report, "junit": junit, "csv": csv_digests}
