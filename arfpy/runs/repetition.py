"""``evalarc.repetition.v1``: what evaluations of one frozen candidate say together. None is picked as the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .files import ReportError
from .matching import cases_of, differences
from .report import ENVIRONMENT_ERROR, PRODUCER, now, run_status

SCHEMA = "evalarc.repetition.v1"
MAX_ATTEMPTS = 100

_SHARED = ("task", "candidate_sha256", "grader_sha256", "cases_sha256", "runtime", "seeds")
_INTERPRETATION = (
    "Attempts repeat the same public cases. They describe how one candidate varied here; they are no sample of other "
    "tasks, and fingerprints do not say who produced a report."
)


def summarize(attempts: Sequence[dict[str, Any]], requested: int) -> dict[str, Any]:
    """Return the summary of sound evaluations, in the order they ran.

    :param requested: how many attempts were asked for.
    :raises ReportError: the attempts are not repetitions of one run.
    """
    first = attempts[0]
    for number, attempt in enumerate(attempts[1:], start=2):
        if different := differences(first, attempt, candidate=True):
            raise ReportError(f"attempt {number} differs from the first in {', '.join(different)}")
    assessed = [attempt for attempt in attempts if attempt["valid"]]
    scores = [attempt["score"] for attempt in assessed]
    resolved = sum(attempt["resolved"] for attempt in assessed)
    complete = len(attempts) == requested
    valid = complete and len(assessed) == len(attempts)
    all_resolved = valid and resolved == requested
    cases = _cases(attempts)
    return {
        "schema_version": SCHEMA,
        "evalarc_version": PRODUCER,
        "created_at": now(),
        **{name: first[name] for name in _SHARED},
        "requested_attempts": requested,
        "completed_attempts": len(attempts),
        "complete": complete,
        "valid": valid,
        "status": run_status(valid=valid, resolved=all_resolved),
        "all_attempts_resolved": all_resolved,
        "assessed_attempts": len(assessed),
        "invalid_attempts": len(attempts) - len(assessed),
        "resolved_attempts": resolved,
        "assessed_resolution_rate": _rate(resolved, len(assessed)),
        "mean_score": sum(scores) / len(scores) if scores else None,
        "min_score": min(scores, default=None),
        "max_score": max(scores, default=None),
        "variable_cases": sum(row["variable"] for row in cases),
        "variable_checks": sum(check["variable"] for row in cases for check in row["checks"].values()),
        "cases": cases,
        "attempts": [_attempt(number, attempt) for number, attempt in enumerate(attempts, start=1)],
        "interpretation": _INTERPRETATION,
    }


def _cases(attempts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    tables = [cases_of(attempt) for attempt in attempts]
    return [_case(key, [table[key] for table in tables]) for key in tables[0]]


def _case(key: tuple[int, str], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Count one case over all attempts; what an unassessed one would have given is not guessed."""
    assessed = [row for row in rows if row["status"] != ENVIRONMENT_ERROR]
    passed = sum(row["passed"] for row in assessed)
    return {
        "seed": key[0],
        "case_id": key[1],
        "passed": passed,
        "assessed": len(assessed),
        "failed": len(assessed) - passed,
        "unassessed": len(rows) - len(assessed),
        "pass_rate": _rate(passed, len(assessed)),
        "variable": 0 < passed < len(assessed),
        "checks": {name: _check([row["checks"][name] for row in assessed]) for name in rows[0]["checks"]},
    }


def _check(outcomes: list[bool]) -> dict[str, Any]:
    passed, assessed = sum(outcomes), len(outcomes)
    rate = _rate(passed, assessed)
    return {"passed": passed, "assessed": assessed, "pass_rate": rate, "variable": 0 < passed < assessed}


def _rate(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _attempt(number: int, attempt: dict[str, Any]) -> dict[str, Any]:
    names = ("valid", "status", "score", "resolved", "created_at")
    return {"attempt": number, **{name: attempt[name] for name in names}}
