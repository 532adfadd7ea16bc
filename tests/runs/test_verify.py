"""Saved results computed again: another implementation's are accepted as they are, and refused once anything is changed."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest

from arfpy.runs.files import ReportError, read_report, report_bytes
from arfpy.runs.verify import evaluations, verify
from tests.peers import REPORTS as PEERS
from tests.peers import needs_reports

pytestmark = needs_reports
SUPPORT = "multilanguage-run/jobs/javascript-support/attempts/0001/evaluation.json"
CODING = "multilanguage-run/jobs/python-coding/attempts/0001/evaluation.json"


@pytest.mark.parametrize(
    ("name", "kind", "resolved"),
    [
        ("javascript-audits/support-routing/audit.json", "audit", True),
        ("javascript-audits/durable-kv/audit.json", "audit", True),
        ("multilanguage-run", "suite", True),
        ("multilanguage-run/jobs/python-coding", "repetition", True),
        ("multilanguage-run/jobs/javascript-coding/repetition.json", "repetition", True),
        ("multilanguage-run/jobs/javascript-support", "repetition", True),
        (CODING, "evaluation", True),
        (SUPPORT, "evaluation", True),
        ("comparison", "comparison", False),
        ("comparison/baseline.json", "evaluation", False),
        ("comparison/current.json", "evaluation", False),
        ("repetition-faulty", "repetition", False),
        ("repetition-faulty/attempts/0003/evaluation.json", "evaluation", False),
    ],
)
def test_the_peers_results_are_accepted(name, kind, resolved):
    """Every one of them, named by its file or its folder."""
    found = verify(PEERS / name)
    assert found["verified"], found
    assert (found["kind"], found["records_valid"], found["fully_resolved"], found["replayed"]) == (kind, True, resolved, True)


def test_the_suite_names_every_file_it_read_with_its_digest():
    """Those below the suite's folder, without the events, which sum up nothing."""
    folder = PEERS / "multilanguage-run"
    read = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".jsonl"]
    wanted = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in read}
    found = verify(folder)
    assert {name: row["sha256"] for name, row in found["files"].items()} == wanted
    assert (found["accepted"], found["total_jobs"], found["accepted_jobs"], found["fully_resolved_jobs"]) == (True, 3, 3, 3)


def test_the_comparison_has_the_published_regression():
    """The score rises from 0.9 to 0.9375, and one check got worse."""
    assert verify(PEERS / "comparison")["has_regressions"] is True


def test_every_recorded_support_episode_of_the_peers_is_replayed():
    """Fourteen evaluations of four episodes each: one wrong result in any of them would be refused."""
    reports = [read_report(PEERS / "comparison" / f"{name}.json") for name in ("baseline", "current")]
    reports += [read_report(PEERS / f"repetition-faulty/attempts/000{number}/evaluation.json") for number in (1, 2, 3)]
    audit = read_report(PEERS / "javascript-audits/support-routing/audit.json")
    reports += [read_report(PEERS / SUPPORT), audit["reference"], *(row["evaluation"] for row in audit["mutants"])]
    episodes = 0
    for report in reports:
        assert evaluations.check(report) is True
        for index in range(len(report["cases"])):
            forged = copy.deepcopy(report)
            forged["cases"][index]["trace"][0]["step"] = 1
            with pytest.raises(ReportError, match="replay"):
                evaluations.check(forged)
            episodes += 1
    assert (len(reports), episodes) == (14, 56)


# What a report states about its own making, and nothing here can compute again.
UNCHECKED = {
    "created_at",
    "evalarc_version",
    "candidate_sha256",
    "grader_sha256",
    "evaluation_seconds",
    "agent_cost_usd",
    "agent_tokens",
}
# Another id or version is another task, unknown here; the answer then says that nothing was replayed.
UNCHECKED_DEEP = ("runtime", "task/split", "task/id", "task/version")
UNCHECKED_IN_CASES = {"duration_seconds", "processes"}


