"""Several receipts: each judged on its own, its attestation found by id."""

from __future__ import annotations

import json

import pytest

from arfpy import receipts
from arfpy.errors import UsageError
from arfpy.receipts.several import Attestations, Document, judge
from site_tools.receipt_vectors.making import Making, make

OTHER_ID = "rcpt_eval-attestation_" + "c3" * 16
FIRST = make(Making())
SECOND = make(Making(evar_head={"receipt_id": OTHER_ID}))
FAILING = make(Making(body={"testset_ref.item_count": 0}))
EVARS = [Document("second", SECOND.attestation), Document("first", FIRST.attestation)]


def outcomes(found: list[bytes], attestations: Attestations, keyring: receipts.Keyring | None) -> list[tuple]:
    """For each receipt: its name, the attestation it was held against, and the gate that failed."""
    named = [Document(str(number), data) for number, data in enumerate(found)]
    return [
        (
            judged.receipt.name,
            judged.attestation.name if judged.attestation else None,
            judged.report.failed_gate and judged.report.failed_gate["number"],
        )
        for judged in judge(named, attestations, keyring)
    ]


def test_among_several_attestations_the_id_decides(trusted) -> None:
    """Each receipt meets its own attestation in whatever order they come, and one failure touches no other receipt."""
    found = [FIRST.receipt, FAILING.receipt, SECOND.receipt, b"{", b'{"signed_body":[]}']
    expected = [("0", "first", None), ("1", "first", 11), ("2", "second", None), ("3", None, 1), ("4", None, 1)]
    assert expected == outcomes(found, Attestations(EVARS), trusted)


def test_one_alone_is_held_against_every_receipt(trusted) -> None:
    """Also where it is the wrong one: then the link fails, and is not called missing."""
    attestations = Attestations(EVARS[1:])
    assert [("0", "first", None), ("1", "first", 7)] == outcomes([FIRST.receipt, SECOND.receipt], attestations, trusted)


def test_without_attestations_the_link_is_open(trusted) -> None:
    """There is none to hold against."""
    assert [("0", None, 7)] == outcomes([FIRST.receipt], Attestations([]), trusted)


def test_one_without_an_id_is_passed_over_among_several() -> None:
    """Its name is kept for the reader; alone it is held against every receipt, whatever it is."""
    broken = Document("broken", b"{")
    attestations = Attestations([*EVARS, broken, Document("number", b'{"receipt_id":7}')])
    assert ["broken", "number"] == attestations.passed_over
    alone = Attestations([broken])
    assert ([], broken) == (alone.passed_over, alone.linked(FIRST.receipt))


def test_two_attestations_with_one_id_are_refused() -> None:
    """Which one is meant nobody can say."""
    with pytest.raises(UsageError, match=OTHER_ID):
        Attestations([*EVARS, Document("again", SECOND.attestation)])


def test_each_comes_with_its_explanation(trusted) -> None:
    """The digests explained are those of the receipt and of the attestation it was held against."""
    [judged] = judge([Document("x", SECOND.receipt)], Attestations(EVARS), trusted)
    told = judged.explanation()
    assert told["digests"] == {
        "receipt": {name: json.loads(SECOND.receipt)["payload_sha256"] for name in ("stated", "computed")},
        "attestation": {name: json.loads(SECOND.attestation)["payload_sha256"] for name in ("stated", "computed")},
    }
    [broken] = judge([Document("x", b"{")], Attestations(EVARS), trusted)
    assert broken.explanation() is None
