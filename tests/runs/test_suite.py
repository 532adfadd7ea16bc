"""The file of a suite, its plan, gates and JUnit."""

from __future__ import annotations

import hashlib
from xml.etree import ElementTree as ET

import pytest

from arfpy.errors import UsageError
from arfpy.runs.suite import config, gate, junit, plan, summary

HEAD = 'schema_version = "evalarc.suite-config.v1"\nname = "n"\n'
JOB = '[[jobs]]\nid = "one"\ntask = "support-routing"\ncandidate = "c"\n'


def test_a_short_suite_gets_the_written_defaults():
    """Seeds, attempts, runtime and gate."""
    suite = config.parse((HEAD + JOB).encode())
    job = suite.jobs[0]
    assert suite.manifest_sha256 == hashlib.sha256((HEAD + JOB).encode()).hexdigest()
    assert (job.seeds, job.attempts) == ((17, 41, 97), 1)
    assert job.runtime == config.Wish("docker", "python:3.12-slim", 10.0, 60.0, 1048576)
    assert job.gate == config.Gate(1.0, 1.0, ())


def test_every_key_can_be_given():
    """And is taken as it stands."""
    text = (
        HEAD
        + JOB
        + 'seeds = [5, -3]\nattempts = 100\n[jobs.runtime]\nbackend = "local"\nimage = "i"\ntimeout = 1\ncase_timeout = 2.5\n'
        + 'output_limit = 7\n[jobs.gate]\nmin_mean_score = 0\nmin_resolution_rate = 0.5\nrequired_dimensions = ["notes"]\n'
    )
    job = config.parse(text.encode()).jobs[0]
    assert (job.seeds, job.attempts) == ((5, -3), 100)
    assert job.runtime == config.Wish("local", "i", 1.0, 2.5, 7)
    assert job.gate == config.Gate(0.0, 0.5, ("notes",))


def test_a_plan_counts_what_is_going_to_run():
    """Two attempts of four cases for each of three seeds, and one of fifteen for one seed."""
    text = HEAD + JOB + 'attempts = 2\n[[jobs]]\nid = "two"\ntask = "durable-kv"\ncandidate = "d"\nseeds = [17]\n'
    suite = config.parse(text.encode())
    found = plan.plan(suite, {"one": "/c", "two": "/d"})
    assert (found["planned_attempts"], found["planned_case_executions"]) == (3, 39)
    assert found["jobs"][1] == {
        "id": "two",
        "task": "durable-kv",
        "candidate": "/d",
        "seeds": [17],
        "attempts": 1,
        "cases_per_attempt": 15,
        "runtime": {
            "backend": "docker",
            "image": "python:3.12-slim",
            "timeout": 10.0,
            "case_timeout": 60.0,
            "output_limit": 1048576,
        },
        "gate": {"min_mean_score": 1.0, "min_resolution_rate": 1.0, "required_dimensions": []},
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "schema_version = ",
        HEAD,
        HEAD + "jobs = []",
        HEAD + "jobs = [5]",
        HEAD + "jobs = {}",
        JOB,
        HEAD.replace("v1", "v2") + JOB,
        HEAD.replace('"n"', '"  "') + JOB,
        HEAD.replace('"n"', '""') + JOB,
        HEAD.replace('"n"', '"' + "n" * 121 + '"') + JOB,
        HEAD.replace('"n"', '"a\\nb"') + JOB,
        HEAD.replace('"n"', "5") + JOB,
        HEAD + "more = 1\n" + JOB,
        HEAD + "trust_local = true\n" + JOB,
        HEAD + JOB + "more = 1",
        HEAD + JOB + 'docker_command = "d"',
        HEAD + JOB + "[jobs.runtime]\nmore = 1",
        HEAD + JOB + "[jobs.gate]\nmore = 1",
        HEAD + JOB + "runtime = 5",
        HEAD + JOB + JOB,
        HEAD + JOB.replace('"one"', '"One"'),
        HEAD + JOB.replace('"one"', '"-one"'),
        HEAD + JOB.replace('"one"', '"one\\n"'),
        HEAD + JOB.replace('"one"', '"' + "o" * 65 + '"'),
        HEAD + JOB.replace('"one"', '"../one"'),
        HEAD + JOB.replace("support-routing", "another"),
        HEAD + JOB.replace('"support-routing"', '["support-routing"]'),
        HEAD + JOB.replace('"c"', '""'),
        HEAD + JOB.replace('"c"', '"a\\u0000b"'),
        HEAD + JOB.replace('"c"', '"' + "c" * 4097 + '"'),
        HEAD + JOB + "seeds = []",
        HEAD + JOB + "seeds = [1, 1]",
        HEAD + JOB + "seeds = [true]",
        HEAD + JOB + "seeds = [1.0]",
        HEAD + JOB + "seeds = 1",
        HEAD + JOB + f"seeds = {list(range(101))}",
        HEAD + JOB + "seeds = [9223372036854775808]",
        HEAD + JOB + "seeds = [" + "9" * 5000 + "]",
        HEAD + JOB + "attempts = 0",
        HEAD + JOB + "attempts = 101",
        HEAD + JOB + "attempts = true",
        HEAD + JOB + "attempts = 1.0",
        HEAD + JOB + '[jobs.runtime]\nbackend = "podman"',
        HEAD + JOB + '[jobs.runtime]\nimage = ""',
        HEAD + JOB + "[jobs.runtime]\ntimeout = 0",
        HEAD + JOB + "[jobs.runtime]\ntimeout = inf",
        HEAD + JOB + "[jobs.runtime]\ntimeout = nan",
        HEAD + JOB + "[jobs.runtime]\ntimeout = true",
        HEAD + JOB + "[jobs.runtime]\ntimeout = 1e300",
        HEAD + JOB + "[jobs.runtime]\ncase_timeout = -1",
        HEAD + JOB + "[jobs.runtime]\noutput_limit = 1.5",
        HEAD + JOB + "[jobs.gate]\nmin_mean_score = 1.1",
        HEAD + JOB + "[jobs.gate]\nmin_mean_score = nan",
        HEAD + JOB + "[jobs.gate]\nmin_resolution_rate = true",
        HEAD + JOB + '[jobs.gate]\nrequired_dimensions = ["basic"]',
        HEAD + JOB + '[jobs.gate]\nrequired_dimensions = ["notes", "notes"]',
        HEAD + JOB + '[jobs.gate]\nrequired_dimensions = [["notes"]]',
        HEAD + "x = " + "[" * 50_000,
    ],
)
def test_a_suite_file_that_breaks_a_rule_is_refused(text):
    """Unknown keys at every level, wrong types, numbers out of range."""
    with pytest.raises(UsageError):
        config.parse(text.encode())