def leaves(value, path=()):
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from leaves(item, (*path, name))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path


def is_free(path):
    text = "/".join(map(str, path))
    if path[0] in UNCHECKED or text.startswith(UNCHECKED_DEEP):
        return True
    return path[0] == "cases" and path[2] in UNCHECKED_IN_CASES


def changed(value):
    """Another value of the same type, where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    return "0"


@pytest.mark.parametrize("name", [SUPPORT, CODING, "comparison/current.json"])
def test_every_value_of_an_evaluation_counts(name):
    """Each single value changed, but for what only the producer knows: refused each time."""
    report = read_report(PEERS / name)
    paths = [path for path in leaves(report) if not is_free(path)]
    assert len(paths) > 100
    accepted = []
    for path in paths:
        forged = copy.deepcopy(report)
        holder = forged
        for step in path[:-1]:
            holder = holder[step]
        if path[-1] == "error":
            continue  # null in both tasks unless something failed; see the test below
        holder[path[-1]] = changed(holder[path[-1]])
        try:
            evaluations.check(forged)
        except ReportError:
            continue
        accepted.append(path)
    assert accepted == []


def test_an_error_that_the_trace_does_not_tell_is_refused():
    """A support case that came to its end has none."""
    report = read_report(PEERS / SUPPORT)
    report["cases"][0]["error"] = "something"
    with pytest.raises(ReportError, match="replay"):
        evaluations.check(report)


@pytest.fixture
def peers(tmp_path):
    """A copy of the peers' results that may be changed."""
    return Path(shutil.copytree(PEERS, tmp_path / "peers"))


def edit(path, change):
    report = json.loads(path.read_bytes())
    change(report)
    path.write_bytes(report_bytes(report))


def refused(path):
    found = verify(path)
    assert found["verified"] is False, "the forged result was accepted"
    return found["error"]


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(killed=6),
        lambda r: r.update(total=6),
        lambda r: r.update(passed=False),
        lambda r: r.update(mutation_score=None),
        lambda r: r.update(valid=False),
        lambda r: r.update(reference_passed=False),
        lambda r: r.update(more=1),
        lambda r: r.pop("killed"),
        lambda r: r.pop("reference"),
        lambda r: r["mutants"].pop(),
        lambda r: r["mutants"].reverse(),
        lambda r: r["mutants"].append(r["mutants"][0]),
        lambda r: r["mutants"][0].update(name="another"),
        lambda r: r["mutants"][0].update(target_dimension="notes"),
        lambda r: r["mutants"][0].update(target_dimension=["routing"]),
        lambda r: r["mutants"][0].update(killed=False),
        lambda r: r["mutants"][0].update(score=0.36),
        lambda r: r["mutants"][0].update(candidate_sha256="0" * 64),
        lambda r: r["mutants"][0]["failing_cases"].pop(),
        lambda r: r["mutants"][0].update(evaluation=None),
        lambda r: r["mutants"][0]["evaluation"].update(score=0.36),
        lambda r: r["reference"].update(score=0.99),
    ],
)
def test_a_changed_audit_is_refused(peers, change):
    """Each member, and the evaluations in it."""
    path = peers / "javascript-audits/support-routing/audit.json"
    edit(path, change)
    refused(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(score_delta=0.04),
        lambda r: r.update(has_regressions=False),
        lambda r: r["regressions"].pop(),
        lambda r: r["improvements"].reverse(),
        lambda r: r["case_transitions"].pop(),
        lambda r: r.update(current_failed_cases=0),
        lambda r: r["baseline"].update(score=0.91),
        lambda r: r["baseline"].update(created_at=r["current"]["created_at"]),
        lambda r: r.update(seeds=[17.0]),
        lambda r: r.pop("runtime"),
    ],
)
def test_a_changed_comparison_is_refused(peers, change):
    """Each member."""
    edit(peers / "comparison/comparison.json", change)
    refused(peers / "comparison")


