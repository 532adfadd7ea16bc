"""Run the candidates of which the outcome is known: the reference, and the reference with each declared fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .audit import summarize
from .backends import Backend
from .evaluate import evaluate
from .events import Events
from .limits import Limits
from .setup import control, prepared
from .task import REFERENCE, TaskDefinition


def audit(
    task: TaskDefinition, language: str, backend: Backend, limits: Limits, seeds: Sequence[int], events: Events
) -> dict[str, Any]:
    """Evaluate the reference and every declared fault of a task, and return the audit.

    :param language: of the controls, ``python`` or ``javascript``; the grader is the same.
    """

    def evaluated(variant: str) -> dict[str, Any]:
        with control(task, language, variant) as source, prepared(source, task, backend, limits) as runtime:
            return evaluate(task, runtime, seeds, events.adding(control=variant))

    reference = evaluated(REFERENCE)
    return summarize(reference, [(fault, evaluated(fault.name)) for fault in task.faults])
