"""Receipts that pass all fourteen gates, each near the edge of one of them."""

from __future__ import annotations

from typing import Any

from .cases import Case, valid
from .making import REMOVED, public


def arrangement(relationship: str, selected: str, ran: str, scored: str, stated: str) -> dict[str, Any]:
    """Return the edits that declare who stands how to whom, who did what, and the class stated."""
    return {
        "relationship.administrator_to_subject": relationship,
        "separation.selected_items_by": selected,
        "separation.ran_evaluation_by": ran,
        "separation.scored_results_by": scored,
        "independence_class": stated,
    }


A, S, T, U = "administrator", "subject", "third_party", "undisclosed"
SELF = arrangement("same_legal_entity", S, A, A, "self_administered")

CASES: list[Case] = [
    valid("independent", "gates", "Base", "A receipt of class independent with its attestation."),
    valid("self-administered", "gates", "Base", "The same with one legal entity that selects for itself.", body=SELF),
    valid(
        "affiliated", "independence", "ClassRules", "An affiliate that the subject gave no leg to is affiliated.",
        body=arrangement("affiliate", T, A, A, "affiliated"),
    ),
    valid(
        "contracted", "independence", "ClassRules", "A vendor under contract is contracted, however well separated.",
        body=arrangement("contracted_vendor", T, A, A, "contracted"),
    ),
    valid(
        "not-separated", "independence", "ClassRules",
        "An unaffiliated party that selects and scores gets the class undisclosed.",
        body=arrangement("unaffiliated", A, A, A, "undisclosed"),
    ),
    valid(
        "two-undisclosed-legs", "independence", "ClassRules",
        "Selection and scoring both undisclosed count as one actor: class undisclosed.",
        body=arrangement("unaffiliated", U, A, U, "undisclosed"),
    ),
    valid(
        "undisclosed-runner", "advisories", "AdvisoryOnly",
        "An undisclosed runner changes no verdict; it is an advisory.",
        body=arrangement("unaffiliated", T, U, A, "independent"),
    ),
    valid(
        "unaffiliated-subject-selects", "independence", "ClassRules",
        "A subject that selects makes the receipt self_administered under every relationship.",
        body=arrangement("unaffiliated", S, A, A, "self_administered"),
    ),
    valid(
        "one-entity-without-subject-leg", "separation-coherence", "OneEntity",
        "One legal entity with legs of the administrator alone is coherent.",
        body=arrangement("same_legal_entity", A, A, A, "self_administered"),
    ),
    valid(
        "three-equal-instants", "testset-precommitment", "InstantOrder",
        "Commitment, disclosure and opening at one instant are in order, spelled in two ways.",
        body={
            "testset_ref.committed_at": "2026-03-10T09:00:00Z",
            "testset_ref.disclosed_to_subject_at": "2026-03-10T09:00:00.000Z",
        },
    ),
    valid(
        "offset-equal-instant", "testset-precommitment", "InstantOrder",
        "A later looking text with an offset is the same instant as the disclosure.",
        body={"testset_ref.committed_at": "2026-03-10T10:55:00+02:00"},
    ),
    valid(
        "count-at-floor", "item-count-positive", "ItemFloor", "As many items as the floor of the attestation.",
        body={"testset_ref.item_count": 400},
    ),
    valid(
        "one-item-without-floor", "item-count-positive", "ItemFloor", "Without a floor one item is enough.",
        body={"testset_ref.item_count": 1}, evar_body={"item_floor": REMOVED},
    ),
    valid(
        "text-outside-ascii", "canonical-form", "CanonicalForm",
        "Letters, signs and a character beyond U+FFFF in a role are escaped before hashing.",
        body={"administrator.role": "Prüfstelle für KI · 試験所 🧪"},
    ),
    valid(
        "written-otherwise", "canonical-form", "CanonicalForm",
        "White space, the order of members and escapes in the text change nothing.",
        body={"administrator.role": "Prüfstelle für KI · 試験所 🧪"}, reversed=True,
    ),
    valid(
        "junk-caller-key", "caller-key", "CallerKey", "A caller's key that is none spoils no good signature.",
        caller_key="not a key",
    ),
    valid(
        "another-caller-key", "caller-key", "CallerKey", "A caller's key is not asked where the trusted key verifies.",
        caller_key=public("intruder"),
    ),
    valid(
        "attestation-by-second-key", "evar-integrity", "NestedGates", "Another trusted key may sign the attestation.",
        evar_signer="issuer-b", evar_head={"key_id": "issuer-b"},
    ),
    valid(
        "score-inside-a-sentence", "advisories", "AdvisoryOnly",
        "A number among words passes the gate and is an advisory.",
        body={"administrator.role": "accuracy 0.94"},
    ),
    valid(
        "score-with-space", "no-score-restatement", "ScoreForms", "Nothing is trimmed: the gate looks at whole values.",
        body={"administrator.role": " 0.94 "},
    ),
    valid(
        "score-in-other-digits", "no-score-restatement", "ScoreForms", "Digits outside ASCII are not the gate's.",
        body={"administrator.role": "٩٤%"},
    ),
    valid(
        "beyond-one", "no-score-restatement", "ScoreForms", "1.01 is no bare decimal by the rule.",
        body={"administrator.role": "1.01"},
    ),
]  # fmt: skip
