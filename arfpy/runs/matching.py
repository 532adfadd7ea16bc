"""What two evaluations must have in common before their outcomes may be set side by side."""

from __future__ import annotations

from typing import Any

_MEMBERS = ("schema_version", "task", "grader_sha256", "cases_sha256", "runtime", "seeds")

CaseKey = tuple[int, str]


def differences(one: dict[str, Any], other: dict[str, Any], *, candidate: bool = False) -> list[str]:
    """Return the names of what differs between two sound evaluations; the order of the cases does not count.

    :param candidate: whether the candidate must be the same as well.
    """
    found = [name for name in _MEMBERS if one[name] != other[name]]
    if candidate and one["candidate_sha256"] != other["candidate_sha256"]:
        found.append("candidate_sha256")
    if weights_of(one) != weights_of(other):
        found.append("weights")
    checks, other_checks = _coverage(one), _coverage(other)
    if checks.keys() != other_checks.keys():
        found.append("cases")
    elif checks != other_checks:
        found.append("checks")
    return found


def weights_of(report: dict[str, Any]) -> dict[str, float]:
    """Return the weight of each dimension."""
    return {name: row["weight"] for name, row in report["dimensions"].items()}


def cases_of(report: dict[str, Any]) -> dict[CaseKey, dict[str, Any]]:
    """Return the cases by seed and id, in sorted order."""
    rows = {(case["seed"], case["case_id"]): case for case in report["cases"]}
    return dict(sorted(rows.items()))


def _coverage(report: dict[str, Any]) -> dict[CaseKey, frozenset[str]]:
    return {key: frozenset(case["checks"]) for key, case in cases_of(report).items()}
