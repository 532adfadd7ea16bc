"""``evalarc.suite.v1``: the jobs of a suite side by side, each with what was decided about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..report import PRODUCER, now, run_status
from .config import Gate, Suite
from .gate import decide
from .plan import gate_row

SCHEMA = "evalarc.suite.v1"

_REPEATED = ("task", "candidate_sha256", "grader_sha256", "cases_sha256", "runtime", "seeds")
_OBSERVED = (
    "requested_attempts",
    "completed_attempts",
    "assessed_attempts",
    "invalid_attempts",
    "resolved_attempts",
    "mean_score",
    "assessed_resolution_rate",
    "variable_cases",
    "variable_checks",
)
_INTERPRETATION = (
    "A job is accepted by its own declared gate. No score is averaged over jobs, and accepted does not mean resolved."
)


def job_row(job_id: str, repetition: dict[str, Any], gate: Gate, seconds: float) -> dict[str, Any]:
    """Return the row of a job that ran. :param seconds: wall time."""
    return {
        "id": job_id,
        **{name: repetition[name] for name in _REPEATED},
        "gate": gate_row(gate),
        "decision": decide(repetition, gate),
        "status": repetition["status"],
        "fully_resolved": repetition["all_attempts_resolved"],
        "observed": {name: repetition[name] for name in _OBSERVED},
        "duration_seconds": round(seconds, 6),
    }


def summarize(suite: Suite, rows: Sequence[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Return the summary of a suite. :param rows: one per job, in the suite's order. :param seconds: wall time."""
    accepted_jobs = sum(row["decision"]["accepted"] for row in rows)
    invalid_jobs = sum(not row["decision"]["valid"] for row in rows)
    valid = not invalid_jobs
    accepted = valid and accepted_jobs == len(rows)
    return {
        "schema_version": SCHEMA,
        "evalarc_version": PRODUCER,
        "created_at": now(),
        "name": suite.name,
        "manifest_sha256": suite.manifest_sha256,
        "valid": valid,
        "accepted": accepted,
        "status": run_status(valid=valid, resolved=accepted),
        "total_jobs": len(rows),
        "accepted_jobs": accepted_jobs,
        "invalid_jobs": invalid_jobs,
        "fully_resolved_jobs": sum(row["fully_resolved"] for row in rows),
        "duration_seconds": round(seconds, 6),
        "jobs": list(rows),
        "interpretation": _INTERPRETATION,
    }
