"""Cases an adversary would try: the gate that stops each, and what no caller, fault or changed byte gets past."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from arfpy import receipts
from site_tools.receipt_vectors.envelope_cases import ATTESTATION_SIGNATURE, RECEIPT_SIGNATURE, ZERO
from site_tools.receipt_vectors.making import Making, digest, documents, key, public, text
from site_tools.receipt_vectors.valid_cases import SELF, A, S, T, U, arrangement

RECEIPT, ATTESTATION = documents(Making())
TWO_CLASSES = (
    '"independence_class": "independent"',
    '"independence_class": "self_administered", "independence_class": "independent"',
)
LINKED_RECEIPT = {"receipt_id": RECEIPT["receipt_id"], "payload_sha256": digest(RECEIPT["signed_body"])}

ARTICLE: dict[str, tuple[int | None, dict[str, Any]]] = {
    "committed after disclosure": (10, {"body": {"testset_ref.committed_at": "2026-03-10T08:56:00.000Z"}}),
    "one entity and a third party": (12, {"body": arrangement("same_legal_entity", T, A, A, "self_administered")}),
    "class against the facts": (13, {"body": arrangement("unaffiliated", S, A, A, "independent")}),
    "no items": (11, {"body": {"testset_ref.item_count": 0}}),
    "wrong linked digest": (7, {"body": {"evar_ref.payload_sha256": ZERO}}),
    "other tenant": (9, {"body": {"tenant_id": "tenant-other"}}),
    "bare decimal in a role": (14, {"body": {"administrator.role": "0.94"}}),
    "valid independent": (None, {}),
    "valid self administered": (None, {"body": SELF}),
}
MORE: dict[str, tuple[int | None, dict[str, Any]]] = {
    "A1 no keyring, right caller key": (2, {"keyring": None, "caller_key": public("issuer-a")}),
    "A2 other trusted key id": (5, {"after": {"key_id": "issuer-b"}}),
    "A3 B signs as A and is offered": (6, {"signer": "issuer-b", "caller_key": public("issuer-b")}),
    "A4 signature of the attestation": (5, {"after": {"sig_b64u": ATTESTATION_SIGNATURE}}),
    "A5 500.0": (1, {"text": ('"item_count": 500', '"item_count": 500.0')}),
    "A6 class twice": (1, {"text": TWO_CLASSES}),
    "A7 U+007F": (1, {"body": {"administrator.role": "lab\x7f"}}),
    "A8 other last character": (1, {"after": {"sig_b64u": RECEIPT_SIGNATURE[:-1] + "x"}}),
    "A9 id of another type": (4, {"head": {"receipt_id": "rcpt_eval-attestation_" + "b2" * 16}}),
    "A10 attestation edited": (7, {"evar_after": {"signed_body.items_evaluated": 501}}),
    "A11 attestation digest zeroed": (8, {"evar_head": {"payload_sha256": ZERO}}),
    "A12 receipt as attestation": (8, {"attestation": RECEIPT, "body": {"evar_ref": LINKED_RECEIPT}}),
    "A13 window": (8, {"evar_body": {"evaluation_window.closes_at": "2026-03-10T08:00:00.000Z"}}),
    "A14 disclosed 1 ms late": (10, {"body": {"testset_ref.disclosed_to_subject_at": "2026-03-10T09:00:00.001Z"}}),
    "A15 committed 1 ns late": (10, {"body": {"testset_ref.committed_at": "2026-03-10T08:55:00.000000001Z"}}),
    "A16 offset": (10, {"body": {"testset_ref.committed_at": "2026-03-10T08:00:00-05:00"}}),
    "A17 30 February": (10, {"body": {"testset_ref.committed_at": "2026-02-30T10:00:00Z"}}),
    "A18 understated": (13, {"body": {"independence_class": "self_administered"}}),
    "A19 undisclosed twice": (13, {"body": arrangement("unaffiliated", U, A, U, "independent")}),
    "A20 tenant 1": (14, {"body": {"tenant_id": "1"}, "evar_body": {"tenant_id": "1"}}),
}


@pytest.mark.parametrize("name", [*ARTICLE, *MORE])
def test_case(name: str, judge) -> None:
    """Each case stops at its gate, the valid ones pass."""
    gate, making = {**ARTICLE, **MORE}[name]
    assert gate == judge.gate(**making)


@pytest.mark.parametrize(
    "offered", ["", "x", public("intruder") + "=", text(bytes([1]) + bytes(31)), text(bytes(32)), text(b"\xff" * 32)]
)
def test_a_caller_key_that_is_none_counts_as_not_offered(offered: str, judge) -> None:
    """A malformed or small-order key spoils nothing, and makes no 5 into a 6."""
    assert judge.gate(caller_key=offered) is None
    assert 5 == judge.gate(signer="intruder", caller_key=offered)
    assert 5 == judge.gate(after={"sig_b64u": text(bytes([1]) + bytes(63))}, caller_key=offered)


@pytest.mark.parametrize("name", ["issuer-a", "issuer-b", "intruder"])
def test_no_caller_key_makes_a_receipt_valid(name: str, judge) -> None:
    """Whoever signed, a caller's key never turns a failure into a pass; offering one is said in an advisory."""
    for signer in ("issuer-b", "intruder"):
        assert judge.gate(signer=signer, caller_key=public(name)) == (6 if signer == name else 5)
    assert 8 == judge.gate(evar_signer="intruder", caller_key=public(name))
    assert "CALLER_KEY_IGNORED" in judge.advisories(caller_key=public(name))
    assert "CALLER_KEY_IGNORED" not in judge.advisories()


