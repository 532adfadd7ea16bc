"""The examples of the page "Check a receipt": vectors of receipts, each with a sentence on what is wrong and where.

They are signed with TEST KEYS whose secrets are public. Nobody may trust these keys for anything else.
"""

from __future__ import annotations

import json
from typing import Any

from .vectors import ROOT

_SET = ROOT / "receipts"
_DOCUMENTS = ("receipt", "attestation", "keyring")

# Group, vector without its prefix, title, and the sentence.
_EXAMPLES = (
    ("Valid", "independent", "Independent",
     "Nothing is wrong. A third party selected the items, an unaffiliated administrator ran and scored."),
    ("Valid", "self-administered", "Self administered, and says so",
     "Nothing is wrong. One legal entity did it all and says so, which is honest and passes."),
    ("Shape and spelling", "count-with-fraction", "A count spelled 500.0",
     "One language reads 500.0 as 500 and would verify it, another keeps it apart. SCHEMA refuses the spelling."),
    ("Shape and spelling", "member-twice", "Two classes in one receipt",
     "independence_class stands twice, the honest one last: two readers find two classes. SCHEMA refuses it."),
    ("Shape and spelling", "role-u007f", "A character written in two ways",
     "A role holds U+007F, which one language escapes and another does not. SCHEMA refuses it."),
    ("Shape and spelling", "signature-other-spelling", "A signature spelled another way",
     "The last character of the signature is another spelling of the same bytes. SCHEMA takes one spelling only."),
    ("Shape and spelling", "id-other-type", "An identifier of another type",
     "The identifier names an attestation, the body is a receipt. RECEIPT_ID compares the two."),
    ("Keys and signature", "no-keyring-caller-key", "No keyring, but the right key offered",
     "Nobody is trusted yet, and a key that comes with the receipt cannot change that. ISSUER_KEY_MATCH says so."),
    ("Keys and signature", "key-id-moved", "Moved to another trusted key",
     "key_id names a trusted key that did not sign it. SIGNATURE tries that key."),
    ("Keys and signature", "attestation-signature", "The attestation's signature pasted in",
     "A good signature, of another document. SIGNATURE covers identifier, digest and time."),
    ("Keys and signature", "body-edited-digest-recomputed", "Edited, with its digest made to fit",
     "The count was changed and the digest computed anew. SIGNATURE is missing a signature over it."),
    ("Keys and signature", "other-trusted-key-offered", "Another trusted key signed and is offered",
     "issuer-b signed in the name of issuer-a. The caller's key verifies it, and SIGNER_IDENTITY trusts only key_id."),
    ("Keys and signature", "intruder-key-offered", "A stranger signed and offers the key",
     "The bytes agree with one another, and the key is nobody's that you trust. SIGNER_IDENTITY says so."),
    ("Keys and signature", "class-edited", "The class edited after signing",
     "The signed body no longer hashes to payload_sha256. PAYLOAD_DIGEST shows both."),
    ("The attestation", "no-attestation", "The attestation is withheld",
     "Nothing is wrong so far, and without the attestation there is no verdict. EVAR_LINK waits for it."),
    ("The attestation", "link-zeroed", "A reference to another digest",
     "The receipt points at a digest that this attestation does not have. EVAR_LINK recomputes it."),
    ("The attestation", "attestation-edited", "The attestation edited, its claimed digest kept",
     "Its own payload_sha256 still agrees with the receipt, its body does not. EVAR_LINK recomputes the digest."),
    ("The attestation", "attestation-digest-stale", "The attestation's own digest zeroed",
     "The link holds and the attestation contradicts itself. EVAR_INTEGRITY runs its eight gates."),
    ("The attestation", "receipt-as-attestation", "A receipt in place of the attestation",
     "A well signed document of another type is linked. EVAR_INTEGRITY knows the shape of an attestation."),
    ("The attestation", "window-closes-first", "A window that closes before it opens",
     "The attestation's evaluation window runs backwards. EVAR_INTEGRITY compares the two instants."),
    ("The attestation", "other-tenant", "The attestation of another tenant",
     "Receipt and attestation name two tenants. TENANT_MATCH compares them."),
    ("Instants and items", "committed-1-ms-late", "Committed after the subject was told",
     "The test set was fixed one millisecond after the subject was told. TESTSET_PRECOMMITMENT compares instants."),
    ("Instants and items", "committed-1-ns-late", "Committed one nanosecond too late",
     "Too little for clocks that count in milliseconds. TESTSET_PRECOMMITMENT counts in nanoseconds."),
    ("Instants and items", "committed-offset", "Early as a text, late in time",
     "08:00 with an offset of five hours is after 08:55 without. TESTSET_PRECOMMITMENT never compares texts."),
    ("Instants and items", "committed-30-february", "Committed on 30 February",
     "Some libraries repair this date to March. TESTSET_PRECOMMITMENT takes real dates only."),
    ("Instants and items", "disclosed-1-ms-late", "Told one millisecond after the window opened",
     "The subject was told when the evaluation was already open. TESTSET_PRECOMMITMENT has two inequalities."),
    ("Instants and items", "no-items", "A test set of zero items",
     "Nothing was tested. ITEM_COUNT_POSITIVE wants one item at least, and the attestation's floor."),
    ("Class and score", "third-party-selected", "One legal entity with a third party",
     "A third party acts where there is one entity. SEPARATION_COHERENCE refuses the contradiction."),
    ("Class and score", "subject-selects", "Calls itself independent, the subject selected",
     "The subject chose the items, so the facts give self administered. INDEPENDENCE_RECOMPUTE derives the class."),
    ("Class and score", "understated", "Calls itself less than it is",
     "The facts give independent, the receipt says self administered. INDEPENDENCE_RECOMPUTE wants the derived class."),
    ("Class and score", "undisclosed-twice", "Undisclosed twice, called independent",
     "Whoever selected and whoever scored are both undisclosed, which counts as one. INDEPENDENCE_RECOMPUTE says so."),
    ("Class and score", "role-decimal", "A score in place of a role",
     "The administrator's role is a bare decimal. NO_SCORE_RESTATEMENT stops it and does not repeat it."),
    ("Class and score", "tenant-one", "A tenant named 1",
     "The name of the tenant could be a score, also where it is none. NO_SCORE_RESTATEMENT cannot tell."),
)  # fmt: skip


def content() -> dict[str, Any]:
    """Return the examples by the names of their documents, which many share, and the texts of the documents."""
    manifest = json.loads((_SET / "manifest.json").read_bytes())
    vectors = {vector["id"]: vector for vector in manifest["vectors"]}
    texts: dict[str, str] = {}
    examples = []
    for group, name, title, sentence in _EXAMPLES:
        vector = vectors[f"receipt-{name}"]
        files = {kind: vector[kind] for kind in _DOCUMENTS}
        texts |= {file: (_SET / file).read_bytes().decode() for file in files.values() if file}
        gate = vector["expected"]["gate"]
        examples.append(
            {"vector": vector["id"], "group": group, "title": title, "sentence": sentence, "gate": gate}
            | files
            | {"caller_key": vector["caller_key"]}
        )
    note = "Signed with TEST KEYS whose secrets are public."
    return {"note": note, "examples": examples, "documents": texts}


def published() -> str:
    """Return them as the JSON that the page loads."""
    return json.dumps(content(), indent=1) + "\n"
