"""What the page asks about receipts: answers in JSON, refusals that are answers, and never an exception."""

from __future__ import annotations

import base64
import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import receipts
from arfpy.browser import handle
from site_tools.receipt_vectors.making import Making, make, public

BASE = make(Making())
# Test keys: the seeds are 32 bytes of 01 and of 02.
KEY = '{"private_key_version":1,"key_id":"test-a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}'
OTHER_KEY = '{"private_key_version":1,"key_id":"test-b","seed_b64u":"AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"}'
FACTS = {
    "attestation_key": KEY,
    "receipt_key": KEY,
    "attestation_facts": {
        "tenant_id": "tenant-acme",
        "subject": {"id": "model-7"},
        "evaluation_window": {"opens_at": "2026-03-10T09:00:00Z", "closes_at": "2026-03-10T17:00:00Z"},
        "testset_digest_sha256": "a" * 64,
        "items_evaluated": 500,
        "results": [{"metric": "accuracy", "value": 0.9417}],
    },
    "facts": {
        "tenant_id": "tenant-acme",
        "administrator": {"id": "lab-3", "role": "testing laboratory"},
        "subject": {"id": "model-7", "role": "model under test"},
        "testset_ref": {
            "digest_sha256": "a" * 64,
            "item_count": 500,
            "committed_at": "2026-03-01T10:00:00Z",
            "disclosed_to_subject_at": "2026-03-10T08:55:00Z",
        },
        "relationship": {"administrator_to_subject": "unaffiliated"},
        "separation": {
            "selected_items_by": "third_party",
            "ran_evaluation_by": "administrator",
            "scored_results_by": "administrator",
        },
    },
}


def ask(op: str, data: Any) -> dict[str, Any]:
    """Ask the door."""
    return json.loads(handle(json.dumps({"op": op}), json.dumps(data).encode()))


def file(data: bytes, name: str = "r.json", form: str = "json") -> dict[str, str]:
    """A file as the page sends it."""
    return {"name": name, "format": form, "base64": base64.b64encode(data).decode()}


def check(*found: dict[str, str], **more: Any) -> dict[str, Any]:
    """Ask for a check with the base attestation and keyring."""
    keyring = base64.b64encode(BASE.keyring).decode()
    given_ = {"receipts": found, "attestations": [file(BASE.attestation, "a.json")], "keyring": keyring}
    return ask("receipts", {**given_, "caller_key": None, "start": 0, **more})


def minting(path: str, value: Any) -> dict[str, Any]:
    """The facts with one value changed, minted."""
    data = copy.deepcopy(FACTS)
    *parents, last = path.split("/")
    place = data
    for name in parents:
        place = place[name]
    place[last] = value
    return ask("mint", data)


def test_a_receipt_is_answered_with_report_and_explanation() -> None:
    """The report is the library's; both texts come back byte for byte; the explanation holds no result."""
    answer = check(file(BASE.receipt))
    [result] = answer["results"]
    report = receipts.verify(BASE.receipt, BASE.attestation, receipts.load(BASE.keyring)).as_dict()
    assert report == result["report"]
    assert (True, 1, []) == (answer["ok"], answer["count"], answer["passed_over"])
    assert ("r.json", BASE.receipt) == (result["name"], base64.b64decode(result["text"]))
    assert ("a.json", BASE.attestation) == (result["attestation"]["name"], base64.b64decode(result["attestation"]["text"]))
    told = result["explanation"]
    assert ["administrator_to_subject", "selected_items_by", "scored_results_by"] == told["independence"]["decided_by"]
    assert [["committed_at"], ["disclosed_to_subject_at"], ["opens_at"]] == told["precommitment"]["sequence"]
    assert ["8 d 22 h 55 min", "5 min"] == [order["apart"] for order in told["precommitment"]["orders"]]
    assert "0.94" not in json.dumps([report, told])


def test_lines_are_receipts_of_their_own() -> None:
    """Blank lines count as lines and hold nothing."""
    line = json.dumps(json.loads(BASE.receipt)).encode()
    answer = check(file(line + b"\n\n" + line[:-1] + b"\r\n", "r.ndjson", "ndjson"))
    assert [("r.ndjson:1", True), ("r.ndjson:3", False)] == [(r["name"], r["report"]["valid"]) for r in answer["results"]]
    assert answer["results"][1]["explanation"] is None


def test_many_come_in_several_answers() -> None:
    """Each answer goes on where the last one ended, and says how many there are."""
    lines = (json.dumps(json.loads(BASE.receipt)).encode() + b"\n") * 25
    found = file(lines, "r.ndjson", "ndjson")
    first, second = check(found), check(found, start=20)
    assert (20, 5) == (len(first["results"]), len(second["results"]))
    assert (25, 25) == (first["count"], second["count"])
    assert ["r.ndjson:1", "r.ndjson:21"] == [answer["results"][0]["name"] for answer in (first, second)]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"receipts": []}, "there is no receipt in the input"),
        ({"receipts": [file(b"\n \n", form="ndjson")]}, "there is no receipt in the input"),
        ({"attestations": [file(BASE.attestation)] * 2}, f"two attestations have the id rcpt_eval-attestation_{'a1' * 16}"),
        ({"keyring": base64.b64encode(b"{}").decode()}, "the keyring is refused: it is missing at keyring_version"),
    ],
)
def test_what_cannot_be_checked_is_a_usage_failure(more: dict[str, Any], message: str) -> None:
    """No verdict, a sentence and a next step."""
    answer = check(file(BASE.receipt), **more)
    assert (False, "usage", True) == (answer["ok"], answer["kind"], bool(answer["hint"]))
    assert message == answer["message"]


