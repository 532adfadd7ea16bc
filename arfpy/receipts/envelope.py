"""The signed envelope that receipts and attestations share, and the gates that are about it alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..canonical import receipt_form
from . import ed25519, shapes
from .gates import GateFailure

if TYPE_CHECKING:
    from .keyring import Keyring

_RECEIPT_ID = re.compile(r"rcpt_([a-z][a-z0-9]*(?:-[a-z0-9]+)*)_([0-9a-f]{32})")


@dataclass(slots=True)
class Envelope:
    """A document on its way through the gates.

    ``source`` is text, bytes or a value as it was handed in; ``value`` is set by the gate SCHEMA. ``prefix`` stands
    before every path of the report. ``held`` says that the source is a value which :func:`read` gave.
    """

    source: Any
    schema_name: str
    title: str
    keyring: Keyring | None
    prefix: str = ""
    value: Any = None
    held: bool = False

    def fail(self, reason: str, path: str) -> GateFailure:
        """Return a failure at a path of this document."""
        return GateFailure(reason, (self.prefix + path).rstrip("."))

    @property
    def body(self) -> dict[str, Any]:
        """The signed body, once SCHEMA has passed."""
        body: dict[str, Any] = self.value["signed_body"]
        return body


def digest(body: Any) -> str:
    """Return the payload digest: SHA-256 of the canonical bytes of form ``receipt-ascii``, in hexadecimal.

    :param body: of a document that :func:`read` let pass, so it keeps the profile.
    """
    return sha256(receipt_form.write(body)).hexdigest()


def signing_string(receipt_id: str, payload_sha256: str, ts: str) -> bytes:
    """Return the bytes that are signed. Its first word is for this use alone (clause receipts.signing-string)."""
    return f"hive-receipt {receipt_id} {payload_sha256} {ts}".encode("ascii")


def read(source: Any) -> Any:
    """Return the value of a text, or the value itself, held to the profile. :raises ProfileError: it breaks it."""
    if isinstance(source, (bytes, str)):
        return receipt_form.parse(source)
    receipt_form.check(source)
    return source


def gate_schema(document: Envelope) -> None:
    """SCHEMA: the profile, the shape, and the boundary text as a constant (clause receipts.schema)."""
    try:
        value = document.source if document.held else read(document.source)
    except receipt_form.ProfileError as error:
        raise document.fail(f"not a well formed {document.title}: {error.reason}", error.path) from None
    if fault := shapes.first_fault(document.schema_name, value):
        raise document.fail(f"not a well formed {document.title}: {fault[0]}", fault[1])
    document.value = value


def gate_issuer_key(document: Envelope) -> None:
    """ISSUER_KEY_MATCH: the key id resolves in a keyring that was supplied (clause receipts.issuer-key-match)."""
    if document.keyring is None:
        raise document.fail("no trusted keyring was supplied", "key_id")
    if document.keyring.resolve(document.value["key_id"]) is None:
        raise document.fail("key_id does not resolve in the trusted keyring", "key_id")


def gate_payload_digest(document: Envelope) -> None:
    """PAYLOAD_DIGEST: the body hashes to what the envelope says (clause receipts.payload-digest)."""
    computed, stated = digest(document.body), document.value["payload_sha256"]
    if computed != stated:
        reason = f"the body hashes to {computed}, not to {stated}: it was changed after signing"
        raise document.fail(reason, "payload_sha256")


def gate_receipt_id(document: Envelope) -> None:
    """RECEIPT_ID: the identifier parses and names the type of the body (clause receipts.receipt-id)."""
    match = _RECEIPT_ID.fullmatch(document.value["receipt_id"])
    if match is None:
        raise document.fail("the identifier does not parse", "receipt_id")
    stated = document.body["receipt_type"]
    if match.group(1) != stated:
        raise document.fail(f"the identifier says type {match.group(1)}, the body says {stated}", "receipt_id")


def is_signed_by(document: Envelope, key: bytes) -> bool:
    """Say whether a key signed the envelope."""
    value = document.value
    message = signing_string(value["receipt_id"], value["payload_sha256"], value["ts"])
    return ed25519.verify(key, message, value["sig_b64u"])


def is_signed_by_trusted(document: Envelope) -> bool:
    """Say whether the key that ``key_id`` names in the keyring signed the envelope."""
    key = document.keyring.resolve(document.value["key_id"]) if document.keyring else None
    return key is not None and is_signed_by(document, key)
