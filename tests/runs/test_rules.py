"""Every rule of a saved evaluation, broken once on purpose."""

from __future__ import annotations

import copy

import pytest

from arfpy.runs.files import ReportError
from arfpy.runs.rules import check_evaluation

DIGEST = "0" * 64


def case(seed, case_id, status, **checks):
    right = all(checks.values())
    return {
        "seed": seed,
        "case_id": case_id,
        "checks": checks,
        "passed": right,
        "status": status,
        "error": None,
        "duration_seconds": 0.5,
        "transcript_sha256": DIGEST,
        "processes": [{"exit_code": 0, "output_bytes": 1, "stderr_tail": "", "stderr_tail_limit_bytes": 2048}],
    }


def assessed():
    """Two seeds, three cases: a passes 2 of 3, b passes 1 of 2. 0.6 * 2/3 + 0.4 * 1/2 = 0.6."""
    return {
        "schema_version": "evalarc.evaluation.v2",
        "created_at": "2026-01-02T03:04:05.678901+00:00",
        "evalarc_version": "1",
        "task": {"id": "t", "version": "1", "domain": "d", "split": "public-development"},
        "candidate_sha256": DIGEST,
        "grader_sha256": DIGEST,
        "cases_sha256": DIGEST,
        "runtime": {
            "backend": "local",
            "image": None,
            "image_id": None,
            "command": ["run"],
            "response_timeout_seconds": 10,
            "case_timeout_seconds": 60.5,
            "session_output_limit_bytes": 1,
            "python": "3",
            "platform": "p",
        },
        "seeds": [2, 1],
        "valid": True,
        "status": "failed",
        "score": 0.6,
        "resolved": False,
        "dimensions": {
            "a": {"passed": 2, "total": 3, "assessed": 3, "weight": 0.6, "score": 2 / 3},
            "b": {"passed": 1, "total": 2, "assessed": 2, "weight": 0.4, "score": 0.5},
        },
        "cases": [
            case(2, "x", "passed", a=True, b=True),
            case(2, "y", "failed", a=True, b=False),
            case(1, "x", "agent_error", a=False),
        ],
        "evaluation_seconds": 2,
        "agent_cost_usd": None,
        "agent_tokens": None,
    }


def unassessed():
    """The same run, but its last case ended in an environment error: no score."""
    report = assessed()
    report["cases"][2] = case(1, "x", "environment_error", a=None)
    report["dimensions"]["a"] = {"passed": 2, "total": 3, "assessed": 2, "weight": 0.6, "score": 1.0}
    report.update(valid=False, status="environment_error", score=None)
    return report


def put(report, pointer, value):
    *path, last = [int(step) if step.isdigit() else step for step in pointer.split("/")[1:]]
    holder = report
    for step in path:
        holder = holder[step]
    if value is ...:
        del holder[last]
    else:
        holder[last] = value


@pytest.mark.parametrize("make", [assessed, unassessed])
def test_a_sound_report_is_accepted(make):
    """Assessed or not."""
    check_evaluation(make())


def test_members_that_the_rules_do_not_know_are_passed_over():
    """At the top, in the runtime and in a case."""
    report = assessed()
    report["more"] = report["runtime"]["isolation"] = report["cases"][0]["trace"] = ["anything"]
    check_evaluation(report)


def test_older_reports_without_case_timeout_and_processes_are_accepted():
    """Both came later."""
    report = assessed()
    del report["runtime"]["case_timeout_seconds"]
    for row in report["cases"]:
        del row["processes"]
    check_evaluation(report)


def test_docker_names_its_image():
    """By name and by id."""
    report = assessed()
    report["runtime"].update(backend="docker", image="i", image_id="sha256:0")
    check_evaluation(report)


def test_a_score_within_the_tolerance_is_accepted():
    """A recount may differ in the ninth place."""
    report = assessed()
    report["score"] = 0.600000009
    check_evaluation(report)


