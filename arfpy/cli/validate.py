"""``arf validate``: a verdict for every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..check import Check
from ..links import Index
from ..records import known_type
from ..reporters import REPORTERS
from .options import FILES, INPUT_FORMAT, colored, report_options, wants_bar, writer
from .run import check_all, exit_code, readable
from .sources import KeptSource, Source, kept, sources_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..errors import UsageError


@click.command()
@FILES
@click.option("--type", "type_name", metavar="TYPE", help="Take every record as this type instead of inferring it.")
@click.option("--links", is_flag=True, help="Also check that every reference resolves among the files given.")
@INPUT_FORMAT
@report_options
def validate(
    files: tuple[str, ...],
    type_name: str | None,
    links: bool,
    input_format: str | None,
    output: str,
    output_file: str | None,
    quiet: int,
    verbose: int,
    color: str,
) -> int:
    """Check records against the standard.

    Prints PASS or FAIL for each record, the reasons below it, and a count at the end. FILE:LINE takes one record
    of a file that holds one per line; FILE may be - for stdin.
    """
    forced = known_type(type_name) if type_name is not None else None
    verbosity = 1 + verbose - quiet
    given = sources_of(files, input_format)
    sources: Sequence[Source | KeptSource] = [kept(source) for source in given] if links else given
    references = None
    if links:
        index = Index()
        # A path that cannot be read is told about below, when its records are due.
        index.add_all((record.data for _, record in readable(sources, [])), forced)
        references = index.violations
    troubles: list[UsageError] = []
    with writer(output_file, files) as out:
        records = readable(sources, troubles, bar=wants_bar(out, verbosity))
        reporter = REPORTERS[output](out, verbosity, colored(color, out))
        summary = check_all(records, Check(type_name=forced, references=references), reporter)
    return exit_code(summary, troubles)
