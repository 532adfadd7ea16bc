"""The browser's door: JSON and bytes in, JSON out, the same results as everywhere else, and never an exception."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import Check, Summary, parse
from arfpy.browser import handle
from arfpy.inputs import split
from arfpy.reporters import REPORTERS

ENDORSEMENT = (
    b'{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    b'"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","comment":"Strong evidence from the Shumailov et al. '
    b'paper. Model collapse is well-documented.","weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
DIGEST = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"
LEGACY = b'{"schemaVersion":"atlas/artifact/v1","artifact":{},"claims":[],"sources":[],"publishedBy":"x"}'


def ask(data: bytes = b"", **request: Any) -> dict[str, Any]:
    """Ask the door and read its answer with the strict parser."""
    return parse(handle(json.dumps(request), data).encode()).value


def check(data: bytes, **more: Any) -> dict[str, Any]:
    """Ask for a check."""
    return ask(data, **{"op": "check", "name": "pasted text", "format": "json", "type": None, "expect": None, **more})


def record(data: bytes, **more: Any) -> dict[str, Any]:
    """Ask for one record."""
    return ask(data, **{"op": "record", "name": "pasted text", "format": "json", "type": None, "line": 1, **more})


def test_about_says_who_answers() -> None:
    """Versions and the eleven types, in alphabetical order."""
    answer = ask(op="about")
    assert list(answer) == ["ok", "arfpy", "spec", "python", "types"]
    assert (answer["ok"], answer["spec"]) == (True, "0.1")
    assert answer["types"] == [
        "artifact", "bundle", "chain-record", "challenge", "claim", "endorsement",
        "evaluation", "question", "revision", "source", "validator",
    ]  # fmt: skip


def test_a_check_of_the_published_record() -> None:
    """The published digest, 293 bytes, type and verdict, and a summary."""
    assert check(ENDORSEMENT) == {
        "ok": True,
        "results": [
            {
                "source": "pasted text",
                "line": 1,
                "type": "endorsement",
                "verdict": "valid",
                "digest": DIGEST,
                "canonical_size": 293,
                "problems": [],
            }
        ],
        "summary": {"passed": 1, "failed": 0, "verdicts": {"valid": 1}},
    }


def test_the_bytes_may_come_as_a_view_of_memory() -> None:
    """What a worker hands over is a view, not bytes: the answer is the same."""
    request = json.dumps({"op": "check", "name": "x", "format": "json"})
    assert handle(request, memoryview(ENDORSEMENT)) == handle(request, ENDORSEMENT)


@pytest.mark.parametrize(
    "data",
    [
        ENDORSEMENT + b"\n" + ENDORSEMENT,
        b'\n{"a":1,"a":2}\r\n\xff\n' + LEGACY + b"\n" + ENDORSEMENT.replace(b":5", b":9"),
        b'[\n{"canonicalizationVersion":"x"}\n1e400',
    ],
)
def test_results_are_those_of_the_library(data: bytes) -> None:
    """Line by line the page is told exactly what Check says of the same bytes."""
    expected = [Check().record(text.data, "f", text.line).as_dict() for text in split(io.BytesIO(data), "ndjson")]
    answer = check(data, name="f", format="ndjson")
    assert answer["results"] == expected
    assert answer["summary"]["passed"] + answer["summary"]["failed"] == len(expected)
    lines = data.split(b"\n")
    for result in expected:
        assert record(lines[result["line"] - 1], name="f", format="ndjson", line=result["line"])["result"] == result


@pytest.mark.parametrize("cut", range(1, 5))
def test_an_input_may_be_given_in_parts(cut: int) -> None:
    """Wherever a file of lines is cut after a line end, the parts give the results of the whole."""
    data = b'\n{"a":1,"a":2}\r\n\xff\n' + ENDORSEMENT + b"\n" + ENDORSEMENT.replace(b":5", b":9")
    lines = data.splitlines(keepends=True)
    parts = [(1, b"".join(lines[:cut])), (cut + 1, b"".join(lines[cut:]))]
    answers = [check(part, name="f", format="ndjson", line=line)["results"] for line, part in parts]
    assert answers[0] + answers[1] == check(data, name="f", format="ndjson")["results"]
    assert len(answers[0] + answers[1]) == 4


CLAIM = (
    b'{"id":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3","statement":"The statement.","confidence":"low",'
    b'"sourceIds":["81ea9018-0000-4000-8000-000000000000"],"createdAt":"2026-01-01T00:00:00Z"}'
)


def test_references_are_looked_up_in_every_part() -> None:
    """The Endorsement's claim stands in a later part than it; its validator stands nowhere."""
    for first, part in ((True, ENDORSEMENT + b"\n"), (False, CLAIM + b"\n")):
        assert ask(part, op="index", key="k", first=first, format="ndjson") == {"ok": True}
    [result] = check(ENDORSEMENT, links="k")["results"]
    assert [(one["code"], one["pointer"]) for one in result["problems"]] == [("link.unresolved", "/validatorId")]
    assert check(ENDORSEMENT, links=None)["results"][0]["verdict"] == "valid"


