"""``arf trace``: what stands behind a record or a number, and what rests on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..graph.finding import holding, number, one_record
from ..graph.loading import load
from ..graph.trace import trace as trace_record
from ..instants import is_instant
from ..reporters.text import printable
from ..reporters.trace import FORMATS
from .options import INPUT_FORMAT, writer
from .run import FAILED, OK, USAGE, readable, said
from .sources import sources_of

if TYPE_CHECKING:
    from ..graph.loading import Unread
    from ..graph.store import Store


@click.command()
@click.argument("arguments", nargs=-1, required=True, metavar="[ID] FILE...")
@click.option("--score", metavar="NUMBER", help="List the Evaluations whose payload holds this number; give no ID.")
@click.option("--at", metavar="INSTANT", help="Show what was known then: records created later are left out.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="The form of the trace.",
)
@INPUT_FORMAT
@click.option("--output-file", type=click.Path(dir_okay=False), help="Write the trace there, not to stdout.")
def trace(
    arguments: tuple[str, ...],
    score: str | None,
    at: str | None,
    form: str,
    input_format: str | None,
    output_file: str | None,
) -> int:
    """Show what stands behind a record or a number.

    That is what it rests on and what rests on it, among all files given.
    ID is the id or the digest of a record, or its first characters. Contested and retracted claims, missing records
    and digests that nobody checked are said first. With --score the question is a number: the Evaluations that hold
    it are listed, each with the place of the number in its payload.
    """
    if at is not None and not is_instant(at):
        raise UsageError(f"{at} is not an instant", "Write it like 2026-12-01T10:00:00Z.")
    wanted, files = (None, arguments) if score is not None else (arguments[0], arguments[1:])
    if not files:
        raise UsageError("no file is given", "Name the id first and then the files: arf trace ID FILE...")
    value = None if score is None else number(score)
    troubles: list[UsageError] = []
    store, unread = load(readable(sources_of(files, input_format), troubles), values=True)
    _say_unread(unread)
    if said(troubles, empty=not len(store) and not unread):
        return USAGE
    with writer(output_file, files) as out:
        if value is not None:
            lines = _held(store, value)
            out.write("\n".join(lines) + "\n" if lines else "")
            if not lines:
                click.echo(f"arf: no Evaluation given holds {score}", err=True)
                return FAILED
        else:
            out.write(FORMATS[form](trace_record(store, one_record(store, str(wanted)), at)))
    return OK


def _held(store: Store, value: float) -> list[str]:
    return [
        f"{printable(row.id or '')}  {printable(pointer)}  {printable(row.source)}:{row.line}"
        for row, pointer in holding(store, value)
    ]


def _say_unread(unread: list[Unread]) -> None:
    for source, line, problem in unread:
        click.echo(
            f"arf: {printable(source)}:{line} is left out: {printable(problem.message)} [{problem.code}]", err=True
        )
