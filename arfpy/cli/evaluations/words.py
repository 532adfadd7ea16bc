"""Results in lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...reporters.text import printable

_NAMES = {"passed": "PASSED", "failed": "FAILED", "environment_error": "NOT ASSESSED"}


def evaluation(report: dict[str, Any]) -> Iterator[str]:
    """Yield the outcome of an evaluation and each case that did not pass."""
    cases = report["cases"]
    passed = sum(case["passed"] for case in cases)
    count = f"{passed} of {len(cases)} cases passed"
    yield f"{_NAMES[report['status']]} {report['task']['id']}  {score(report['score'])}, {count}"
    for case in cases:
        if not case["passed"]:
            checks = ", ".join(name for name, value in case["checks"].items() if value is not True)
            why = f": {printable(case['error'])}" if case["error"] else ""
            yield f"  {case['case_id']} (seed {case['seed']})  {checks}{why}"


def repetition(report: dict[str, Any]) -> Iterator[str]:
    """Yield the outcome of a repetition and each attempt."""
    done, asked = report["completed_attempts"], report["requested_attempts"]
    count = f"{report['resolved_attempts']} resolved of {done} attempts, {asked} asked for"
    yield f"{_NAMES[report['status']]} {report['task']['id']}  mean {score(report['mean_score'])}, {count}"
    for row in report["attempts"]:
        yield f"  attempt {row['attempt']}  {_NAMES[row['status']]}, {score(row['score'])}"


def audit(report: dict[str, Any]) -> Iterator[str]:
    """Yield the outcome of an audit and each fault."""
    word = "NOT ASSESSED" if not report["valid"] else "PASSED" if report["passed"] else "FAILED"
    yield f"{word} {report['reference']['task']['id']}  {report['killed']} of {report['total']} faults caught"
    yield f"  reference  {_NAMES[report['reference']['status']]}, {score(report['reference']['score'])}"
    for row in report["mutants"]:
        caught = "caught" if row["killed"] else "NOT caught"
        yield f"  {row['name']}  {caught} in {row['target_dimension']}, {score(row['score'])}"


def suite(report: dict[str, Any]) -> Iterator[str]:
    """Yield the outcome of a suite and each job with its reasons."""
    count = f"{report['accepted_jobs']} of {report['total_jobs']} jobs accepted"
    yield f"{_NAMES[report['status']]} {printable(report['name'])}  {count}"
    for job in report["jobs"]:
        decision = job["decision"]
        said = "accepted" if decision["accepted"] else "rejected" if decision["valid"] else "not assessed"
        yield f"  {job['id']}  {said}"
        yield from (f"    {reason}" for reason in decision["reasons"])


def comparison(report: dict[str, Any]) -> Iterator[str]:
    """Yield what changed between two runs."""
    before, after = report["baseline"], report["current"]
    word = "REGRESSED" if report["has_regressions"] else "NO REGRESSION"
    yield f"{word}  {score(before['score'])} -> {score(after['score'])}"
    for name, sign in (("regressions", "worse"), ("improvements", "better")):
        for row in report[name]:
            yield f"  {sign}: {printable(row['check'])} in {printable(row['case_id'])} (seed {row['seed']})"


def saved(folder: Path) -> str:
    """Return the line that says where the results lie."""
    return f"  results: {printable(str(folder / 'index.html'))}"


def score(value: float | None) -> str:
    """Return a score, or that there is none."""
    return "no score" if value is None else f"score {value:.8g}"
