"""What each flag of the receipts' vectors means to the users of a verifier that gets it wrong."""

from __future__ import annotations

from typing import Any


def _flag(effect: str, *links: str) -> dict[str, Any]:
    return {"effect": effect, "links": list(links)}


FLAGS: dict[str, dict[str, Any]] = {
    "AdvisoryOnly": _flag("A verdict that rests on a guess about words differs elsewhere.", "receipts.advisories"),
    "Base": _flag("Honest receipts are refused.", "receipts.gates"),
    "BoundaryText": _flag("A reader takes the receipt for more than it attests.", "receipts.body"),
    "CallerKey": _flag("Whoever presents a receipt can vouch for it with a key of their own.", "receipts.caller-key"),
    "CanonicalForm": _flag("One body gets two digests, and good receipts fail.", "receipts.canonical-form"),
    "ClassRules": _flag("An arrangement is shown as more independent than its facts are.", "receipts.independence"),
    "ClosedShape": _flag("Members that nobody checks travel under the signature.", "receipts.body"),
    "FullMatch": _flag("A line end or a foreign digit passes a pattern in one language.", "ECMA-262 RegExp"),
    "GateOrder": _flag("Two verifiers name different reasons for one receipt.", "receipts.gates"),
    "Identifier": _flag("A receipt is taken for one of another type.", "receipts.receipt-id"),
    "InstantForm": _flag("A library repairs an impossible time, and the order seems kept.", "RFC 3339 5.6"),
    "InstantOrder": _flag("A test set that the subject knew seems committed before.", "receipts.testset-precommitment"),
    "ItemFloor": _flag("A receipt covers a test set too small for its evaluation.", "receipts.item-count-positive"),
    "Link": _flag("A receipt is read as being about another evaluation.", "receipts.evar-link"),
    "Malleable": _flag("One signature has several values, or a value that verifies anything.", "RFC 8032 5.1.7"),
    "NestedGates": _flag("A receipt rests on an attestation that would not stand alone.", "receipts.attestation"),
    "NumberSpelling": _flag("One language verifies what another one refuses.", "receipts.profile"),
    "OneEntity": _flag("Outside help is claimed where there is no outside.", "receipts.separation-coherence"),
    "OneSpelling": _flag("One receipt has several texts that all verify.", "RFC 4648 3.5"),
    "ScoreForms": _flag("People who may not see the result read it here.", "receipts.no-score-restatement"),
    "SignatureCheck": _flag("Anyone can make receipts in the name of an issuer.", "RFC 8032 5.1.7"),
    "SignedBody": _flag("What is read is not what was signed.", "receipts.payload-digest"),
    "SignedParts": _flag("A signature is carried over to another receipt, time or use.", "receipts.signing-string"),
    "Tenant": _flag("A receipt is tied to the evaluation of someone else.", "receipts.tenant-match"),
    "TrustedKeys": _flag("A key that nobody trusts, or no longer trusts, signs.", "receipts.issuer-key-match"),
    "TwoReadings": _flag("Two readers find two values in one text.", "RFC 8259 4"),
}  # fmt: skip
