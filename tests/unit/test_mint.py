"""Minting: the reference documents byte for byte, and every refusal before anything leaves."""

from __future__ import annotations

import copy
import json
import re
from datetime import UTC, datetime

import pytest

from arfpy.receipts import attestation, keyring, keys, mint, verify
from arfpy.receipts.explain import explain
from arfpy.receipts.mint import MintRefused

# Test keys: seeds of 32 equal bytes.
ISSUER_A = keys.generate("issuer-a", seed=b"\x01" * 32)
INTRUDER = keys.generate("intruder", seed=b"\x09" * 32)
KEYRING = keyring.load(keys.keyring_of(ISSUER_A))
TESTSET = "a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac"

EVAR_FACTS = {
    "tenant_id": "tenant-acme",
    "subject": {"id": "did:example:model-7"},
    "evaluation_window": {"opens_at": "2026-03-10T09:00:00.000Z", "closes_at": "2026-03-10T17:00:00.000Z"},
    "testset_digest_sha256": TESTSET,
    "items_evaluated": 500,
    "item_floor": 400,
    "results": [
        {"metric": "accuracy", "unit": "fraction", "value": 0.94},
        {"metric": "p95_latency_ms", "value": 812},
    ],
}
FACTS = {
    "tenant_id": "tenant-acme",
    "administrator": {"id": "did:example:lab-3", "role": "independent testing laboratory"},
    "subject": {"id": "did:example:model-7", "role": "model under test"},
    "testset_ref": {
        "digest_sha256": TESTSET,
        "item_count": 500,
        "committed_at": "2026-03-01T10:00:00.000Z",
        "disclosed_to_subject_at": "2026-03-10T08:55:00.000Z",
    },
    "relationship": {"administrator_to_subject": "unaffiliated"},
    "separation": {
        "selected_items_by": "third_party",
        "ran_evaluation_by": "administrator",
        "scored_results_by": "administrator",
    },
}


def the_attestation(**changes) -> dict:
    """The reference attestation, or one with other facts."""
    return mint.mint_attestation(
        {**EVAR_FACTS, **changes},
        ISSUER_A,
        KEYRING,
        now=datetime(2026, 3, 10, 18, tzinfo=UTC),
        receipt_id="rcpt_eval-attestation_" + "a1" * 16,
    )


def the_receipt(facts: dict) -> dict:
    """A receipt with the reference identifier and time."""
    return mint.mint(
        facts,
        the_attestation(),
        ISSUER_A,
        KEYRING,
        now=datetime(2026, 3, 11, 8, tzinfo=UTC),
        receipt_id="rcpt_eval-administration_" + "b2" * 16,
    )


def changed(path: str, value) -> dict:
    """The facts with one value changed."""
    facts = copy.deepcopy(FACTS)
    *parents, last = path.split(".")
    place = facts
    for name in parents:
        place = place[name]
    place[last] = value
    return facts


def test_the_reference_attestation_is_minted_byte_for_byte() -> None:
    """Digest and signature are those that Node reached too."""
    minted = the_attestation()
    assert minted["payload_sha256"] == "491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f"
    assert minted["ts"] == "2026-03-10T18:00:00.000Z"
    assert minted["sig_b64u"] == (
        "s9vl_OQozufn1PDpZZiL8vPLWejXzd-4PNT_znAslUVWiP7GtUsHGKolZ9Pvcc_JMOYLO6EmIOUUilxUSJ5WCg"
    )


def test_the_reference_receipts_are_minted_byte_for_byte() -> None:
    """The independent one and the self administered one: digests and signatures that Node reached too."""
    independent = the_receipt(FACTS)
    assert independent["payload_sha256"] == "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d"
    assert independent["sig_b64u"] == (
        "R4gkaZrEdLcHJA6DVJBIgO1BYQgqkqsaRzJz5byyjQ1iO_gxv6sDg5iLHjG-hVKt4O0EXPCsvzwyhaM7gJyRBw"
    )
    facts = changed("relationship.administrator_to_subject", "same_legal_entity")
    facts["separation"]["selected_items_by"] = "subject"
    own = the_receipt(facts)
    assert own["signed_body"]["independence_class"] == "self_administered"
    assert own["payload_sha256"] == "74cec711adb1a1aa8c18d613c91c95ec2bc751bb40683486b3e8b36de1450cf1"
    assert own["sig_b64u"] == "qziADJm-aeF8Fx_9_XXsRm967vaa0t3ZWJb2sPc7X1loh_Og6sqWbFGPJ8pIBNG604PgMwUAgikjeUDCmv3yBg"


