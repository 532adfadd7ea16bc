"""Receipts that the gates one to six stop: shape, key, digest, identifier and signature."""

from __future__ import annotations

from base64 import urlsafe_b64decode

from .cases import Case, fails
from .making import REMOVED, keyring, public, text
from .valid_cases import A, T, arrangement

B = "signed_body"
ZERO = "0" * 64
COUNT, ROLE = f"{B}.testset_ref.item_count", f"{B}.administrator.role"
# The two signatures of the base documents, and the order of the group (RFC 8032, 5.1).
RECEIPT_SIGNATURE = "R4gkaZrEdLcHJA6DVJBIgO1BYQgqkqsaRzJz5byyjQ1iO_gxv6sDg5iLHjG-hVKt4O0EXPCsvzwyhaM7gJyRBw"
ATTESTATION_SIGNATURE = "s9vl_OQozufn1PDpZZiL8vPLWejXzd-4PNT_znAslUVWiP7GtUsHGKolZ9Pvcc_JMOYLO6EmIOUUilxUSJ5WCg"
ORDER = 2**252 + 27742317777372353535851937790883648493


def _with_order_added(signature: str) -> str:
    raw = urlsafe_b64decode(signature + "==")
    return text(raw[:32] + (int.from_bytes(raw[32:], "little") + ORDER).to_bytes(32, "little"))


def _count(name: str, spelled: str, comment: str) -> Case:
    change = ('"item_count": 500', f'"item_count": {spelled}')
    return fails(1, COUNT, f"count-{name}", "profile", "NumberSpelling", comment, text=change)


SCHEMA = [
    fails(1, f"{B}.note", "unknown-body-member", "body", "ClosedShape", "A member that is not defined.",
          body={"note": "x"}),
    fails(1, "alg", "algorithm-member", "envelope", "ClosedShape", "The algorithm is fixed, and no member names it.",
          after={"alg": "none"}),
    fails(1, f"{B}.separation.ran_evaluation_by", "leg-missing", "body", "ClosedShape", "All three legs are required.",
          body={"separation.ran_evaluation_by": REMOVED}),
    fails(1, f"{B}.relationship.administrator_to_subject", "relationship-undisclosed", "schema", "ClosedShape",
          "No relationship is called undisclosed.", body={"relationship.administrator_to_subject": "undisclosed"}),
    fails(1, f"{B}.separation.scored_results_by", "actor-joint", "schema", "ClosedShape",
          "No actor is called joint: it would hide the subject.", body={"separation.scored_results_by": "joint"}),
    fails(1, f"{B}.boundary", "boundary-one-letter", "schema", "BoundaryText", "The boundary is one constant.",
          text=("currently recognises it", "currently recognizes it")),
    fails(1, ROLE, "role-is-a-number", "schema", "ClosedShape", "A role is a text.", body={"administrator.role": 0.94}),
    fails(1, ROLE, "role-line-end", "body", "FullMatch", "A role ends without a line end.",
          body={"administrator.role": "0.94\n"}),
    fails(1, f"{B}.testset_ref.digest_sha256", "testset-digest-upper-case", "body", "FullMatch",
          "Digests are in lower case.", body={"testset_ref.digest_sha256": "A8BC" + "0" * 60}),
    fails(1, "payload_sha256", "payload-digest-line-end", "envelope", "FullMatch",
          "Nothing follows the digits of a digest.", head={"payload_sha256": ZERO + "\n"}),
    _count("with-fraction", "500.0", "500.0 is read as 500 by one language and kept by another."),
    _count("with-exponent", "5e2", "5e2 is 500 to one language and 500.0 to another."),
    _count("nan", "NaN", "NaN is not JSON."),
    _count("too-large", "9007199254740992", "2^53 has no neighbour above in a double."),
    _count("true", "true", "true is not a number, although it is one in Python."),
    _count("text", '"500"', "A text is not a number."),
    _count("negative-zero", "-0", "-0 is written as 0 by both languages and is another value in one."),
    fails(1, f"{B}.independence_class", "member-twice", "profile", "TwoReadings",
          "Of two members of one name one reader takes the first, another the last.",
          text=('"independence_class": "independent"',
                '"independence_class": "self_administered",\n    "independence_class": "independent"')),
    fails(1, ROLE, "role-u007f", "profile", "TwoReadings", "U+007F is escaped by one language and not by the other.",
          body={"administrator.role": "lab\x7f"}),
    fails(1, ROLE, "role-half-a-pair", "profile", "TwoReadings", "Half of a surrogate pair is no character.",
          body={"administrator.role": "lab \ud83d"}),
    fails(1, "", "byte-order-mark", "profile", "TwoReadings", "A byte order mark is refused.", before=b"\xef\xbb\xbf"),
    fails(1, "", "array-on-top", "schema", "ClosedShape", "A receipt is an object.", top=["a receipt"]),
    fails(1, "sig_b64u", "signature-padded", "envelope", "OneSpelling", "A signature has no padding.",
          after={"sig_b64u": RECEIPT_SIGNATURE + "=="}),
    fails(1, "sig_b64u", "signature-other-spelling", "envelope", "OneSpelling",
          "The last character has spare bits; only one spelling is taken.",
          after={"sig_b64u": RECEIPT_SIGNATURE[:-1] + "x"}),
    fails(1, "ts", "ts-without-milliseconds", "envelope", "OneSpelling", "ts has three decimals.",
          head={"ts": "2026-03-11T08:00:00Z"}),
    fails(1, "ts", "ts-30-february", "envelope", "InstantForm", "ts is a real date.",
          head={"ts": "2026-02-30T08:00:00.000Z"}),
]  # fmt: skip

