"""Run one frozen candidate several times. Nothing is tried again, and nothing is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .evaluate import evaluate
from .events import Events
from .repetition import summarize
from .runtime import Runtime
from .task import TaskDefinition


def repeat(
    task: TaskDefinition,
    runtime: Runtime,
    seeds: Sequence[int],
    attempts: int,
    events: Events,
    keep: Callable[[int, dict[str, Any]], None],
) -> dict[str, Any]:
    """Return the summary of up to ``attempts`` evaluations; the first that is invalid is the last.

    :param keep: is given the number, from 1, and the report of each attempt as soon as it is there.
    """
    events.say("repetition_started", task=task.id, attempts=attempts, candidate_sha256=runtime.candidate.sha256)
    done: list[dict[str, Any]] = []
    while len(done) < attempts and all(report["valid"] for report in done):
        number = len(done) + 1
        place = {"attempt": number, "total_attempts": attempts}
        events.say("attempt_started", **place)
        report = evaluate(task, runtime, seeds, events.adding(attempt=number))
        keep(number, report)
        done.append(report)
        events.say("attempt_completed", **place, **{name: report[name] for name in ("valid", "status", "score")})
    summary = summarize(done, attempts)
    names = ("status", "completed_attempts", "requested_attempts")
    events.say("repetition_completed", **{name: summary[name] for name in names})
    return summary
