"""The task durable-kv: its cases, its oracle, and real runs of the reference and of every declared fault."""

from __future__ import annotations

import hashlib
import itertools
import json

import pytest

from arfpy.canonical.evalarc_form import evalarc_text
from arfpy.runs import folders
from arfpy.runs.backends.local import Local
from arfpy.runs.candidate import freeze
from arfpy.runs.durable_kv.cases import cases
from arfpy.runs.durable_kv.oracle import Oracle
from arfpy.runs.durable_kv.pack import DURABLE_KV
from arfpy.runs.fingerprints import cases_sha256
from arfpy.runs.runtime import Runtime
from tests.peers import REPORTS, needs_reports
from tests.runs.processes import needs_node

FINGERPRINTS = {
    (17,): "842a16a1e65700cde92ee5f5aaaa10d494a9fc9d71bd2d99fb68147b19aad63a",
    (41,): "e2d5a321145677dfb16d092397c2efb01601c4932dda34c732abaa6f92c9f16b",
    (97,): "02124ebd023941624ebe28c89cdd0a4830988fd1c25852782f4ad61484a75ee5",
    (17, 41, 97): "f86d2e00f757ed67d9b2cfedb78af66d31ca428e0e9ea8de35f2a098582595db",
}
PERSISTENCE = ["restart-preserves-acknowledged-write", "restart-preserves-transaction", "restart-preserves-cas"]
LANGUAGES = ["python", pytest.param("javascript", marks=needs_node)]
# Three seeds take a minute: they have a command of their own, make soak.
SEEDS = [(17,), pytest.param((17, 41, 97), marks=pytest.mark.slow)]
CRASH = ["sigkill-after-acknowledgement", "sigkill-after-atomic-batch", "sigkill-after-delete"]
# Target, score, the failing cases of the target dimension: as published.
FAULTS = {
    "ack-without-work": ("basic", 0.0, ["read-write-delete", "json-types-and-overwrite", "seeded-state-machine"]),
    "memory-only": ("persistence", 0.78333333, PERSISTENCE),
    "partial-batch": ("transactions", 0.9, ["rollback-batch"]),
    "cas-always-wins": ("compare_swap", 0.85, ["cas-match-and-mismatch", "cas-type-sensitivity"]),
    "boolean-equals-one": ("compare_swap", 0.925, ["cas-type-sensitivity"]),
    "delete-noop": ("basic", 0.65, ["read-write-delete", "seeded-state-machine"]),
    "accept-nonstring-keys": ("validation", 0.925, ["reject-and-continue"]),
    "commit-on-exit": ("crash_recovery", 0.9, CRASH),
}


@pytest.fixture(scope="module")
def evaluate():
    """Run one candidate of the kit on the cases of some seeds; each answer is kept, as a run takes seconds."""
    done = {}

    def run(language, variant, seeds=(17,)):
        if (key := (language, variant, seeds)) not in done:
            with folders.temporary("test") as folder:
                source = folder / "source"
                source.mkdir()
                for name, content in DURABLE_KV.candidate_files(language, variant).items():
                    (source / name).write_bytes(content)
                runtime = Runtime(Local(), freeze(source, folder / "frozen", DURABLE_KV.default_command))
                found = []
                for case in itertools.chain.from_iterable(map(cases, seeds)):
                    launch = runtime.case()
                    found.append((case, DURABLE_KV.execute(case, launch), launch.processes))
                done[key] = found
        return done[key]

    return run


def score(outcomes):
    total = 0.0
    for name, weight in DURABLE_KV.dimensions:
        checks = [outcome["checks"][name] for outcome in outcomes if name in outcome["checks"]]
        total += weight * sum(checks) / len(checks)
    return round(total, 8)


@pytest.mark.parametrize("seeds", FINGERPRINTS)
def test_the_cases_have_the_published_fingerprint(seeds):
    """Every request, restart and kill of these seeds goes into it."""
    assert cases_sha256([case for seed in seeds for case in cases(seed)]) == FINGERPRINTS[seeds]