def test_a_comparison_without_one_of_its_runs_is_refused(peers):
    """Both are needed."""
    (peers / "comparison/current.json").unlink()
    assert refused(peers / "comparison").startswith("current.json: cannot be read")


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(requested_attempts=4),
        lambda r: r.update(requested_attempts=2),
        lambda r: r.update(requested_attempts=True),
        lambda r: r.update(completed_attempts=2),
        lambda r: r.update(completed_attempts=0),
        lambda r: r.update(mean_score=0.94),
        lambda r: r.update(min_score=0.9),
        lambda r: r.update(max_score=1.0),
        lambda r: r.update(assessed_resolution_rate=None),
        lambda r: r.update(resolved_attempts=1),
        lambda r: r.update(all_attempts_resolved=True),
        lambda r: r.update(status="passed"),
        lambda r: r.update(variable_checks=1),
        lambda r: r.update(candidate_sha256="0" * 64),
        lambda r: r["cases"].reverse(),
        lambda r: r["cases"][0].update(passed=2),
        lambda r: r["cases"][0].update(pass_rate=1),
        lambda r: r["cases"][1]["checks"]["notes"].update(variable=True),
        lambda r: r["attempts"].pop(),
        lambda r: r["attempts"][0].update(score=1.0),
        lambda r: r["runtime"].update(python="3"),
    ],
)
def test_a_changed_repetition_is_refused(peers, change):
    """Each member; and counts that the attempts do not bear out."""
    edit(peers / "repetition-faulty/repetition.json", change)
    refused(peers / "repetition-faulty")


def test_attempts_of_different_runs_are_no_repetition(peers):
    """One attempt states another grader."""
    edit(peers / "repetition-faulty/attempts/0002/evaluation.json", lambda r: r.update(grader_sha256="0" * 64))
    assert "attempt 2 differs from the first in grader_sha256" in refused(peers / "repetition-faulty")


@pytest.mark.parametrize("more", ["attempts/0004", "attempts/notes.txt", "attempts/0001/notes.txt", "attempts/.hidden"])
def test_an_entry_that_nothing_declares_is_refused(peers, more):
    """Among the attempts, and in an attempt."""
    (peers / "repetition-faulty" / more).write_text("x")
    assert "which nothing declares" in refused(peers / "repetition-faulty")


def test_a_page_beside_an_evaluation_is_declared(peers):
    """It is written with every result, and sums up nothing."""
    (peers / "repetition-faulty/attempts/0001/index.html").write_text("<!doctype html>")
    assert verify(peers / "repetition-faulty")["verified"]


def test_a_missing_attempt_is_refused(peers):
    """Its folder is gone."""
    shutil.rmtree(peers / "repetition-faulty/attempts/0002")
    assert "lacks 0002" in refused(peers / "repetition-faulty")


@pytest.mark.parametrize(
    "name", ["attempts/0002/evaluation.json", "attempts/0002", "attempts", "repetition.json"]
)
def test_no_part_may_be_a_symbolic_link(peers, tmp_path, name):
    """Not even one to the same bytes."""
    part = peers / "repetition-faulty" / name
    moved = part.rename(tmp_path / "moved")
    part.symlink_to(moved)
    assert "symbolic link" in refused(peers / "repetition-faulty")


def test_the_folder_itself_may_not_be_reached_through_a_link(peers, tmp_path):
    """Wherever on the path it stands."""
    (tmp_path / "link").symlink_to(peers)
    assert "symbolic link" in refused(tmp_path / "link" / "repetition-faulty")


