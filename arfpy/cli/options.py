"""Options that several commands share, and the place a report goes to."""

# os.path answers False where Path raises: a name too long, a folder that may not be read.
# ruff: noqa: PTH110, PTH113, PTH121, PTH123

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
    from collections.abc import Callable, Iterable, Iterator

INPUT_FORMAT = click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="One JSON text, or a record per line. Without it, names in .ndjson and .jsonl are read by line.",
)
FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
_REPORT = (
    click.option("--output-file", type=click.Path(dir_okay=False), help="Write the report there, not to stdout."),
    click.option("-q", "--quiet", count=True, help="Say less: only what fails, and the count. Twice: nothing."),
    click.option("-v", "--verbose", count=True, help="Say more: digests and sizes too."),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour in the text report. Auto: on a terminal, unless NO_COLOR is set.",
    ),
)


def report_options_for(forms: Iterable[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds the options of a report which has these forms, the first one by default."""
    names = list(forms)
    output = click.option(
        "--output", type=click.Choice(names), default=names[0], show_default=True, help="The form of the report."
    )

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in (*reversed(_REPORT), output):
            command = option(command)
        return command

    return add


report_options = report_options_for(REPORTERS)


def colored(color: str, out: TextIO) -> bool:
    """Say whether to write in colour."""
    return color == "always" or (color == "auto" and out.isatty() and not os.environ.get("NO_COLOR"))


def wants_bar(out: TextIO, verbosity: int) -> bool:
    """Say whether a progress bar helps: lines of the report on the same terminal show the progress themselves."""
    return verbosity >= 0 and not out.isatty()


@contextlib.contextmanager
def writer(output_file: str | None, files: tuple[str, ...]) -> Iterator[TextIO]:
    """Open a file for UTF-8 text with LF line ends, or give stdout.

    :raises UsageError: the file cannot be written, or is one of the inputs.
    """
    if output_file is None:
        yield sys.stdout
        return
    spare(output_file, files)
    try:
        out = open(output_file, "w", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"cannot write {output_file}: {error.strerror}", "Choose another path.") from None
    with out:
        yield out


def spare(output_file: str, files: tuple[str, ...]) -> None:
    """Refuse to write over an input. :raises UsageError: the file is one of them."""
    if os.path.isfile(output_file) and any(os.path.exists(f) and os.path.samefile(f, output_file) for f in files):
        raise UsageError(f"{output_file} is one of the inputs", "Choose another path for the output.")
