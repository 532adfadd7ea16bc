"""``arf bundle``: build, verify and compare the envelope that is hashed at publication."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from .. import disclosure as disclosures
from ..bundle.build import BuildRefused
from ..bundle.build import build as build_bundle
from ..bundle.diff import Difference, differences
from ..bundle.verify import FAIL, Step, steps
from ..check import Check
from ..digest import digest_of, expected_digest
from ..errors import UsageError
from ..graph.finding import one_record as find_record
from ..graph.loading import load
from ..instants import is_instant
from ..reporters.text import TextReporter, printable
from ..strict_json import parse
from .options import writer
from .run import FAILED, INTERNAL, OK, readable
from .sources import one_record, sources_of

if TYPE_CHECKING:
    from ..graph.store import Store
    from ..results import Result

_FORM = click.option(
    "--output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="The form of the report."
)


@click.group()
def bundle() -> None:
    """Build, verify and compare bundles.

    A bundle is an artifact with its question, claims and sources under one digest.
    """


@bundle.command()
@click.argument("artifact", metavar="ARTIFACT-ID")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--disclosures", required=True, metavar="FILE", help="The statements of who may see which record.")
@click.option("--published-by", required=True, metavar="NAME", help="Who publishes the bundle.")
@click.option("--published-at", metavar="INSTANT", help="When; without it, now. The same instant gives the same bytes.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the bundle there, not to stdout.")
def build(
    artifact: str,
    files: tuple[str, ...],
    disclosures: str,
    published_by: str,
    published_at: str | None,
    out: str | None,
) -> int:
    """Build the bundle of an artifact.

    Its records are taken from FILEs, and its content hash is printed on stderr. Nothing is written
    when a record is missing, stands twice with different content, is not valid, or is not stated public in the
    disclosure statements.
    """
    moment = published_at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not is_instant(moment):
        raise UsageError(f"{moment} is not an instant", "Write it like 2026-12-01T10:00:00Z.")
    statements = _statements(disclosures)
    store, unread = _loaded(files)
    for source, line, problem in unread:
        raise UsageError(f"{source}:{line} cannot be read: {problem.message} [{problem.code}]", "Correct it first.")
    row = find_record(store, artifact)
    if row.type != "artifact":
        raise UsageError(f"{artifact} is a {row.type}", "Name the artifact that is to be published.")
    try:
        data = build_bundle(store, row, statements, published_by=published_by, published_at=moment)
    except BuildRefused as refused:
        click.echo("arf: no bundle was built", err=True)
        for reason in refused.reasons:
            click.echo(f"  {printable(reason)}", err=True)
        return FAILED
    with writer(out, files) as stream:
        stream.write(data.decode() + "\n")
    click.echo(f"content hash {digest_of(data)}, {len(data)} bytes", err=True)
    return OK


@bundle.command()
@click.argument("bundle_file", metavar="BUNDLE")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--expect", metavar="DIGEST", help="The content hash you have from elsewhere.")
@_FORM
def verify(bundle_file: str, files: tuple[str, ...], expect: str | None, output: str) -> int:
    """Verify a bundle, by itself and against others.

    With --expect its content hash is compared; with FILEs so are the records in them. A ChainRecord
    among them must carry the content hash; records that the bundle holds copies of must agree with them. What nothing
    was given for is said to be not checked.
    """
    expected = None if expect is None else expected_digest(expect)
    source, record = one_record(bundle_file, None)
    result = Check("bundle").record(record.data, source.name, record.line)
    store, unread = _loaded(files)
    for name, line, problem in unread:
        click.echo(f"arf: {printable(name)}:{line} is left out: {printable(problem.message)}", err=True)
    found: list[Step] = []
    if result.passed and result.digest is not None:
        found = steps(parse(record.data).value, result.digest, store, expected)
    (_verified_json if output == "json" else _verified_text)(result, found)
    if result.verdict == "internal-error":
        return INTERNAL
    return OK if result.passed and all(step.outcome != FAIL for step in found) else FAILED


@bundle.command()
@click.argument("first", metavar="BUNDLE")
@click.argument("second", metavar="OTHER")
@_FORM
def diff(first: str, second: str, output: str) -> int:
    """Say what differs between two bundles.

    Each difference names the record and the member of it. Exit code 1: there is one.
    """
    values = []
    for name in (first, second):
        source, record = one_record(name, None)
        result = Check("bundle").record(record.data, source.name, record.line)
        if not result.passed:
            TextReporter(sys.stderr, 0, False).record(result)
            return FAILED
        values.append(parse(record.data).value)
    found = differences(*values)
    if output == "json":
        click.echo(json.dumps({"report": "arf-bundle-diff-v1", "differences": [one._asdict() for one in found]}))
    else:
        for one in found:
            click.echo(_difference(one))
        click.echo("1 difference" if len(found) == 1 else f"{len(found)} differences")
    return FAILED if found else OK


def _statements(path: str) -> disclosures.Statements:
    troubles: list[UsageError] = []
    # A file of statements may be empty: then nothing is public.
    found = disclosures.load(readable(sources_of((path,), "ndjson"), troubles))
    for trouble in troubles:
        raise trouble
    return found


def _loaded(files: tuple[str, ...]) -> tuple[Store, list[Any]]:
    troubles: list[UsageError] = []
    found = load(readable(sources_of(files, None), troubles), values=True)
    for trouble in troubles:
        raise trouble
    return found


def _verified_text(result: Result, found: list[Step]) -> None:
    click.echo(f"{'PASS' if result.passed else 'FAIL'} the bundle by itself: {result.verdict}")
    for problem in result.problems:
        click.echo(f"     {printable(problem.message)} [{problem.code}]")
    for step in found:
        click.echo(f"{step.outcome.upper() if step.outcome != 'not checked' else 'OPEN'} {step.name}")
        for reason in step.reasons:
            click.echo(f"     {printable(reason)}")


def _verified_json(result: Result, found: list[Step]) -> None:
    shown = [{"name": step.name, "outcome": step.outcome, "reasons": list(step.reasons)} for step in found]
    click.echo(json.dumps({"report": "arf-bundle-verify-v1", "result": result.as_dict(), "steps": shown}))


def _difference(one: Difference) -> str:
    what = one.type if one.id is None else f"{one.type} {one.id}"
    where = "" if one.field is None else f" {one.field}"
    line = f"{one.change}: {what}{where}"
    if one.change == "changed":
        line += f"\n  - {_short(one.before)}\n  + {_short(one.after)}"
    return printable_lines(line)


def printable_lines(text: str) -> str:
    """Return text of several lines of ours in which values of a record can act on no terminal."""
    return "\n".join(printable(line) for line in text.split("\n"))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}..."