KEY = [
    fails(2, "key_id", "key-unknown", "issuer-key-match", "TrustedKeys", "A key id that the keyring does not hold.",
          after={"key_id": "issuer-x"}),
    fails(2, "key_id", "key-id-case", "issuer-key-match", "TrustedKeys", "Key ids are compared as they are.",
          after={"key_id": "Issuer-A"}),
    fails(2, "key_id", "no-keyring", "issuer-key-match", "TrustedKeys", "Without a keyring nothing is trusted.",
          keyring=None),
    fails(2, "key_id", "no-keyring-caller-key", "issuer-key-match", "CallerKey",
          "The right caller key does not replace the keyring.", keyring=None, caller_key=public("issuer-a")),
    fails(2, "key_id", "key-revoked", "keyring", "TrustedKeys", "A revoked key does not resolve.",
          keyring=keyring("issuer-a", "issuer-b", revoked=("issuer-a",))),
    fails(2, "key_id", "keyring-empty", "keyring", "TrustedKeys", "An empty keyring trusts nobody.", keyring=keyring()),
    fails(2, "key_id", "key-unknown-and-edited", "gates", "GateOrder", "An unknown key is named before a changed body.",
          after={"key_id": "issuer-x", "signed_body.testset_ref.item_count": 501}),
]  # fmt: skip

DIGEST = [
    fails(3, "payload_sha256", "class-edited", "payload-digest", "SignedBody", "The class was changed after signing.",
          after={"signed_body.independence_class": "contracted"}),
    fails(3, "payload_sha256", "digest-zeroed", "payload-digest", "SignedBody", "The digest is of another body.",
          after={"payload_sha256": ZERO}),
    fails(3, "payload_sha256", "digest-zeroed-and-signed", "payload-digest", "SignedBody",
          "A good signature over another digest does not help.", head={"payload_sha256": ZERO}),
    fails(3, "payload_sha256", "role-decomposed", "canonical-form", "CanonicalForm",
          "Nothing is normalised: a decomposed letter is another body.",
          body={"administrator.role": "Pr\u00fcfstelle"}, after={"signed_body.administrator.role": "Pru\u0308fstelle"}),
    fails(3, "payload_sha256", "count-edited-to-zero", "gates", "GateOrder", "Changed after signing, before too few.",
          after={"signed_body.testset_ref.item_count": 0}),
    fails(3, "payload_sha256", "count-and-id-edited", "gates", "GateOrder",
          "A changed body is named before the type of the identifier.",
          after={"signed_body.testset_ref.item_count": 501, "receipt_id": "rcpt_eval-attestation_" + "b2" * 16}),
    fails(3, "payload_sha256", "score-and-relationship-edited", "gates", "GateOrder",
          "Changed after signing comes before a wrong class and a score.",
          after={"signed_body.administrator.role": "0.94",
                 "signed_body.relationship.administrator_to_subject": "affiliate"}),
]  # fmt: skip


def _identifier(name: str, identifier: str, comment: str) -> Case:
    return fails(4, "receipt_id", name, "receipt-id", "Identifier", comment, head={"receipt_id": identifier})


