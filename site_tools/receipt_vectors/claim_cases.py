"""Receipts that the gates seven to fourteen stop: the attestation, the instants, the counts and the class."""

from __future__ import annotations

from typing import Any

from .cases import Case, fails
from .envelope_cases import ATTESTATION_SIGNATURE, ZERO
from .making import REMOVED, Making, digest, documents, public
from .valid_cases import SELF, A, S, T, U, arrangement

B = "signed_body"
REF, TESTSET, WINDOW = f"{B}.evar_ref", f"{B}.testset_ref", f"evar.{B}.evaluation_window"
BASE_ATTESTATION_DIGEST = "491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f"
RECEIPT = documents(Making())[0]
SIGNATURE_CHANGED = "t" + ATTESTATION_SIGNATURE[1:]

LINK = [
    fails(7, REF, "no-attestation", "evar-link", "Link", "Without its attestation a receipt is not verified.",
          attestation=None),
    fails(7, REF, "attestation-is-text", "evar-link", "Link", "A text is not an attestation.",
          attestation="rcpt_eval-attestation_" + "a1" * 16),
    fails(7, f"{REF}.payload_sha256", "another-attestation", "evar-link", "Link",
          "Another attestation with the same identifier.", evar_body={"items_evaluated": 600},
          body={"evar_ref.payload_sha256": BASE_ATTESTATION_DIGEST}),
    fails(7, f"{REF}.payload_sha256", "link-zeroed", "evar-link", "Link", "The receipt links another digest.",
          body={"evar_ref.payload_sha256": ZERO}),
    fails(7, f"{REF}.receipt_id", "link-id-off", "evar-link", "Link", "The identifier differs in one character.",
          body={"evar_ref.receipt_id": "rcpt_eval-attestation_" + "a1" * 15 + "a2"}),
    fails(7, f"{REF}.payload_sha256", "attestation-edited", "evar-link", "Link",
          "The digest is recomputed; the one that the attestation claims is not asked.",
          evar_after={"signed_body.items_evaluated": 501}),
    fails(7, REF, "attestation-number-spelling", "profile", "NumberSpelling",
          "0.940 has no digest that two languages agree on.", evar_text=("0.94", "0.940")),
    fails(7, REF, "no-attestation-and-more", "gates", "GateOrder",
          "The missing attestation is named before tenant and instants.",
          attestation=None, body={"tenant_id": "tenant-other", "testset_ref.committed_at": "yesterday"}),
]  # fmt: skip

NESTED = [
    fails(8, "evar.sig_b64u", "attestation-signature-broken", "evar-integrity", "NestedGates",
          "The attestation's signature is broken.", nested="SIGNATURE", evar_after={"sig_b64u": SIGNATURE_CHANGED}),
    fails(8, "evar.sig_b64u", "attestation-by-caller-key", "caller-key", "CallerKey",
          "A caller's key is never used for the attestation.", nested="SIGNATURE", evar_signer="intruder",
          caller_key=public("intruder")),
    fails(8, "evar.key_id", "attestation-key-unknown", "evar-integrity", "NestedGates",
          "The attestation's key is in no keyring.", nested="ISSUER_KEY_MATCH", evar_after={"key_id": "issuer-x"}),
    fails(8, "evar.payload_sha256", "attestation-digest-stale", "evar-integrity", "NestedGates",
          "The link holds, the attestation's own digest does not.", nested="PAYLOAD_DIGEST",
          evar_head={"payload_sha256": ZERO}),
    fails(8, "evar.receipt_id", "attestation-id-of-other-type", "evar-integrity", "NestedGates",
          "The attestation's identifier names another type.", nested="RECEIPT_ID",
          evar_head={"receipt_id": "rcpt_eval-administration_" + "a1" * 16}),
    fails(8, f"{WINDOW}.closes_at", "window-closes-first", "window-order", "NestedGates",
          "The window closes before it opens.", nested="WINDOW_ORDER",
          evar_body={"evaluation_window.closes_at": "2026-03-10T08:59:59.999Z"}),
    fails(8, f"{WINDOW}.opens_at", "window-opens-soon", "window-order", "NestedGates", "soon is not an instant.",
          nested="WINDOW_ORDER", evar_body={"evaluation_window.opens_at": "soon"}),
    fails(8, f"evar.{B}.results", "no-results", "results-present", "NestedGates", "An attestation has a result.",
          nested="RESULTS_PRESENT", evar_body={"results": []}),
    fails(8, f"evar.{B}.results[1].metric", "metric-twice", "results-present", "NestedGates",
          "A metric has one result.", nested="RESULTS_PRESENT",
          evar_body={"results": [{"metric": "accuracy", "value": 0.94}, {"metric": "accuracy", "value": 0.95}]}),
    fails(8, f"evar.{B}.items_evaluated", "no-items-evaluated", "item-floor", "NestedGates",
          "At least one item was evaluated.", nested="ITEM_FLOOR", evar_body={"items_evaluated": 0}),
    fails(8, f"evar.{B}.item_floor", "floor-zero", "item-floor", "NestedGates", "A floor is at least one.",
          nested="ITEM_FLOOR", evar_body={"item_floor": 0}),
    fails(8, f"evar.{B}.administrator", "receipt-as-attestation", "attestation", "NestedGates",
          "A receipt of another type is not an attestation.", nested="SCHEMA", attestation=RECEIPT,
          body={"evar_ref": {"receipt_id": RECEIPT["receipt_id"], "payload_sha256": digest(RECEIPT["signed_body"])}}),
    fails(8, f"evar.{B}.boundary", "attestation-boundary", "attestation", "BoundaryText",
          "The attestation's boundary is one constant.", nested="SCHEMA", evar_body={"boundary": "All is well."}),
    fails(8, "evar.sig_b64u", "attestation-broken-and-tenant", "gates", "GateOrder",
          "The broken attestation is named before the other tenant.", nested="SIGNATURE",
          evar_body={"tenant_id": "tenant-other"}, evar_after={"sig_b64u": SIGNATURE_CHANGED}),
]  # fmt: skip

