"""``arf run`` as its users meet it: real candidates, real processes, results on disk, and exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arfpy.runs.task import tasks
from tests.bench.runs import saved_report

SUPPORT = ("--task", "support-routing", "--seed", "17")
LOCAL = ("--backend", "local", "--trust-local")
ANSWERS_NOTHING = "import sys\nfor line in sys.stdin: pass\n"


@pytest.fixture
def candidate(tmp_path):
    """Lay out a variant of a task's reference as a candidate's folder."""

    def lay_out(variant: str = "reference", task: str = "support-routing", folder: str = "candidate") -> Path:
        path = tmp_path / folder
        path.mkdir()
        for name, content in tasks()[task].candidate_files("python", variant).items():
            (path / name).write_bytes(content)
        return path

    return lay_out


@pytest.fixture
def program(tmp_path):
    """Make a candidate of one program."""

    def write(source: str, folder: str = "candidate") -> Path:
        path = tmp_path / folder
        path.mkdir()
        (path / "main.py").write_text(source)
        return path

    return write


def read(path: Path):
    return json.loads(path.read_bytes())


def hidden(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir() if entry.name.startswith(".")]


def test_the_reference_is_resolved(arf, candidate, tmp_path) -> None:
    """Exit 0; report, page and events lie in runs/evaluate, which says where they are."""
    candidate()
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "PASSED support-routing  score 1, 4 of 4 cases passed\n  results: runs/evaluate/index.html\n"
    assert sorted(os.listdir(tmp_path / "runs/evaluate")) == ["evaluation.json", "events.jsonl", "index.html"]
    report = read(tmp_path / "runs/evaluate/evaluation.json")
    assert report["evalarc_version"] == "arfpy/0.1.0"
    assert (report["score"], report["resolved"], report["runtime"]["backend"]) == (1.0, True, "local")
    assert report["cases"][3]["transcript_sha256"] == "c97b016921c8d8fdcdeffd1ebf1f438d5a29be06732c31c86f99fd087bc0b58f"
    assert report["grader_sha256"] not in (
        "2283f5c82c24ac536c4467f5833333fc7098adb46839238fdc56eca017ef2039",
        "887aea97efec396118521f720f6d8753be9ae964ab92eaa655d6575185326593",
    )


def test_a_high_score_that_is_not_resolved_exits_1(arf, candidate) -> None:
    """new-key-on-retry: 0.9375, and the one check that failed is named."""
    candidate("new-key-on-retry")
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith(
        "FAILED support-routing  score 0.9375, 3 of 4 cases passed\n  retry-after-commit (seed 17)  notes\n"
    )


def test_a_command_that_does_not_exist_is_not_assessed(arf, candidate, tmp_path) -> None:
    """Exit 2, no score, every check null; and the saved run verifies as what it is."""
    (candidate() / "evalarc.toml").write_text('command = ["no-such-program"]\n')
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert outcome.code == 2
    assert outcome.out.startswith("NOT ASSESSED support-routing  no score, 0 of 4 cases passed\n")
    report = read(tmp_path / "runs/evaluate/evaluation.json")
    assert (report["valid"], report["score"], report["status"]) == (False, None, "environment_error")
    assert {value for case in report["cases"] for value in case["checks"].values()} == {None}
    assert arf("run", "verify", "runs/evaluate").code == 0
    assert arf("run", "verify", "runs/evaluate", "--require-resolved").code == 2


def test_a_candidate_that_breaks_the_protocol_at_once_scores_a_quarter(arf, program, tmp_path) -> None:
    """The published 0.25: an agent error is assessed, and what was left undone counts."""
    program("print([1])\n")
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert outcome.code == 1
    report = read(tmp_path / "runs/evaluate/evaluation.json")
    assert report["score"] == 0.25
    assert {case["status"] for case in report["cases"]} == {"agent_error"}
    assert arf("run", "verify", "runs/evaluate", "--require-resolved").code == 1


def test_an_unknown_tool_and_a_finish_keep_the_protocol(arf, program, tmp_path) -> None:
    """The published 0.35, with protocol true."""
    program(
        "import json\ninput()\nprint(json.dumps({'tool': 'x', 'arguments': {}}), flush=True)\n"
        "input()\nprint(json.dumps({'finish': True}), flush=True)\n"
    )
    assert arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL).code == 1
    report = read(tmp_path / "runs/evaluate/evaluation.json")
    assert (report["score"], report["dimensions"]["protocol"]["passed"]) == (0.35, 4)


def test_the_deepest_answer_that_is_taken_can_be_verified(arf, program, tmp_path) -> None:
    """A tool call of 100 levels is refused by the tool, recorded, and found again in the saved report."""
    deep = '{"tool": "get_ticket", "arguments": ' + '{"a": ' * 99 + "1" + "}" * 99 + "}"
    program(f"input()\nprint({deep!r}, flush=True)\ninput()\nprint('{{\"finish\": true}}', flush=True)\n")
    assert arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL).code == 1
    case = read(tmp_path / "runs/evaluate/evaluation.json")["cases"][0]
    assert (case["status"], case["trace"][0]["result"]["error"]["code"]) == ("failed", "invalid_arguments")
    assert arf("run", "verify", "runs/evaluate").code == 0


def test_a_local_candidate_needs_trust_and_the_refusal_says_what_that_means(arf, candidate, tmp_path) -> None:
    """Nothing runs and nothing is written."""
    candidate()
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, "--backend", "local")
    assert (outcome.code, outcome.out) == (2, "")
    assert "can read and change whatever you can" in outcome.err
    assert not (tmp_path / "runs").exists()


def test_an_output_that_exists_is_never_touched(arf, candidate, tmp_path) -> None:
    """Not even an empty folder."""
    candidate()
    (tmp_path / "runs/evaluate").mkdir(parents=True)
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert outcome.code == 2
    assert "nothing is written over" in outcome.err
    assert os.listdir(tmp_path / "runs") == ["evaluate"]


def test_results_never_go_into_the_candidate(arf, candidate) -> None:
    """Neither by name nor by a detour."""
    folder = candidate()
    for out in ("candidate/out", "candidate/../candidate/out"):
        assert arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL, "--out", out).code == 2
    assert sorted(os.listdir(folder)) == ["TASK.md", "main.py"]


@pytest.mark.parametrize(
    "options",
    [
        ("--timeout", "0"),
        ("--timeout", "nan"),
        ("--case-timeout", "inf"),
        ("--output-limit", "0"),
        ("--seed", "17"),
        ("--seed", "x"),
        ("--task", "another"),
        ("--isolate", "--backend", "docker"),
    ],
)
def test_a_wrong_option_is_a_usage_error(arf, candidate, tmp_path, options) -> None:
    """Exit 2, and nothing is written."""
    candidate()
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL, *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("spoil", ["empty", "link", "missing", "no program"])
def test_a_candidate_that_cannot_be_frozen_is_refused(arf, candidate, tmp_path, spoil) -> None:
    """Exit 2, a sentence, and no trace of a result."""
    folder = candidate()
    if spoil == "empty":
        shutil.rmtree(folder)
        folder.mkdir()
    elif spoil == "link":
        (folder / "more.py").symlink_to("/etc/hostname")
    elif spoil == "missing":
        shutil.rmtree(folder)
    else:
        (folder / "main.py").rename(folder / "other.py")
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("arf: the candidate ")
    assert not (tmp_path / "runs").exists()


def test_the_events_tell_the_run_in_order(arf, candidate, tmp_path) -> None:
    """On stderr with --progress the same as in the file; ASCII, one object per line."""
    candidate("skip-retry")
    outcome = arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL, "--progress")
    text = (tmp_path / "runs/evaluate/events.jsonl").read_text("ascii")
    assert outcome.err == text
    events = [json.loads(line) for line in text.splitlines()]
    assert [event["event"] for event in events] == [
        "evaluation_started",
        *["case_started", "case_completed"] * 4,
        "evaluation_completed",
    ]
    assert {event["schema_version"] for event in events} == {"evalarc.event.v1"}
    report = read(tmp_path / "runs/evaluate/evaluation.json")
    assert events[0]["candidate_sha256"] == report["candidate_sha256"]
    assert (events[0]["task"], events[0]["total_cases"]) == ("support-routing", 4)
    assert [(event["case_number"], event["status"]) for event in events[2::2]] == [
        (number, case["status"]) for number, case in enumerate(report["cases"], start=1)
    ]
    last = {name: events[-1][name] for name in ("task", "score", "status", "valid")}
    assert last == {"task": "support-routing", "score": 0.8125, "status": "failed", "valid": True}


def test_a_repetition_runs_all_attempts_and_verifies(arf, candidate, tmp_path) -> None:
    """Three are the default; each is a whole evaluation of the same frozen candidate."""
    candidate("new-key-on-retry")
    outcome = arf("run", "repeat", "candidate", *SUPPORT, *LOCAL)
    assert outcome.code == 1
    assert outcome.out.startswith("FAILED support-routing  mean score 0.9375, 0 resolved of 3 attempts, 3 asked for\n")
    folder = tmp_path / "runs/repeat"
    assert sorted(os.listdir(folder)) == ["attempts", "events.jsonl", "index.html", "repetition.json"]
    assert sorted(os.listdir(folder / "attempts")) == ["0001", "0002", "0003"]
    assert sorted(os.listdir(folder / "attempts/0002")) == ["evaluation.json", "index.html"]
    assert {read(folder / f"attempts/000{n}/evaluation.json")["score"] for n in (1, 2, 3)} == {0.9375}
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [event["attempt"] for event in events if event["event"] == "evaluation_started"] == [1, 2, 3]
    verified = arf("run", "verify", "runs/repeat", "--json")
    assert verified.code == 0
    assert json.loads(verified.out)["kind"] == "repetition"


def test_a_repetition_stops_after_the_first_invalid_attempt(arf, candidate, tmp_path) -> None:
    """One attempt of three; exit 2, and the incomplete record verifies."""
    (candidate() / "evalarc.toml").write_text('command = ["no-such-program"]\n')
    assert arf("run", "repeat", "candidate", *SUPPORT, *LOCAL).code == 2
    report = read(tmp_path / "runs/repeat/repetition.json")
    assert (report["requested_attempts"], report["completed_attempts"], report["complete"]) == (3, 1, False)
    assert report["mean_score"] is None
    assert arf("run", "verify", "runs/repeat").code == 0


def test_an_audit_catches_every_fault_and_verifies(arf, tmp_path) -> None:
    """Seven of seven, with JavaScript controls."""
    outcome = arf("run", "audit", *SUPPORT, *LOCAL, "--language", "javascript")
    assert outcome.code == 0
    assert outcome.out.startswith("PASSED support-routing  7 of 7 faults caught\n  reference  PASSED, score 1\n")
    report = read(tmp_path / "runs/audit/audit.json")
    assert [(row["name"], row["score"]) for row in report["mutants"]] == [
        ("claim-without-actions", 0.35),
        ("wrong-ticket", 0.2),
        ("wrong-queue", 0.7),
        ("duplicate-note", 0.75),
        ("close-unresolved", 0.9),
        ("skip-retry", 0.8125),
        ("new-key-on-retry", 0.9375),
    ]
    events = [json.loads(line) for line in (tmp_path / "runs/audit/events.jsonl").read_text().splitlines()]
    started = [event["control"] for event in events if event["event"] == "evaluation_started"]
    assert started == ["reference", *(row["name"] for row in report["mutants"])]
    assert arf("run", "verify", "runs/audit", "--require-resolved").code == 0


def test_a_regression_is_reported_though_the_score_rises(arf, candidate, tmp_path) -> None:
    """close-unresolved to new-key-on-retry: 0.9 to 0.9375, one regression, exit 1; the record verifies."""
    candidate("close-unresolved", folder="before")
    candidate("new-key-on-retry", folder="after")
    for name in ("before", "after"):
        arf("run", "evaluate", name, *SUPPORT, *LOCAL, "--out", f"run-{name}")
    outcome = arf("run", "compare", "run-before", "run-after/evaluation.json")
    assert outcome.code == 1
    assert outcome.out.splitlines()[:4] == [
        "REGRESSED  score 0.9 -> score 0.9375",
        "  worse: notes in retry-after-commit (seed 17)",
        "  better: closure in retry-before-commit (seed 17)",
        "  better: closure in route-open-ticket (seed 17)",
    ]
    folder = tmp_path / "runs/compare"
    assert (folder / "baseline.json").read_bytes() == (tmp_path / "run-before/evaluation.json").read_bytes()
    assert arf("run", "verify", "runs/compare").code == 0
    assert arf("run", "compare", "run-after", "run-after", "--out", "same").code == 0
    assert arf("run", "compare", "run-after", "run-before", "--out", "same").code == 2


def test_runs_that_do_not_match_are_not_compared(arf, candidate) -> None:
    """Other seeds; nothing is written."""
    candidate()
    arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL, "--out", "one")
    arf("run", "evaluate", "candidate", "--task", "support-routing", "--seed", "41", *LOCAL, "--out", "two")
    outcome = arf("run", "compare", "one", "two")
    assert (outcome.code, outcome.out) == (2, "")
    assert "they differ in cases_sha256, seeds, cases" in outcome.err


SUITE = """schema_version = "evalarc.suite-config.v1"
name = "three kinds"