HEX = "b2" * 16
IDENTIFIER = [
    _identifier("id-whatever", "whatever", "An identifier that does not parse."),
    _identifier("id-other-type", f"rcpt_eval-attestation_{HEX}", "The identifier names another type than the body."),
    _identifier("id-underscore", f"rcpt_eval_administration_{HEX}", "A type has hyphens and no underscore."),
    _identifier("id-upper-case", f"rcpt_eval-administration_{HEX.upper()}", "The unique part is in lower case."),
    _identifier("id-short", f"rcpt_eval-administration_{HEX[:-2]}", "The unique part has 32 digits."),
    fails(4, "receipt_id", "id-edited", "gates", "GateOrder", "The wrong type is named before the broken signature.",
          after={"receipt_id": f"rcpt_eval-attestation_{HEX}"}),
]  # fmt: skip

SIGNATURE = [
    fails(5, "sig_b64u", "id-unique-part-edited", "signing-string", "SignedParts", "The identifier is signed.",
          after={"receipt_id": "rcpt_eval-administration_" + "b3" * 16}),
    fails(5, "sig_b64u", "ts-edited", "signing-string", "SignedParts", "The time is signed.",
          after={"ts": "2026-03-11T08:00:00.001Z"}),
    fails(5, "sig_b64u", "other-prefix", "signing-string", "SignedParts", "The first word is part of what is signed.",
          prefix="hive-receipt2"),
    fails(5, "sig_b64u", "key-id-moved", "signature", "SignatureCheck", "Another trusted key did not sign it.",
          after={"key_id": "issuer-b"}),
    fails(5, "sig_b64u", "intruder", "signature", "SignatureCheck", "A key of no keyring.", signer="intruder"),
    fails(5, "sig_b64u", "body-edited-digest-recomputed", "signature", "SignatureCheck",
          "A changed body with its own digest lacks a signature.",
          body={"testset_ref.item_count": 501}, after={"sig_b64u": RECEIPT_SIGNATURE}),
    fails(5, "sig_b64u", "signature-bit", "signature", "SignatureCheck", "One bit of the signature is changed.",
          after={"sig_b64u": "Q" + RECEIPT_SIGNATURE[1:]}),
    fails(5, "sig_b64u", "attestation-signature", "signature", "SignatureCheck", "A signature of another document.",
          after={"sig_b64u": ATTESTATION_SIGNATURE}),
    fails(5, "sig_b64u", "wrong-caller-key", "caller-key", "CallerKey", "Neither key made the signature.",
          signer="intruder", caller_key=public("issuer-b")),
    fails(5, "sig_b64u", "small-order-caller-key", "caller-key", "CallerKey",
          "A caller's key of small order counts as not offered, although it verifies anything.",
          after={"sig_b64u": text(bytes([1]) + bytes(63))}, caller_key=text(bytes([1]) + bytes(31))),
    fails(5, "sig_b64u", "signature-order-added", "ed25519", "Malleable", "S + L in place of S verifies nothing.",
          after={"sig_b64u": _with_order_added(RECEIPT_SIGNATURE)}),
    fails(5, "sig_b64u", "signature-zero", "ed25519", "Malleable", "R of small order with S = 0 verifies nothing.",
          after={"sig_b64u": text(bytes([1]) + bytes(63))}),
    fails(5, "sig_b64u", "four-faults", "gates", "GateOrder",
          "Signature, link, instants and score are all wrong: the signature is named.",
          body={"administrator.role": "0.94", "testset_ref.committed_at": "yesterday",
                "evar_ref.payload_sha256": ZERO}, signer="intruder"),
]  # fmt: skip

SIGNER = [
    fails(6, "key_id", "intruder-key-offered", "signer-identity", "CallerKey",
          "The caller's key made the signature, and this verifier does not trust it.",
          signer="intruder", caller_key=public("intruder")),
    fails(6, "key_id", "intruder-key-offered-no-attestation", "gates", "GateOrder",
          "The untrusted signer is named before the missing attestation.",
          signer="intruder", caller_key=public("intruder"), attestation=None),
    fails(6, "key_id", "other-trusted-key-offered", "signer-identity", "CallerKey",
          "A trusted key under another id, offered by the caller, is a caller's key.",
          signer="issuer-b", caller_key=public("issuer-b")),
    fails(6, "key_id", "untrusted-and-wrong-class", "gates", "GateOrder",
          "The untrusted signer is named before the wrong class.",
          body=arrangement("affiliate", T, A, A, "independent"), signer="intruder", caller_key=public("intruder")),
]  # fmt: skip

CASES: list[Case] = [*SCHEMA, *KEY, *DIGEST, *IDENTIFIER, *SIGNATURE, *SIGNER]