def test_the_keys_and_version_of_seed_17_are_the_published_ones():
    """As the first case asks for them."""
    put = cases(17)[0].sessions[0].requests[1]
    assert (put["key"], put["value"]["version"]) == ("客户/6a06e9ab85a0bcc1", 5991)
    assert cases(17)[4].sessions[0].requests[2]["key"] == "second-4dad2986ce834960"


def test_a_record_shares_no_memory_with_its_case():
    """Whoever changes a record changes no case."""
    case = cases(17)[0]
    case.record()["sessions"][0]["requests"][1]["value"]["version"] = "forged"
    assert case.sessions[0].requests[1]["value"]["version"] == 5991


def recorded():
    """Return every durable-kv evaluation in the public reports of another implementation."""
    audit = json.loads((REPORTS / "javascript-audits/durable-kv/audit.json").read_bytes())
    jobs = REPORTS / "multilanguage-run/jobs"
    return [
        audit["reference"],
        *(mutant["evaluation"] for mutant in audit["mutants"]),
        *(
            json.loads((jobs / name / "attempts/0001/evaluation.json").read_bytes())
            for name in ("python-coding", "javascript-coding")
        ),
    ]


@needs_reports
def test_the_oracle_leaves_the_transcripts_that_real_runs_left():
    """In every passing case of eleven evaluations in Python and JavaScript."""
    transcripts = {}
    for case in cases(17):
        oracle, digest = Oracle(), hashlib.sha256()
        for request in (request for session in case.sessions for request in session.requests):
            digest.update(evalarc_text([request, oracle.answer(request)]).encode())
        transcripts[case.id] = digest.hexdigest()
    rows = [row for report in recorded() for row in report["cases"] if row["passed"]]
    # Three references pass 15 each; the eight faults fail 15, 5, 1, 2, 1, 5, 1 and 3 of their 15.
    assert len(rows) == 3 * 15 + 8 * 15 - (15 + 5 + 1 + 2 + 1 + 5 + 1 + 3)
    assert [row["case_id"] for row in rows if row["transcript_sha256"] != transcripts[row["case_id"]]] == []


@needs_reports
@needs_node
def test_the_faults_leave_the_outcomes_that_real_runs_left(evaluate):
    """The same cases fail after the same number of matching responses, with the same transcript."""
    names = ["reference", *(fault.name for fault in DURABLE_KV.faults)]
    for name, report in zip(names, recorded(), strict=False):
        theirs = [
            (row["case_id"], row["status"], row["checks"], row["checks_completed"], row["transcript_sha256"])
            for row in report["cases"]
        ]
        ours = [
            (case.id, outcome["status"], outcome["checks"], outcome["checks_completed"], outcome["transcript_sha256"])
            for case, outcome, _ in evaluate("javascript", name)
        ]
        assert ours == theirs, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seeds", SEEDS)
def test_the_reference_resolves_every_case(evaluate, language, seeds):
    """Through every restart and kill; the transcript of cas-type-sensitivity is the published one."""
    run = evaluate(language, "reference", seeds)
    assert [(case.id, outcome["error"]) for case, outcome, _ in run if outcome["status"] != "passed"] == []
    assert score([outcome for _, outcome, _ in run]) == 1.0
    transcripts = {(case.seed, case.id): outcome["transcript_sha256"] for case, outcome, _ in run}
    assert transcripts[17, "cas-type-sensitivity"] == "459a5b74588217d8abcf8e138eb559364a1d01d1f23e8c43ca0127ba28240258"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("name", FAULTS)
def test_each_declared_fault_scores_as_published_and_fails_its_target(evaluate, language, name, seeds):
    """Score, target dimension and failing cases."""
    target, expected, failing = FAULTS[name]
    run = evaluate(language, name, seeds)
    assert score([outcome for _, outcome, _ in run]) == expected
    for seed in seeds:
        assert [
            case.id for case, outcome, _ in run if case.seed == seed and outcome["checks"].get(target) is False
        ] == failing
    assert {outcome["status"] for _, outcome, _ in run} <= {"passed", "failed"}