def test_without_a_keyring_and_with_a_callers_key() -> None:
    """Null is no keyring: gate 2. A caller's key makes no pass."""
    assert 2 == check(file(BASE.receipt), keyring=None)["results"][0]["report"]["failed_gate"]["number"]
    intruder = make(Making(signer="intruder"))
    for key, gate in ((None, 5), (public("intruder"), 6)):
        report = check(file(intruder.receipt), caller_key=key)["results"][0]["report"]
        assert gate == report["failed_gate"]["number"]


def test_what_is_no_instant_is_not_repeated() -> None:
    """It could be a score: the explanation leaves it out, and says that the order cannot be compared."""
    made = make(Making(body={"testset_ref.committed_at": "94.5%"}))
    [result] = check(file(made.receipt))["results"]
    told = result["explanation"]["precommitment"]
    assert None is told["instants"]["committed_at"]
    assert [None, True] == [order["holds"] for order in told["orders"]]
    assert "94.5" not in json.dumps([result["report"], result["explanation"]])


def test_a_test_key_is_new_and_marked() -> None:
    """The id begins with test-, once; two keys differ."""
    made = [ask("make-test-key", {"key_id": name}) for name in ("lab", "test-lab")]
    assert ["test-lab"] * 2 == [answer["key_id"] for answer in made]
    assert made[0]["file"] != made[1]["file"]
    assert "usage" == ask("make-test-key", {"key_id": "not an id"})["kind"]


@pytest.mark.parametrize("attestation_key", [KEY, OTHER_KEY])
def test_what_is_minted_passes(attestation_key: str) -> None:
    """Three texts, valid together; the keyring trusts the keys that signed and no seed is in them."""
    answer = ask("mint", {**FACTS, "attestation_key": attestation_key})
    keyring = json.loads(answer["keyring"])
    assert receipts.verify(answer["receipt"], answer["attestation"], receipts.load(keyring)).valid
    assert sorted({"test-a", json.loads(attestation_key)["key_id"]}) == [entry["key_id"] for entry in keyring["keys"]]
    assert "seed" not in answer["receipt"] + answer["attestation"] + answer["keyring"]


@pytest.mark.parametrize(
    ("path", "value", "document", "gate", "where"),
    [
        ("facts/independence_class", "affiliated", "receipt", None, "independence_class"),
        ("facts/note", "x", "receipt", None, "note"),
        ("facts/tenant_id", "tenant-other", "receipt", 9, "signed_body.tenant_id"),
        ("facts/testset_ref/item_count", 0, "receipt", 11, "signed_body.testset_ref.item_count"),
        ("attestation_facts/items_evaluated", 0, "attestation", 8, "signed_body.items_evaluated"),
        ("attestation_facts/results", [], "attestation", 7, "signed_body.results"),
        ("attestation_facts/subject", {}, "attestation", None, "subject.id"),
    ],
)
def test_a_refusal_is_an_answer(path: str, value: Any, document: str, gate: int | None, where: str) -> None:
    """The document, the reason, the path, and the gates where it came to them; no text of a document, no result."""
    answer = minting(path, value)
    assert ["ok", "refused"] == list(answer)
    refused = answer["refused"]
    assert (document, where) == (refused["document"], refused["path"])
    assert gate == (refused["report"] and refused["report"]["failed_gate"]["number"])
    assert "0.9417" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (KEY.replace("test-a", "issuer-a"), "not marked as a test key"),
        ("{}", "not a key file"),
        ("", "not a key file"),
    ],
)
def test_only_test_keys_mint(key: str, said: str) -> None:
    """A key of another name, or what is none, is a usage failure that repeats nothing of it."""
    answer = ask("mint", {**FACTS, "receipt_key": key})
    assert "usage" == answer["kind"]
    assert said in answer["message"]
    assert "AQEB" not in json.dumps(answer)


def test_the_class_is_derived_before_minting() -> None:
    """Class and rule, in the order of the rules."""
    separation = FACTS["facts"]["separation"]
    assert ask("derive", {"relationship": "affiliate", "separation": separation}) == {
        "ok": True,
        "derived": "affiliated",
        "rule": "the administrator is an affiliate of the subject",
    }


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["receipts", "name", "facts", "key_id"]), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(op=st.sampled_from(["receipts", "derive", "make-test-key", "mint"]), data=JSON_VALUES.map(json.dumps) | st.text(max_size=9))
def test_no_request_raises(op: str, data: str) -> None:
    """Whatever the data, the answer is JSON that says whether it went well."""
    answer = json.loads(handle(json.dumps({"op": op}), data.encode("utf-8", "surrogatepass")))
    assert answer["ok"] in (True, False)


@settings(max_examples=100, deadline=None)
@given(receipt=st.binary(max_size=60), attestation=st.binary(max_size=60), form=st.sampled_from(["json", "ndjson"]))
def test_no_bytes_meet_a_fault_of_ours(receipt: bytes, attestation: bytes, form: str) -> None:
    """Any bytes at all give verdicts or a usage failure, never an internal one."""
    answer = check(file(receipt, form=form), attestations=[file(attestation, form=form)])
    assert answer["ok"] or answer["kind"] == "usage"
    assert not any(result["report"].get("internal_error") for result in answer.get("results", []))