[[jobs]]
id = "resolved"
task = "support-routing"
candidate = "good"
seeds = [17]
[jobs.runtime]
backend = "local"

[[jobs]]
id = "accepted-by-score"
task = "support-routing"
candidate = "high"
seeds = [17]
attempts = 2
[jobs.runtime]
backend = "local"
[jobs.gate]
min_mean_score = 0.9
min_resolution_rate = 0.0
"""
REJECTED = """
[[jobs]]
id = "rejected"
task = "support-routing"
candidate = "high"
seeds = [17]
[jobs.runtime]
backend = "local"
[jobs.gate]
min_mean_score = 0.9
min_resolution_rate = 0.0
required_dimensions = ["notes"]
"""
INVALID = """
[[jobs]]
id = "invalid"
task = "support-routing"
candidate = "broken"
seeds = [17]
[jobs.runtime]
backend = "local"
"""


@pytest.fixture
def suite(candidate, tmp_path):
    """Write a suite's file beside its candidates."""
    candidate(folder="good")
    candidate("new-key-on-retry", folder="high")
    (candidate(folder="broken") / "evalarc.toml").write_text('command = ["no-such-program"]\n')

    def write(text: str) -> str:
        (tmp_path / "suite.toml").write_text(text)
        return "suite.toml"

    return write


