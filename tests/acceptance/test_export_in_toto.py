"""``arf export in-toto``: what passed and what failed, and nothing about what was not assessed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

C, E = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3", "602d54e3-0650-40c8-898c-e6d3c0e71d71"
DIGEST = "1" * 64


def evaluation(payload: object) -> str:
    """Return a valid Evaluation with a payload."""
    record = {"id": E, "claimIds": [C], "engine": "e", "protocolVersion": "1", "payload": payload, "createdAt": "2026-01-01T00:00:00Z"}
    return json.dumps(record)


def marked(*outcomes: str) -> dict:
    """Return a payload as the plugin for pytest writes it."""
    return {"plugin": "arfpy/0.1.0", "tests": [{"test": f"t::{one}{at}", "outcome": one} for at, one in enumerate(outcomes)]}


def a_run(checks: dict, **more: object) -> dict:
    """Return a payload as the record of a run holds it."""
    cases = [{"case_id": "close", "seed": 17, "checks": checks}]
    report = {"schema_version": "evalarc.evaluation.v2", "valid": True, "cases": cases, "candidate_sha256": "2" * 64, **more}
    return {"report": report}


@pytest.fixture
def run(arf, tmp_path: Path):
    """Export one Evaluation with a payload."""

    def start(payload: object, *more: str):
        (tmp_path / "e.json").write_text(evaluation(payload))
        return arf("export", "in-toto", "e.json", *more)

    return start


def test_tests_that_all_ran_are_exported_under_the_subject_named(run, arf) -> None:
    """One failed test makes the result FAILED; the Evaluation is named by its digest."""
    outcome = run(marked("passed", "failed", "error"), "--subject", f"app=v1=sha256:{DIGEST}")
    assert 0 == outcome.code
    assert {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "app=v1", "digest": {"sha256": DIGEST}}],
        "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
        "predicate": {
            "result": "FAILED",
            "configuration": [
                {"name": f"ARF Evaluation {E}", "digest": {"sha256": arf("digest", "e.json").out.strip().removeprefix("sha256:")}}
            ],
            "passedTests": ["t::passed0"],
            "failedTests": ["t::failed1", "t::error2"],
        },
    } == json.loads(outcome.out)


def test_a_run_names_its_candidate(run) -> None:
    """Every check of every case is a test; all true is PASSED."""
    found = json.loads(run(a_run({"notes": True, "scope": True})).out)
    assert [{"name": "candidate", "digest": {"sha256": "2" * 64}}] == found["subject"]
    assert ("PASSED", ["close (seed 17): notes", "close (seed 17): scope"]) == (
        found["predicate"]["result"], found["predicate"]["passedTests"],
    )  # fmt: skip
    assert "FAILED" == json.loads(run(a_run({"notes": False, "scope": True})).out)["predicate"]["result"]


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (a_run({"notes": None}), "close (seed 17): notes was not assessed"),
        (a_run({"notes": True}, valid=False), "the run is not valid, so nothing of it passed or failed"),
        (a_run({"notes": True}, valid=None), "the run is not valid"),
        (marked("passed", "not assessed"), "t::not assessed1 was not assessed"),
        (marked("not run"), "t::not run0 was not assessed"),
        ({"score": 0.82}, "is of no kind whose outcome is known"),
        (0.82, "is of no kind whose outcome is known"),
        (a_run({}, schema_version="evalarc.evaluation.v3"), "is of no kind whose outcome is known"),
        (marked("passed"), "says what was tested"),
    ],
)
def test_what_was_not_assessed_is_refused_and_never_failed(run, payload: object, reason: str) -> None:
    """The reason is told, exit 1, and no statement is written."""
    outcome = run(payload)
    assert (1, "") == (outcome.code, outcome.out)
    assert reason in outcome.err


def test_other_records_are_passed_over_and_invalid_ones_stop_it(run, arf, root: Path, tmp_path: Path) -> None:
    """A file without an Evaluation is a usage error; a broken record is reported."""
    (tmp_path / "claim.ndjson").write_bytes((root / "spec" / "v0.1" / "examples" / "claim.ndjson").read_bytes())
    assert 2 == arf("export", "in-toto", "claim.ndjson").code
    assert 0 == run(marked("passed"), "claim.ndjson", "--subject", f"a={DIGEST}").code
    (tmp_path / "bad.json").write_text("{")
    assert (1, "") == (lambda outcome: (outcome.code, outcome.out))(run(marked("passed"), "bad.json"))  # noqa: PLC3002


@pytest.mark.parametrize("subject", ["app", f"={DIGEST}", "app=sha256:12", "app=sha512:" + "1" * 128])
def test_a_subject_without_name_or_digest_is_a_usage_error(run, subject: str) -> None:
    """Nothing is exported about an unnamed thing."""
    assert 2 == run(marked("passed"), "--subject", subject).code
