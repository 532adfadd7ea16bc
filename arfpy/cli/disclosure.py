"""``arf disclosure``: state who may see a record, and check what was stated."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime

import click

from .. import disclosure as disclosures
from ..check import Check
from ..errors import UsageError
from ..reporters.text import TextReporter, printable
from .options import FILES, INPUT_FORMAT, writer
from .run import FAILED, INTERNAL, OK, USAGE, readable, said
from .sources import sources_of


@click.group()
def disclosure() -> None:
    """State who may see a record, and check it.

    Statements are kept beside the records and name them by their digests, so that stating something changes no record.
    """


@disclosure.command()
@click.argument("state_", metavar="STATE", type=click.Choice(disclosures.STATES))
@FILES
@click.option("--by", required=True, metavar="NAME", help="Who states it.")
@click.option("--at", metavar="INSTANT", help="When; without it, now.")
@INPUT_FORMAT
@click.option("--out", type=click.Path(dir_okay=False), help="Write the statements there, not to stdout.")
def state(
    state_: str, files: tuple[str, ...], by: str, at: str | None, input_format: str | None, out: str | None
) -> int:
    """Print one statement for every record in FILEs.

    STATE is private, restricted or public. Add the lines to the file disclosure.ndjson beside your records. A
    later statement takes an earlier one back. Nothing is printed when a record is not valid.
    """
    moment = at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    troubles: list[UsageError] = []
    lines = []
    for name, record in readable(sources_of(files, input_format), troubles):
        result = Check().record(record.data, name, record.line)
        if not result.passed or result.digest is None:
            TextReporter(sys.stderr, 0, False).record(result)
            return INTERNAL if result.verdict == "internal-error" else FAILED
        lines.append(json.dumps(disclosures.statement(result.digest, state_, by, moment), ensure_ascii=False))
    if said(troubles, empty=not lines):
        return USAGE
    with writer(out, files) as stream:
        stream.write("\n".join(lines) + "\n")
    return OK


@disclosure.command()
@FILES
@click.option("--disclosures", "statements_file", required=True, metavar="FILE", help="The statements.")
@INPUT_FORMAT
@click.option("--output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="The form.")
def check(files: tuple[str, ...], statements_file: str, input_format: str | None, output: str) -> int:
    """Print who may see each record.

    The exit code is 0 only if all are public.
    """
    troubles: list[UsageError] = []
    statements = disclosures.load(readable(sources_of((statements_file,), "ndjson"), troubles))
    states = []
    for name, record in readable(sources_of(files, input_format), troubles):
        result = Check(schema=False).record(record.data, name, record.line)
        found = disclosures.STATES[0] if result.digest is None else statements.state(result.digest)
        states.append(found)
        if output == "json":
            click.echo(json.dumps({"source": name, "line": record.line, "digest": result.digest, "disclosure": found}))
        else:
            click.echo(f"{found:<10}  {printable(name)}:{record.line} ({result.type or 'no type'})")
    if said(troubles, empty=not states):
        return USAGE
    return OK if all(one == disclosures.PUBLIC for one in states) else FAILED