def test_a_suite_whose_gates_all_accept_exits_0(arf, suite, tmp_path) -> None:
    """Accepted does not mean resolved; all its files are there, and verify."""
    outcome = arf("run", "suite", suite(SUITE), "--trust-local")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("PASSED three kinds  2 of 2 jobs accepted\n")
    folder = tmp_path / "runs/suite"
    names = ["events.jsonl", "index.html", "jobs", "junit.xml", "plan.json", "suite.json", "suite.toml"]
    assert sorted(os.listdir(folder)) == names
    assert (folder / "suite.toml").read_text() == SUITE
    assert sorted(os.listdir(folder / "jobs/resolved")) == ["attempts", "events.jsonl", "index.html", "repetition.json"]
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events][:4] == [
        "suite_preflight_started",
        "job_prepared",
        "job_prepared",
        "suite_started",
    ]
    assert {"job", "attempt"} <= next(event for event in events if event["event"] == "case_started").keys()
    assert arf("run", "verify", "runs/suite", "--require-accepted").code == 0
    assert arf("run", "verify", "runs/suite", "--require-resolved").code == 1
    assert arf("run", "verify", "runs/suite/jobs/resolved").code == 0


ENGINE = """#!/usr/bin/env python3
import os, sys
told = sys.argv[1:]
if told[:2] == ["image", "inspect"]:
    print("sha256:" + "ab" * 32)
elif told[0] == "run":
    mount = next(a for a in told if "target=/candidate" in a)
    os.chdir(mount.partition("source=")[2].partition(",")[0])
    program = told[told.index("sha256:" + "ab" * 32) + 1 :]
    os.execvp(program[0], program)
"""