def test_more_jobs_attempts_or_cases_than_allowed_are_refused():
    """100 jobs, 1000 attempts, 100000 cases."""
    jobs = [JOB.replace('"one"', f'"j{number}"') for number in range(101)]
    assert len(config.parse((HEAD + "".join(jobs[:100])).encode()).jobs) == 100
    with pytest.raises(UsageError):
        config.parse((HEAD + "".join(jobs)).encode())
    with pytest.raises(UsageError, match="jobs"):
        config.parse((HEAD + "".join(job + "attempts = 100\n" for job in jobs[:11])).encode())
    seeds = f"attempts = 100\ntask_ = 0\nseeds = {list(range(100))}\n".replace("task_ = 0\n", "")
    suite = config.parse((HEAD + JOB.replace("support-routing", "durable-kv") + seeds).encode())
    with pytest.raises(UsageError, match="150000 cases"):
        plan.plan(suite, {"one": "/c"})


def test_a_file_that_is_too_long_or_not_utf_8_is_refused():
    """One byte over 1 MiB."""
    text = (HEAD + JOB).encode()
    padded = text + b"#" * (1024 * 1024 - len(text))
    assert config.parse(padded).jobs
    for data in (padded + b"#", text + b"# \xff"):
        with pytest.raises(UsageError):
            config.parse(data)


def check(passed, attempts=2):
    return {"passed": passed, "assessed": attempts, "pass_rate": passed / attempts, "variable": 0 < passed < attempts}


def repetition(**members):
    """Two assessed attempts of one case, which failed notes once."""
    return {
        "valid": True,
        "status": "failed",
        "all_attempts_resolved": False,
        "requested_attempts": 2,
        "completed_attempts": 2,
        "assessed_attempts": 2,
        "invalid_attempts": 0,
        "resolved_attempts": 0,
        "mean_score": 0.9375,
        "assessed_resolution_rate": 0.0,
        "variable_cases": 1,
        "variable_checks": 1,
        "cases": [{"seed": 17, "case_id": "x", "checks": {"notes": check(1), "scope": check(2)}}],
        "task": {"id": "support-routing"},
        "candidate_sha256": "0",
        "grader_sha256": "0",
        "cases_sha256": "0",
        "runtime": {},
        "seeds": [17],
        **members,
    }


