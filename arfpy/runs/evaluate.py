"""Run every case of a task against one frozen candidate, and report what the verifier saw."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from .events import Events
from .fingerprints import cases_sha256, grader_sha256
from .report import PASSED, assemble
from .runtime import Runtime
from .task import TaskDefinition


def evaluate(task: TaskDefinition, runtime: Runtime, seeds: Sequence[int], events: Events) -> dict[str, Any]:
    """Return the report of one evaluation (:mod:`arfpy.runs.report`).

    A case that ends in an environment error does not stop the ones after it. All fingerprints are taken before the
    first case runs.
    """
    grader = grader_sha256(task)
    cases = [case for seed in seeds for case in task.cases(seed)]
    fingerprints = {
        "candidate_sha256": runtime.candidate.sha256,
        "grader_sha256": grader,
        "cases_sha256": cases_sha256(cases),
    }
    begun = time.perf_counter()
    events.say("evaluation_started", task=task.id, candidate_sha256=runtime.candidate.sha256, total_cases=len(cases))
    rows = []
    for number, case in enumerate(cases, start=1):
        place = {"task": task.id, "seed": case.seed, "case_id": case.id}
        count = {"case_number": number, "total_cases": len(cases)}
        events.say("case_started", **place, **count)
        row = _run(task, runtime, case)
        rows.append(row)
        events.say("case_completed", **place, **count, status=row["status"], duration_seconds=row["duration_seconds"])
    report = assemble(
        task=task.identity(),
        weights=dict(task.dimensions),
        fingerprints=fingerprints,
        runtime=runtime.describe(),
        seeds=seeds,
        cases=rows,
        seconds=time.perf_counter() - begun,
    )
    events.say("evaluation_completed", task=task.id, **{name: report[name] for name in ("score", "status", "valid")})
    return report


def _run(task: TaskDefinition, runtime: Runtime, case: Any) -> dict[str, Any]:
    launch = runtime.case()
    begun = time.perf_counter()
    outcome = task.execute(case, launch)
    seconds = time.perf_counter() - begun
    return {
        "seed": case.seed,
        "case_id": case.id,
        **outcome,
        "passed": outcome["status"] == PASSED,
        "duration_seconds": round(seconds, 6),
        "processes": launch.processes,
    }
