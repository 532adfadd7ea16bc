"""``arf attestation``: evaluation attestations minted and verified."""

from __future__ import annotations

import json

import click

from ..receipts import attestation as evar
from ..receipts import keys
from ..receipts.mint import MintRefused, mint_attestation
from ..reporters.receipt import checklist
from .documents import (
    KEYRING,
    OUT,
    OUTPUT,
    code_of,
    deliver,
    documents,
    facts_of,
    load_keyring,
    once_stdin,
    refused,
    worst,
)


@click.group()
def attestation() -> None:
    """Mint and verify evaluation attestations."""


@attestation.command()
@click.option("--facts", "facts_file", required=True, metavar="FILE", help="The run and its results, as JSON.")
@click.option("--key", "key_file", required=True, metavar="FILE", help="The private key to sign with.")
@click.option("--keyring", "keyring_file", required=True, metavar="FILE", help="A keyring that trusts the key.")
@OUT
def mint(facts_file: str, key_file: str, keyring_file: str, out: str | None) -> int:
    """Mint an attestation that passes all eight gates, or nothing.

    The facts are tenant_id, subject, evaluation_window, testset_digest_sha256, items_evaluated, results, and
    item_floor where there is one.
    """
    once_stdin(facts_file, keyring_file)
    key, keyring = keys.read(key_file), load_keyring(keyring_file)
    assert keyring is not None, "the option is required"
    try:
        minted = mint_attestation(facts_of(facts_file), key, keyring)
    except MintRefused as error:
        return refused(error)
    deliver(minted, out, (facts_file, key_file, keyring_file))
    return 0


@attestation.command()
@click.argument("attestation_files", nargs=-1, required=True, metavar="ATTESTATION...")
@KEYRING
@OUTPUT
def verify(attestation_files: tuple[str, ...], keyring_file: str | None, output: str) -> int:
    """Run the eight gates on attestations. A file in .ndjson or .jsonl holds one per line."""
    once_stdin(*attestation_files, keyring_file)
    keyring = load_keyring(keyring_file)
    codes = []
    for name, data in documents(attestation_files):
        report = evar.verify(data, keyring)
        codes.append(code_of(report))
        if output == "json":
            click.echo(json.dumps(report.as_dict()))
            continue
        for line in checklist(name, report):
            click.echo(line)
    return worst(codes)
