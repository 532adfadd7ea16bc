"""The administration receipt: who selected, ran and scored, and when the test set was fixed. Fourteen gates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..canonical import receipt_form
from ..instants import nanoseconds
from . import advisories, attestation, ed25519, envelope, independence, scores
from .envelope import Envelope
from .gates import Gate, Report, run

if TYPE_CHECKING:
    from .keyring import Keyring

TYPE = "eval-administration"


@dataclass(slots=True)
class Administration(Envelope):
    """A receipt on its way through the gates, with what it is held against."""

    evar_source: Any = None
    caller_key: str | None = None
    evar: Any = None
    signed_by_trusted: bool = False
    report: Report = field(default_factory=Report)

    @property
    def evar_body(self) -> dict[str, Any]:
        """The attestation's body, once EVAR_LINK has passed."""
        body: dict[str, Any] = self.evar["signed_body"]
        return body


def verify(source: Any, attestation_source: Any, keyring: Keyring | None, caller_key: str | None = None) -> Report:
    """Run the fourteen gates on an administration receipt and its attestation.

    :param source: the receipt: text, bytes or value. :param attestation_source: the attestation, or None.
    :param keyring: the trusted keys, or None where none was supplied.
    :param caller_key: a public key offered by the caller; it can name an untrusted signer, never make a pass.
    """
    title = "evaluation administration receipt"
    document = Administration(source, "receipt", title, keyring, evar_source=attestation_source, caller_key=caller_key)
    run(GATES, document, document.report)
    if document.value is not None:
        document.report.advisories = advisories.of(document.value, document.evar, caller_key is not None)
    return document.report


def _signature(document: Administration) -> None:
    """SIGNATURE: a key at hand signed the signing string (clauses receipts.signature, receipts.caller-key)."""
    document.signed_by_trusted = envelope.is_signed_by_trusted(document)
    if document.signed_by_trusted:
        return
    reason = "no available key produced this signature; no caller key was offered"
    if document.caller_key is not None:
        try:
            if envelope.is_signed_by(document, ed25519.public_key(document.caller_key)):
                return
            reason = "no available key produced this signature, nor did the caller's key"
        except ed25519.BadKeyError as error:
            reason = f"no available key produced this signature; the caller's key is not one: {error}"
    raise document.fail(reason, "sig_b64u")


def _signer_identity(document: Administration) -> None:
    """SIGNER_IDENTITY: it was the trusted key (clause receipts.signer-identity)."""
    if not document.signed_by_trusted:
        reason = "the bytes are internally consistent but signed by a key that this verifier does not trust"
        raise document.fail(reason, "key_id")


def _evar_link(document: Administration) -> None:
    """EVAR_LINK: the attestation is the one meant (clause receipts.evar-link)."""
    reference, path = document.body["evar_ref"], "signed_body.evar_ref"
    if document.evar_source is None:
        raise document.fail("no attestation was supplied", path)
    try:
        evar = envelope.read(document.evar_source)
    except receipt_form.ProfileError as error:
        raise document.fail(f"the attestation's digest cannot be recomputed: {error.reason}", path) from None
    if not isinstance(evar, dict) or not isinstance(evar.get("signed_body"), dict):
        raise document.fail("what was supplied is not an attestation", path)
    if evar.get("receipt_id") != reference["receipt_id"]:
        raise document.fail("a different attestation was supplied: its receipt_id differs", f"{path}.receipt_id")
    computed = envelope.digest(evar["signed_body"])
    if computed != reference["payload_sha256"]:
        reason = f"a different attestation was supplied: its body hashes to {computed}"
        raise document.fail(reason, f"{path}.payload_sha256")
    document.evar = evar


def _evar_integrity(document: Administration) -> None:
    """EVAR_INTEGRITY: the attestation passes its own gates (clause receipts.evar-integrity)."""
    nested = attestation.verify(document.evar, document.keyring, "evar.", held=True)
    document.report.evar = nested
    if nested.failed_gate is not None:
        raise document.fail(f"{nested.failed_gate['name']}: {nested.reason}", nested.path or "evar")