SUITE_CHANGES = [
    lambda r: r.update(accepted=False),
    lambda r: r.update(valid=False),
    lambda r: r.update(status="failed"),
    lambda r: r.update(name="another"),
    lambda r: r.update(manifest_sha256="0" * 64),
    lambda r: r.update(total_jobs=4),
    lambda r: r.update(accepted_jobs=2),
    lambda r: r.update(invalid_jobs=1),
    lambda r: r.update(fully_resolved_jobs=2),
    lambda r: r.update(duration_seconds="long"),
    lambda r: r["jobs"].pop(),
    lambda r: r["jobs"].reverse(),
    lambda r: r["jobs"][0].update(fully_resolved=False),
    lambda r: r["jobs"][0].update(status="failed"),
    lambda r: r["jobs"][0].update(candidate_sha256="0" * 64),
    lambda r: r["jobs"][0].update(duration_seconds=-1),
    lambda r: r["jobs"][0]["gate"].update(min_mean_score=0.5),
    lambda r: r["jobs"][0]["decision"].update(accepted=False),
    lambda r: r["jobs"][0]["decision"].update(reasons=["because"]),
    lambda r: r["jobs"][0]["decision"].update(reasons=None),
    lambda r: r["jobs"][0]["decision"]["checks"].pop(),
    lambda r: r["jobs"][0]["observed"].update(mean_score=0.9),
    lambda r: r["jobs"][0].pop("observed"),
    lambda r: r["jobs"][0].update(decision=None),
    lambda r: r.update(jobs={}),
]


@pytest.mark.parametrize("change", SUITE_CHANGES)
def test_a_changed_suite_is_refused(peers, change):
    """Each member of the summary."""
    edit(peers / "multilanguage-run/suite.json", change)
    refused(peers / "multilanguage-run")


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(planned_attempts=4),
        lambda r: r.update(planned_case_executions=35),
        lambda r: r.update(name="another"),
        lambda r: r["jobs"].pop(),
        lambda r: r["jobs"][0].update(attempts=2),
        lambda r: r["jobs"][0].update(candidate=None),
        lambda r: r["jobs"][0]["runtime"].update(backend="local"),
        lambda r: r["jobs"][0]["gate"].update(min_resolution_rate=0.0),
    ],
)
def test_a_changed_plan_is_refused(peers, change):
    """It follows from the suite's file."""
    edit(peers / "multilanguage-run/plan.json", change)
    refused(peers / "multilanguage-run")


def test_the_candidates_paths_in_a_plan_are_taken_as_reported(peers):
    """They name places of another machine."""
    edit(peers / "multilanguage-run/plan.json", lambda r: r["jobs"][0].update(candidate="/elsewhere"))
    assert verify(peers / "multilanguage-run")["verified"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"attempts = 1", b"attempts = 2"),
        (b"seeds = [17]", b"seeds = [18]"),
        (b"node:22-slim", b"node:22"),
        (b"# ", b""),
        (b'name = "', b'title = "'),
    ],
)
def test_a_changed_suite_file_is_refused(peers, old, new):
    """Its digest stands in the summary and the plan, and what it asks for in every job."""
    path = peers / "multilanguage-run/suite.toml"
    data = path.read_bytes()
    path.write_bytes(data.replace(old, new) if old in data else data + b"\n")
    refused(peers / "multilanguage-run")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'tests="3"', b'tests="4"'),
        (b'failures="0"', b'failures="1"'),
        (b'name="python-coding"', b'name="python"'),
        (b'time="13.759954"', b'time="13.759955"'),
        (b'"mean_score": 1.0', b'"mean_score": 0.5'),
        (b"</testcase>", b"<failure/></testcase>"),
        (b"</testcase>", b"</testcase>loose text"),
        (b"</testsuites>", b""),
        (b"<testsuites", b'<!DOCTYPE testsuites [<!ENTITY a "b">]><testsuites'),
        (b"<testsuites", b"<!DOCTYPE testsuites><testsuites"),
    ],
)
def test_a_changed_junit_is_refused(peers, old, new):
    """It says what the summary says; a document type is never read."""
    path = peers / "multilanguage-run/junit.xml"
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    refused(peers / "multilanguage-run")