def test_ids_of_another_input_are_never_used() -> None:
    """A key that is not held, as after a new start of the worker, is refused instead of failing every reference."""
    ask(CLAIM, op="index", key="one", first=True, format="json")
    ask(CLAIM, op="index", key="two", first=True, format="json")
    answer = check(ENDORSEMENT, links="one")
    assert (answer["kind"], answer["message"]) == ("usage", "the ids of this input are not known to the checker any more")


def test_an_expected_digest_is_read_as_the_library_reads_it() -> None:
    """The door returns the digest meant, or the library's refusal."""
    assert ask(op="expected", text=f"SHA256 (a.json) = {DIGEST[7:].upper()}") == {"ok": True, "expected": DIGEST}
    assert ask(op="expected", text="12")["message"] == "the expected digest is not one"


@pytest.mark.parametrize("form", ["json", "junit", "csv"])
def test_a_report_in_parts_is_the_report_of_the_whole(form: str) -> None:
    """Head, two parts of results and tail, joined, are what the reporter writes at once."""
    data = ENDORSEMENT + b'\n{"a":1,"a":2}\n' + ENDORSEMENT.replace(b":5", b":9")
    answer = check(data, name="f", format="ndjson")
    results, summary = answer["results"], answer["summary"]

    def part(name: str, before: int = 0, some: Any = None) -> str:
        asked = {"op": "report", "form": form, "part": name, "before": before, "summary": summary}
        return ask(json.dumps(some).encode(), **asked)["text"]

    joined = part("head") + part("results", 0, results[:1]) + part("results", 1, results[1:]) + part("tail")
    checked = [Check().record(text.data, "f", text.line) for text in split(io.BytesIO(data), "ndjson")]
    if form == "csv":
        rows = list(csv.reader(io.StringIO(joined)))
        assert rows[0] == ["source", "line", "type", "verdict", "digest", "canonical_size"]
        assert rows[1] == ["f", "1", "endorsement", "valid", DIGEST, "293"]
        assert rows[2] == ["f", "2", "", "unreadable", "", ""]
        return
    out = io.StringIO()
    reporter = REPORTERS[form](out, 1, False)
    for result in checked:
        reporter.record(result)
    reporter.end(Summary.of(checked))
    assert joined == out.getvalue()


def test_a_type_can_be_named() -> None:
    """With a type the record is judged as that type; null and no type at all mean inference."""
    assert check(ENDORSEMENT, type="endorsement")["results"][0]["verdict"] == "valid"
    assert check(ENDORSEMENT, type="claim")["results"][0]["verdict"] == "invalid"
    assert ask(ENDORSEMENT, op="check", name="x", format="json")["results"][0]["type"] == "endorsement"


def test_an_expected_digest_is_compared() -> None:
    """Equal is valid, different is a mismatch with both digests in its message."""
    assert check(ENDORSEMENT, expect=DIGEST)["results"][0]["verdict"] == "valid"
    assert check(ENDORSEMENT, expect=f"{DIGEST[7:]}  -")["results"][0]["verdict"] == "valid"
    other = check(ENDORSEMENT, expect="0" * 64)["results"][0]
    assert (other["verdict"], other["digest"]) == ("mismatch", DIGEST)
    assert other["problems"][0]["message"] == f"expected sha256:{'0' * 64}, computed {DIGEST}"
    assert record(ENDORSEMENT, expect="0" * 64)["result"]["verdict"] == "mismatch"


def test_a_record_comes_with_its_bytes_and_lines() -> None:
    """Canonical text, three lines to paste, and whether they need a saved file; bytes and digest agree."""
    answer = record(ENDORSEMENT)
    assert list(answer) == ["ok", "result", "canonical", "reproduce", "needs_file"]
    assert "sha256:" + hashlib.sha256(answer["canonical"].encode()).hexdigest() == answer["result"]["digest"] == DIGEST
    assert answer["reproduce"]["posix"] == f"printf '%s' '{answer['canonical']}' | shasum -a 256"
    assert list(answer["reproduce"]) == ["posix", "powershell", "python"]
    assert answer["needs_file"] is False