def test_docker_is_the_default_and_named_in_the_report(arf, suite, tmp_path) -> None:
    """A program that takes Docker's arguments stands for it, and starts the candidate on this machine."""
    engine = tmp_path / "engine"
    engine.write_text(ENGINE)
    engine.chmod(0o755)
    outcome = arf("run", "evaluate", "high", *SUPPORT, "--docker-command", str(engine))
    assert (outcome.code, outcome.err) == (1, "")
    runtime = read(tmp_path / "runs/evaluate/evaluation.json")["runtime"]
    assert (runtime["backend"], runtime["image"]) == ("docker", "python:3.12-slim")
    assert runtime["image_id"] == "sha256:" + "ab" * 32
    text = SUITE.replace('backend = "local"', 'image = "another"')
    assert arf("run", "suite", suite(text), env={"EVALARC_DOCKER": str(engine)}).code == 0
    assert read(tmp_path / "runs/suite/suite.json")["jobs"][0]["runtime"]["image"] == "another"
    assert arf("run", "verify", "runs/suite").code == 0


def test_a_suite_runs_behind_walls_instead_of_trust(arf, suite, tmp_path) -> None:
    """The report says so, and verifies like any other."""
    if arf("run", "doctor", "--backend", "local", "--isolate").code:
        pytest.skip("this machine cannot isolate")
    assert arf("run", "suite", suite(SUITE), "--isolate").code == 0
    runtime = read(tmp_path / "runs/suite/suite.json")["jobs"][0]["runtime"]
    assert (runtime["backend"], runtime["isolation"]["tool"], runtime["isolation"]["network"]) == ("local", "bwrap", False)
    assert arf("run", "verify", "runs/suite", "--require-accepted").code == 0


