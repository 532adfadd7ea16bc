"""The report for machines: one JSON object, written as the results come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .. import spec
from .._version import __version__

if TYPE_CHECKING:
    from typing import TextIO

    from ..results import Result, Summary


class JsonReporter:
    """Writes ``{"report", "arfpy", "spec", "results": [...], "summary": {...}}``; verbosity changes nothing."""

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        del verbosity, color
        self.out = out
        self.written = 0
        self.out.write(head())

    def record(self, result: Result) -> None:
        """Write one result."""
        self.out.write(record(result, self.written))
        self.written += 1

    def end(self, summary: Summary) -> None:
        """Write the summary and close the object."""
        self.out.write(tail(summary))


def head(summary: Summary | None = None) -> str:
    """Return what stands before the results; the counts stand after them."""
    del summary
    stated = {"report": "arf-check-v1", "arfpy": __version__, "spec": spec.SPEC_VERSION}
    return json.dumps(stated)[:-1] + ', "results": ['


def record(result: Result, before: int) -> str:
    """Return one result, with the comma that divides it from those before it."""
    return (",\n" if before else "\n") + json.dumps(result.as_dict())


def tail(summary: Summary) -> str:
    """Return the summary and what closes the object."""
    return f'\n], "summary": {json.dumps(summary.as_dict())}}}\n'
