"""A job's gate: accepted or not, by thresholds. It changes no score, and no threshold excuses a run that is invalid."""

from __future__ import annotations

from typing import Any

from .config import Gate


def decide(repetition: dict[str, Any], gate: Gate) -> dict[str, Any]:
    """Return the decision about a sound repetition: ``accepted``, ``valid``, ``checks`` and ``reasons``."""
    if not repetition["valid"]:
        done, asked = repetition["completed_attempts"], repetition["requested_attempts"]
        reason = (
            f"not every case was assessed: {done} of {asked} attempts ran, {repetition['invalid_attempts']} invalid"
        )
        return {"accepted": False, "valid": False, "checks": [], "reasons": [reason]}
    checks = [
        _threshold("mean_score", gate.min_mean_score, repetition["mean_score"]),
        _threshold("resolution_rate", gate.min_resolution_rate, repetition["assessed_resolution_rate"]),
        *(_required(name, repetition) for name in gate.required_dimensions),
    ]
    reasons = [_reason(check) for check in checks if not check["passed"]]
    return {"accepted": not reasons, "valid": True, "checks": checks, "reasons": reasons}


def _threshold(name: str, minimum: float, observed: float) -> dict[str, Any]:
    return {"name": name, "minimum": minimum, "observed": observed, "passed": observed >= minimum}


def _required(dimension: str, repetition: dict[str, Any]) -> dict[str, Any]:
    rows = [(case, case["checks"][dimension]) for case in repetition["cases"] if dimension in case["checks"]]
    violations = [
        {"seed": case["seed"], "case_id": case["case_id"], **check}
        for case, check in rows
        if check["passed"] != repetition["completed_attempts"]
    ]
    return {
        "name": f"required_dimension:{dimension}",
        "passed": bool(rows) and not violations,
        "violations": violations,
    }


def _reason(check: dict[str, Any]) -> str:
    if "minimum" in check:
        return f"{check['name']} is {check['observed']}, at least {check['minimum']} is required"
    cases = ", ".join(f"{row['case_id']} (seed {row['seed']})" for row in check["violations"])
    return f"{check['name']} is not fulfilled: {cases or 'no case checks it'}"