def test_a_suite_with_a_rejected_job_exits_1(arf, suite, tmp_path) -> None:
    """The same candidate as an accepted job, with a dimension required."""
    outcome = arf("run", "suite", suite(SUITE + REJECTED), "--trust-local")
    assert outcome.code == 1
    assert "  rejected  rejected\n    required_dimension:notes" in outcome.out
    assert b'type="AcceptanceGate"' in (tmp_path / "runs/suite/junit.xml").read_bytes()
    assert arf("run", "verify", "runs/suite").code == 0
    assert arf("run", "verify", "runs/suite", "--require-accepted").code == 1


def test_an_invalid_job_does_not_stop_the_later_ones(arf, suite, tmp_path) -> None:
    """Exit 2; the jobs after it ran."""
    first = SUITE.index("[[jobs]]")
    outcome = arf("run", "suite", suite(SUITE[:first] + INVALID + SUITE[first:]), "--trust-local")
    assert outcome.code == 2
    report = read(tmp_path / "runs/suite/suite.json")
    assert [(job["id"], job["status"]) for job in report["jobs"]] == [
        ("invalid", "environment_error"),
        ("resolved", "passed"),
        ("accepted-by-score", "failed"),
    ]
    assert (report["status"], report["invalid_jobs"], report["accepted_jobs"]) == ("environment_error", 1, 2)
    assert b'type="EnvironmentFailure"' in (tmp_path / "runs/suite/junit.xml").read_bytes()
    assert arf("run", "verify", "runs/suite").code == 0
    assert arf("run", "verify", "runs/suite", "--require-accepted").code == 2


def test_a_dry_run_prints_the_plan_and_touches_nothing(arf, suite, tmp_path) -> None:
    """No trust is needed, no candidate is opened, nothing is written."""
    (tmp_path / "high").mkdir(exist_ok=True)
    before = sorted(os.listdir(tmp_path))
    outcome = arf("run", "suite", suite(SUITE), "--dry-run")
    assert outcome.code == 0
    plan = json.loads(outcome.out)
    assert (plan["planned_attempts"], plan["planned_case_executions"]) == (3, 12)
    assert plan["jobs"][0]["candidate"] == str((tmp_path / "good").resolve())
    assert sorted(os.listdir(tmp_path)) == sorted([*before, "suite.toml"])


def test_a_suite_cannot_grant_itself_trust(arf, suite, tmp_path) -> None:
    """Without --trust-local nothing is frozen and nothing written."""
    outcome = arf("run", "suite", suite(SUITE))
    assert (outcome.code, outcome.out) == (2, "")
    assert "resolved, accepted-by-score would run as you" in outcome.err
    assert not (tmp_path / "runs").exists()


def test_a_suite_never_writes_into_one_of_its_candidates(arf, suite, tmp_path) -> None:
    """Whichever it is."""
    assert arf("run", "suite", suite(SUITE), "--trust-local", "--out", "high/out").code == 2
    assert not (tmp_path / "high/out").exists()


