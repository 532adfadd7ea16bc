"""The reports for people: a line per record with indented reasons, or a digest per record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import results, spec

if TYPE_CHECKING:
    from typing import TextIO

    from ..results import Problem, Result, Summary

_GREEN, _RED, _YELLOW, _RESET = "\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[0m"


class TextReporter:
    """Writes ``PASS path:line (type)`` or ``FAIL path:line (type)`` with reasons.

    :param verbosity: 0 shows failures and the count, 1 everything, 2 adds digests; below 0 nothing.
    """

    def __init__(self, out: TextIO, verbosity: int, color: bool) -> None:
        self.out = out
        self.verbosity = verbosity
        self.color = color

    def record(self, result: Result) -> None:
        """Print one result."""
        if self.verbosity < 0 or (result.passed and self.verbosity < 1):
            return
        word = self.paint("PASS", _GREEN) if result.passed else self.paint("FAIL", _RED)
        line = f"{word} {printable(result.source)}:{result.line} ({result.type or 'no type'})"
        if result.verdict not in (results.VALID, results.INVALID):
            line += f" {result.verdict}"
        if self.verbosity > 1 and result.digest is not None:
            line += f" {result.digest} {result.canonical_size} bytes"
        lines = [line]
        for problem in result.problems:
            lines.extend(self.reasons(problem))
        self.out.write("\n".join(lines) + "\n")

    def reasons(self, problem: Problem) -> list[str]:
        """Return what happened and where, and below it what to do next."""
        known = spec.codes()[problem.code]
        place = f"{problem.line}:{problem.column} " if problem.column is not None else ""
        pointer = f"{printable(_cut(problem.pointer))} " if problem.pointer else ""
        warning = self.paint("warning: ", _YELLOW) if known.severity == "warning" else ""
        return [
            f"  {place}{pointer}{warning}{printable(_cut(problem.message))} [{problem.code}]",
            f"    {problem.next}",
        ]

    def end(self, summary: Summary) -> None:
        """Print the count."""
        if self.verbosity >= 0:
            self.out.write(f"{summary.passed} passed, {summary.failed} failed\n")

    def paint(self, text: str, color: str) -> str:
        """Return a text in a colour, or as it is."""
        return f"{color}{text}{_RESET}" if self.color else text


class DigestReporter:
    """Writes ``sha256:…`` for one record and ``sha256:…  path:line`` for several.

    :param verbosity: 1 every digest; 2 adds the size; 0 and below print none.
    :param reasons: says elsewhere why a record has no digest, or another one than expected.
    :param alone: whether there is only one record.
    """

    def __init__(self, out: TextIO, verbosity: int, reasons: TextReporter, *, alone: bool) -> None:
        self.out = out
        self.verbosity = verbosity
        self.reasons = reasons
        self.alone = alone

    def record(self, result: Result) -> None:
        """Print one digest, and the problems of its record."""
        if result.digest is not None and self.verbosity > 0:
            place = "" if self.alone else f"  {printable(result.source)}:{result.line}"
            size = f"  {result.canonical_size} bytes" if self.verbosity > 1 else ""
            self.out.write(f"{result.digest}{place}{size}\n")
        if result.problems:
            self.reasons.record(result)

    def end(self, summary: Summary) -> None:
        """Print nothing: a list of digests has no last line."""


def printable(text: str) -> str:
    """Return text so that no character of it can act on a terminal or forge a line: each is shown as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:197]}..."