def test_without_time_and_identifier_both_are_new() -> None:
    """Sixteen random bytes and the present in UTC with three decimals; the receipt is valid."""
    evar = the_attestation()
    before = datetime.now(UTC)
    first, second = (mint.mint(FACTS, json.dumps(evar), ISSUER_A, KEYRING) for _ in range(2))
    assert first["receipt_id"] != second["receipt_id"]
    assert re.fullmatch("rcpt_eval-administration_[0-9a-f]{32}", first["receipt_id"])
    assert re.fullmatch(r"[0-9-]{10}T[0-9:]{8}\.[0-9]{3}Z", first["ts"])
    assert abs((datetime.fromisoformat(first["ts"]) - before).total_seconds()) < 60
    assert verify(json.dumps(first), json.dumps(evar), KEYRING).valid


def test_facts_are_not_changed() -> None:
    """Minting leaves the caller's object as it was."""
    facts = copy.deepcopy(FACTS)
    the_receipt(facts)
    assert facts == FACTS


def test_the_class_may_be_stated_only_as_it_is_derived() -> None:
    """The same class passes; another one, better or worse, is refused with its path before anything is signed."""
    assert the_receipt({**FACTS, "independence_class": "independent"}) == the_receipt(FACTS)
    for other in ("affiliated", "undisclosed", "best", None, 7):
        with pytest.raises(MintRefused) as caught:
            the_receipt({**FACTS, "independence_class": other})
        assert (caught.value.path, caught.value.report) == ("independence_class", None)


@pytest.mark.parametrize("name", ["receipt_type", "boundary", "evar_ref", "receipt_id", "key_id", "ts", "score"])
def test_what_minting_sets_cannot_be_stated(name: str) -> None:
    """A member that is no fact is refused with its path."""
    with pytest.raises(MintRefused) as caught:
        the_receipt({**FACTS, name: "x"})
    assert caught.value.path == name


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tenant_id", 7),
        ("administrator.role", ""),
        ("testset_ref.item_count", "500"),
        ("testset_ref.item_count", 500.0),
        ("testset_ref.digest_sha256", "A" * 64),
        ("relationship.administrator_to_subject", "undisclosed"),
        ("separation.ran_evaluation_by", "joint"),
        ("subject.score", "x"),
    ],
)
def test_a_fact_of_the_wrong_shape_is_refused(path: str, value) -> None:
    """The path is that of the fact."""
    with pytest.raises(MintRefused) as caught:
        the_receipt(changed(path, value))
    assert (caught.value.path, caught.value.report) == (path, None)


@pytest.mark.parametrize("name", list(FACTS))
def test_a_missing_fact_is_refused(name: str) -> None:
    """Every fact is required."""
    with pytest.raises(MintRefused) as caught:
        the_receipt({key: value for key, value in FACTS.items() if key != name})
    assert caught.value.path == name


@pytest.mark.parametrize("facts", [None, [], "text", 7, {1: 2}])
def test_facts_are_an_object(facts) -> None:
    """Anything else is refused, never an exception of another kind."""
    with pytest.raises(MintRefused):
        the_receipt(facts)
    with pytest.raises(MintRefused):
        mint.mint_attestation(facts, ISSUER_A, KEYRING)


@pytest.mark.parametrize(
    ("path", "value", "gate"),
    [
        ("tenant_id", "tenant-other", 9),
        ("testset_ref.committed_at", "2026-03-10T08:55:00.001Z", 10),
        ("testset_ref.committed_at", "yesterday", 10),
        ("testset_ref.item_count", 399, 11),
        ("administrator.role", "0.94", 14),
    ],
)
def test_no_receipt_leaves_that_a_gate_would_stop(path: str, value, gate: int) -> None:
    """The refusal carries the report, and the path is that of the gate."""
    with pytest.raises(MintRefused) as caught:
        the_receipt(changed(path, value))
    assert caught.value.report.failed_gate["number"] == gate
    assert caught.value.path == f"signed_body.{path}"
    assert "0.94" not in caught.value.reason