def test_a_refused_candidate_keeps_every_job_from_starting(arf, suite, tmp_path) -> None:
    """The last job's folder holds a link; no job ran before that was seen."""
    (tmp_path / "high/link").symlink_to("main.py")
    outcome = arf("run", "suite", suite(SUITE), "--trust-local", "--progress")
    assert outcome.code == 2
    assert "suite_started" not in outcome.err
    assert '"event": "run_error"' in outcome.err
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("text", ["", "name = 5", SUITE + "more = 1\n", SUITE.replace("good", "nowhere")])
def test_a_wrong_suite_file_is_a_usage_error(arf, suite, tmp_path, text) -> None:
    """With a sentence that names the place."""
    outcome = arf("run", "suite", suite(text), "--trust-local")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("arf: ")
    assert not (tmp_path / "runs").exists()


def test_init_writes_a_start_that_runs(arf, tmp_path) -> None:
    """The untouched starters score the published 0.35 and 0."""
    assert arf("run", "init", "support", "--task", "support-routing").out == "support: TASK.md, main.py\n"
    assert arf("run", "init", "kv", "--language", "javascript").code == 0
    assert sorted(os.listdir(tmp_path / "kv")) == ["RUNTIME.md", "TASK.md", "evalarc.toml", "main.js"]
    assert arf("run", "evaluate", "support", *SUPPORT, *LOCAL, "--out", "one").code == 1
    assert read(tmp_path / "one/evaluation.json")["score"] == 0.35
    assert arf("run", "evaluate", "kv", "--seed", "17", *LOCAL, "--out", "two").code == 1
    assert read(tmp_path / "two/evaluation.json")["score"] == 0
    assert arf("run", "init", "support").code == 2


def test_the_tasks_are_listed_with_their_weights(arf) -> None:
    """As text and as JSON."""
    assert "  routing 0.3, notes 0.25, closure 0.2, scope 0.15, protocol 0.1\n" in arf("run", "tasks").out
    rows = json.loads(arf("run", "tasks", "--json").out)
    assert {row["id"]: (row["version"], row["domain"]) for row in rows} == {
        "durable-kv": ("0.1.0", "coding"),
        "support-routing": ("0.1.0", "business-tools"),
    }


def test_a_changed_result_is_refused_with_its_place(arf, candidate, tmp_path) -> None:
    """Exit 2; the file and the pointer are named."""
    candidate()
    arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    path = tmp_path / "runs/evaluate/evaluation.json"
    text = path.read_text()
    path.write_text(text.replace('"queue-0-2"', '"queue-0-1"', 1))
    outcome = arf("run", "verify", "runs/evaluate")
    assert outcome.code == 2
    assert outcome.out == (
        "REFUSED runs/evaluate\n  evaluation.json at /cases/0/final_state: is not what a replay of the episode gives\n"
    )
    path.write_text(text.replace('"score": 1.0,', '"score": 1.0, "score": 1.0,', 1))
    assert "stands twice" in arf("run", "verify", "runs/evaluate").out


def test_accepted_can_be_required_of_suites_only(arf, candidate) -> None:
    """A usage error elsewhere."""
    candidate()
    arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    assert arf("run", "verify", "runs/evaluate", "--require-accepted").code == 2


def test_a_trajectory_is_a_new_file(arf, candidate, tmp_path) -> None:
    """0.9375 from 10 to 40 of 40 minutes; a second time the file is left alone."""
    candidate("new-key-on-retry")
    arf("run", "evaluate", "candidate", *SUPPORT, *LOCAL)
    described = {
        "schema_version": "evalarc.trajectory-input.v1",
        "unit": "minutes",
        "budget": 40,
        "checkpoints": [{"at": 10, "evaluation": "runs/evaluate/evaluation.json"}],
    }
    (tmp_path / "input.json").write_text(json.dumps(described))
    outcome = arf("run", "trajectory", "input.json", "--out", "trajectory.json")
    assert (outcome.code, outcome.out) == (0, "0.703125 of the budget of 40 minutes  trajectory.json\n")
    before = (tmp_path / "trajectory.json").read_bytes()
    assert json.loads(before)["area"] == 0.703125
    assert arf("run", "trajectory", "input.json", "--out", "trajectory.json").code == 2
    missing = arf("run", "trajectory", "nowhere.json", "--out", "other.json")
    assert (missing.code, missing.err) == (2, "arf: nowhere.json: cannot be read: No such file or directory\n")
    assert (tmp_path / "trajectory.json").read_bytes() == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing(arf_environment, program, tmp_path, number) -> None:
    """Exit 130, a last event, no result, no hidden folder, and the candidate's process is gone."""
    program(f"import os\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n" + ANSWERS_NOTHING)
    command = [sys.executable, "-m", "arfpy", "run", "evaluate", "candidate", *SUPPORT, *LOCAL, "--progress"]
    running = subprocess.Popen(
        command, cwd=tmp_path, env=arf_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    pid = tmp_path / "pid"
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.02)
        assert running.poll() is None
    running.send_signal(number)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, b"")
    *_, last, said = [line for line in err.splitlines() if line]
    assert (json.loads(last)["event"], said) == ("run_cancelled", b"arf: interrupted")
    assert not Path(f"/proc/{pid.read_text()}").exists()
    assert not (tmp_path / "runs").exists()
    assert hidden(tmp_path) == []


