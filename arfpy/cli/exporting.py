"""``arf export``: statements about records in the formats of others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from ..check import Check
from ..digest import expected_digest
from ..errors import UsageError
from ..intoto import statement
from ..reporters.text import TextReporter, printable
from ..strict_json import parse
from .options import FILES, INPUT_FORMAT, writer
from .run import FAILED, INTERNAL, OK, USAGE, readable, said
from .sources import sources_of

if TYPE_CHECKING:
    from ..results import Result


@click.group("export")
def export() -> None:
    """Write statements about records in the formats of others."""


@export.command("in-toto")
@FILES
@click.option("--subject", "subjects", multiple=True, metavar="NAME=DIGEST", help="What was tested. May be repeated.")
@INPUT_FORMAT
@click.option("--out", type=click.Path(dir_okay=False), help="Write the statements there, not to stdout.")
def in_toto(files: tuple[str, ...], subjects: tuple[str, ...], input_format: str | None, out: str | None) -> int:
    """Export Evaluations as in-toto statements.

    Each becomes one line: a Statement v1 with the predicate test-result v0.1, unsigned. Records of other types are
    passed over. An Evaluation that was not assessed whole, or whose outcome is not known, is refused with the reason,
    never exported as failed; then nothing is written. Exit code 1: one was refused.
    """
    named = dict(_subject(one) for one in subjects)
    troubles: list[UsageError] = []
    lines: list[str] = []
    refused = 0
    for name, record in readable(sources_of(files, input_format), troubles):
        result = Check().record(record.data, name, record.line)
        if not result.passed or result.digest is None:
            return _not_valid(result)
        if result.type != "evaluation":
            continue
        try:
            lines.append(json.dumps(statement(parse(record.data).value, result.digest, named)) + "\n")
        except UsageError as error:
            refused += 1
            click.echo(f"arf: {printable(name)}:{record.line}: {printable(error.message)}\n{error.hint}", err=True)
    if said(troubles, empty=not lines and not refused):
        return USAGE
    if refused:
        return FAILED
    with writer(out, files) as stream:
        stream.write("".join(lines))
    return OK


def _subject(text: str) -> tuple[str, str]:
    name, equals, digest = text.rpartition("=")
    if not equals or not name:
        raise UsageError(f"{text} is no subject", "Write it as NAME=sha256:… .")
    return name, expected_digest(digest)


def _not_valid(result: Result) -> int:
    import sys

    TextReporter(sys.stderr, 0, False).record(result)
    return INTERNAL if result.verdict == "internal-error" else FAILED
