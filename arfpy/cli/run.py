"""Run one check over many sources: results to a reporter, trouble with a path to stderr, one exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import results
from ..errors import UsageError
from ..results import Summary
from .options import reporter
from .progress import with_progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..check import Check
    from ..inputs import RecordText

OK, FAILED, USAGE, INTERNAL = 0, 1, 2, 70


def run(sources: list[Any], check: Check, **report: Any) -> int:
    """Check every record of every source and report it. A path that cannot be read stops only itself.

    :returns: 0 all passed, 1 a record did not, 2 a path was unreadable or there was no record, 70 our fault.
    """
    summary = Summary()
    troubles: list[UsageError] = []
    with reporter(**report) as out:
        for name, record in readable(sources, troubles, bar=report["quiet"] < 1):
            result = check.record(record.data, name, record.line)
            summary.add(result)
            out.record(result)
        out.end(summary)
    if not troubles and not summary.verdicts:
        troubles.append(UsageError("there is no record in the input", "Give a file that holds at least one record."))
    return exit_code(summary, troubles)


def readable(
    sources: list[Any], troubles: list[UsageError], *, bar: bool
) -> Iterator[tuple[str, RecordText]]:
    """Yield the records of every source; a source that cannot be read is noted and passed over."""
    for source in sources:
        try:
            yield from with_progress([source], wanted=bar)
        except UsageError as error:
            troubles.append(error)


def exit_code(summary: Summary, troubles: list[UsageError]) -> int:
    """Say the troubles on stderr and return the exit code; the gravest thing decides."""
    for trouble in troubles:
        click.echo(f"arf: {trouble.message}\n{trouble.hint}", err=True)
    if summary.verdicts[results.INTERNAL]:
        return INTERNAL
    if troubles:
        return USAGE
    return FAILED if summary.failed else OK