def test_a_long_verification_ends_when_it_is_interrupted(arf_environment, tmp_path) -> None:
    """Some megabytes of episodes to replay; the signal comes once the report is in memory."""
    (tmp_path / "report.json").write_bytes(saved_report(range(400)))
    command = [sys.executable, "-m", "arfpy", "run", "verify", "report.json"]
    running = subprocess.Popen(
        command, cwd=tmp_path, env=arf_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    status = Path(f"/proc/{running.pid}/status")
    while int(status.read_text().partition("VmRSS:")[2].split()[0]) < 55_000:
        time.sleep(0.01)
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, b"")
    assert err.split() == [b"arf:", b"interrupted"]


def test_a_bar_moves_on_a_terminal_and_nowhere_else(arf_environment, candidate, tmp_path) -> None:
    """On a terminal stderr names the task and counts the cases; the report on stdout stays the same."""
    candidate()
    command = [sys.executable, "-m", "arfpy", "run", "evaluate", "candidate", *SUPPORT, *LOCAL]
    ours, theirs = pty.openpty()
    running = subprocess.Popen(command, cwd=tmp_path, env=arf_environment, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    # The other end is closed: Linux says so with an error.
    with contextlib.suppress(OSError):
        while data := os.read(ours, 65536):
            shown += data
    os.close(ours)
    assert running.communicate(timeout=60)[0].startswith(b"PASSED support-routing")
    assert running.returncode == 0
    assert b"support-routing" in shown
    assert b"4/4" in shown


def test_a_full_disk_leaves_nothing_half_published(arf_environment, candidate, tmp_path) -> None:
    """A limit on the size of files stands for it: exit 2, a sentence, no result."""
    candidate()
    command = [sys.executable, "-m", "arfpy", "run", "evaluate", "candidate", *SUPPORT, *LOCAL]
    limited = ["prlimit", "--fsize=6000:6000", "--", *command]
    if shutil.which("prlimit") is None:
        pytest.skip("prlimit is not installed")
    environment = {**arf_environment, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(limited, cwd=tmp_path, env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"arf: cannot write runs/evaluate: File too large")
    assert not (tmp_path / "runs").exists()


def test_doctor_says_why_docker_cannot_be_used(arf) -> None:
    """A client that is not there: exit 1, and the check is named."""
    outcome = arf("run", "doctor", "--docker-command", "no-such-client", "--json")
    assert outcome.code == 1
    report = json.loads(outcome.out)
    assert (report["schema_version"], report["backend"], report["ready"]) == ("evalarc.doctor.v1", "docker", False)
    assert {check["name"]: check["status"] for check in report["checks"]} == {"host": "passed", "runtime": "failed"}


def test_doctor_needs_no_trust_and_runs_no_candidate(arf, program, tmp_path) -> None:
    """A candidate that would leave a mark leaves none."""
    program(f"open({str(tmp_path / 'mark')!r}, 'w')\n")
    outcome = arf("run", "doctor", "--backend", "local", "--task", "support-routing", "--candidate", "candidate")
    assert outcome.code == 0
    assert outcome.out.startswith("READY support-routing on local\n  host  ok: Linux\n")
    assert not (tmp_path / "mark").exists()
    assert arf("run", "doctor", "--isolate").code == 2
