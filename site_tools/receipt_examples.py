"""The examples of the page "Check a receipt": ``python -m site_tools.receipt_examples`` writes them anew.

Every signature is made with a TEST KEY whose secret is printed below. Nobody may trust these keys for anything else.
"""

from __future__ import annotations

import copy
import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arfpy.receipts import envelope, shapes

PATH = Path(__file__).parent.parent / "docs" / "assets" / "receipt-examples.json"

# TEST KEYS: seeds of one repeated byte, public on purpose.
ISSUER_A = Ed25519PrivateKey.from_private_bytes(bytes([0x01]) * 32)
ISSUER_B = Ed25519PrivateKey.from_private_bytes(bytes([0x02]) * 32)
INTRUDER = Ed25519PrivateKey.from_private_bytes(bytes([0x09]) * 32)

TESTSET = "a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac"


def examples() -> list[dict[str, Any]]:
    """Return the examples: a title, the gate where each ends (null: valid), and the four texts (null: not given)."""
    ours, self_administered = _body(), _body()
    self_administered["relationship"]["administrator_to_subject"] = "same_legal_entity"
    self_administered["separation"]["selected_items_by"] = "subject"
    self_administered["independence_class"] = "self_administered"
    late, wrong_class, score, empty = (copy.deepcopy(ours) for _ in range(4))
    late["testset_ref"]["committed_at"] = "2026-03-10T08:55:00.001Z"
    wrong_class["separation"]["scored_results_by"] = "subject"
    score["administrator"]["role"] = "0.94"
    empty["testset_ref"]["item_count"] = 0
    edited = _receipt(ours)
    edited["signed_body"]["testset_ref"]["item_count"] = 501
    return [
        _example("Independent administration", None, _receipt(ours)),
        _example("Self administered, and says so", None, _receipt(self_administered)),
        _example("One count changed after signing", 3, edited),
        _example("Signed by a key that is not trusted", 6, _receipt(ours, INTRUDER), caller_key=_public(INTRUDER)),
        _example("The attestation is withheld", 7, _receipt(ours), with_attestation=False),
        _example("Test set committed after the subject was told", 10, _receipt(late)),
        _example("A test set of zero items", 11, _receipt(empty)),
        _example("Calls itself independent, against its own facts", 13, _receipt(wrong_class)),
        _example("A score in place of a role", 14, _receipt(score)),
    ]


def _example(
    title: str, gate: int | None, receipt: Any, *, with_attestation: bool = True, caller_key: str | None = None
) -> dict[str, Any]:
    return {
        "title": title,
        "gate": gate,
        "receipt": _text(receipt),
        "attestation": _text(_attestation()) if with_attestation else None,
        "keyring": _text(_keyring()),
        "caller_key": caller_key,
    }


def _text(value: Any) -> str:
    return json.dumps(value, indent=2)


def _body() -> dict[str, Any]:
    attestation = _attestation()
    return {
        "receipt_type": "eval-administration",
        "tenant_id": "tenant-acme",
        "administrator": {"id": "did:example:lab-3", "role": "independent testing laboratory"},
        "subject": {"id": "did:example:model-7", "role": "model under test"},
        "testset_ref": {
            "digest_sha256": TESTSET,
            "item_count": 500,
            "committed_at": "2026-03-01T10:00:00.000Z",
            "disclosed_to_subject_at": "2026-03-10T08:55:00.000Z",
        },
        "relationship": {"administrator_to_subject": "unaffiliated"},
        "separation": {
            "selected_items_by": "third_party",
            "ran_evaluation_by": "administrator",
            "scored_results_by": "administrator",
        },
        "independence_class": "independent",
        "evar_ref": {"receipt_id": attestation["receipt_id"], "payload_sha256": attestation["payload_sha256"]},
        "boundary": _boundary("receipt"),
    }


def _attestation() -> dict[str, Any]:
    body = {
        "receipt_type": "eval-attestation",
        "tenant_id": "tenant-acme",
        "subject": {"id": "did:example:model-7"},
        "evaluation_window": {"opens_at": "2026-03-10T09:00:00.000Z", "closes_at": "2026-03-10T17:00:00.000Z"},
        "testset_digest_sha256": TESTSET,
        "items_evaluated": 500,
        "item_floor": 400,
        "results": [
            {"metric": "accuracy", "value": 0.94, "unit": "fraction"},
            {"metric": "p95_latency_ms", "value": 812},
        ],
        "boundary": _boundary("attestation"),
    }
    return _signed(body, "a1" * 16, "2026-03-10T18:00:00.000Z", ISSUER_A)


def _receipt(body: dict[str, Any], key: Ed25519PrivateKey = ISSUER_A) -> dict[str, Any]:
    return _signed(body, "b2" * 16, "2026-03-11T08:00:00.000Z", key)


def _signed(body: dict[str, Any], number: str, ts: str, key: Ed25519PrivateKey) -> dict[str, Any]:
    receipt_id, digest = f"rcpt_{body['receipt_type']}_{number}", envelope.digest(body)
    signature = key.sign(envelope.signing_string(receipt_id, digest, ts))
    return {
        "receipt_id": receipt_id,
        "key_id": "issuer-a",
        "ts": ts,
        "payload_sha256": digest,
        "sig_b64u": _base64url(signature),
        "signed_body": copy.deepcopy(body),
    }


def _keyring() -> dict[str, Any]:
    keys = [("issuer-a", ISSUER_A), ("issuer-b", ISSUER_B)]
    return {
        "keyring_version": 1,
        "keys": [{"key_id": name, "public_key_b64u": _public(key), "revoked": False} for name, key in keys],
    }


def _boundary(schema: str) -> str:
    text: str = shapes.schema(schema)["properties"]["signed_body"]["properties"]["boundary"]["const"]
    return text


def _public(key: Ed25519PrivateKey) -> str:
    return _base64url(key.public_key().public_bytes_raw())


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def main() -> None:
    """Write the examples."""
    note = "Signed with TEST KEYS whose secrets are public. Made by python -m site_tools.receipt_examples."
    PATH.write_text(json.dumps({"note": note, "examples": examples()}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