def _tenant_match(document: Administration) -> None:
    """TENANT_MATCH: both name one tenant (clause receipts.tenant-match)."""
    ours, theirs = document.body["tenant_id"], document.evar_body["tenant_id"]
    if ours != theirs:
        reason = f"administration tenant {ours}, attestation tenant {theirs}"
        if scores.find([ours, theirs], ""):
            reason = "receipt and attestation name two tenants"  # a name that could be a score is not repeated
        raise document.fail(reason, "signed_body.tenant_id")


def _testset_precommitment(document: Administration) -> None:
    """TESTSET_PRECOMMITMENT: fixed, then told, then used (clause receipts.testset-precommitment)."""
    testset, path = document.body["testset_ref"], "signed_body.testset_ref"
    committed = nanoseconds(testset["committed_at"])
    disclosed = nanoseconds(testset["disclosed_to_subject_at"])
    opens = nanoseconds(document.evar_body["evaluation_window"]["opens_at"])
    if committed is None:
        raise document.fail("committed_at is not a valid instant", f"{path}.committed_at")
    if disclosed is None:
        raise document.fail("disclosed_to_subject_at is not a valid instant", f"{path}.disclosed_to_subject_at")
    if opens is None:
        raise document.fail("opens_at is not a valid instant", "evar.signed_body.evaluation_window.opens_at")
    if committed > disclosed:
        raise document.fail("the test set was committed after the subject was told", f"{path}.committed_at")
    if disclosed > opens:
        raise document.fail("the subject was told after the window opened", f"{path}.disclosed_to_subject_at")


def _item_count_positive(document: Administration) -> None:
    """ITEM_COUNT_POSITIVE: as many items as asked for (clause receipts.item-count-positive)."""
    declared = document.body["testset_ref"]["item_count"]
    required = max(1, document.evar_body.get("item_floor", 1))
    if declared < required:
        reason = f"declared {declared}, required at least {required}"
        raise document.fail(reason, "signed_body.testset_ref.item_count")


def _separation_coherence(document: Administration) -> None:
    """SEPARATION_COHERENCE: the facts go together (clause receipts.separation-coherence)."""
    relationship = document.body["relationship"]["administrator_to_subject"]
    leg = independence.incoherent_leg(relationship, document.body["separation"])
    if leg is not None:
        raise document.fail("same_legal_entity contradicts a third_party leg", f"signed_body.separation.{leg}")


def _independence_recompute(document: Administration) -> None:
    """INDEPENDENCE_RECOMPUTE: the class follows (clause receipts.independence-recompute)."""
    body = document.body
    derived = independence.derive(body["relationship"]["administrator_to_subject"], body["separation"])
    if derived.name != body["independence_class"]:
        reason = f"stated {body['independence_class']}, the declared facts give {derived.name}: {derived.rule}"
        raise document.fail(reason, "signed_body.independence_class")


def _no_score_restatement(document: Administration) -> None:
    """NO_SCORE_RESTATEMENT: no plain score (clause receipts.no-score-restatement)."""
    if found := scores.find(document.body, "signed_body"):
        raise document.fail(f"a value restates a score: it is {found[0]}", found[1])


GATES: tuple[Gate, ...] = (
    ("SCHEMA", envelope.gate_schema),
    ("ISSUER_KEY_MATCH", envelope.gate_issuer_key),
    ("PAYLOAD_DIGEST", envelope.gate_payload_digest),
    ("RECEIPT_ID", envelope.gate_receipt_id),
    ("SIGNATURE", _signature),
    ("SIGNER_IDENTITY", _signer_identity),
    ("EVAR_LINK", _evar_link),
    ("EVAR_INTEGRITY", _evar_integrity),
    ("TENANT_MATCH", _tenant_match),
    ("TESTSET_PRECOMMITMENT", _testset_precommitment),
    ("ITEM_COUNT_POSITIVE", _item_count_positive),
    ("SEPARATION_COHERENCE", _separation_coherence),
    ("INDEPENDENCE_RECOMPUTE", _independence_recompute),
    ("NO_SCORE_RESTATEMENT", _no_score_restatement),
)
