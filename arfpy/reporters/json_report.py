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
        head = {"report": "arf-check-v1", "arfpy": __version__, "spec": spec.SPEC_VERSION}
        self.out.write(json.dumps(head)[:-1] + ', "results": [')

    def record(self, result: Result) -> None:
        """Write one result."""
        self.out.write(",\n" if self.written else "\n")
        self.out.write(json.dumps(result.as_dict()))
        self.written += 1

    def end(self, summary: Summary) -> None:
        """Write the summary and close the object."""
        self.out.write(f'\n], "summary": {json.dumps(summary.as_dict())}}}\n')
