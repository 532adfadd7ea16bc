"""Minting: facts and a signing key in, a receipt out that passes its own gates, or nothing.

Whoever mints states facts. The type, the boundary text, the identifier, the key id, the time, the reference to the
attestation and the independence class are set here. A document leaves only when every gate passes on it.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ..canonical import receipt_form
from . import administration, attestation, envelope, independence, shapes
from .gates import Report

if TYPE_CHECKING:
    from .keyring import Keyring
    from .keys import SigningKey

FACTS = frozenset({"tenant_id", "administrator", "subject", "testset_ref", "relationship", "separation"})
ATTESTATION_FACTS = frozenset(
    {"tenant_id", "subject", "evaluation_window", "testset_digest_sha256", "items_evaluated", "results"}
)
_CLASS = "independence_class"


class MintRefused(Exception):  # noqa: N818 - an outcome of minting, not an error of the program
    """Nothing was minted.

    :param reason: why, without any value of a result. :param path: dotted, of the fact or member at fault.
    :param report: what the gates said, where it came to that.
    """

    def __init__(self, reason: str, path: str, report: Report | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path
        self.report = report


def mint(
    facts: Any,
    attestation_source: Any,
    signing_key: SigningKey,
    keyring: Keyring,
    *,
    now: datetime | None = None,
    receipt_id: str | None = None,
) -> dict[str, Any]:
    """Return an administration receipt that passes the fourteen gates.

    :param facts: tenant_id, administrator, subject, testset_ref, relationship and separation; an independence_class
        may be stated, and then has to be the one that the facts give.
    :param attestation_source: the attestation to link: text, bytes or value.
    :param keyring: the trusted keys; the signing key's public half has to be among them.
    :param now: the time to write, by default the present. :param receipt_id: by default one of 16 random bytes.
    :raises MintRefused: a fact is missing, unknown or of the wrong shape, the class differs, or a gate fails.
    """
    _check_facts(facts, FACTS, frozenset({_CLASS}))
    body = {name: value for name, value in facts.items() if name != _CLASS}
    body["evar_ref"] = _reference(attestation_source)
    # The class goes through the shape check as a placeholder, so that deriving it meets only sound facts.
    minted = _envelope("receipt", administration.TYPE, {**body, _CLASS: "undisclosed"}, signing_key, now, receipt_id)
    body = minted["signed_body"]
    derived = independence.derive(body["relationship"]["administrator_to_subject"], body["separation"])
    body[_CLASS] = derived.name
    if facts.get(_CLASS, body[_CLASS]) != body[_CLASS]:
        reason = f"the class stated is not the one that the facts give: {derived.name}, because {derived.rule}"
        raise MintRefused(reason, _CLASS)
    _seal(minted, signing_key)
    return _passed(minted, administration.verify(minted, attestation_source, keyring))


def mint_attestation(
    facts: Any,
    signing_key: SigningKey,
    keyring: Keyring,
    *,
    now: datetime | None = None,
    receipt_id: str | None = None,
) -> dict[str, Any]:
    """Return an evaluation attestation that passes its eight gates.

    :param facts: tenant_id, subject, evaluation_window, testset_digest_sha256, items_evaluated, results, and
        item_floor where this evaluation requires one. The other parameters are those of :func:`mint`.
    :raises MintRefused: a fact is missing, unknown or of the wrong shape, or a gate fails.
    """
    _check_facts(facts, ATTESTATION_FACTS, frozenset({"item_floor"}))
    minted = _envelope("attestation", attestation.TYPE, dict(facts), signing_key, now, receipt_id)
    _seal(minted, signing_key)
    return _passed(minted, attestation.verify(minted, keyring))


def _check_facts(facts: Any, required: frozenset[str], optional: frozenset[str]) -> None:
    try:
        receipt_form.check(facts)
    except receipt_form.ProfileError as error:
        raise MintRefused(error.reason, error.path) from None
    if not isinstance(facts, dict):
        raise MintRefused("the facts are not an object", "")
    for name in sorted(facts):
        if name not in required | optional:
            raise MintRefused("this is not a fact to state: minting sets it, or it does not exist", name)
    for name in sorted(required):
        if name not in facts:
            raise MintRefused("this fact is missing", name)


def _reference(source: Any) -> dict[str, str]:
    """Return the reference to an attestation: its id, and the digest of its body recomputed."""
    try:
        evar = envelope.read(source)
    except receipt_form.ProfileError as error:
        raise MintRefused(f"the attestation cannot be read: {error.reason}", f"evar.{error.path}".rstrip(".")) from None
    if fault := shapes.first_fault("attestation", evar):
        raise MintRefused(f"not a well formed evaluation attestation: {fault[0]}", f"evar.{fault[1]}".rstrip("."))
    return {"receipt_id": evar["receipt_id"], "payload_sha256": envelope.digest(evar["signed_body"])}


def _envelope(
    schema: str,
    receipt_type: str,
    body: dict[str, Any],
    key: SigningKey,
    now: datetime | None,
    receipt_id: str | None,
) -> dict[str, Any]:
    """Return the document unsealed, its shape checked."""
    boundary = shapes.schema(schema)["properties"]["signed_body"]["properties"]["boundary"]["const"]
    minted = {
        "receipt_id": receipt_id or f"rcpt_{receipt_type}_{secrets.token_hex(16)}",
        "key_id": key.key_id,
        "ts": _stamp(now or datetime.now(UTC)),
        "payload_sha256": "0" * 64,
        "sig_b64u": "A" * 86,
        "signed_body": {**body, "receipt_type": receipt_type, "boundary": boundary},
    }
    if fault := shapes.first_fault(schema, minted):
        reason, path = fault
        raise MintRefused(reason, path.removeprefix("signed_body."))
    return minted


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def _seal(minted: dict[str, Any], key: SigningKey) -> None:
    minted["payload_sha256"] = envelope.digest(minted["signed_body"])
    message = envelope.signing_string(minted["receipt_id"], minted["payload_sha256"], minted["ts"])
    minted["sig_b64u"] = key.sign(message)


def _passed(minted: dict[str, Any], report: Report) -> dict[str, Any]:
    if report.failed_gate is not None:
        reason = f"gate {report.failed_gate['number']} {report.failed_gate['name']}: {report.reason}"
        raise MintRefused(reason, report.path or "", report)
    return minted
