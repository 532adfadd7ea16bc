"""Receipts made to order: base documents, edits before and after signing, and seals with the marked test keys.

Nothing here uses `arfpy`, which the vectors test: digests are those of Python's own JSON writer, signatures those of
`cryptography`.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SCHEMAS = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "schemas"

# Test keys and nothing else: anyone can compute them. The intruder is in no keyring.
TEST_SEEDS = {"issuer-a": bytes([1]) * 32, "issuer-b": bytes([2]) * 32, "intruder": bytes([9]) * 32}

REMOVED = object()
"""As the value of an edit: the member goes."""

Edits = dict[str, Any]


def text(raw: bytes) -> str:
    """Return bytes as unpadded base64url."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def key(name: str) -> Ed25519PrivateKey:
    """Return a test key by its name."""
    return Ed25519PrivateKey.from_private_bytes(TEST_SEEDS[name])


def public(name: str) -> str:
    """Return the public half of a test key as text."""
    return text(key(name).public_key().public_bytes_raw())


def keyring(*names: str, revoked: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a keyring of test keys."""
    entries = [{"key_id": n, "public_key_b64u": public(n), "revoked": n in revoked} for n in names]
    return {"keyring_version": 1, "keys": entries}


@cache
def boundary(schema: str) -> str:
    """Return the boundary text, which stands once: in the schema `receipt` or `attestation`."""
    value = json.loads((SCHEMAS / f"{schema}.schema.json").read_bytes())
    found: str = value["properties"]["signed_body"]["properties"]["boundary"]["const"]
    return found


def attestation_body() -> dict[str, Any]:
    """Return the body of the base attestation."""
    return {
        "boundary": boundary("attestation"),
        "evaluation_window": {"closes_at": "2026-03-10T17:00:00.000Z", "opens_at": "2026-03-10T09:00:00.000Z"},
        "item_floor": 400,
        "items_evaluated": 500,
        "receipt_type": "eval-attestation",
        "results": [
            {"metric": "accuracy", "unit": "fraction", "value": 0.94},
            {"metric": "p95_latency_ms", "value": 812},
        ],
        "subject": {"id": "did:example:model-7"},
        "tenant_id": "tenant-acme",
        "testset_digest_sha256": sha256(b"test set A").hexdigest(),
    }


def receipt_body() -> dict[str, Any]:
    """Return the body of the base receipt, class independent; `evar_ref` is filled in when it is linked."""
    return {
        "administrator": {"id": "did:example:lab-3", "role": "independent testing laboratory"},
        "boundary": boundary("receipt"),
        "evar_ref": {},
        "independence_class": "independent",
        "receipt_type": "eval-administration",
        "relationship": {"administrator_to_subject": "unaffiliated"},
        "separation": {
            "ran_evaluation_by": "administrator",
            "scored_results_by": "administrator",
            "selected_items_by": "third_party",
        },
        "subject": {"id": "did:example:model-7", "role": "model under test"},
        "tenant_id": "tenant-acme",
        "testset_ref": {
            "committed_at": "2026-03-01T10:00:00.000Z",
            "digest_sha256": sha256(b"test set A").hexdigest(),
            "disclosed_to_subject_at": "2026-03-10T08:55:00.000Z",
            "item_count": 500,
        },
    }


def digest(body: Any) -> str:
    """Return the payload digest, by Python's own writer."""
    return sha256(json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def seal(body: Any, head: Edits, signer: str, prefix: str = "hive-receipt") -> dict[str, Any]:
    """Return a signed envelope; `head` gives its other members, and may state a digest that is not the body's."""
    full = {"payload_sha256": digest(body)} | head
    message = f"{prefix} {full['receipt_id']} {full['payload_sha256']} {full['ts']}"
    return full | {"sig_b64u": text(key(signer).sign(message.encode())), "signed_body": body}


def edit(value: Any, edits: Edits) -> None:
    """Set or remove members by their dotted paths."""
    for path, new in edits.items():
        *parents, last = path.split(".")
        target = value
        for name in parents:
            target = target[name]
        if new is REMOVED:
            del target[last]
        else:
            target[last] = deepcopy(new)


@dataclass(frozen=True, kw_only=True)
class Making:
    """What is changed, and when. Nothing changed: the base receipt, class independent, with all that it needs.

    `body` and `evar_body` are edits before signing; `head` and `evar_head` replace members of the envelope before
    signing; `after` and `evar_after` are edits of the signed document. `text` and `evar_text` replace a piece of the
    text that is published. `attestation` and `keyring` replace the whole.
    """

    body: Edits = field(default_factory=dict)
    head: Edits = field(default_factory=dict)
    after: Edits = field(default_factory=dict)
    signer: str = "issuer-a"
    prefix: str = "hive-receipt"
    text: tuple[str, str] | None = None
    reversed: bool = False
    top: Any = None
    before: bytes = b""
    evar_body: Edits = field(default_factory=dict)
    evar_head: Edits = field(default_factory=dict)
    evar_after: Edits = field(default_factory=dict)
    evar_signer: str = "issuer-a"
    evar_text: tuple[str, str] | None = None
    attestation: Any = REMOVED
    keyring: Any = REMOVED
    caller_key: str | None = None


@dataclass(frozen=True)
class Made:
    """What a verifier is handed; None where something is not supplied."""

    receipt: bytes
    attestation: bytes | None
    keyring: bytes | None
    caller_key: str | None


def documents(making: Making) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the signed receipt and the signed attestation as values, before anything is done to their texts."""
    body = attestation_body()
    edit(body, making.evar_body)
    head = {"receipt_id": "rcpt_eval-attestation_" + "a1" * 16, "key_id": "issuer-a", "ts": "2026-03-10T18:00:00.000Z"}
    evar = seal(body, head | making.evar_head, making.evar_signer)
    own = receipt_body()
    own["evar_ref"] = {"payload_sha256": digest(body), "receipt_id": evar["receipt_id"]}
    edit(own, making.body)
    head = {
        "receipt_id": "rcpt_eval-administration_" + "b2" * 16,
        "key_id": "issuer-a",
        "ts": "2026-03-11T08:00:00.000Z",
    }
    receipt = seal(own, head | making.head, making.signer, making.prefix)
    evar = deepcopy(evar)
    edit(evar, making.evar_after)
    edit(receipt, making.after)
    return receipt, evar


def make(making: Making) -> Made:
    """Return what a verifier is handed, as exact bytes."""
    receipt, evar = documents(making)
    value: Any = receipt if making.top is None else making.top
    own = _written(_reversed(value), ascii_only=True) if making.reversed else _written(value)
    held: Any = evar if making.attestation is REMOVED else making.attestation
    ring = keyring("issuer-a", "issuer-b") if making.keyring is REMOVED else making.keyring
    return Made(
        making.before + _replaced(own, making.text).encode(),
        None if held is None else _replaced(_written(held), making.evar_text).encode(),
        None if ring is None else _written(ring).encode(),
        making.caller_key,
    )


def _written(value: Any, *, ascii_only: bool = False) -> str:
    written = json.dumps(value, indent=2, ensure_ascii=ascii_only) + "\n"
    try:
        written.encode()
    except UnicodeEncodeError:  # half a surrogate pair has no bytes; it is written as an escape
        return _written(value, ascii_only=True)
    return written


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _reversed(item) for name, item in reversed(value.items())}
    return value


def _replaced(written: str, change: tuple[str, str] | None) -> str:
    if change is None:
        return written
    old, new = change
    if written.count(old) != 1:
        msg = f"{old!r} stands {written.count(old)} times in the text"
        raise ValueError(msg)
    return written.replace(old, new)