TENANT = [
    fails(9, f"{B}.tenant_id", "other-tenant", "tenant-match", "Tenant", "The documents are of two tenants.",
          evar_body={"tenant_id": "tenant-other"}),
    fails(9, f"{B}.tenant_id", "tenant-case", "tenant-match", "Tenant", "Tenants are compared as they are.",
          body={"tenant_id": "Tenant-acme"}),
    fails(9, f"{B}.tenant_id", "tenant-and-instants", "gates", "GateOrder",
          "The other tenant is named before the instants.",
          body={"tenant_id": "tenant-other", "testset_ref.committed_at": "yesterday"}),
]  # fmt: skip


def _committed(name: str, instant: str, comment: str, flag: str = "InstantForm") -> Case:
    edits = {"testset_ref.committed_at": instant}
    return fails(10, f"{TESTSET}.committed_at", name, "testset-precommitment", flag, comment, body=edits)


def _disclosed(name: str, instant: str, comment: str, flag: str = "InstantForm") -> Case:
    edits = {"testset_ref.disclosed_to_subject_at": instant}
    path = f"{TESTSET}.disclosed_to_subject_at"
    return fails(10, path, name, "testset-precommitment", flag, comment, body=edits)


INSTANTS = [
    _committed("committed-1-ms-late", "2026-03-10T08:55:00.001Z", "One millisecond after disclosure.", "InstantOrder"),
    _committed("committed-1-ns-late", "2026-03-10T08:55:00.000000001Z", "One nanosecond after it.", "InstantOrder"),
    _committed("committed-offset", "2026-03-10T08:00:00-05:00", "Earlier as a text, later in time.", "InstantOrder"),
    _committed("committed-yesterday", "yesterday", "A word is not an instant."),
    _committed("committed-no-offset", "2026-03-01T10:00:00", "A time without offset is local to nobody."),
    _committed("committed-leap-second", "2016-12-31T23:59:60Z", "No second 60."),
    _committed("committed-30-february", "2026-02-30T10:00:00Z", "No such day."),
    _committed("committed-24-hours", "2026-03-01T24:00:00Z", "No hour 24."),
    _committed("committed-ten-decimals", "2026-03-01T10:00:00.0000000001Z", "Nine decimals at most."),
    _disclosed("disclosed-1-ms-late", "2026-03-10T09:00:00.001Z", "One millisecond after opening.", "InstantOrder"),
    _disclosed("disclosed-never", "never", "A test never disclosed cannot be expressed."),
    fails(10, f"{TESTSET}.disclosed_to_subject_at", "both-after-opening", "testset-precommitment", "InstantOrder",
          "Commitment and disclosure in order, and both after the opening.",
          body={"testset_ref.committed_at": "2026-03-10T09:10:00.000Z",
                "testset_ref.disclosed_to_subject_at": "2026-03-10T09:20:00.000Z"}),
    fails(10, f"{TESTSET}.committed_at", "instants-count-and-class", "gates", "GateOrder",
          "The instants are named before the count and the class.",
          body={"testset_ref.committed_at": "yesterday", "testset_ref.item_count": 0,
                "independence_class": "contracted"}),
]  # fmt: skip


