"""The order of the gates, for every pair: a document with two faults is stopped by the first of them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from arfpy import receipts
from site_tools.receipt_vectors.making import Making, documents, public

ZERO = "0" * 64
WRONG = "A" * 85 + "A"

# One fault for each gate, each by itself and at its own place, so that any two can be put together.
FAULTS: dict[int, dict[str, Any]] = {
    1: {"after": {"note": "x"}},
    2: {"after": {"key_id": "issuer-x"}},
    3: {"head": {"payload_sha256": ZERO}},
    4: {"head": {"receipt_id": "whatever"}},
    5: {"after": {"sig_b64u": WRONG}},
    6: {"signer": "intruder", "caller_key": public("intruder")},
    7: {"body": {"evar_ref.payload_sha256": ZERO}},
    8: {"evar_after": {"sig_b64u": WRONG}},
    9: {"evar_body": {"tenant_id": "tenant-other"}},
    10: {"body": {"testset_ref.committed_at": "2026-03-10T08:55:00.001Z"}},
    11: {"body": {"testset_ref.item_count": 0}},
    12: {
        "body": {
            "relationship.administrator_to_subject": "same_legal_entity",
            "separation.ran_evaluation_by": "third_party",
            "independence_class": "self_administered",
        }
    },
    13: {"body": {"independence_class": "contracted"}},
    14: {"body": {"subject.role": "94%"}},
}
NESTED: dict[int, dict[str, Any]] = {
    1: {"evar_after": {"note": "x"}},
    2: {"evar_after": {"key_id": "issuer-x"}},
    3: {"evar_head": {"payload_sha256": ZERO}},
    4: {"evar_head": {"receipt_id": "whatever"}},
    5: {"evar_after": {"sig_b64u": WRONG}},
    6: {"evar_body": {"evaluation_window.opens_at": "soon"}},
    7: {"evar_body": {"results": []}},
    8: {"evar_body": {"items_evaluated": 0}},
}


def _together(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    both = dict(first)
    for name, value in second.items():
        both[name] = {**both[name], **value} if name in both and isinstance(value, dict) else value
    return both


# Neither is a pair that cannot be built; in both of them the two faults are one fact, and that is worth a word.
ONE_FACT = {
    (5, 6): "a signature that no key made was not made by the trusted key either",
    (2, 6): "the key of an unknown id is not trusted, whoever signed",
}


@pytest.mark.parametrize("gate", FAULTS)
def test_each_fault_alone_is_that_of_its_gate(gate: int, judge) -> None:
    """Each of the fourteen faults by itself stops the receipt at its gate."""
    assert gate == judge.gate(**FAULTS[gate])


@pytest.mark.parametrize(("first", "second"), list(combinations(FAULTS, 2)))
def test_of_two_faults_the_first_gate_reports(first: int, second: int, judge) -> None:
    """For all 91 pairs a receipt with both faults is stopped by the earlier gate."""
    assert first == judge.gate(**_together(FAULTS[first], FAULTS[second]))


@pytest.mark.parametrize(("first", "second"), list(combinations(NESTED, 2)))
def test_of_two_faults_of_the_attestation_the_first_gate_reports(
    first: int, second: int, trusted: receipts.Keyring
) -> None:
    """The same for the 28 pairs of the attestation's eight gates."""
    for number, making in ((first, NESTED[first]), (second, NESTED[second])):
        report = receipts.attestation.verify(documents(Making(**making))[1], trusted)
        assert number == report.failed_gate["number"]
    evar = documents(Making(**_together(NESTED[first], NESTED[second])))[1]
    assert first == receipts.attestation.verify(evar, trusted).failed_gate["number"]


def test_faults_that_are_one_fact_are_reported_by_the_earlier_gate(judge) -> None:
    """Signature comes before signer: the untrusted signer is only named where some key made the signature."""
    assert {(2, 6), (5, 6)} == set(ONE_FACT)
    assert 5 == judge.gate(signer="intruder")
    assert 5 == judge.gate(signer="intruder", caller_key=public("issuer-b"))
    assert 6 == judge.gate(signer="intruder", caller_key=public("intruder"))


@pytest.mark.parametrize(
    ("path", "making"),
    [
        ("key_id", {"after": {"key_id": " ", "ts": "now", "signed_body.boundary": ""}}),
        ("ts", {"after": {"ts": "now", "signed_body.administrator.id": ""}}),
        ("alg", {"after": {"alg": "none", "key_id": " "}}),
        ("signed_body.administrator.id", {"body": {"administrator.id": "", "administrator.role": "", "boundary": ""}}),
        ("signed_body.independence_class", {"body": {"independence_class": "best", "tenant_id": ""}}),
        ("signed_body.separation", {"body": {"separation": [], "subject.id": " "}}),
        ("sig_b64u", {"after": {"sig_b64u": 5, "signed_body": []}}),
    ],
)
def test_of_two_faults_of_shape_the_first_in_order_is_named(path: str, making: dict[str, Any], judge) -> None:
    """The envelope comes before the body, and members come in sorted order."""
    report = judge.report(**making)
    assert (1, path) == (report.failed_gate["number"], report.path)