@pytest.mark.parametrize(
    ("code", "making"),
    [
        ("UNDISCLOSED_LEG", {"body": arrangement("unaffiliated", T, U, A, "independent")}),
        ("TESTSET_DIGEST_DIFFERS", {"body": {"testset_ref.digest_sha256": ZERO}}),
        ("SUBJECT_DIFFERS", {"body": {"subject.id": "did:example:model-8"}}),
        ("ITEM_COUNT_DIFFERS", {"body": {"testset_ref.item_count": 499}}),
        ("INSTANTS_EQUAL", {"body": {"testset_ref.committed_at": "2026-03-10T08:55:00Z"}}),
        ("INSTANTS_EQUAL", {"body": {"testset_ref.disclosed_to_subject_at": "2026-03-10T09:00:00Z"}}),
        ("SAME_PARTY_IDS", {"body": {"administrator.id": "did:example:model-7"}}),
    ],
)
def test_an_advisory_changes_no_verdict(code: str, making: dict[str, Any], judge) -> None:
    """What no gate compares is said in an advisory, and the receipt stays valid."""
    assert judge.gate(**making) is None
    assert {code, "COMMITMENT_NOT_WITNESSED"} == judge.advisories(**making)


def test_when_there_are_no_advisories(judge) -> None:
    """A receipt made before the window opened has none; a document of another shape has none either."""
    early = {"ts": "2026-03-10T08:59:00.000Z"}
    assert set() == judge.advisories(head=early)
    assert {"COMMITMENT_NOT_WITNESSED"} == judge.advisories()
    assert set() == judge.advisories(after={"note": "x"})


class _Failing(receipts.Keyring):
    """A keyring that cannot answer, as one behind a broken store."""

    def resolve(self, key_id: str) -> bytes | None:
        raise OSError(key_id)


def test_a_fault_of_our_own_fails_the_gate_and_is_said() -> None:
    """An exception inside a gate fails that gate, runs no later one and is marked as ours."""
    report = receipts.verify(RECEIPT, ATTESTATION, _Failing({})).as_dict()
    assert not report["valid"]
    assert report["internal_error"]
    assert ({"number": 2, "name": "ISSUER_KEY_MATCH"}, "internal error") == (report["failed_gate"], report["reason"])
    assert ["pass", "fail"] + ["not_run"] * 12 == [gate["status"] for gate in report["gates"]]


class _FailingLater(receipts.Keyring):
    """A keyring that answers for the receipt and fails for the attestation."""

    def resolve(self, key_id: str) -> bytes | None:
        if key_id == "issuer-b":
            raise OSError(key_id)
        return key("issuer-a").public_key().public_bytes_raw()


def test_a_fault_of_our_own_in_the_attestation_is_said_too() -> None:
    """The nested report carries the mark, and so does the whole."""
    receipt, evar = documents(Making(evar_head={"key_id": "issuer-b"}, evar_signer="issuer-b"))
    report = receipts.verify(receipt, evar, _FailingLater({})).as_dict()
    assert (8, True) == (report["failed_gate"]["number"], report["internal_error"])
    assert "ISSUER_KEY_MATCH" == report["evar"]["failed_gate"]["name"]


def test_no_changed_byte_passes(trusted: receipts.Keyring) -> None:
    """Every byte of a valid receipt replaced in two ways: it stops at the gate of its member or before."""
    data = json.dumps(RECEIPT, separators=(",", ":")).encode("ascii")
    assert b"\\" not in data
    assert receipts.verify(data, ATTESTATION, trusted).valid
    latest = [3] * len(data)
    for name, gate in (("receipt_id", 5), ("ts", 5), ("sig_b64u", 5), ("key_id", 5), ("payload_sha256", 3)):
        start, end = re.search(rb'"%s":"[^"]*"' % name.encode(), data).span()
        latest[start:end] = [gate] * (end - start)
    wrong = []
    for place, mask in ((place, mask) for place in range(len(data)) for mask in (0x01, 0x20)):
        changed = data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
        report = receipts.verify(changed, ATTESTATION, trusted)
        if report.valid or report.internal_error or report.failed_gate["number"] > latest[place]:
            wrong.append((place, mask, report.failed_gate))
    assert [] == wrong
