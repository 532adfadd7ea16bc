"""``arf links``: every reference of every record, resolved across all files given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..graph import report
from ..graph.loading import load
from ..records import known_type
from ..reporters.links import LINKS_REPORTERS
from .options import FILES, INPUT_FORMAT, colored, report_options_for, wants_bar, writer
from .run import FAILED, OK, USAGE, readable, said
from .sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..errors import UsageError
    from ..graph.store import Row, Store


@click.command()
@FILES
@click.option("--type", "type_name", metavar="TYPE", help="Take every record as this type instead of inferring it.")
@INPUT_FORMAT
@report_options_for(LINKS_REPORTERS)
def links(
    files: tuple[str, ...],
    type_name: str | None,
    input_format: str | None,
    output: str,
    output_file: str | None,
    quiet: int,
    verbose: int,
    color: str,
) -> int:
    """Follow every link between the records of all files given.

    A link that resolves to nothing, to another type, or to an id spelled differently is a problem; so are two
    different records with one id, and publications that name each other in a circle. -v lists the records that
    nothing points at. The records themselves are not checked: arf validate does that.
    """
    forced = known_type(type_name) if type_name is not None else None
    verbosity = 1 + verbose - quiet
    troubles: list[UsageError] = []
    counts = report.Counts()
    with writer(output_file, files) as out:
        records = readable(sources_of(files, input_format), troubles, bar=wants_bar(out, verbosity))
        store, unread = load(records, values=False, type_name=forced)
        reporter = LINKS_REPORTERS[output](out, verbosity, colored(color, out))
        counts.records, counts.references = len(store) + len(unread), store.count_references()
        for source, line, problem in unread:
            counts.problems[problem.code] += 1
            reporter.problem(source, line, None, problem)
        for row, problem in report.problems(store):
            counts.problems[problem.code] += 1
            reporter.problem(row.source, row.line, row.type, problem)
        reporter.end(_counted(store, counts), counts)
    if said(troubles, empty=not counts.records):
        return USAGE
    return FAILED if counts.failed else OK


def _counted(store: Store, counts: report.Counts) -> Iterator[Row]:
    for row in store.not_pointed_at():
        counts.unreferenced += 1
        yield row
