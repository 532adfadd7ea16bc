"""The rules that a saved evaluation must keep. Nothing it sums up is believed; everything is counted again.

Null means not assessed and false means assessed and wrong; where one stands for the other, the report is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from ..strict_json import escape_pointer
from .files import ReportError
from .report import CASE_STATUSES, ENVIRONMENT_ERROR, PASSED, RUN_STATUSES, SCHEMA, aggregate

TOLERANCE = 1e-8
_HEX_DIGEST = re.compile(r"[0-9a-f]{64}")
_FINGERPRINTS = ("candidate_sha256", "grader_sha256", "cases_sha256")


def check_evaluation(report: dict[str, Any]) -> None:
    """Hold a report against every rule; members that the rules do not know are passed over.

    :raises ReportError: the first rule that is broken, with the place.
    """
    _check_head(report)
    _check_runtime(report)
    seeds = _check_seeds(report)
    weights = _check_dimensions(report)
    _check_cases(report, seeds, set(weights))
    _check_counts(report, weights)


# What a value must be. Each says so in words, for the sentence of the refusal.


def _is_string(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def is_integer(value: Any) -> bool:
    """Say whether a value is a JSON integer; true and 1.0 are none."""
    return type(value) is int


def is_number(value: Any) -> bool:
    """Say whether a value is a JSON number; true is none."""
    return type(value) is int or type(value) is float


def _is_count(value: Any) -> bool:
    return is_integer(value) and value >= 0


def _is_positive(value: Any) -> bool:
    return is_number(value) and value > 0


def is_digest(value: Any) -> bool:
    """Say whether a value is 64 lower-case hexadecimal digits."""
    return isinstance(value, str) and _HEX_DIGEST.fullmatch(value) is not None


def is_instant(value: Any) -> bool:
    """Say whether a value is an instant as reports write it."""
    if not isinstance(value, str):
        return False
    try:
        offset = datetime.fromisoformat(value).utcoffset()
    except ValueError:
        return False
    return offset is not None and not offset


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_filled_object(value: Any) -> bool:
    return isinstance(value, dict) and bool(value)


def _is_filled_array(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _is_command(value: Any) -> bool:
    return _is_filled_array(value) and all(map(_is_string, value))


def _or_null(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or test(value)


def is_amount(value: Any) -> bool:
    """Say whether a value is a number that is not negative: seconds, a cost."""
    return is_number(value) and value >= 0


def member(holder: dict[str, Any], name: str, pointer: str, test: Callable[[Any], bool], wanted: str) -> Any:
    """Return a member that must be there and pass a test. :raises ReportError: it is missing or does not."""
    where = f"{pointer}/{escape_pointer(name)}"
    if name not in holder:
        raise ReportError("the member is missing", where)
    if not test(holder[name]):
        raise ReportError(f"must be {wanted}", where)
    return holder[name]


def _check_head(report: dict[str, Any]) -> None:
    member(report, "schema_version", "", lambda value: value == SCHEMA, SCHEMA)
    member(report, "created_at", "", is_instant, "an instant in UTC")
    member(report, "evalarc_version", "", _is_string, "a string that is not empty")
    task = member(report, "task", "", _is_object, "an object")
    for name in ("id", "version", "domain", "split"):
        member(task, name, "/task", _is_string, "a string that is not empty")
    for name in _FINGERPRINTS:
        member(report, name, "", is_digest, "64 lower-case hexadecimal digits")
    member(report, "evaluation_seconds", "", is_amount, "a number of seconds")
    for name in ("agent_cost_usd", "agent_tokens"):
        member(report, name, "", _or_null(is_amount), "null or a number")


def _check_runtime(report: dict[str, Any]) -> None:
    runtime = member(report, "runtime", "", _is_object, "an object")
    at = "/runtime"
    backend = member(runtime, "backend", at, lambda value: value in ("docker", "local"), "docker or local")
    if backend == "docker":
        member(runtime, "image", at, _is_string, "the name of an image")
        member(runtime, "image_id", at, lambda v: _is_string(v) and v.startswith("sha256:"), "the id of an image")
    else:
        for name in ("image", "image_id"):
            member(runtime, name, at, lambda value: value is None, "null, as the backend is local")
    member(runtime, "command", at, _is_command, "an array of strings that are not empty")
    member(runtime, "response_timeout_seconds", at, _is_positive, "a positive number")
    if "case_timeout_seconds" in runtime:
        member(runtime, "case_timeout_seconds", at, _is_positive, "a positive number")
    member(runtime, "session_output_limit_bytes", at, lambda v: _is_count(v) and v > 0, "a positive integer")
    for name in ("python", "platform"):
        member(runtime, name, at, _is_string, "a string that is not empty")


def _check_seeds(report: dict[str, Any]) -> set[int]:
    seeds = member(report, "seeds", "", _is_filled_array, "an array that is not empty")
    for index, seed in enumerate(seeds):
        if not is_integer(seed):
            raise ReportError("must be an integer", f"/seeds/{index}")
    if len(set(seeds)) != len(seeds):
        raise ReportError("a seed stands twice", "/seeds")
    return set(seeds)


def _check_dimensions(report: dict[str, Any]) -> dict[str, float]:
    dimensions = member(report, "dimensions", "", _is_filled_object, "an object that is not empty")
    weights = {}
    for name, row in dimensions.items():
        at = f"/dimensions/{escape_pointer(name)}"
        if not isinstance(row, dict):
            raise ReportError("must be an object", at)
        for count in ("passed", "total", "assessed"):
            member(row, count, at, _is_count, "a count")
        weights[name] = member(row, "weight", at, lambda v: is_number(v) and 0 <= v <= 1, "a number from 0 to 1")
        member(row, "score", at, _or_null(is_number), "a number or null")
    if abs(sum(weights.values()) - 1) > TOLERANCE:
        raise ReportError("the weights do not sum to 1", "/dimensions")
    return weights


def _check_cases(report: dict[str, Any], seeds: set[int], dimensions: set[str]) -> None:
    cases = member(report, "cases", "", _is_filled_array, "an array that is not empty")
    seen: set[tuple[int, str]] = set()
    for index, case in enumerate(cases):
        at = f"/cases/{index}"
        if not isinstance(case, dict):
            raise ReportError("must be an object", at)
        identity = _check_identity(case, at, seeds)
        if identity in seen:
            raise ReportError("the case stands twice", at)
        seen.add(identity)
        _check_outcome(case, at, dimensions)
        _check_processes(case, at)
    missing = seeds - {seed for seed, _ in seen}
    if missing:
        raise ReportError(f"seed {min(missing)} has no case", "/cases")


def _check_identity(case: dict[str, Any], at: str, seeds: set[int]) -> tuple[int, str]:
    seed = member(case, "seed", at, is_integer, "an integer")
    if seed not in seeds:
        raise ReportError("is not one of the report's seeds", f"{at}/seed")
    return seed, member(case, "case_id", at, _is_string, "a string that is not empty")


def _check_outcome(case: dict[str, Any], at: str, dimensions: set[str]) -> None:
    status = member(case, "status", at, lambda value: value in CASE_STATUSES, f"one of {', '.join(CASE_STATUSES)}")
    checks = member(case, "checks", at, _is_filled_object, "an object that is not empty")
    for name, outcome in checks.items():
        where = f"{at}/checks/{escape_pointer(name)}"
        if name not in dimensions:
            raise ReportError("is not a dimension of this report", where)
        if status == ENVIRONMENT_ERROR:
            if outcome is not None:
                raise ReportError("must be null: the case was not assessed", where)
        elif not isinstance(outcome, bool):
            raise ReportError("must be true or false: the case was assessed", where)
    right = all(checks.values())
    if member(case, "passed", at, _is_bool, "true or false") is not right:
        raise ReportError("does not follow from the checks", f"{at}/passed")
    if (status == PASSED) is not right:
        raise ReportError("does not follow from the checks", f"{at}/status")
    member(case, "error", at, _or_null(lambda value: isinstance(value, str)), "a string or null")
    member(case, "duration_seconds", at, is_amount, "a number of seconds")
    member(case, "transcript_sha256", at, is_digest, "64 lower-case hexadecimal digits")


def _check_processes(case: dict[str, Any], at: str) -> None:
    if "processes" not in case:
        return
    for index, row in enumerate(member(case, "processes", at, lambda v: isinstance(v, list), "an array")):
        where = f"{at}/processes/{index}"
        if not isinstance(row, dict):
            raise ReportError("must be an object", where)
        member(row, "exit_code", where, _or_null(is_integer), "an integer or null")
        member(row, "output_bytes", where, _is_count, "a count")
        member(row, "stderr_tail", where, lambda value: isinstance(value, str), "a string")
        member(row, "stderr_tail_limit_bytes", where, _is_count, "a count")


def _check_counts(report: dict[str, Any], weights: dict[str, float]) -> None:
    # A dimension without a check has no score to count; it is refused before anything is summed.
    for name in weights:
        if not any(name in case["checks"] for case in report["cases"]):
            raise ReportError("no case checks this dimension", f"/dimensions/{escape_pointer(name)}")
    counted = aggregate(weights, report["cases"])
    for name, row in counted["dimensions"].items():
        at = f"/dimensions/{escape_pointer(name)}"
        for count in ("passed", "total", "assessed"):
            if report["dimensions"][name][count] != row[count]:
                raise ReportError(
                    f"is {report['dimensions'][name][count]}, the cases give {row[count]}", f"{at}/{count}"
                )
        _check_score(report["dimensions"][name]["score"], row["score"], f"{at}/score")
    for name in ("valid", "resolved"):
        if member(report, name, "", _is_bool, "true or false") is not counted[name]:
            raise ReportError("does not follow from the cases", f"/{name}")
    status = member(report, "status", "", lambda value: value in RUN_STATUSES, f"one of {', '.join(RUN_STATUSES)}")
    if status != counted["status"]:
        raise ReportError("does not follow from the cases", "/status")
    _check_score(member(report, "score", "", _or_null(is_number), "a number or null"), counted["score"], "/score")


def _check_score(stated: float | None, counted: float | None, pointer: str) -> None:
    if (stated is None) is not (counted is None):
        raise ReportError(f"must be {'null' if counted is None else 'a number'}, by the cases", pointer)
    if stated is not None and counted is not None and abs(stated - counted) > TOLERANCE:
        raise ReportError(f"is {stated}, the cases give {counted}", pointer)
