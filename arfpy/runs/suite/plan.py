"""``evalarc.suite-plan.v1``: what a suite is going to run, known before anything starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import UsageError
from .config import MAX_TOTAL_CASES, Gate, Job, Suite

SCHEMA = "evalarc.suite-plan.v1"


def plan(suite: Suite, candidates: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan of a suite. :param candidates: the absolute path of each job's candidate.

    :raises UsageError: the suite would run more cases than allowed.
    """
    jobs = [_job(job, candidates[job.id]) for job in suite.jobs]
    executions = sum(row["attempts"] * row["cases_per_attempt"] for row in jobs)
    if executions > MAX_TOTAL_CASES:
        raise UsageError(f"the suite would run {executions} cases", f"At most {MAX_TOTAL_CASES} are allowed. Split it.")
    return {
        "schema_version": SCHEMA,
        "name": suite.name,
        "manifest_sha256": suite.manifest_sha256,
        "jobs": jobs,
        "planned_attempts": sum(row["attempts"] for row in jobs),
        "planned_case_executions": executions,
    }


def gate_row(gate: Gate) -> dict[str, Any]:
    """Return a gate as reports hold it."""
    return {
        "min_mean_score": gate.min_mean_score,
        "min_resolution_rate": gate.min_resolution_rate,
        "required_dimensions": list(gate.required_dimensions),
    }


def _job(job: Job, candidate: str) -> dict[str, Any]:
    wish = job.runtime
    return {
        "id": job.id,
        "task": job.task.id,
        "candidate": candidate,
        "seeds": list(job.seeds),
        "attempts": job.attempts,
        "cases_per_attempt": sum(len(job.task.cases(seed)) for seed in job.seeds),
        "runtime": {
            "backend": wish.backend,
            "image": wish.image,
            "timeout": wish.timeout,
            "case_timeout": wish.case_timeout,
            "output_limit": wish.output_limit,
        },
        "gate": gate_row(job.gate),
    }
