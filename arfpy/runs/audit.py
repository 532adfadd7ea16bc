"""``evalarc.audit.v2``: does the grader notice? The reference must pass, every declared fault must be caught."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .task import Fault

SCHEMA = "evalarc.audit.v2"

_INTERPRETATION = (
    "Every declared fault is one changed behaviour of the reference. Catching these says nothing about other faults, "
    "and nothing about any model."
)


def summarize(reference: dict[str, Any], controls: Sequence[tuple[Fault, dict[str, Any]]]) -> dict[str, Any]:
    """Return the audit of a reference's evaluation and each fault's evaluation, all of them sound."""
    mutants = [_mutant(fault, evaluation) for fault, evaluation in controls]
    valid = reference["valid"] and all(row["valid"] for row in mutants)
    killed, total = sum(row["killed"] for row in mutants), len(mutants)
    return {
        "schema_version": SCHEMA,
        "valid": valid,
        "reference_passed": reference["resolved"],
        "reference": reference,
        "mutants": mutants,
        "mutation_score": killed / total if valid else None,
        "killed": killed,
        "total": total,
        "passed": valid and reference["resolved"] and killed == total,
        "interpretation": _INTERPRETATION,
    }


def _mutant(fault: Fault, evaluation: dict[str, Any]) -> dict[str, Any]:
    failing = {case["case_id"] for case in evaluation["cases"] if case["checks"].get(fault.target) is False}
    return {
        "name": fault.name,
        "target_dimension": fault.target,
        "killed": evaluation["valid"] and bool(failing),
        "valid": evaluation["valid"],
        "score": evaluation["score"],
        "failing_cases": sorted(failing),
        "candidate_sha256": evaluation["candidate_sha256"],
        "evaluation": evaluation,
    }
