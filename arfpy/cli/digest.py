"""``arf digest`` and ``arf canonicalize``: the digest, and the bytes it covers."""

from __future__ import annotations

import sys
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from ..check import Check
from ..digest import expected_digest
from ..errors import UsageError
from ..reporters.text import TextReporter
from ..results import INTERNAL, Result, Summary
from .options import FILES, INPUT_FORMAT, report_options
from .run import exit_code, readable, run
from .sources import Source, one_record


@click.command()
@FILES
@click.option("--expect", metavar="DIGEST", help="Compare with this digest; one record only.")
@INPUT_FORMAT
@report_options
def digest(files: tuple[str, ...], expect: str | None, input_format: str | None, **report: Any) -> int:
    """Print the digest of each record. No schema is checked: this is about bytes only."""
    check = Check(schema=False, expected=expected_digest(expect) if expect is not None else None)
    sources = [Source(path, input_format) for path in files]
    troubles: list[UsageError] = []
    texts = readable(sources, troubles, bar=False)
    first = list(islice(texts, 2))
    if expect is not None and len(first) > 1:
        message = "--expect goes with one record, and there are several"
        raise UsageError(message, "Give one file with one record.")
    if report["output"] != "text" or report["output_file"]:
        return run(sources, check, **report)
    summary = Summary()
    reasons = TextReporter(sys.stderr, 1, color=False)
    for name, record in chain(first, texts):
        result = check.record(record.data, name, record.line)
        summary.add(result)
        if result.digest is not None:
            place = "" if len(first) == 1 else f"  {name}:{record.line}"
            sys.stdout.write(f"{result.digest}{place}\n")
        if result.problems:
            reasons.record(result)
    if not troubles and not summary.verdicts:
        troubles.append(UsageError("there is no record in the input", "Give a file that holds at least one record."))
    return exit_code(summary, troubles)


@click.command()
@click.argument("file", default="-", metavar="[FILE[:LINE]]")
@click.option("--output-file", type=click.Path(dir_okay=False), help="Write the bytes there, not to stdout.")
@INPUT_FORMAT
def canonicalize(file: str, output_file: str | None, input_format: str | None) -> int:
    """Write the canonical bytes of one record, without a newline at the end."""
    source, record = one_record(file, input_format)
    result = Check(schema=False).record(record.data, source.name, record.line)
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


def refuse(result: Result) -> int:
    """Say on stderr why a record has no canonical bytes, and return the exit code."""
    TextReporter(sys.stderr, 1, color=False).record(result)
    return 70 if result.verdict == INTERNAL else 1
