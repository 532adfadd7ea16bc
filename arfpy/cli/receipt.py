"""``arf receipt``: keys, and administration receipts minted, verified, explained and served."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import UsageError
from ..receipts import keys
from ..receipts.mint import MintRefused
from ..receipts.mint import mint as mint_receipt
from ..receipts.several import judge
from ..reporters.receipt import NOT_ATTESTED, checklist, digests, explanation_lines
from .documents import (
    KEYRING,
    OUT,
    OUTPUT,
    attestations_of,
    code_of,
    deliver,
    documents,
    facts_of,
    load_keyring,
    once_stdin,
    refused,
    worst,
)
from .serve import serve
from .sources import one_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..receipts.several import Judged

_RECEIPTS = click.argument("receipt_files", nargs=-1, required=True, metavar="RECEIPT...")
_ATTESTATIONS = click.option(
    "--attestation", "attestation_files", multiple=True, metavar="FILE", help="The linked attestation; may be repeated."
)
_CALLER_KEY = click.option(
    "--caller-key", metavar="B64U", help="A public key to try as well. It can name a signer, never make a pass."
)


@click.group()
def receipt() -> None:
    """Make keys; mint, verify, explain and serve receipts."""


receipt.add_command(serve)


@receipt.command()
@click.option("--key-id", required=True, help="The name that receipts give for the key.")
@click.option("--out", required=True, metavar="FILE", help="The new file for the private key.")
@click.option("--test", is_flag=True, help="Mark it as a test key: its id begins with test-.")
@click.option("--keyring", "keyring_file", metavar="FILE", help="Also write a new keyring that trusts this key.")
def keygen(key_id: str, out: str, test: bool, keyring_file: str | None) -> int:
    """Make a signing key, and print its entry for a keyring.

    Only you may read the file with the private key. No file is ever written over.
    """
    key = keys.generate(key_id, test=test)
    if keyring_file is not None:
        _write_new(keyring_file, json.dumps(keys.keyring_of(key)) + "\n")
    try:
        keys.write(key, out)
    except UsageError:
        # Nobody holds the key of this keyring.
        if keyring_file is not None:
            with contextlib.suppress(OSError):
                Path(keyring_file).unlink()
        raise
    click.echo(json.dumps(keys.keyring_entry(key)))
    return 0


@receipt.command()
@click.option("--facts", "facts_file", required=True, metavar="FILE", help="The arrangement, as JSON.")
@click.option("--attestation", "attestation_file", required=True, metavar="FILE", help="The attestation to link.")
@click.option("--key", "key_file", required=True, metavar="FILE", help="The private key to sign with.")
@click.option("--keyring", "keyring_file", required=True, metavar="FILE", help="A keyring that trusts the key.")
@OUT
def mint(facts_file: str, attestation_file: str, key_file: str, keyring_file: str, out: str | None) -> int:
    """Mint a receipt that passes all fourteen gates, or nothing.

    The facts are tenant_id, administrator, subject, testset_ref, relationship and separation. The independence class
    is derived from them.
    """
    inputs = (facts_file, attestation_file, key_file, keyring_file)
    once_stdin(facts_file, attestation_file, keyring_file)
    key, keyring = keys.read(key_file), load_keyring(keyring_file)
    facts, (_, evar) = facts_of(facts_file), one_record(attestation_file, None)
    assert keyring is not None, "the option is required"
    try:
        minted = mint_receipt(facts, evar.data, key, keyring)
    except MintRefused as error:
        return refused(error)
    deliver(minted, out, inputs)
    return 0


def _verifying(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (OUTPUT, _CALLER_KEY, KEYRING, _ATTESTATIONS, _RECEIPTS):
        command = option(command)
    return command


@receipt.command()
@_verifying
def verify(
    receipt_files: tuple[str, ...],
    attestation_files: tuple[str, ...],
    keyring_file: str | None,
    caller_key: str | None,
    output: str,
) -> int:
    """Run the fourteen gates on receipts.

    A file in .ndjson or .jsonl holds one per line. Where several attestations are given, each receipt is held against
    the one it refers to. JSON is one report per line, in the order of the receipts.
    """
    codes, any_valid = [], False
    for judged in _judged(receipt_files, attestation_files, keyring_file, caller_key):
        codes.append(code_of(judged.report))
        any_valid = any_valid or judged.report.valid
        if output == "json":
            click.echo(json.dumps(judged.report.as_dict()))
            continue
        _say(checklist(judged.receipt.name, judged.report))
        if explanation := judged.explanation():
            _say(digests(explanation))
    if any_valid and output == "text":
        click.echo(NOT_ATTESTED)
    return worst(codes)


@receipt.command()
@_verifying
def explain(
    receipt_files: tuple[str, ...],
    attestation_files: tuple[str, ...],
    keyring_file: str | None,
    caller_key: str | None,
    output: str,
) -> int:
    """Show what stands behind the verdict on receipts.

    That is: how the independence class follows from the facts, the order of the three instants, the text that was
    signed, and both digests. JSON is, for each receipt, an object with its report and its explanation.
    """
    codes = []
    for judged in _judged(receipt_files, attestation_files, keyring_file, caller_key):
        explanation = judged.explanation()
        codes.append(code_of(judged.report))
        if output == "json":
            click.echo(json.dumps({"report": judged.report.as_dict(), "explanation": explanation}))
            continue
        _say(checklist(judged.receipt.name, judged.report))
        if explanation is not None:
            _say(explanation_lines(explanation))
    return worst(codes)


def _judged(
    receipt_files: tuple[str, ...], attestation_files: tuple[str, ...], keyring_file: str | None, caller_key: str | None
) -> Iterator[Judged]:
    once_stdin(*receipt_files, *attestation_files, keyring_file)
    keyring, attestations = load_keyring(keyring_file), attestations_of(attestation_files)
    return judge(documents(receipt_files), attestations, keyring, caller_key)


def _say(lines: Any) -> None:
    for line in lines:
        click.echo(line)


def _write_new(path: str, text: str) -> None:
    try:
        with Path(path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{path} exists, and keygen writes only new files", "Add the printed entry to it.") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {path}: {error}", "Choose another path.") from None
