"""The faces of a link report: text for people, one JSON object for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from .. import spec
from .._version import __version__
from .text import TextReporter, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from ..graph.report import Counts
    from ..graph.store import Row
    from ..results import Problem


class LinksReporter(Protocol):
    """Prints problems as they are found, then the records that nothing points at and the counts."""

    def problem(self, source: str, line: int, type_name: str | None, problem: Problem) -> None:
        """Print one problem."""

    def end(self, unreferenced: Iterable[Row], counts: Counts) -> None:
        """Print what closes the report; ``counts`` is complete once ``unreferenced`` is used up."""


class TextLinks:
    """Writes a line per record with its reason below it, and the counts.

    :param verbosity: 1 problems and counts, 2 also the records that nothing points at, below 0 nothing.
    """

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        self.out = out
        self.verbosity = verbosity
        self._reasons = TextReporter(out, verbosity, color).reasons

    def problem(self, source: str, line: int, type_name: str | None, problem: Problem) -> None:
        """Print the record and what is wrong with its link."""
        if self.verbosity < 0:
            return
        word = "NOTE" if spec.codes()[problem.code].severity == "warning" else "FAIL"
        head = f"{word} {printable(source)}:{line} ({type_name or 'no type'})"
        self.out.write("\n".join([head, *self._reasons(problem)]) + "\n")

    def end(self, unreferenced: Iterable[Row], counts: Counts) -> None:
        """Print the counts in one line."""
        for row in unreferenced:
            if self.verbosity > 1:
                self.out.write(
                    f"nothing points at {printable(row.source)}:{row.line} ({row.type} {printable(row.id or '')})\n"
                )
        if self.verbosity >= 0:
            resolved = counts.references - counts.unresolved
            self.out.write(
                f"{counts.records} records, {resolved} of {counts.references} links resolve, "
                f"{counts.unreferenced} records that nothing points at\n"
            )


class JsonLinks:
    """Writes ``{"report", "arfpy", "spec", "problems": [...], "unreferenced": [...], "counts": {...}}``."""

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        del verbosity, color
        self.out = out
        self._first = True
        head = {"report": "arf-links-v1", "arfpy": __version__, "spec": spec.SPEC_VERSION}
        self.out.write(json.dumps(head)[:-1] + ', "problems": [')

    def problem(self, source: str, line: int, type_name: str | None, problem: Problem) -> None:
        """Write one problem."""
        self._item({"source": source, "record_line": line, "type": type_name, **problem.as_dict()})

    def end(self, unreferenced: Iterable[Row], counts: Counts) -> None:
        """Write the rest and close the object."""
        self.out.write('\n], "unreferenced": [')
        self._first = True
        for row in unreferenced:
            self._item({"source": row.source, "line": row.line, "type": row.type, "id": row.id})
        self.out.write(f'\n], "counts": {json.dumps(counts.as_dict())}}}\n')

    def _item(self, item: dict[str, object]) -> None:
        self.out.write(("\n" if self._first else ",\n") + json.dumps(item))
        self._first = False


LINKS_REPORTERS: dict[str, Callable[[TextIO, int, bool], LinksReporter]] = {"text": TextLinks, "json": JsonLinks}
