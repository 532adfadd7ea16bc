"""The published sample, byte for byte: digests and signatures worked out before this code, in two languages."""

from __future__ import annotations

import json
from hashlib import sha256

from arfpy import receipts
from arfpy.receipts import envelope
from site_tools.receipt_vectors.making import Making, boundary, documents, public
from site_tools.receipt_vectors.valid_cases import SELF

ATTESTATION = (
    '{"boundary":"This attestation records the results that a named tenant reported for one evaluation run over one '
    "test set digest within one evaluation window. The results are recorded as reported and are not recomputed here. "
    "It does not attest who administered the evaluation, that the method was adequate, or that the subject had not "
    'seen the items.","evaluation_window":{"closes_at":"2026-03-10T17:00:00.000Z","opens_at":'
    '"2026-03-10T09:00:00.000Z"},"item_floor":400,"items_evaluated":500,"receipt_type":"eval-attestation","results":'
    '[{"metric":"accuracy","unit":"fraction","value":0.94},{"metric":"p95_latency_ms","value":812}],"subject":'
    '{"id":"did:example:model-7"},"tenant_id":"tenant-acme","testset_digest_sha256":'
    '"a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac"}'
)
RECEIPT = (
    '{"administrator":{"id":"did:example:lab-3","role":"independent testing laboratory"},"boundary":"@B@","evar_ref":'
    '{"payload_sha256":"491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f","receipt_id":'
    '"rcpt_eval-attestation_a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"},"independence_class":"independent","receipt_type":'
    '"eval-administration","relationship":{"administrator_to_subject":"unaffiliated"},"separation":'
    '{"ran_evaluation_by":"administrator","scored_results_by":"administrator","selected_items_by":"third_party"},'
    '"subject":{"id":"did:example:model-7","role":"model under test"},"tenant_id":"tenant-acme","testset_ref":'
    '{"committed_at":"2026-03-01T10:00:00.000Z","digest_sha256":'
    '"a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac","disclosed_to_subject_at":'
    '"2026-03-10T08:55:00.000Z","item_count":500}}'
)
ATTESTATION_DIGEST = "491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f"
RECEIPT_DIGEST = "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d"
SELF_DIGEST = "74cec711adb1a1aa8c18d613c91c95ec2bc751bb40683486b3e8b36de1450cf1"
ATTESTATION_SIGNATURE = "s9vl_OQozufn1PDpZZiL8vPLWejXzd-4PNT_znAslUVWiP7GtUsHGKolZ9Pvcc_JMOYLO6EmIOUUilxUSJ5WCg"
RECEIPT_SIGNATURE = "R4gkaZrEdLcHJA6DVJBIgO1BYQgqkqsaRzJz5byyjQ1iO_gxv6sDg5iLHjG-hVKt4O0EXPCsvzwyhaM7gJyRBw"
SELF_SIGNATURE = "qziADJm-aeF8Fx_9_XXsRm967vaa0t3ZWJb2sPc7X1loh_Og6sqWbFGPJ8pIBNG604PgMwUAgikjeUDCmv3yBg"


def test_the_boundary_texts_are_the_constants() -> None:
    """Both boundary texts have the length and the hash of the contract."""
    for name, length, hashed in (
        ("receipt", 1070, "0b94b0635ad9cbfeba5487371a8d3c181cf2e9d2628a19668ae07f6ffab28343"),
        ("attestation", 335, "6d7756ce9be5274fbc3912c89f7ec3ccb6dab471b7a524c202c13c695db272df"),
    ):
        text = boundary(name)
        assert (length, hashed) == (len(text), sha256(text.encode("ascii")).hexdigest())


def test_canonical_bytes_and_digests_are_those_of_the_sample() -> None:
    """arfpy writes the canonical bodies of the sample and reaches its digests."""
    bodies = (ATTESTATION, RECEIPT.replace("@B@", boundary("receipt")))
    for text, digest in zip(bodies, (ATTESTATION_DIGEST, RECEIPT_DIGEST), strict=True):
        assert text.encode() == envelope.receipt_form.encode(json.loads(text))
        assert digest == envelope.digest(json.loads(text))


def test_the_documents_made_here_are_those_of_the_sample() -> None:
    """Bodies, digests and signatures made with the test keys equal the literals."""
    receipt, evar = documents(Making())
    assert json.loads(ATTESTATION) == evar["signed_body"]
    assert json.loads(RECEIPT.replace("@B@", boundary("receipt"))) == receipt["signed_body"]
    assert (ATTESTATION_DIGEST, ATTESTATION_SIGNATURE) == (evar["payload_sha256"], evar["sig_b64u"])
    assert (RECEIPT_DIGEST, RECEIPT_SIGNATURE) == (receipt["payload_sha256"], receipt["sig_b64u"])
    own, _ = documents(Making(body=SELF))
    assert (SELF_DIGEST, SELF_SIGNATURE) == (own["payload_sha256"], own["sig_b64u"])


def test_the_public_keys_are_those_of_the_sample() -> None:
    """The three test keys have the public halves of the contract."""
    assert "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w" == public("issuer-a")
    assert "gTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q" == public("issuer-b")
    assert "_RckOFqgx1tk-3jNYC-h2ZH96_drE8WO1wLqyDXp9hg" == public("intruder")


def test_the_sample_is_valid_as_text_and_as_value(trusted: receipts.Keyring) -> None:
    """Text, bytes and values of the two base receipts pass all gates, and so does the attestation alone."""
    for making in (Making(), Making(body=SELF)):
        receipt, evar = documents(making)
        assert receipts.verify(receipt, evar, trusted).valid
        assert receipts.verify(json.dumps(receipt), json.dumps(evar).encode(), trusted).valid
        assert receipts.attestation.verify(evar, trusted).valid
