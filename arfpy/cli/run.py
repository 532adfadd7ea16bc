"""Run one check over many sources: results to a reporter, trouble with a path to stderr, one exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .. import results
from ..errors import UsageError
from ..reporters.text import printable
from ..results import Summary
from .progress import with_progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..check import Check
    from ..inputs import RecordText
    from ..reporters import Reporter
    from .sources import KeptSource, Source

OK, FAILED, USAGE, INTERNAL = 0, 1, 2, 70


def readable(
    sources: Iterable[Source | KeptSource], troubles: list[UsageError], *, bar: bool = False
) -> Iterator[tuple[str, RecordText]]:
    """Yield the records of every source; a source that cannot be read is noted and passed over."""
    for source in sources:
        try:
            yield from with_progress(source, wanted=bar)
        except UsageError as error:
            troubles.append(error)


def check_all(records: Iterable[tuple[str, RecordText]], check: Check, out: Reporter) -> Summary:
    """Check and report every record."""
    summary = Summary()
    for name, record in records:
        result = check.record(record.data, name, record.line)
        summary.add(result)
        out.record(result)
    out.end(summary)
    return summary


def exit_code(summary: Summary, troubles: list[UsageError]) -> int:
    """Say the troubles on stderr and return the exit code; the gravest thing decides.

    :returns: 0 all passed, 1 a record did not, 2 a path was unreadable or there was no record, 70 our fault.
    """
    troubles = said(troubles, empty=not summary.verdicts)
    if summary.verdicts[results.INTERNAL]:
        return INTERNAL
    if troubles:
        return USAGE
    return FAILED if summary.failed else OK


def said(troubles: list[UsageError], *, empty: bool) -> list[UsageError]:
    """Say the troubles on stderr and return them; that there was no record at all is one of its own."""
    if empty and not troubles:
        troubles = [UsageError("there is no record in the input", "Give a file that holds at least one record.")]
    for trouble in troubles:
        click.echo(f"arf: {printable(trouble.message)}\n{printable(trouble.hint)}", err=True)
    return troubles