def test_an_arrangement_that_contradicts_itself_is_not_recorded() -> None:
    """One legal entity with a third party among the legs stops at gate 12."""
    with pytest.raises(MintRefused) as caught:
        the_receipt(changed("relationship.administrator_to_subject", "same_legal_entity"))
    assert caught.value.report.failed_gate["name"] == "SEPARATION_COHERENCE"


def test_the_signing_key_has_to_be_trusted() -> None:
    """A key that the keyring does not hold mints nothing, and neither does another key under a trusted id."""
    for key, gate in ((INTRUDER, 2), (keys.generate("issuer-a", seed=INTRUDER.seed), 5)):
        with pytest.raises(MintRefused) as caught:
            mint.mint(FACTS, the_attestation(), key, KEYRING)
        assert caught.value.report.failed_gate["number"] == gate
        with pytest.raises(MintRefused) as caught:
            mint.mint_attestation(EVAR_FACTS, key, KEYRING)
        assert caught.value.report.failed_gate["number"] == gate


@pytest.mark.parametrize("evar", [None, "", "{}", b"[1.0]", 7, {"receipt_id": "x"}])
def test_what_is_not_an_attestation_is_refused(evar) -> None:
    """There is nothing to refer to."""
    with pytest.raises(MintRefused) as caught:
        mint.mint(FACTS, evar, ISSUER_A, KEYRING)
    assert caught.value.path.startswith("evar")


def test_a_broken_attestation_stops_at_its_own_gate() -> None:
    """A linked attestation whose signature is not its own stops at gate 8."""
    with pytest.raises(MintRefused) as caught:
        mint.mint(FACTS, {**the_attestation(), "ts": "2026-03-10T18:00:00.001Z"}, ISSUER_A, KEYRING)
    assert caught.value.report.failed_gate["name"] == "EVAR_INTEGRITY"


@pytest.mark.parametrize(
    ("changes", "gate"),
    [
        ({"results": []}, "RESULTS_PRESENT"),
        ({"items_evaluated": 0}, "ITEM_FLOOR"),
        ({"item_floor": 0}, "ITEM_FLOOR"),
        ({"evaluation_window": {"opens_at": "2026-03-10T09:00:00Z", "closes_at": "soon"}}, "WINDOW_ORDER"),
    ],
)
def test_no_attestation_leaves_that_a_gate_would_stop(changes: dict, gate: str) -> None:
    """The refusal carries the report."""
    with pytest.raises(MintRefused) as caught:
        the_attestation(**changes)
    assert caught.value.report.failed_gate["name"] == gate


def test_an_attestation_without_a_floor_is_minted() -> None:
    """item_floor is optional."""
    facts = {name: value for name, value in EVAR_FACTS.items() if name != "item_floor"}
    assert attestation.verify(mint.mint_attestation(facts, ISSUER_A, KEYRING), KEYRING).valid


def test_an_explanation_uses_only_the_linked_attestation() -> None:
    """With it both orders hold; without it, or with another one, the second cannot be compared."""
    receipt = the_receipt(FACTS)
    told = explain(json.dumps(receipt), the_attestation())
    assert [order["holds"] for order in told["precommitment"]["orders"]] == [True, True]
    assert told["signing_string"] == (
        f"hive-receipt rcpt_eval-administration_{'b2' * 16} "
        "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d 2026-03-11T08:00:00.000Z"
    )
    assert "0.94" not in json.dumps(told)
    for other in (None, "{", the_attestation(items_evaluated=501)):
        told = explain(receipt, other)
        assert [order["holds"] for order in told["precommitment"]["orders"]] == [True, None]
        assert told["digests"]["attestation"] is None
    assert explain("{", None) is None
    assert explain(the_attestation(), None) is None