def test_a_record_that_cannot_be_pasted_gets_file_lines() -> None:
    """For text that a terminal would act on, the lines hash the saved file and the answer says so."""
    answer = record('{"a":"\u202e"}'.encode())
    assert (answer["needs_file"], answer["canonical"]) == (True, '{"a":"\u202e"}')
    assert answer["reproduce"]["posix"] == "shasum -a 256 record.canonical.json"


@pytest.mark.parametrize("data", [LEGACY, b"{", b'{"canonicalizationVersion":"rfc8785-jcs-v2"}'])
def test_a_record_without_a_digest_has_no_bytes(data: bytes) -> None:
    """Legacy, unreadable and unknown versions come without canonical text, digest or lines to paste."""
    answer = record(data)
    assert (answer["result"]["digest"], answer["canonical"], answer["reproduce"]) == (None, None, None)
    assert answer["needs_file"] is False


USAGE = [
    (b"1", {"op": "fly"}, "'fly' is not an operation"),
    (b"1", {}, "None is not an operation"),
    (b"1", {"op": "check", "format": "xml"}, "'xml' is not an input format"),
    (b"1", {"op": "check", "format": None}, "None is not an input format"),
    (b"1", {"op": "check", "type": "Claim"}, "'Claim' is not a record type"),
    (b"1", {"op": "check", "expect": "sha256:12"}, "the expected digest is not one"),
    (b"1\n2", {"op": "check", "format": "ndjson", "expect": DIGEST}, "an expected digest goes with one record, and there are 2"),
    (b"", {"op": "record", "format": "ndjson", "line": 2}, "line 2 holds no record"),
    (b"\n \r\n", {"op": "record", "format": "ndjson", "line": 2}, "line 2 holds no record"),
    (b"1", {"op": "record", "type": "x", "line": 1}, "'x' is not a record type"),
]


@pytest.mark.parametrize(("data", "request_", "message"), USAGE)
def test_a_wrong_request_is_a_usage_failure(data: bytes, request_: dict[str, Any], message: str) -> None:
    """The request is refused with what is wrong and what to do; no result is given."""
    answer = ask(data, **{"name": "x", "format": "json", **request_})
    assert list(answer) == ["ok", "kind", "message", "hint"]
    assert (answer["ok"], answer["kind"], answer["message"]) == (False, "usage", message)
    assert answer["hint"].endswith(".")


def test_after_a_refusal_the_next_request_is_answered() -> None:
    """Nothing of a refused or hostile input stays behind."""
    for hostile in (b"[" * 1_000_000, b'{"a":' * 300_000, b"\xff" * 1000, b"9" * 100_000, b'"' * 99_999):
        assert check(hostile)["results"][0]["verdict"] == "unreadable"
        assert check(ENDORSEMENT)["results"][0]["digest"] == DIGEST


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "op": st.sampled_from(["about", "check", "record"]) | JSON_VALUES,
        "name": JSON_VALUES,
        "format": st.sampled_from(["json", "ndjson"]) | JSON_VALUES,
        "type": st.sampled_from([None, "claim", "bundle"]) | JSON_VALUES,
        "expect": st.sampled_from([None, DIGEST]) | JSON_VALUES,
        "line": st.integers(0, 3) | JSON_VALUES,
    },
)


@settings(max_examples=400, deadline=None)
@given(request_=REQUESTS.map(json.dumps) | JSON_VALUES.map(json.dumps) | st.text(max_size=30), data=st.binary(max_size=40))
def test_no_request_raises(request_: str, data: bytes) -> None:
    """Whatever the request and the bytes, the answer is a JSON object that says whether it went well."""
    answer = json.loads(handle(request_, data))
    if answer["ok"]:
        assert {"types"} <= set(answer) or {"results"} <= set(answer) or {"result"} <= set(answer)
    else:
        assert set(answer) == {"ok", "kind", "message", "hint"}
        assert answer["kind"] in ("usage", "internal")


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=60), input_format=st.sampled_from(["json", "ndjson"]))
def test_a_right_request_never_meets_a_fault_of_ours(data: bytes, input_format: str) -> None:
    """With a well-formed request, any bytes at all give results or a usage failure, never an internal one."""
    answer = check(data, format=input_format)
    assert answer["ok"] or answer["kind"] == "usage"
    assert "internal-error" not in answer.get("summary", {}).get("verdicts", {})
