"""What stands behind a verdict: the bytes signed, the digests, the derivation and the order of the instants."""

from __future__ import annotations

from typing import Any

from ..canonical import receipt_form
from ..instants import nanoseconds, span
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
    derived = independence.derive(relationship, separation)
    signed = envelope.signing_string(receipt["receipt_id"], receipt["payload_sha256"], receipt["ts"])
    return {
        "key_id": receipt["key_id"],
        "signing_string": signed.decode("ascii"),
        "digests": {"receipt": _digests(receipt), "attestation": _digests(evar) if evar else None},
        "independence": {
            "facts": {
                "administrator_to_subject": relationship,
                **{leg: separation[leg] for leg in independence.LEGS},
            },
            "derived": derived.name,
            "rule": derived.rule,
            "decided_by": derived.facts,
            "stated": body["independence_class"],
        },
        "precommitment": _precommitment(body["testset_ref"], evar),
        "boundary": body["boundary"],
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
    texts = {name: testset[name] for name in ("committed_at", "disclosed_to_subject_at")}
    texts["opens_at"] = evar["signed_body"]["evaluation_window"]["opens_at"] if evar else None
    # What is no instant could be any text, a score too, and is not repeated.
    times = {name: nanoseconds(text) if text is not None else None for name, text in texts.items()}
    pairs = (("committed_at", "disclosed_to_subject_at"), ("disclosed_to_subject_at", "opens_at"))
    return {
        "instants": {name: texts[name] if times[name] is not None else None for name in texts},
        "sequence": _sequence(times),
        "orders": [{"earlier": a, "later": b, **_order(times[a], times[b])} for a, b in pairs],
    }


def _sequence(times: dict[str, int | None]) -> list[list[str]]:
    """Return the names of the instants that are known, first to last, those of one instant together."""
    known = sorted({time for time in times.values() if time is not None})
    return [[name for name in times if times[name] == time] for time in known]


def _order(earlier: int | None, later: int | None) -> dict[str, Any]:
    """Say whether one instant is at or before another, and how far apart they are; None where one is not known."""
    if earlier is None or later is None:
        return {"holds": None, "apart": None}
    return {"holds": earlier <= later, "apart": span(abs(later - earlier))}
