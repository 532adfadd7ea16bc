"""The report for build servers: JUnit XML, a test case per record."""

from __future__ import annotations

import re
import shutil
import tempfile
from typing import TYPE_CHECKING

from .. import results, spec
from .text import printable

if TYPE_CHECKING:
    from typing import TextIO

    from ..results import Problem, Result, Summary

# Beyond this many characters the cases wait on disk: their counts stand in front of them.
_KEPT_IN_MEMORY = 4 * 1024 * 1024
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_MARKUP = re.compile("[&<>\"']")
TAIL = "</testsuite>\n</testsuites>\n"


class JunitReporter:
    """Writes one ``testsuite``; a record that fails is a ``failure``, a fault of ours an ``error``.

    Verbosity changes nothing.
    """

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        del verbosity, color
        self.out = out
        self.cases = tempfile.SpooledTemporaryFile(_KEPT_IN_MEMORY, "w+", encoding="utf-8", newline="\n")  # noqa: SIM115

    def record(self, result: Result) -> None:
        """Keep one result until the counts are known."""
        self.cases.write(record(result, 0))

    def end(self, summary: Summary) -> None:
        """Write the report."""
        self.out.write(head(summary))
        self.cases.seek(0)
        shutil.copyfileobj(self.cases, self.out)
        self.cases.close()
        self.out.write(TAIL)


def head(summary: Summary) -> str:
    """Return what stands before the cases."""
    faults = summary.verdicts[results.INTERNAL]
    counts = f'tests="{summary.verdicts.total()}" failures="{summary.failed - faults}" errors="{faults}"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="arf" {counts}>\n<testsuite name="ARF v{spec.SPEC_VERSION}" {counts} skipped="0">\n'
    )


def record(result: Result, before: int) -> str:
    """Return one case. :param before: how many stand before it; no matter here."""
    del before
    source = _xml(result.source)
    name = f"line {result.line} ({_xml(result.type or 'no type')})"
    case = f'<testcase classname="{source}" name="{name}" file="{source}" line="{result.line}"'
    reasons = "\n".join(map(_reason, result.problems))
    if not result.passed:
        word = "error" if result.verdict == results.INTERNAL else "failure"
        first = _xml(result.problems[0].message) if result.problems else result.verdict
        return f'{case}><{word} type="{result.verdict}" message="{first}">{reasons}</{word}></testcase>\n'
    return f"{case}><system-out>{reasons}</system-out></testcase>\n" if reasons else f"{case}/>\n"


def tail(summary: Summary) -> str:
    """Return what stands after the cases."""
    del summary
    return TAIL


def _reason(problem: Problem) -> str:
    place = f"{problem.line}:{problem.column} " if problem.column is not None else ""
    pointer = f"{problem.pointer} " if problem.pointer else ""
    return _xml(f"{place}{pointer}{problem.message} [{problem.code}]") + "\n  " + _xml(problem.next)


def _xml(text: str) -> str:
    """Return a text for XML, which cannot hold every character: those that do not show are escaped as in JSON."""
    return _MARKUP.sub(lambda match: _ENTITIES[match.group()], printable(text))
