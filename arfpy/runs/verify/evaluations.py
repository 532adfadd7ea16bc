"""One saved evaluation: its rules; and, where the task is known here, its cases and episodes computed again."""

from __future__ import annotations

from typing import Any

from ..files import ReportError
from ..fingerprints import cases_sha256
from ..matching import weights_of
from ..rules import check_evaluation
from ..task import TaskDefinition, tasks


def check(report: dict[str, Any]) -> bool:
    """Verify an evaluation. :returns: whether its task is known here, so that its cases were generated and replayed.

    :raises ReportError: a rule is broken, or something differs from what the task gives.
    """
    check_evaluation(report)
    task = tasks().get(report["task"]["id"])
    if task is None or task.version != report["task"]["version"]:
        return False
    if report["task"]["domain"] != task.domain:
        raise ReportError(f"is not the domain of {task.id}", "/task/domain")
    if weights_of(report) != dict(task.dimensions):
        raise ReportError(f"are not the dimensions and weights of {task.id}", "/dimensions")
    _check_cases(report, task)
    return True


def _check_cases(report: dict[str, Any], task: TaskDefinition) -> None:
    made = [case for seed in report["seeds"] for case in task.cases(seed)]
    if cases_sha256(made) != report["cases_sha256"]:
        raise ReportError("is not the fingerprint of the cases that these seeds give", "/cases_sha256")
    by_key = {(case.seed, case.id): case for case in made}
    recorded = {(row["seed"], row["case_id"]) for row in report["cases"]}
    if missing := by_key.keys() - recorded:
        seed, case_id = min(missing)
        raise ReportError(f"{case_id} of seed {seed} is missing", "/cases")
    for index, row in enumerate(report["cases"]):
        at = f"/cases/{index}"
        case = by_key.get((row["seed"], row["case_id"]))
        if case is None:
            raise ReportError(f"{task.id} has no such case", at)
        try:
            task.replay(case, row)
        except ReportError as error:
            raise ReportError(error.reason, at + error.pointer) from None
