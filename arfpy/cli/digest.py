"""``arf digest`` and ``arf canonicalize``: the digest, and the bytes it covers."""

from __future__ import annotations

import sys
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..check import Check
from ..digest import expected_digest
from ..errors import UsageError
from ..reporters import REPORTERS, Reporter
from ..reporters.text import DigestReporter, TextReporter
from ..results import INTERNAL, Result
from .options import FILES, INPUT_FORMAT, colored, report_options, spare, wants_bar, writer
from .run import check_all, exit_code, readable
from .sources import Source, one_record, sources_of

if TYPE_CHECKING:
    from ..inputs import RecordText


@click.command()
@FILES
@click.option("--expect", metavar="DIGEST", help="Compare with this digest. Goes with one record.")
@INPUT_FORMAT
@report_options
def digest(
    files: tuple[str, ...],
    expect: str | None,
    input_format: str | None,
    output: str,
    output_file: str | None,
    quiet: int,
    verbose: int,
    color: str,
) -> int:
    """Print the digest of each record.

    One record: its digest. Several: each digest, two spaces, path:line. This is about bytes only: the record's
    type and members are not checked. FILE:LINE takes one record of a file that
    holds one per line; FILE may be - for stdin.
    """
    check = Check(schema=False, expected=expected_digest(expect) if expect is not None else None)
    verbosity = 1 + verbose - quiet
    troubles: list[UsageError] = []
    with writer(output_file, files) as out:
        sources = sources_of(files, input_format)
        records = readable(sources, troubles, bar=wants_bar(out, verbosity))
        first = list(islice(records, 2))
        if expect is not None and len(first) > 1:
            message = "--expect goes with one record, and there are several"
            raise UsageError(message, "Name one of them by its line, for example claims.ndjson:2.")
        reporter: Reporter
        if output == "text":
            reasons = TextReporter(sys.stderr, verbosity, colored(color, sys.stderr))
            reporter = DigestReporter(out, verbosity, reasons, alone=len(first) == 1)
        else:
            reporter = REPORTERS[output](out, verbosity, colored(color, out))
        summary = check_all(chain(first, records), check, reporter)
    return exit_code(summary, troubles)


@click.command()
@click.argument("file", default="-", metavar="[FILE[:LINE]]")
@click.option("--output-file", type=click.Path(dir_okay=False), help="Write the bytes there, not to stdout.")
@INPUT_FORMAT
def canonicalize(file: str, output_file: str | None, input_format: str | None) -> int:
    """Write the canonical bytes of one record.

    There is no newline at the end: the digest covers exactly these bytes. Without FILE, or with -, the record
    is read from stdin. FILE:LINE picks one record of a file that holds one per line.
    """
    source, record = one_record(file, input_format)
    if output_file is not None:
        spare(output_file, (source.path,))
    result = bytes_of(source, record)
    if result.canonical is None:
        return refuse(result)
    if output_file is None:
        sys.stdout.buffer.write(result.canonical)
        return 0
    try:
        Path(output_file).write_bytes(result.canonical)
    except OSError as error:
        raise UsageError(f"cannot write {output_file}: {error.strerror}", "Choose another path.") from None
    return 0


def bytes_of(source: Source, record: RecordText) -> Result:
    """Check one record as far as its canonical bytes."""
    return Check(schema=False).record(record.data, source.name, record.line)


def refuse(result: Result) -> int:
    """Say on stderr why a record has no canonical bytes, and return the exit code."""
    TextReporter(sys.stderr, 1, colored("auto", sys.stderr)).record(result)
    return 70 if result.verdict == INTERNAL else 1