def _items(
    name: str, comment: str, flag: str = "ItemFloor", clause: str = "item-count-positive", **making: Any
) -> Case:
    return fails(11, f"{TESTSET}.item_count", name, clause, flag, comment, **making)


ITEMS = [
    _items("no-items", "An empty test set.", body={"testset_ref.item_count": 0}),
    _items("below-floor", "One less than the floor.", body={"testset_ref.item_count": 399}),
    _items("minus-one-item", "Fewer than none.", body={"testset_ref.item_count": -1}),
    _items("no-items-no-floor", "Without a floor one item is required.", body={"testset_ref.item_count": 0},
           evar_body={"item_floor": REMOVED}),
    _items("no-items-and-incoherent", "The count is named before the separation.", "GateOrder", "gates",
           body={**arrangement("same_legal_entity", T, A, A, "self_administered"), "testset_ref.item_count": 0}),
]  # fmt: skip


def _one_entity(name: str, leg: str, selected: str, ran: str, scored: str, stated: str = "self_administered") -> Case:
    comment = f"One legal entity contradicts a third party in {leg}."
    edits = arrangement("same_legal_entity", selected, ran, scored, stated)
    return fails(12, f"{B}.separation.{leg}", name, "separation-coherence", "OneEntity", comment, body=edits)


COHERENCE = [
    _one_entity("third-party-selected", "selected_items_by", T, A, A),
    _one_entity("third-party-ran", "ran_evaluation_by", A, T, A),
    _one_entity("third-party-scored", "scored_results_by", A, A, T),
    _one_entity("third-party-twice", "ran_evaluation_by", S, T, T),
    _one_entity("third-party-stated-independent", "selected_items_by", T, A, A, "independent"),
]


def _class(name: str, comment: str, *declared: str, flag: str = "ClassRules", **edits: Any) -> Case:
    body = {**arrangement(*declared), **edits}
    clause = "gates" if flag == "GateOrder" else "independence-recompute"
    return fails(13, f"{B}.independence_class", name, clause, flag, comment, body=body)


CLASS = [
    _class("affiliate-stated-independent", "An affiliate is not independent.", "affiliate", T, A, A, "independent"),
    _class("subject-selects", "A subject that selects.", "unaffiliated", S, A, A, "independent"),
    _class("same-actor-twice", "One actor selects and scores.", "unaffiliated", A, T, A, "independent"),
    _class("understated", "Less than the facts give is wrong too.", "unaffiliated", T, A, A, "self_administered"),
    _class("vendor-subject-leg", "A leg of the subject comes before the contract.",
           "contracted_vendor", T, S, A, "contracted"),
    _class("undisclosed-twice", "Two undisclosed legs are one actor.", "unaffiliated", U, A, U, "independent"),
    _class("class-and-score", "The class is named before the score.", "affiliate", T, A, A, "independent",
           flag="GateOrder", **{"administrator.role": "94%"}),
]  # fmt: skip


def _score(name: str, value: str, path: str = "administrator.role") -> Case:
    comment = f"{value} as a whole value restates a score."
    return fails(14, f"{B}.{path}", name, "no-score-restatement", "ScoreForms", comment, body={path: value})


SCORES = [
    _score("role-decimal", "0.94"),
    _score("role-one", "1"),
    _score("role-zero", "0"),
    _score("role-one-with-zeros", "1.000"),
    _score("role-percentage", "94%"),
    _score("role-percentage-decimals", "94.5%"),
    _score("role-percentage-zeros", "007%"),
    _score("subject-role-percentage", "100%", "subject.role"),
    _score("subject-id-zero", "0", "subject.id"),
    fails(14, f"{B}.tenant_id", "tenant-one", "no-score-restatement", "ScoreForms",
          "A tenant called 1 cannot have a receipt.", body={"tenant_id": "1"}, evar_body={"tenant_id": "1"}),
    fails(14, f"{B}.administrator.role", "two-scores", "no-score-restatement", "ScoreForms",
          "Of two the first in the order of sorted members is named.",
          body={"subject.role": "94%", "administrator.role": "0.94"}),
    fails(14, f"{B}.administrator.role", "self-administered-score", "no-score-restatement", "ScoreForms",
          "The class does not matter.", body={**SELF, "administrator.role": "0.5"}),
]  # fmt: skip

CASES: list[Case] = [*LINK, *NESTED, *TENANT, *INSTANTS, *ITEMS, *COHERENCE, *CLASS, *SCORES]
