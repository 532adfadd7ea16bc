"""Repetitions, comparisons, audits and trajectories, summed up from small evaluations counted by hand."""

from __future__ import annotations

import pytest

from arfpy.runs import audit, comparison, repetition, trajectory
from arfpy.runs.files import ReportError, write_report
from arfpy.runs.report import aggregate
from arfpy.runs.rules import check_evaluation
from arfpy.runs.task import Fault

WEIGHTS = {"a": 0.75, "b": 0.25}


def evaluation(*cases, candidate="0", created="2026-01-02T03:04:05.000001+00:00"):
    """A sound evaluation. Each case is (id, status, a, b) with seed 1."""
    rows = [
        {
            "seed": 1,
            "case_id": case_id,
            "checks": {"a": a, "b": b},
            "passed": bool(a and b),
            "status": status,
            "error": None,
            "duration_seconds": 0.1,
            "transcript_sha256": "0" * 64,
        }
        for case_id, status, a, b in cases
    ]
    report = {
        "schema_version": "evalarc.evaluation.v2",
        "created_at": created,
        "evalarc_version": "1",
        "task": {"id": "t", "version": "1", "domain": "d", "split": "public-development"},
        "candidate_sha256": candidate * 64,
        "grader_sha256": "1" * 64,
        "cases_sha256": "2" * 64,
        "runtime": {
            "backend": "local",
            "image": None,
            "image_id": None,
            "command": ["run"],
            "response_timeout_seconds": 10.0,
            "case_timeout_seconds": 60.0,
            "session_output_limit_bytes": 1,
            "python": "3",
            "platform": "p",
        },
        "seeds": [1],
        **aggregate(WEIGHTS, rows),
        "cases": rows,
        "evaluation_seconds": 1.0,
        "agent_cost_usd": None,
        "agent_tokens": None,
    }
    check_evaluation(report)
    return report


GOOD = evaluation(("y", "passed", True, True), ("x", "passed", True, True))
HALF = evaluation(("y", "failed", True, False), ("x", "passed", True, True))
LOST = evaluation(("y", "environment_error", None, None), ("x", "passed", True, True))


def test_a_score_is_the_weighted_sum_over_all_cases():
    """0.75 * 2/2 + 0.25 * 1/2."""
    assert HALF["score"] == 0.875
    assert HALF["dimensions"]["b"] == {"passed": 1, "total": 2, "assessed": 2, "weight": 0.25, "score": 0.5}


def test_one_unassessed_case_leaves_the_run_without_a_score():
    """Its checks count in the total only."""
    assert (LOST["valid"], LOST["score"], LOST["status"], LOST["resolved"]) == (False, None, "environment_error", False)
    assert LOST["dimensions"]["a"] == {"passed": 1, "total": 2, "assessed": 1, "weight": 0.75, "score": 1.0}


def test_attempts_that_differ_are_counted_case_by_case():
    """Two of three attempts pass y, and all pass x."""
    found = repetition.summarize([GOOD, HALF, GOOD], 3)
    assert (found["complete"], found["valid"], found["status"]) == (True, True, "failed")
    assert (found["resolved_attempts"], found["assessed_resolution_rate"]) == (2, 2 / 3)
    assert (found["min_score"], found["max_score"]) == (0.875, 1.0)
    assert found["mean_score"] == pytest.approx(2.875 / 3)
    assert (found["variable_cases"], found["variable_checks"]) == (1, 1)
    assert [row["case_id"] for row in found["cases"]] == ["x", "y"]
    assert found["cases"][1] == {
        "seed": 1,
        "case_id": "y",
        "passed": 2,
        "assessed": 3,
        "failed": 1,
        "unassessed": 0,
        "pass_rate": 2 / 3,
        "variable": True,
        "checks": {
            "a": {"passed": 3, "assessed": 3, "pass_rate": 1.0, "variable": False},
            "b": {"passed": 2, "assessed": 3, "pass_rate": 2 / 3, "variable": True},
        },
    }


def test_all_resolved_attempts_make_a_passed_repetition():
    """And nothing less does."""
    found = repetition.summarize([GOOD, GOOD], 2)
    assert (found["status"], found["all_attempts_resolved"]) == ("passed", True)


def test_an_invalid_attempt_contributes_its_assessed_cases_and_no_score():
    """It ends the repetition, which is then incomplete and has no outcome."""
    found = repetition.summarize([GOOD, LOST], 3)
    assert (found["complete"], found["valid"], found["status"]) == (False, False, "environment_error")
    assert (found["completed_attempts"], found["assessed_attempts"], found["invalid_attempts"]) == (2, 1, 1)
    assert (found["mean_score"], found["assessed_resolution_rate"]) == (1.0, 1.0)
    by_id = {row["case_id"]: row for row in found["cases"]}
    assert (by_id["x"]["assessed"], by_id["y"]["assessed"], by_id["y"]["unassessed"]) == (2, 1, 1)


def test_a_repetition_without_any_assessed_attempt_states_no_number():
    """Null, and never zero."""
    found = repetition.summarize([LOST], 3)
    assert [found[name] for name in ("mean_score", "min_score", "max_score", "assessed_resolution_rate")] == [None] * 4
    y = found["cases"][1]
    assert (y["pass_rate"], y["checks"]["a"]) == (None, {"passed": 0, "assessed": 0, "pass_rate": None, "variable": False})