def test_thresholds_alone_accept_the_published_example():
    """0.9375 clears 0.9 and 0.0."""
    found = gate.decide(repetition(), config.Gate(0.9, 0.0, ()))
    assert found == {
        "accepted": True,
        "valid": True,
        "checks": [
            {"name": "mean_score", "minimum": 0.9, "observed": 0.9375, "passed": True},
            {"name": "resolution_rate", "minimum": 0.0, "observed": 0.0, "passed": True},
        ],
        "reasons": [],
    }


def test_a_required_dimension_rejects_the_same_run():
    """One of the two attempts failed notes."""
    found = gate.decide(repetition(), config.Gate(0.9, 0.0, ("scope", "notes")))
    assert found["accepted"] is False
    assert [row["passed"] for row in found["checks"]] == [True, True, True, False]
    assert found["checks"][3] == {
        "name": "required_dimension:notes",
        "passed": False,
        "violations": [{"seed": 17, "case_id": "x", "passed": 1, "assessed": 2, "pass_rate": 0.5, "variable": True}],
    }
    assert len(found["reasons"]) == 1


def test_a_required_dimension_that_no_case_checks_is_not_fulfilled():
    """Nothing observed is not a pass."""
    found = gate.decide(repetition(), config.Gate(0.0, 0.0, ("closure",)))
    assert found["checks"][2] == {"name": "required_dimension:closure", "passed": False, "violations": []}


def test_each_failed_check_has_one_reason():
    """Both thresholds and a dimension."""
    assert len(gate.decide(repetition(), config.Gate(1.0, 1.0, ("notes",)))["reasons"]) == 3


def test_no_threshold_excuses_an_invalid_run():
    """Not even zero."""
    found = gate.decide(repetition(valid=False, mean_score=None), config.Gate(0.0, 0.0, ()))
    assert (found["accepted"], found["valid"], found["checks"], len(found["reasons"])) == (False, False, [], 1)


def rows():
    accepted = summary.job_row("one", repetition(), config.Gate(0.9, 0.0, ()), 1.25)
    rejected = summary.job_row("two", repetition(), config.Gate(1.0, 1.0, ()), 2.0)
    invalid = summary.job_row("three", repetition(valid=False, status="environment_error"), config.Gate(0.0, 0.0, ()), 0.5)
    return accepted, rejected, invalid


def suite_of(*jobs):
    return summary.summarize(config.Suite("n", (), "0"), jobs, 4.0)


def test_a_suite_is_accepted_only_with_all_its_jobs():
    """One rejection fails it, one invalid job leaves it without an outcome."""
    accepted, rejected, invalid = rows()
    found = [suite_of(accepted), suite_of(accepted, rejected), suite_of(accepted, rejected, invalid)]
    assert [(row["accepted"], row["valid"], row["status"]) for row in found] == [
        (True, True, "passed"),
        (False, True, "failed"),
        (False, False, "environment_error"),
    ]
    assert (found[2]["accepted_jobs"], found[2]["invalid_jobs"], found[2]["fully_resolved_jobs"]) == (1, 1, 0)


def test_junit_has_a_failure_for_a_rejection_and_an_error_for_an_invalid_job():
    """With counts, times, types and the reasons, twice."""
    report = suite_of(*rows())
    root = ET.fromstring(junit.junit(report))
    assert root.attrib == {"name": "n", "tests": "3", "failures": "1", "errors": "1", "skipped": "0", "time": "3.750000"}
    assert root[0].attrib == root.attrib
    one, two, three = root[0]
    assert one.attrib == {"classname": "evalarc.support-routing", "name": "one", "time": "1.250000"}
    assert [child.tag for child in one] == ["system-out"]
    failure, error = two[0], three[0]
    assert (failure.tag, failure.get("type")) == ("failure", "AcceptanceGate")
    assert failure.get("message") == failure.text == "\n".join(report["jobs"][1]["decision"]["reasons"])
    assert (error.tag, error.get("type")) == ("error", "EnvironmentFailure")
    assert '"evidence": "jobs/one/index.html"' in one[0].text


def test_junit_replaces_what_xml_cannot_hold():
    """Control characters and halves of surrogate pairs."""
    report = suite_of(*rows())
    report["name"] = "a\x01b\ud800c\ufffed"
    assert ET.fromstring(junit.junit(report)).get("name") == "a\ufffdb\ufffdc\ufffdd"
