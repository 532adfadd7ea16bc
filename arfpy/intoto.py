"""Statements for others: an Evaluation as an in-toto Statement v1 with the predicate test-result v0.1.

That predicate knows PASSED, WARNED and FAILED and nothing between: an Evaluation whose outcome is not known, or that
was not assessed whole, is refused, never exported as one of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .errors import UsageError

STATEMENT = "https://in-toto.io/Statement/v1"
TEST_RESULT = "https://in-toto.io/attestation/test-result/v0.1"

# The schema of a saved run that `arf run record` keeps as a payload's report.
_RUN = "evalarc.evaluation.v2"
_SHA256 = "sha256:"


class _Outcome(NamedTuple):
    """The names of the tests that passed and failed, and what the payload itself says was tested."""

    passed: list[str]
    failed: list[str]
    subject: tuple[str, str] | None = None


def statement(evaluation: dict[str, Any], digest: str, subjects: dict[str, str]) -> dict[str, Any]:
    """Return the statement about one Evaluation.

    :param evaluation: a valid Evaluation. :param digest: its digest, which the statement names as its configuration.
    :param subjects: what was tested, as names and ``sha256:`` digests; empty takes what the payload says.
    :raises UsageError: the outcome is not known or not assessed whole, or nothing says what was tested.
    """
    payload = evaluation["payload"]
    outcome = _of_run(payload) or _of_pytest(payload)
    if outcome is None:
        hint = "Exported are Evaluations that arf run record or the plugin for pytest wrote."
        raise UsageError(f"the payload of {evaluation['id']} is of no kind whose outcome is known", hint)
    named = subjects or (dict([outcome.subject]) if outcome.subject else {})
    if not named:
        hint = "Name it: --subject NAME=sha256:… with the digest of the file, image or archive that was tested."
        raise UsageError(f"nothing in {evaluation['id']} says what was tested", hint)
    predicate: dict[str, Any] = {
        "result": "FAILED" if outcome.failed else "PASSED",
        "configuration": [{"name": f"ARF Evaluation {evaluation['id']}", "digest": _digest(digest)}],
        "passedTests": outcome.passed,
        "failedTests": outcome.failed,
    }
    subject = [{"name": name, "digest": _digest(one)} for name, one in named.items()]
    return {"_type": STATEMENT, "subject": subject, "predicateType": TEST_RESULT, "predicate": predicate}


def _of_run(payload: Any) -> _Outcome | None:
    """Return the outcome of a run: a test for each check of each case."""
    report = payload.get("report") if isinstance(payload, dict) else None
    if not isinstance(report, dict) or report.get("schema_version") != _RUN:
        return None
    if report.get("valid") is not True:
        raise UsageError("the run is not valid, so nothing of it passed or failed", "Only valid runs are exported.")
    passed: list[str] = []
    failed: list[str] = []
    for case in report["cases"]:
        for check, held in case["checks"].items():
            name = f"{case['case_id']} (seed {case['seed']}): {check}"
            if held is None:
                raise UsageError(f"{name} was not assessed", "Only runs that were assessed whole are exported.")
            (passed if held else failed).append(name)
    return _Outcome(passed, failed, ("candidate", f"{_SHA256}{report['candidate_sha256']}"))


def _of_pytest(payload: Any) -> _Outcome | None:
    """Return the outcome of marked tests."""
    if not isinstance(payload, dict) or not str(payload.get("plugin", "")).startswith("arfpy/"):
        return None
    passed: list[str] = []
    failed: list[str] = []
    for test in payload["tests"]:
        if test["outcome"] not in ("passed", "failed", "error"):
            raise UsageError(f"{test['test']} was not assessed", "Only tests that all ran are exported.")
        (passed if test["outcome"] == "passed" else failed).append(test["test"])
    return _Outcome(passed, failed)


def _digest(text: str) -> dict[str, str]:
    return {"sha256": text.removeprefix(_SHA256)}