def test_the_faults_are_the_published_ones_with_their_targets():
    """In the published order."""
    assert [(fault.name, fault.target) for fault in DURABLE_KV.faults] == [
        (name, row[0]) for name, row in FAULTS.items()
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_starter_answers_everything_with_an_error_and_scores_nothing(evaluate, language):
    """Every case ends at its first request, assessed."""
    run = evaluate(language, "starter")
    assert score([outcome for _, outcome, _ in run]) == 0.0
    assert {(outcome["status"], outcome["checks_completed"]) for _, outcome, _ in run} == {("failed", 0)}


def test_every_session_leaves_its_process_with_its_exit_code(evaluate):
    """A killed one -9, the others 0, in order."""
    for case, _, processes in evaluate("python", "reference"):
        expected = [-9 if session.stop == "kill" else 0 for session in case.sessions]
        assert [process["exit_code"] for process in processes] == expected


@pytest.mark.parametrize(
    ("request_", "right"),
    [
        ({"op": "put", "key": "k", "value": None, "more": 1}, {"ok": True}),
        ({"op": "get", "key": "nothing"}, {"ok": True, "found": False}),
        ({"op": "delete", "key": "nothing"}, {"ok": True}),
        ({"op": "cas", "key": "k", "expected": True, "value": 2}, {"ok": True, "swapped": False}),
        ({"op": "cas", "key": "k", "expected": 1.0, "value": 2}, {"ok": True, "swapped": False}),
        ({"op": "cas", "key": "k", "expected": 1, "value": 2}, {"ok": True, "swapped": True}),
        ({"op": "cas", "key": "nothing", "expected": None, "value": 2}, {"ok": True, "swapped": False}),
        ({"op": "batch", "operations": []}, {"ok": True}),
    ],
)
def test_the_oracle_answers_valid_requests_as_written(request_, right):
    """On a state in which k is 1."""
    oracle = Oracle()
    oracle.answer({"op": "put", "key": "k", "value": 1})
    assert oracle.answer(request_) == right


@pytest.mark.parametrize(
    "request_",
    [
        None,
        [],
        "put",
        {},
        {"op": ["put"]},
        {"op": {}, "key": "k"},
        {"op": "put", "key": 5, "value": 1},
        {"op": "put", "key": None, "value": 1},
        {"op": "put", "key": "k"},
        {"op": "get"},
        {"op": "delete", "key": {}},
        {"op": "cas", "key": "k", "value": 2},
        {"op": "cas", "key": "k", "expected": 1},
        {"op": "batch"},
        {"op": "batch", "operations": {}},
        {"op": "batch", "operations": [{"op": "delete", "key": "k"}, None]},
        {"op": "batch", "operations": [{"op": "put", "key": "k", "value": 2}, {"op": "get", "key": "k"}]},
        {"op": "batch", "operations": [{"op": "delete", "key": "k"}, {"op": "batch", "operations": []}]},
    ],
)
def test_the_oracle_refuses_an_invalid_request_and_changes_nothing(request_):
    """Not even in part."""
    oracle = Oracle()
    oracle.answer({"op": "put", "key": "k", "value": 1})
    assert oracle.answer(request_) == {"ok": False, "error": "invalid_request"}
    assert oracle.answer({"op": "get", "key": "k"}) == {"ok": True, "found": True, "value": 1}


def test_what_the_oracle_keeps_is_not_what_it_was_given():
    """Neither a request nor a response shares memory with its state."""
    oracle, value = Oracle(), {"items": [1]}
    oracle.answer({"op": "put", "key": "k", "value": value})
    value["items"].append("forged")
    oracle.answer({"op": "get", "key": "k"})["value"]["items"].append("forged")
    assert oracle.answer({"op": "get", "key": "k"})["value"] == {"items": [1]}
