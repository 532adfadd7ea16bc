"""``arf import``: records from the evaluations that people have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..importers import mapping as mappings
from ..importers.records import Imported, make
from ..reporters.text import printable
from .options import writer
from .run import FAILED, OK

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..importers.mapping import Mapping

    Reader = Callable[[bytes, str, Mapping], Imported]

_FILE = click.argument("file", metavar="FILE")
_MAPPING = click.option("--mapping", required=True, metavar="TOML", help="What you claim about the results.")
_OUT = click.option("--out", type=click.Path(dir_okay=False), help="Write the records there, not to stdout.")


@click.group("import")
def import_() -> None:
    """Make records from results that other tools wrote.

    Claims come from a mapping file that you write, never from the results. What is not in a record is listed on
    stderr.
    """


@import_.command("csv")
@_FILE
@_MAPPING
@_OUT
def csv_(file: str, mapping: str, out: str | None) -> int:
    """Import a table, row by row.

    Each row that a claim is about becomes one Evaluation. Cells stay texts, except in the columns that the mapping
    lists as numbers. Exit code 1: something was left out.
    """
    from ..importers import table

    return _import(file, mapping, out, table.read)


@import_.command("lm-eval")
@_FILE
@_MAPPING
@_OUT
def lm_eval(file: str, mapping: str, out: str | None) -> int:
    """Import results of lm-evaluation-harness: one Evaluation per task.

    FILE is a results_*.json file. A claim matches on task, model_name and model_source. Exit code 1: no claim is about
    one of the tasks.
    """
    from ..importers import lm_eval as harness

    return _import(file, mapping, out, harness.read)


@import_.command("inspect")
@_FILE
@_MAPPING
@_OUT
def inspect(file: str, mapping: str, out: str | None) -> int:
    """Import a log of Inspect AI as one Evaluation.

    FILE is a .json or .eval log. A claim matches on task, task_version, model and status. A run that did not come to
    its end gives an Evaluation that says so. Exit code 1: no claim is about the log.
    """
    from ..importers import inspect_log

    return _import(file, mapping, out, inspect_log.read)


def _import(file: str, mapping: str, out: str | None, read: Reader) -> int:
    """Read one file, make its records, and say what is not in them."""
    stated = mappings.load(_bytes(mapping).decode("utf-8", "replace"), mapping)
    data, name = _bytes(file), Path(file).name
    made = make(data, name, read(data, name, stated), stated)
    with writer(out, (file, mapping)) as stream:
        stream.write(made.text())
    for sentence in made.aside:
        click.echo(f"only in the source: {printable(sentence)}", err=True)
    for sentence in made.left:
        click.echo(f"not in a record: {printable(sentence)}", err=True)
    counts = ", ".join(f"{len(lines)} {kind}" for kind, lines in made.lines.items() if lines)
    click.echo(f"{counts}; {len(made.left)} left out", err=True)
    return FAILED if made.left else OK


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name is no path"
        raise UsageError(f"cannot read {path}: {reason}", "Check the path and its permissions.") from None
