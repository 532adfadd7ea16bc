"""What the page asks about receipts: several verified at once, and test receipts minted. Used by ``arfpy.browser``.

Data are JSON. Bytes of documents travel as base64, so that each is judged as it was given.
"""

from __future__ import annotations

import base64
import io
import json
from typing import TYPE_CHECKING, Any

from . import inputs, receipts
from .errors import UsageError
from .receipts import independence, keys, mint
from .receipts.several import Attestations, Document, judge

if TYPE_CHECKING:
    from collections.abc import Iterator


# An answer takes a few seconds at most, so that the page can show how far it is.
_AT_ONCE = 20


def answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Answer a request whose ``op`` is one of :data:`OPERATIONS`. :raises UsageError: it asks for what cannot be."""
    return OPERATIONS[request["op"]](json.loads(data))


def _receipts(given: dict[str, Any]) -> dict[str, Any]:
    """Verify receipts.

    :param given: ``receipts`` and ``attestations``, lists of ``{"name", "format", "base64"}``; ``keyring``, base64 or
        null; ``caller_key``, text or null; ``start``, the number of receipts that earlier answers were about.
    :returns: ``results``, one for each of the next receipts: its ``name`` and ``text``, ``report``, ``explanation`` or
        null, and the ``name`` and ``text`` of the ``attestation`` it was held against, or null. Texts are base64.
        ``count``: of all receipts. ``passed_over``: the names of attestations without an id.
    """
    found = list(_documents(given["receipts"]))
    if not found:
        raise UsageError("there is no receipt in the input", "Paste or choose one, or start from an example.")
    start = given["start"]
    attestations = Attestations(_documents(given["attestations"]))
    keyring = None if given["keyring"] is None else receipts.load(base64.b64decode(given["keyring"]))
    results = [
        {
            **_shown(judged.receipt),
            "attestation": _shown(judged.attestation) if judged.attestation else None,
            "report": judged.report.as_dict(),
            "explanation": judged.explanation(),
        }
        for judged in judge(found[start : start + _AT_ONCE], attestations, keyring, given["caller_key"])
    ]
    return {"results": results, "count": len(found), "passed_over": attestations.passed_over}


def _derive(given: dict[str, Any]) -> dict[str, Any]:
    """Return the ``derived`` class of ``relationship`` and ``separation``, and the ``rule`` that decided it."""
    derived = independence.derive(given["relationship"], given["separation"])
    return {"derived": derived.name, "rule": derived.rule}


def _make_test_key(given: dict[str, Any]) -> dict[str, Any]:
    """Make a signing key whose id begins with ``test-``. :returns: ``key_id`` and the text of its ``file``."""
    key = keys.generate(given["key_id"], test=True)
    return {"key_id": key.key_id, "file": keys.text(key)}


def _mint(given: dict[str, Any]) -> dict[str, Any]:
    """Mint an attestation and a receipt about it, both or neither.

    :param given: ``attestation_facts`` and ``facts``; ``attestation_key`` and ``receipt_key``, texts of key files,
        which may be one.
    :returns: the texts ``receipt``, ``attestation`` and ``keyring``; or ``refused``: which ``document`` was not
        minted, ``reason``, ``path``, and the ``report`` of its gates, or null where it did not come to that.
    """
    evar_key, key = (_test_key(given[name]) for name in ("attestation_key", "receipt_key"))
    ring = keys.keyring_of(*dict.fromkeys((key, evar_key)))
    keyring = receipts.load(ring)
    document = "attestation"
    try:
        evar = mint.mint_attestation(given["attestation_facts"], evar_key, keyring)
        document = "receipt"
        receipt = mint.mint(given["facts"], evar, key, keyring)
    except mint.MintRefused as error:
        report = error.report.as_dict() if error.report else None
        return {"refused": {"document": document, "reason": error.reason, "path": error.path, "report": report}}
    return {name: _text(value) for name, value in (("receipt", receipt), ("attestation", evar), ("keyring", ring))}


OPERATIONS = {"receipts": _receipts, "derive": _derive, "make-test-key": _make_test_key, "mint": _mint}


def _documents(given: list[dict[str, str]]) -> Iterator[Document]:
    for file in given:
        for record in inputs.split(io.BytesIO(base64.b64decode(file["base64"])), file["format"]):
            by_line = file["format"] == inputs.NDJSON
            yield Document(f"{file['name']}:{record.line}" if by_line else file["name"], record.data)


def _shown(document: Document) -> dict[str, str]:
    return {"name": document.name, "text": base64.b64encode(document.data).decode()}


def _test_key(text: str) -> keys.SigningKey:
    key = keys.load(text.encode(), "the key")
    if not key.key_id.startswith(keys.TEST_PREFIX):
        raise UsageError("the key is not marked as a test key", "This page mints with test keys and no others.")
    return key


def _text(value: Any) -> str:
    return json.dumps(value, indent=2) + "\n"
