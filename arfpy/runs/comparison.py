"""``evalarc.comparison.v1``: which checks of two matched evaluations changed. A higher score hides no regression."""

from __future__ import annotations

from typing import Any

from .files import ReportError
from .matching import cases_of, differences
from .report import PASSED, now

SCHEMA = "evalarc.comparison.v1"

_SHARED = ("task", "grader_sha256", "cases_sha256", "runtime", "seeds")
_INTERPRETATION = (
    "Only checks observed in both runs are compared. No regression does not mean resolved, and neither scores nor "
    "fingerprints say who produced a report."
)


def compare(baseline: dict[str, Any], current: dict[str, Any]) -> dict[str, Any]:
    """Return what changed between two sound evaluations.

    :raises ReportError: one of them has no score, or they differ in more than candidate and time; the items are named.
    """
    for name, report in (("baseline", baseline), ("current", current)):
        if not report["valid"]:
            raise ReportError(f"the {name} is not valid: not every case was assessed, so nothing can be compared")
    if different := differences(baseline, current):
        raise ReportError(f"the two runs cannot be compared, they differ in {', '.join(different)}")
    before, after = cases_of(baseline), cases_of(current)
    rows = [_transition(key, before[key], after[key]) for key in before]
    regressions = [_change(row, check) for row in rows for check in row["regressed_checks"]]
    return {
        "schema_version": SCHEMA,
        "created_at": now(),
        **{name: baseline[name] for name in _SHARED},
        "baseline": _side(baseline),
        "current": _side(current),
        "score_delta": round(current["score"] - baseline["score"], 8),
        "regressions": regressions,
        "improvements": [_change(row, check) for row in rows for check in row["improved_checks"]],
        "case_transitions": [row for row in rows if _is_change(row)],
        "current_failed_cases": sum(case["status"] != PASSED for case in after.values()),
        "has_regressions": bool(regressions),
        "interpretation": _INTERPRETATION,
    }


def _transition(key: tuple[int, str], before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    was, now_is = before["checks"], after["checks"]
    return {
        "seed": key[0],
        "case_id": key[1],
        "before": before["status"],
        "after": after["status"],
        "regressed_checks": sorted(name for name in was if was[name] and not now_is[name]),
        "improved_checks": sorted(name for name in was if now_is[name] and not was[name]),
    }


def _is_change(row: dict[str, Any]) -> bool:
    return bool(row["regressed_checks"] or row["improved_checks"] or row["before"] != row["after"])


def _change(row: dict[str, Any], check: str) -> dict[str, Any]:
    return {"seed": row["seed"], "case_id": row["case_id"], "check": check}


def _side(report: dict[str, Any]) -> dict[str, Any]:
    return {name: report[name] for name in ("candidate_sha256", "score", "resolved", "created_at")}