BROKEN = [
    ("/schema_version", "evalarc.evaluation.v1"),
    ("/created_at", "yesterday"),
    ("/created_at", "2026-01-02T03:04:05"),
    ("/created_at", "2026-01-02T03:04:05+01:00"),
    ("/evalarc_version", ""),
    ("/task", []),
    ("/task/id", ""),
    ("/task/version", 1),
    ("/task/domain", ...),
    ("/task/split", None),
    ("/candidate_sha256", "A" * 64),
    ("/grader_sha256", "0" * 63),
    ("/cases_sha256", DIGEST + "\n"),
    ("/runtime", None),
    ("/runtime/backend", "podman"),
    ("/runtime/image", "i"),
    ("/runtime/image_id", "sha256:0"),
    ("/runtime/command", []),
    ("/runtime/command", [""]),
    ("/runtime/command", "run"),
    ("/runtime/response_timeout_seconds", 0),
    ("/runtime/response_timeout_seconds", True),
    ("/runtime/case_timeout_seconds", -1),
    ("/runtime/session_output_limit_bytes", 1.0),
    ("/runtime/session_output_limit_bytes", 0),
    ("/runtime/python", None),
    ("/runtime/platform", ...),
    ("/seeds", []),
    ("/seeds/0", True),
    ("/seeds/0", 2.0),
    ("/seeds/0", 1),
    ("/seeds/0", 3),
    ("/dimensions", {}),
    ("/dimensions/a", None),
    ("/dimensions/a/passed", 1),
    ("/dimensions/a/passed", 2.0),
    ("/dimensions/a/total", 4),
    ("/dimensions/a/assessed", 2),
    ("/dimensions/a/weight", 0.7),
    ("/dimensions/a/weight", -0.6),
    ("/dimensions/a/weight", True),
    ("/dimensions/a/score", 0.7),
    ("/dimensions/a/score", None),
    ("/dimensions/c", {"passed": 0, "total": 0, "assessed": 0, "weight": 0, "score": None}),
    ("/cases", []),
    ("/cases", {}),
    ("/cases/0", "case"),
    ("/cases/0/seed", 3),
    ("/cases/0/seed", True),
    ("/cases/0/case_id", ""),
    ("/cases/0/case_id", "y"),
    ("/cases/0/status", "ok"),
    ("/cases/0/status", "failed"),
    ("/cases/1/status", "passed"),
    ("/cases/0/status", "environment_error"),
    ("/cases/0/checks", {}),
    ("/cases/0/checks/b", None),
    ("/cases/0/checks/b", 1),
    ("/cases/0/checks/c", True),
    ("/cases/0/passed", False),
    ("/cases/0/passed", 1),
    ("/cases/1/passed", True),
    ("/cases/0/error", 5),
    ("/cases/0/duration_seconds", -0.1),
    ("/cases/0/transcript_sha256", None),
    ("/cases/0/processes", None),
    ("/cases/0/processes/0", 0),
    ("/cases/0/processes/0/exit_code", "0"),
    ("/cases/0/processes/0/output_bytes", -1),
    ("/cases/0/processes/0/stderr_tail", None),
    ("/cases/0/processes/0/stderr_tail_limit_bytes", ...),
    ("/valid", False),
    ("/valid", 1),
    ("/resolved", True),
    ("/status", "passed"),
    ("/status", "agent_error"),
    ("/score", 0.60000002),
    ("/score", None),
    ("/score", True),
    ("/evaluation_seconds", -1),
    ("/agent_cost_usd", "unknown"),
    ("/agent_tokens", ...),
]


@pytest.mark.parametrize(("pointer", "value"), BROKEN, ids=[f"{p} {v!r:.20}" for p, v in BROKEN])
def test_one_broken_rule_refuses_the_report(pointer, value):
    """Each place, with a value that it must not have or without any."""
    report = assessed()
    put(report, pointer, value)
    with pytest.raises(ReportError):
        check_evaluation(report)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/cases/2/checks/a", False),
        ("/cases/2/passed", True),
        ("/cases/2/status", "failed"),
        ("/valid", True),
        ("/status", "failed"),
        ("/score", 0.0),
        ("/dimensions/a/assessed", 3),
        ("/dimensions/a/score", 2 / 3),
    ],
)
def test_null_and_false_never_stand_for_each_other(pointer, value):
    """A run that was not assessed has no outcome anywhere."""
    report = unassessed()
    put(report, pointer, value)
    with pytest.raises(ReportError):
        check_evaluation(report)


def test_every_member_that_is_required_is_missed():
    """Each of them, left out."""
    for name in assessed():
        report = copy.deepcopy(assessed())
        del report[name]
        with pytest.raises(ReportError, match="the member is missing"):
            check_evaluation(report)


def test_a_dimension_that_was_never_assessed_has_no_score():
    """It is null, and then no zero."""
    report = assessed()
    report["cases"] = [case(2, "x", "environment_error", a=None, b=None), case(1, "x", "passed", a=True)]
    report["dimensions"] = {
        "a": {"passed": 1, "total": 2, "assessed": 1, "weight": 0.6, "score": 1.0},
        "b": {"passed": 0, "total": 1, "assessed": 0, "weight": 0.4, "score": None},
    }
    report.update(valid=False, status="environment_error", score=None)
    check_evaluation(report)
    report["dimensions"]["b"]["score"] = 0
    with pytest.raises(ReportError):
        check_evaluation(report)
