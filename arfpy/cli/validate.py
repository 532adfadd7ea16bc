"""``arf validate``: a verdict for every record."""

from __future__ import annotations

from typing import Any

import click

from ..check import Check
from ..links import Index
from ..records import known_type
from .options import FILES, INPUT_FORMAT, report_options
from .run import run
from .sources import Source, kept


@click.command()
@FILES
@click.option("--type", "type_name", metavar="TYPE", help="Take every record as this type instead of inferring it.")
@click.option("--links", is_flag=True, help="Also check that every reference resolves among the files given.")
@INPUT_FORMAT
@report_options
def validate(
    files: tuple[str, ...], type_name: str | None, links: bool, input_format: str | None, **report: Any
) -> int:
    """Check records against the standard and print PASS or FAIL for each."""
    forced = known_type(type_name) if type_name else None
    sources: list[Any] = [Source(path, input_format) for path in files]
    references = None
    if links:
        sources = kept(sources)
        index = Index()
        for source in sources:
            index.add_all((record.data for record in source.records()), forced)
        references = index.violations
    return run(sources, Check(type_name=forced, references=references), **report)
