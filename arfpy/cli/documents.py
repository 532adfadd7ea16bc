"""What the commands about receipts share: documents from files, and reports to stdout."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ..canonical import receipt_form
from ..errors import UsageError
from ..inputs import NDJSON, format_of
from ..receipts import keyring
from ..receipts.several import Attestations, Document
from ..reporters.receipt import checklist
from ..reporters.text import printable
from .options import writer
from .run import FAILED, INTERNAL, OK, USAGE
from .sources import STDIN, Source, one_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..receipts.gates import Report
    from ..receipts.mint import MintRefused

KEYRING = click.option("--keyring", "keyring_file", metavar="FILE", help="The public keys you trust.")
OUTPUT = click.option(
    "--output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The form of the report.",
)
OUT = click.option("--out", type=click.Path(dir_okay=False), help="Write the document there, not to stdout.")


def once_stdin(*paths: str | None) -> None:
    """Refuse - for more than one input. :raises UsageError: two of the paths are stdin."""
    if paths.count(STDIN) > 1:
        raise UsageError("stdin is named for two inputs", "Save one of them to a file.")


def load_keyring(path: str | None) -> keyring.Keyring | None:
    """Load a keyring file; without a path there is none. :raises UsageError: it is unreadable or refused."""
    return None if path is None else keyring.load(one_record(path, "json")[1].data)


def facts_of(path: str) -> Any:
    """Return the value of a file of facts. :raises UsageError: it is unreadable, or not JSON in the profile."""
    source, record = one_record(path, None)
    try:
        return receipt_form.parse(record.data)
    except receipt_form.ProfileError as error:
        where = f" at {error.path}" if error.path else ""
        message = f"the facts in {source.name} cannot be read: {error.reason}{where}"
        raise UsageError(message, "Correct the file.") from None


def documents(paths: tuple[str, ...]) -> Iterator[Document]:
    """Yield each document. :raises UsageError: a path is unreadable, or there is none."""
    there_is_one = False
    for document in _all(paths):
        there_is_one = True
        yield document
    if not there_is_one:
        raise UsageError("there is no document in the input", "Give a file that holds at least one.")


def attestations_of(paths: tuple[str, ...]) -> Attestations:
    """Return the attestations at hand, and say on stderr which are passed over. :raises UsageError: as above."""
    found = Attestations(_all(paths))
    for name in found.passed_over:
        click.echo(f"arf: {printable(name)} has no readable receipt_id and is passed over", err=True)
    return found


def _all(paths: tuple[str, ...]) -> Iterator[Document]:
    for path in paths:
        source = Source(path, None)
        by_line = format_of(path) == NDJSON
        for record in source.records():
            yield Document(f"{source.name}:{record.line}" if by_line else source.name, record.data)


def code_of(report: Report) -> int:
    """Return the exit code of a report."""
    if report.internal_error or (report.evar and report.evar.internal_error):
        return INTERNAL
    return OK if report.valid else FAILED


def refused(error: MintRefused) -> int:
    """Say on stderr why nothing was minted, and return the exit code."""
    where = f" at {printable(error.path)}" if error.path else ""
    click.echo(f"arf: nothing was minted{where}: {printable(error.reason)}", err=True)
    if error.report is None:
        return FAILED
    for line in checklist("the document that was not written", error.report):
        click.echo(line, err=True)
    return code_of(error.report)


def deliver(document: dict[str, Any], out: str | None, inputs: tuple[str, ...]) -> None:
    """Write a document that was minted: one line of JSON."""
    with writer(out, inputs) as stream:
        stream.write(json.dumps(document) + "\n")


def worst(codes: list[int]) -> int:
    """Return the gravest of several exit codes."""
    return next((code for code in (INTERNAL, USAGE, FAILED) if code in codes), OK)