def test_attempts_of_another_candidate_are_no_repetition():
    """The candidate was frozen once."""
    other = evaluation(("y", "passed", True, True), ("x", "passed", True, True), candidate="9")
    with pytest.raises(ReportError, match="candidate_sha256"):
        repetition.summarize([GOOD, other], 2)


def test_a_regression_is_reported_though_the_score_rises():
    """a (0.75) is gained in x, b (0.25) is lost in y."""
    before = evaluation(("x", "failed", False, True), ("y", "passed", True, True))
    after = evaluation(("y", "failed", True, False), ("x", "passed", True, True), candidate="9")
    found = comparison.compare(before, after)
    assert found["score_delta"] == 0.25
    assert found["has_regressions"] is True
    assert found["regressions"] == [{"seed": 1, "case_id": "y", "check": "b"}]
    assert found["improvements"] == [{"seed": 1, "case_id": "x", "check": "a"}]
    assert [(row["case_id"], row["before"], row["after"]) for row in found["case_transitions"]] == [
        ("x", "failed", "passed"),
        ("y", "passed", "failed"),
    ]
    assert found["current_failed_cases"] == 1


def test_equal_runs_have_no_transitions():
    """Only candidate and time may differ."""
    found = comparison.compare(GOOD, evaluation(("x", "passed", True, True), ("y", "passed", True, True), candidate="9"))
    assert (found["case_transitions"], found["has_regressions"], found["score_delta"]) == ([], False, 0.0)


def test_runs_that_do_not_match_are_refused_with_all_that_differs():
    """Seeds, fingerprints, runtime, weights, cases and checks."""
    other = {**GOOD, "grader_sha256": "9" * 64, "seeds": [2], "runtime": {**GOOD["runtime"], "python": "4"}}
    with pytest.raises(ReportError, match="they differ in grader_sha256, runtime, seeds"):
        comparison.compare(GOOD, other)
    fewer = evaluation(("y", "passed", True, True))
    with pytest.raises(ReportError, match="they differ in cases"):
        comparison.compare(GOOD, fewer)


@pytest.mark.parametrize("pair", [(GOOD, LOST), (LOST, GOOD)])
def test_a_run_without_a_score_is_not_compared(pair):
    """On either side."""
    with pytest.raises(ReportError, match="not valid"):
        comparison.compare(*pair)


def test_a_fault_is_caught_only_in_its_target_dimension():
    """The second one fails elsewhere, the third could not be assessed."""
    found = audit.summarize(GOOD, [(Fault("one", "b"), HALF), (Fault("two", "a"), HALF)])
    assert (found["valid"], found["killed"], found["total"], found["mutation_score"], found["passed"]) == (True, 1, 2, 0.5, False)
    assert [(row["killed"], row["failing_cases"]) for row in found["mutants"]] == [(True, ["y"]), (False, [])]
    lost = audit.summarize(GOOD, [(Fault("one", "b"), HALF), (Fault("three", "b"), LOST)])
    assert (lost["valid"], lost["mutation_score"], lost["passed"], lost["killed"]) == (False, None, False, 1)


def test_an_audit_whose_reference_is_not_resolved_does_not_pass():
    """Even when every fault is caught."""
    found = audit.summarize(HALF, [(Fault("one", "b"), HALF)])
    assert (found["reference_passed"], found["mutation_score"], found["passed"]) == (False, 1.0, False)


def test_the_area_is_that_of_left_steps():
    """0.5 from 2 to 6 and 1.0 from 6 to 10, of 10: (2 + 4) / 10."""
    assert trajectory.area([(2, 0.5), (6, 1.0)], 10) == 0.6


@pytest.fixture
def described(tmp_path):
    """Write the input of a trajectory."""
    for name, report in (("half", HALF), ("good", GOOD), ("lost", LOST)):
        write_report(tmp_path / f"{name}.json", report)

    def write(*checkpoints, **members):
        rows = [{"at": at, "evaluation": f"{name}.json"} for at, name in checkpoints]
        value = {"schema_version": "evalarc.trajectory-input.v1", "unit": "minutes", "budget": 10, "checkpoints": rows}
        path = tmp_path / "input.json"
        path.unlink(missing_ok=True)
        write_report(path, {**value, **members})
        return path

    return write


def test_a_trajectory_names_its_checkpoints_and_area(described):
    """0.875 from 2 to 4, then 1.0 to 10: (1.75 + 6) / 10."""
    found = trajectory.trajectory(described((2, "half"), (4, "good")))
    assert found["area"] == 0.775
    assert [(row["at"], row["score"], row["resolved"]) for row in found["checkpoints"]] == [(2, 0.875, False), (4, 1.0, True)]


@pytest.mark.parametrize(
    ("checkpoints", "members"),
    [
        ([], {}),
        ([(4, "good"), (2, "half")], {}),
        ([(2, "good"), (2, "half")], {}),
        ([(11, "good")], {}),
        ([(-1, "good")], {}),
        ([(2, "nothing")], {}),
        ([(2, "lost")], {}),
        ([(2, "good")], {"budget": 0}),
        ([(2, "good")], {"budget": True}),
        ([(2, "good")], {"unit": ""}),
        ([(2, "good")], {"schema_version": "evalarc.trajectory.v1"}),
        ([(2, "good")], {"checkpoints": [5]}),
    ],
)
def test_a_trajectory_that_is_not_described_soundly_is_refused(described, checkpoints, members):
    """Order, budget, files and scores."""
    with pytest.raises(ReportError):
        trajectory.trajectory(described(*checkpoints, **members))
