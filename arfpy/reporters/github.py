"""The report for GitHub Actions: an annotation for each problem, at its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import spec
from .text import printable

if TYPE_CHECKING:
    from typing import TextIO

    from ..results import Problem, Result, Summary


class GithubReporter:
    """Writes ``::error file=…,line=…,col=…,title=…::…`` for each error and ``::warning`` for each warning.

    Records without problems leave no line. Verbosity changes nothing.
    """

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        del verbosity, color
        self.out = out

    def record(self, result: Result) -> None:
        """Write the annotations of one result."""
        for problem in result.problems:
            self.out.write(_annotation(result, problem))

    def end(self, summary: Summary) -> None:
        """Write the count."""
        self.out.write(f"{summary.passed} passed, {summary.failed} failed\n")


def _annotation(result: Result, problem: Problem) -> str:
    place = {
        "file": result.source,
        "line": problem.line or result.line,
        "col": problem.column,
        "title": f"{result.verdict}: {problem.code}",
    }
    stated = ",".join(f"{name}={_property(str(value))}" for name, value in place.items() if value is not None)
    pointer = f"{problem.pointer}: " if problem.pointer else ""
    command = spec.codes()[problem.code].severity  # its two values are GitHub's two commands
    return f"::{command} {stated}::{_data(f'{pointer}{problem.message}. {problem.next}')}\n"


def _data(text: str) -> str:
    # No line end is left after this, so a text from a record cannot begin a command of its own.
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
