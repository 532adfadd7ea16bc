"""The report of one evaluation, ``evalarc.evaluation.v2``: what is counted, and how a score comes about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from .._version import __version__

SCHEMA = "evalarc.evaluation.v2"
PRODUCER = f"arfpy/{__version__}"

PASSED, FAILED = "passed", "failed"
AGENT_ERROR, ENVIRONMENT_ERROR = "agent_error", "environment_error"
CASE_STATUSES = (PASSED, FAILED, AGENT_ERROR, ENVIRONMENT_ERROR)
RUN_STATUSES = (PASSED, FAILED, ENVIRONMENT_ERROR)


def now() -> str:
    """Return this moment as reports write it: UTC, microseconds, ``+00:00``."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def assemble(
    *,
    task: dict[str, str],
    weights: Mapping[str, float],
    fingerprints: dict[str, str],
    runtime: dict[str, Any],
    seeds: Sequence[int],
    cases: list[dict[str, Any]],
    seconds: float,
) -> dict[str, Any]:
    """Return the report of a run.

    :param fingerprints: ``candidate_sha256``, ``grader_sha256`` and ``cases_sha256``. :param seconds: wall time.
    """
    return {
        "schema_version": SCHEMA,
        "created_at": now(),
        "evalarc_version": PRODUCER,
        "task": task,
        **{name: fingerprints[name] for name in ("candidate_sha256", "grader_sha256", "cases_sha256")},
        "runtime": runtime,
        "seeds": list(seeds),
        **aggregate(weights, cases),
        "cases": cases,
        "evaluation_seconds": round(seconds, 6),
        "agent_cost_usd": None,
        "agent_tokens": None,
    }


def aggregate(weights: Mapping[str, float], cases: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return ``valid``, ``status``, ``score``, ``resolved`` and ``dimensions`` of cases.

    A check that was not assessed counts in ``total`` only. One case that could not be assessed leaves the run
    without a score, whatever the others say.
    """
    dimensions = {name: _dimension(weight, _column(name, cases)) for name, weight in weights.items()}
    valid = all(case["status"] != ENVIRONMENT_ERROR for case in cases)
    resolved = valid and all(case["status"] == PASSED for case in cases)
    # Valid, and every dimension has a check: then every dimension has a score.
    score = round(sum(row["weight"] * row["score"] for row in dimensions.values()), 8) if valid else None
    return {
        "valid": valid,
        "status": run_status(valid=valid, resolved=resolved),
        "score": score,
        "resolved": resolved,
        "dimensions": dimensions,
    }


def run_status(*, valid: bool, resolved: bool) -> str:
    """Return the status of a run from the two facts that decide it."""
    if not valid:
        return ENVIRONMENT_ERROR
    return PASSED if resolved else FAILED


def _column(name: str, cases: Iterable[Mapping[str, Any]]) -> list[bool | None]:
    return [case["checks"][name] for case in cases if name in case["checks"]]


def _dimension(weight: float, checks: list[bool | None]) -> dict[str, Any]:
    passed, assessed = checks.count(True), len(checks) - checks.count(None)
    score = passed / assessed if assessed else None
    return {"passed": passed, "total": len(checks), "assessed": assessed, "weight": weight, "score": score}
