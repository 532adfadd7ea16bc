"""What stands behind a verdict: the bytes signed, the digests, the derivation and the order of the instants."""

from __future__ import annotations

from typing import Any

from ..canonical import receipt_form
from ..instants import nanoseconds
from . import envelope, independence, shapes


def explain(source: Any, attestation_source: Any) -> dict[str, Any] | None:
    """Return the explanation of a receipt, ready for JSON, or None where its shape is not that of one.

    It decides nothing: the verdict is that of the gates. What needs the attestation is None unless it has the right
    shape and is the one that the receipt refers to. No result of the attestation is in it.
    """
    receipt = _read(source, "receipt")
    if receipt is None:
        return None
    body = receipt["signed_body"]
    evar = _linked(attestation_source, body["evar_ref"])
    relationship, separation = body["relationship"]["administrator_to_subject"], body["separation"]
    derived, rule = independence.derive(relationship, separation)
    signed = envelope.signing_string(receipt["receipt_id"], receipt["payload_sha256"], receipt["ts"])
    return {
        "signing_string": signed.decode("ascii"),
        "digests": {"receipt": _digests(receipt), "attestation": _digests(evar) if evar else None},
        "independence": {
            "facts": {
                "administrator_to_subject": relationship,
                **{leg: separation[leg] for leg in independence.LEGS},
            },
            "derived": derived,
            "rule": rule,
            "stated": body["independence_class"],
        },
        "precommitment": _precommitment(body["testset_ref"], evar),
    }


def _read(source: Any, schema: str) -> dict[str, Any] | None:
    try:
        value = envelope.read(source)
    except receipt_form.ProfileError:
        return None
    if shapes.first_fault(schema, value):
        return None
    found: dict[str, Any] = value
    return found


def _linked(source: Any, reference: dict[str, str]) -> dict[str, Any] | None:
    evar = None if source is None else _read(source, "attestation")
    if evar is None:
        return None
    found = {"receipt_id": evar["receipt_id"], "payload_sha256": envelope.digest(evar["signed_body"])}
    return evar if found == reference else None


def _digests(document: dict[str, Any]) -> dict[str, str]:
    return {"stated": document["payload_sha256"], "computed": envelope.digest(document["signed_body"])}


def _precommitment(testset: dict[str, Any], evar: dict[str, Any] | None) -> dict[str, Any]:
    instants = {name: testset[name] for name in ("committed_at", "disclosed_to_subject_at")}
    instants["opens_at"] = evar["signed_body"]["evaluation_window"]["opens_at"] if evar else None
    pairs = (("committed_at", "disclosed_to_subject_at"), ("disclosed_to_subject_at", "opens_at"))
    orders = [{"earlier": a, "later": b, "holds": _in_order(instants[a], instants[b])} for a, b in pairs]
    return {"instants": instants, "orders": orders}


def _in_order(earlier: str | None, later: str | None) -> bool | None:
    """Say whether one instant is at or before another, or None where one of them is missing or not valid."""
    a = nanoseconds(earlier) if earlier is not None else None
    b = nanoseconds(later) if later is not None else None
    return None if a is None or b is None else a <= b
