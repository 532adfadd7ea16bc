"""No score restated: what the gate stops, what only an advisory says, and that no report repeats a result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arfpy.receipts import scores

FAILS = ["0", "0.0", "0.94", "1", "1.0", "1.000", "94%", "94.5%", "100%", "0%", "150%", "007%"]
FLAGGED = [
    ".5", "0.", "1.01", "2", "94", "17.3", "-0.5", "+0.94", " 0.94 ", "94 %", "94.%", ".5%", "-5%", "0,94", "9.4e-1",
    "0.94e0", "94/100", "94 out of 100", "accuracy 0.94", "score: 94%",
    "\uff10.\uff19\uff14", "\uff10\uff0e\uff19\uff14", "94\uff05", "94\u066a", "\u0669\u0664%", "0.94\u200b",
    "0\u00b794", "940\u2030", "94pct", "ninety-four percent", "ninety four out of a hundred",
    "24/7 operations team",
]  # fmt: skip
QUIET = [
    "zero point nine four", "XCIV", "A+", "v0.94", "tier-94", "ISO/IEC 17025 accredited lab", "Level 3 laboratory",
    "model under test, v2.1.0", "one of three administrators", "tenant-acme", "did:example:lab-3",
]  # fmt: skip


@pytest.mark.parametrize("text", FAILS)
def test_whole_decimals_and_percentages_fail(text: str, judge) -> None:
    """The gate stops the value, and says where it stands without saying what it is."""
    report = judge.report(body={"subject.role": text})
    assert ("NO_SCORE_RESTATEMENT", "signed_body.subject.role") == (report.failed_gate["name"], report.path)
    assert f" {text} " not in f" {report.reason} "


@pytest.mark.parametrize("text", FLAGGED)
def test_what_looks_like_a_score_passes_with_an_advisory(text: str, judge) -> None:
    """The gate lets it pass, and the advisory says so."""
    assert judge.gate(body={"administrator.role": text}) is None
    assert "SCORE_LIKE_TEXT" in judge.advisories(body={"administrator.role": text})


@pytest.mark.parametrize("text", QUIET)
def test_what_does_not_look_like_a_score_has_no_advisory(text: str, judge) -> None:
    """Neither the gate nor the advisory speaks up."""
    assert judge.gate(body={"administrator.role": text}) is None
    assert "SCORE_LIKE_TEXT" not in judge.advisories(body={"administrator.role": text})


def test_a_line_end_is_stopped_by_the_shape(judge) -> None:
    """A role with a line end never reaches the gate of scores."""
    assert 1 == judge.gate(body={"administrator.role": "0.94\n"})


@pytest.mark.parametrize("value", [0, 0.94, -1, 500, {"a": 1}, [[1]]])
def test_numbers_anywhere_else_are_found(value: Any) -> None:
    """A number is found on its own, in an object and in an array."""
    assert scores.find({"x": value}, "signed_body") is not None


@pytest.mark.parametrize("value", [True, False, None, "", "text", {}, []])
def test_booleans_and_null_are_no_numbers(value: Any) -> None:
    """What is no number and no text of a score is not found."""
    assert scores.find({"x": value}, "signed_body") is None


def test_the_one_number_that_is_allowed() -> None:
    """item_count may be a number at its one place, and nowhere else."""
    assert scores.find({"testset_ref": {"item_count": 500}}, "signed_body") is None
    assert ("a number", "signed_body.item_count") == scores.find({"item_count": 500}, "signed_body")


RESULT = {"results": [{"metric": "accuracy", "value": 0.94}, {"metric": "p95_latency_ms", "value": 812}]}


@pytest.mark.parametrize(
    "making",
    [
        {},
        {"evar_body": RESULT, "attestation": None},
        {"evar_after": {"sig_b64u": "A" * 86}},
        {"evar_after": {"signed_body.items_evaluated": 501}},
        {"evar_body": {"results": [{"metric": "accuracy", "value": 0.94}, {"metric": "accuracy", "value": 812}]}},
        {"evar_body": {"results": [{"metric": "accuracy", "value": 0.94, "unit": ""}]}},
        {"evar_body": {"results": [{"metric": "accuracy", "value": "0.94"}]}},
        {"evar_body": {"results": [{"metric": "0.94", "value": 812}]}},
        {"evar_text": ("0.94", "0.940")},
        {"evar_text": ('"value": 812', '"value": 812e0')},
        {"evar_text": ('"value": 812', '"value": 812,')},
        {"evar_body": {"item_floor": 0}},
        {"evar_body": {"evaluation_window.opens_at": "0.94"}},
        {"body": {"administrator.role": "0.94"}},
        {"body": {"administrator.role": "accuracy 0.94"}},
        {"body": {"administrator.role": 0.94}},
        {"body": {"subject.id": "0.94"}},
        {"body": {"tenant_id": "0.94"}},
        {"evar_body": {"tenant_id": "0.94"}},
        {"body": {"independence_class": "0.94"}},
        {"body": {"testset_ref.committed_at": "0.94"}},
        {"body": {"boundary": "0.94"}},
        {"after": {"sig_b64u": "0.94"}},
        {"text": ('"item_count": 500', '"item_count": 0.940')},
    ],
    ids=str,
)
def test_no_report_repeats_a_result(making: dict[str, Any], judge) -> None:
    """Whatever is wrong, neither 0.94 nor 812 stands anywhere in the report."""
    text = json.dumps(judge.report(**making).as_dict(), ensure_ascii=False)
    # Digests are hexadecimal and may hold 812 by chance; the values themselves would stand outside of them.
    words = [word for word in text.replace('"', " ").split() if len(word.strip(",:.")) != 64]
    assert not [word for word in words if "0.94" in word or "812" in word]