def test_indentation_and_the_order_of_attributes_do_not_count_in_junit(peers):
    """Only the structure does."""
    path = peers / "multilanguage-run/junit.xml"
    data = path.read_bytes().replace(b"\n    ", b"\n").replace(b'errors="0" skipped="0"', b'skipped="0" errors="0"')
    path.write_bytes(data)
    assert verify(peers / "multilanguage-run")["verified"]


@pytest.mark.parametrize("part", ["jobs/python-coding", "junit.xml", "plan.json", "suite.toml", "jobs/python-coding/repetition.json"])
def test_a_suite_without_one_of_its_parts_is_refused(peers, part):
    """All of them are needed."""
    path = peers / "multilanguage-run" / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    refused(peers / "multilanguage-run")


@pytest.mark.parametrize("more", ["jobs/another", "jobs/python-coding/notes.txt"])
def test_a_suite_with_an_undeclared_entry_is_refused(peers, more):
    """Among the jobs, and in a job."""
    (peers / "multilanguage-run" / more).write_text("x")
    assert "which nothing declares" in refused(peers / "multilanguage-run")


def test_another_implementations_wording_and_stamps_do_not_count(peers):
    """Instants, versions and interpretations are the producer's."""
    edit(
        peers / "multilanguage-run/suite.json",
        lambda r: r.update(interpretation="x", evalarc_version="x", created_at="2026-01-01T00:00:00.000001+00:00"),
    )
    assert verify(peers / "multilanguage-run")["verified"]


@pytest.mark.parametrize("text", [b"{}", b'{"schema_version": 5}', b'{"schema_version": "evalarc.event.v1"}', b"[]", b""])
def test_a_file_of_no_known_kind_is_refused(tmp_path, text):
    """With an error, and no kind."""
    (tmp_path / "file.json").write_bytes(text)
    found = verify(tmp_path / "file.json")
    assert (found["verified"], found["kind"]) == (False, None)


def test_a_folder_without_a_result_and_a_missing_path_are_refused(tmp_path):
    """Neither is a fault of ours."""
    assert "holds none of" in refused(tmp_path)
    refused(tmp_path / "nothing" / "there.json")


@pytest.mark.parametrize("member", ["id", "version"])
def test_an_evaluation_of_an_unknown_task_is_held_against_the_general_rules_only(peers, member):
    """Nothing can be generated for it, and the answer says so."""
    edit(peers / SUPPORT, lambda r: r["task"].update({member: "another"}))
    found = verify(peers / SUPPORT)
    assert (found["verified"], found["replayed"]) == (True, False)
    edit(peers / SUPPORT, lambda r: r.update(score=0.5))
    refused(peers / SUPPORT)


ODD = [None, True, False, 0, -1, 1.5, 1e308, 10**30, "", "x", "\ud800", [], [1], [[]], {}, {"a": 1}, [None], {"x": {}}]


def nodes(value, path=()):
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from nodes(item, (*path, key))


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("javascript-audits/durable-kv/audit.json", "javascript-audits/durable-kv/audit.json"),
        ("multilanguage-run/suite.json", "multilanguage-run"),
        ("multilanguage-run/plan.json", "multilanguage-run"),
        ("comparison/comparison.json", "comparison"),
        ("comparison/current.json", "comparison/current.json"),
        ("repetition-faulty/repetition.json", "repetition-faulty"),
    ],
)
def test_whatever_stands_in_a_result_there_is_an_answer(peers, file, named):
    """A part replaced by something odd, or gone, at 150 places drawn from a seed: an answer, never another error."""
    draw = random.Random(file)
    original = read_report(peers / file)
    places = [path for path in nodes(original) if path]
    for _ in range(150):
        report, path = copy.deepcopy(original), draw.choice(places)
        holder = report
        for step in path[:-1]:
            holder = holder[step]
        if draw.random() < 0.2:
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(draw.choice(ODD))
        (peers / file).write_bytes(report_bytes(report))
        found = verify(peers / named)
        assert found["verified"] or found["error"]
        json.dumps(found)
