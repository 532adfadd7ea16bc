"""Options that several commands share."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

from ..errors import UsageError
from ..inputs import FORMATS
from ..reporters import REPORTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..reporters import Reporter

INPUT_FORMAT = click.option(
    "--input-format", type=click.Choice(FORMATS), help="Read every input so. Else .ndjson and .jsonl are read by line."
)
FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
_REPORT = (
    click.option("--output", type=click.Choice(list(REPORTERS)), default="text", help="The form of the report."),
    click.option("--output-file", type=click.Path(dir_okay=False), help="Write the report there, not to stdout."),
    click.option("-q", "--quiet", count=True, help="Say less: failures and the count; twice: nothing."),
    click.option("-v", "--verbose", count=True, help="Say more: digests and sizes too."),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour in the text report."),
)


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a report to a command."""
    for option in reversed(_REPORT):
        command = option(command)
    return command


@contextlib.contextmanager
def reporter(output: str, output_file: str | None, quiet: int, verbose: int, color: str) -> Iterator[Reporter]:
    """Open the report's destination and build its reporter."""
    with writer(output_file) as out:
        wanted = color == "always" or (color == "auto" and out.isatty() and "NO_COLOR" not in os.environ)
        yield REPORTERS[output](out, 1 + verbose - quiet, wanted)
        out.flush()


@contextlib.contextmanager
def writer(output_file: str | None) -> Iterator[TextIO]:
    """Open a file for UTF-8 text with LF line ends, or give stdout. :raises UsageError: it cannot be written."""
    if output_file is None:
        yield sys.stdout
        return
    try:
        out = open(output_file, "w", encoding="utf-8", newline="\n")  # noqa: PTH123, SIM115 - closed just below
    except OSError as error:
        raise UsageError(f"cannot write {output_file}: {error.strerror}", "Choose another path.") from None
    with out:
        yield out
