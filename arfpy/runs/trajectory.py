"""``evalarc.trajectory.v1``: the scores of one effort at instants that its caller measured, and the area below them.

The input names the saved evaluations and when each was taken, in a unit of the caller's choice::

    {"schema_version": "evalarc.trajectory-input.v1", "unit": "minutes", "budget": 60,
     "checkpoints": [{"at": 5, "evaluation": "first/evaluation.json"}, …]}

A score holds from its checkpoint to the next one; before the first there is nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .files import ReportError, read_report
from .matching import differences
from .report import PRODUCER, now
from .rules import check_evaluation, is_amount, member

SCHEMA = "evalarc.trajectory.v1"
INPUT_SCHEMA = "evalarc.trajectory-input.v1"

_SHARED = ("task", "grader_sha256", "cases_sha256", "runtime", "seeds")
_INTERPRETATION = (
    "The instants are the caller's and were not measured here. The area depends on the budget, and compares only "
    "efforts over the same cases, grader, runtime and budget."
)


def trajectory(path: Path) -> dict[str, Any]:
    """Return the trajectory that a file describes; evaluations are named relative to it.

    :raises ReportError: the file is not as described above, or an evaluation is not sound, invalid, or of another run.
    """
    described, rows = _described(path)
    reports = [_evaluation(path.parent / row["evaluation"], row["evaluation"]) for row in rows]
    for row, report in zip(rows, reports, strict=True):
        if different := differences(reports[0], report):
            message = f"cannot stand beside the first checkpoint, they differ in {', '.join(different)}"
            raise ReportError(message, file=row["evaluation"])
    budget = described["budget"]
    points = [(row["at"], report["score"]) for row, report in zip(rows, reports, strict=True)]
    return {
        "schema_version": SCHEMA,
        "evalarc_version": PRODUCER,
        "created_at": now(),
        **{name: reports[0][name] for name in _SHARED},
        "unit": described["unit"],
        "budget": budget,
        "checkpoints": [_point(row["at"], report) for row, report in zip(rows, reports, strict=True)],
        "area": round(area(points, budget), 8),
        "interpretation": _INTERPRETATION,
    }


def area(points: Sequence[tuple[float, float]], budget: float) -> float:
    """Return the area below the left-step curve as a share of the budget, from 0 to 1."""
    ends = [*(at for at, _ in points[1:]), budget]
    return sum((end - at) * score for (at, score), end in zip(points, ends, strict=True)) / budget


def _described(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        described = read_report(path)
        return described, _checkpoints(described)
    except ReportError as error:
        raise ReportError(error.reason, error.pointer, str(path)) from None


def _checkpoints(described: dict[str, Any]) -> list[dict[str, Any]]:
    member(described, "schema_version", "", lambda value: value == INPUT_SCHEMA, INPUT_SCHEMA)
    member(described, "unit", "", _is_text, "a string that is not empty")
    budget = member(described, "budget", "", lambda value: is_amount(value) and value > 0, "a positive number")
    rows: list[dict[str, Any]] = member(
        described, "checkpoints", "", lambda v: isinstance(v, list) and bool(v), "an array that is not empty"
    )
    before = -1.0
    for index, row in enumerate(rows):
        pointer = f"/checkpoints/{index}"
        if not isinstance(row, dict):
            raise ReportError("must be an object", pointer)
        at = member(row, "at", pointer, is_amount, "a number that is not negative")
        if not before < at <= budget:
            raise ReportError("must lie after the one before it and within the budget", f"{pointer}/at")
        member(row, "evaluation", pointer, _is_text, "the path of an evaluation")
        before = at
    return rows


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _evaluation(path: Path, name: str) -> dict[str, Any]:
    try:
        report = read_report(path)
        check_evaluation(report)
    except ReportError as error:
        raise ReportError(error.reason, error.pointer, name) from None
    if not report["valid"]:
        raise ReportError("has no score: not every case was assessed", file=name)
    return report


def _point(at: float, report: dict[str, Any]) -> dict[str, Any]:
    return {"at": at, **{name: report[name] for name in ("candidate_sha256", "score", "resolved", "created_at")}}
