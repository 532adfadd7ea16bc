"""Programs that are right, wrong and rude: each gets the outcome it deserves (clause conformance.outcomes)."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from arfpy.conformance import workers
from arfpy.conformance.cases import Answer, Case, installed
from arfpy.conformance.command_protocol import CommandProtocol
from arfpy.conformance.process import Limits
from arfpy.errors import UsageError

CASE = "digest/numbers/one-point-zero"  # [1.0], to be accepted
REFUSED = "digest/strict-parsing/duplicate-key"  # to be refused
DIGEST = "sha256:080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"  # of [1], by hashlib
DUE = Counter((case.op, case.expected.result) for case in installed())


def outcomes(found) -> set[str]:
    return {outcome.outcome for outcome in found}


def only_reason(found) -> str:
    (outcome,) = found
    return outcome.reason


def test_always_right_passes_everything(kit):
    """Every case of every operation passes over the lines protocol."""
    found = kit.jsonl("*", "always_right")
    assert outcomes(found) == {"passed"}
    assert sum(DUE.values()) == len(found)


@pytest.mark.parametrize("only", [CASE, REFUSED, "canonicalize/numbers/one-*", "validate/validation/range-weight-h*",
                                  "validate/validation/*-minimal", "verify-bundle/bundles/bundle-m*", "verify-receipt/receipts/receipt-i*"])
def test_always_right_passes_as_a_command(kit, only: str):
    """Accepted and refused inputs of each operation pass, given types and receipts included."""
    assert outcomes(kit.command(only, "always_right", "{op}")) == {"passed"}


def test_always_wrong_fails_everything(kit):
    """No case passes, and none is an error: every answer was given."""
    assert outcomes(kit.jsonl("*", "always_wrong")) == {"failed"}


def test_accepting_everything_scores_only_what_is_to_be_accepted(kit):
    """Where no output is asked for, sound inputs pass and the others fail."""
    found = kit.command("validate/validation/range-*", "accepts_everything", "{op}")
    assert {o.outcome for o in found if o.case.expected.result == "accept"} == {"passed"}
    assert {o.outcome for o in found if o.case.expected.result == "reject"} == {"failed"}


def test_a_made_up_digest_fails(kit):
    """A well-formed digest of nothing fails, whether the input is sound or not."""
    assert outcomes(kit.command(CASE, "accepts_everything", "{op}")) == {"failed"}
    assert outcomes(kit.command(REFUSED, "accepts_everything", "{op}")) == {"failed"}


def test_refusing_everything_scores_no_accepted_vector(kit):
    """Exit 1 with a code for everything passes exactly the cases that are to be refused."""
    found = kit.command("digest/numbers/*", "ends_with", "1", "no")
    assert {o.outcome for o in found if o.case.expected.result == "accept"} == {"failed"}
    assert {o.outcome for o in found if o.case.expected.result == "reject"} == {"passed"}


def test_refusing_every_receipt_at_one_gate_fails_at_the_others(kit):
    """The gate is judged: only the receipts that stop at that gate pass."""
    found = kit.command("verify-receipt/receipts/receipt-i*", "ends_with", "1", "SCHEMA")
    assert len({o.case.expected.code for o in found}) > 2
    assert all((o.outcome == "passed") == (o.case.expected.code == "SCHEMA") for o in found)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        (["1"], "exit code 1, and the first line of stderr is no code"),
        (["1", "Error: out of cheese"], "the first line of stderr is no code; stderr: Error: out of cheese"),
        (["exception"], "exit code 1, and the first line of stderr is no code; stderr: Traceback"),
        (["2", "json.syntax"], "exit code 2 is neither 0 nor 1; stderr: json.syntax"),
        (["70"], "exit code 70 is neither 0 nor 1"),
        (["127"], "exit code 127 is neither 0 nor 1"),
        (["signal-11"], "signal SIGSEGV is neither 0 nor 1"),
        (["signal-9"], "signal SIGKILL is neither 0 nor 1"),
    ],
)
@pytest.mark.parametrize("only", [CASE, REFUSED])
def test_a_crash_is_an_error_and_never_a_rejection(kit, only: str, how: list[str], reason: str):
    """Other exit codes, signals and exit 1 without a code are errors, also where a refusal was due."""
    found = kit.command(only, "ends_with", *how)
    assert outcomes(found) == {"errored"}
    assert reason in only_reason(found)


@pytest.mark.parametrize("protocol", ["command", "jsonl"])
def test_a_hang_stops_at_the_time_limit(kit, protocol: str):
    """No answer in time is an error, SIGTERM or not."""
    found = getattr(kit, protocol)(REFUSED, "hangs", limits=Limits(1))
    assert outcomes(found) == {"errored"}
    assert only_reason(found).startswith("no answer in 1 seconds")


@pytest.mark.parametrize(
    ("op_case", "text", "encoding"),
    [
        (CASE, f"loading the model\\n{DIGEST}\\n", "utf-8"),
        (CASE, f"{DIGEST}\\n{DIGEST}\\n", "utf-8"),
        (CASE, f"{DIGEST}\\n\\n", "utf-8"),
        (CASE, f"{DIGEST} ", "utf-8"),
        (CASE, DIGEST.upper(), "utf-8"),
        (CASE, "", "utf-8"),
        (CASE, f"{DIGEST}\\n", "utf-16"),
        ("validate/validation/claim-minimal", "PASS\\n", "utf-8"),
    ],
)
def test_noise_on_stdout_is_an_error(kit, op_case: str, text: str, encoding: str):
    """Progress, a second line, another form or another encoding is no answer."""
    assert outcomes(kit.command(op_case, "prints", text, encoding)) == {"errored"}


@pytest.mark.parametrize("text", [DIGEST, f"{DIGEST}\\n"])
def test_a_digest_may_end_its_line(kit, text: str):
    """One LF after a digest, or none, is the same answer."""
    assert outcomes(kit.command(CASE, "prints", text)) == {"passed"}


@pytest.mark.parametrize(("text", "encoding"), [("[1]\\n", "utf-8"), ("[1]", "utf-16"), ("[1.0]", "utf-8"), ("", "utf-8")])
def test_canonical_bytes_are_compared_exactly(kit, text: str, encoding: str):
    """A newline after the canonical bytes, or another encoding, makes other bytes."""
    assert outcomes(kit.command(f"canonicalize/{CASE.partition('/')[2]}", "prints", text, encoding)) == {"failed"}


def test_output_with_a_rejection_is_an_error(kit):
    """Exit 1 with something on stdout says two things at once."""
    found = kit.command(CASE, "ends_with", "1", "no")
    assert outcomes(found) == {"failed"}
    (answer,) = [CommandProtocol(["sh", "-c", "echo partial; echo no >&2; exit 1"], Limits(20)).answer(found[0].case)]
    assert answer.result == "error"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("protocol", ["command", "jsonl"])
def test_a_gigabyte_is_cut_off(kit, protocol: str, stream: str):
    """Output without end is an error at the first megabyte."""
    found = getattr(kit, protocol)(CASE, "prints_a_gigabyte", stream)
    assert only_reason(found).startswith("more than 1048576 bytes of output")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="memory is counted on Linux only")
@pytest.mark.parametrize("who", ["itself", "child"])
def test_memory_is_limited(kit, who: str):
    """Resident memory beyond the limit ends the program, in a child of another session too."""
    found = kit.command(CASE, "fills_memory", who, limits=Limits(60, resident=200 * 1024 * 1024))
    assert only_reason(found).startswith("more than 200 MB of memory")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes that left the group are found on Linux only")
@pytest.mark.parametrize("protocol", ["command", "jsonl"])
def test_children_do_not_outlive_a_run(kit, tmp_path: Path, protocol: str):
    """A child beside the program and one that left its session are both gone, and the answer is judged as usual."""
    found = getattr(kit, protocol)(REFUSED, "leaves_children", str(tmp_path / "pids"))
    assert outcomes(found) == ({"passed"} if protocol == "command" else {"errored"})
    pids = [int(line) for line in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 2
    assert not any(alive(pid) for pid in pids)


def test_answers_out_of_order_are_errors(kit):
    """A response to another request is no answer, and the next case starts over."""
    found = kit.jsonl("digest/numbers/e*", "answers_out_of_order")
    assert len(found) > 2
    assert outcomes(found) == {"errored"}
    assert "the response is to 'nothing', the request was digest/numbers/e" in found[0].reason


RESPONSE = '{"id":"ID","result":"accept","digest":"' + DIGEST + '"}'


@pytest.mark.parametrize(
    ("line", "encoding", "reason"),
    [
        ("hello", "utf-8", "the response is not JSON"),
        (RESPONSE, "utf-16", "more than one line"),
        (RESPONSE + "\n" + RESPONSE, "utf-8", "more than one line"),
        ("[]", "utf-8", "not a JSON object"),
        ('{"result":"accept"}', "utf-8", "the response is to None"),
        ('{"id":"ID"}', "utf-8", "result is None"),
        ('{"id":"ID","result":"skip"}', "utf-8", "result is 'skip'"),
        ('{"id":"ID","result":"accept"}', "utf-8", "digest is None"),
        ('{"id":"ID","result":"accept","digest":"sha256:00"}', "utf-8", "digest is 'sha256:00'"),
        ('{"id":"ID","result":"reject"}', "utf-8", "code is None"),
        ('{"id":"ID","result":"reject","code":"two words"}', "utf-8", "code is 'two words'"),
        ('{"id":"ID","result":"error","message":"my bug"}', "utf-8", "it reports a fault of its own: 'my bug'"),
        ('{"id":"ID","id":"ID","result":"accept"}', "utf-8", "the response is not JSON"),
    ],
)
def test_a_response_that_is_none_is_an_error(kit, line: str, encoding: str, reason: str):
    """Each way in which a line is no response is an error that says so."""
    found = kit.jsonl(CASE, "answers_with", line, encoding)
    assert outcomes(found) == {"errored"}
    assert reason in only_reason(found)


def test_a_sound_response_passes(kit):
    """The line that the tests above spoil is a good one."""
    assert outcomes(kit.jsonl(CASE, "answers_with", RESPONSE)) == {"passed"}


@pytest.mark.parametrize(("how", "reason"), [("3", "ended with exit code 3"), ("signal-11", "ended with signal SIGSEGV")])
def test_a_process_that_ends_is_started_again(kit, how: str, reason: str):
    """Each case that finds no process alive gets a new one and its own error."""
    found = kit.jsonl("digest/numbers/e*", "ends_with", how)
    assert len(found) > 2
    assert {one.reason for one in found} == {f"the process {reason} before it answered"}


def test_a_program_that_does_not_read_is_judged_by_its_answer():
    """Closing stdin unread is no fault of its own."""
    case = next(case for case in installed() if case.id == CASE)
    big = Case(**{**{name: getattr(case, name) for name in Case.__slots__}, "given": {"input": b" " * 5_000_000}})
    assert CommandProtocol(["true"], Limits(20)).answer(big).detail.startswith("stdout is not one digest")
    assert CommandProtocol(["echo", DIGEST], Limits(20)).answer(big) == Answer("accept", output=DIGEST.encode())


def test_a_program_that_cannot_start_is_a_wrong_call():
    """A path that is no program ends the run with a usage error."""
    with pytest.raises(UsageError, match="cannot start"):
        list(workers.run(installed()[:3], lambda: CommandProtocol(["./not-there"], Limits(1)), 2))


def test_nothing_of_the_shell_is_read(tmp_path: Path):
    """The command is a list of words: what a shell would act on is an argument."""
    case = next(case for case in installed() if case.id == CASE)
    CommandProtocol(["echo", f"x; touch {tmp_path}/made", "$(id)"], Limits(20)).answer(case)
    assert list(tmp_path.iterdir()) == []


def test_stopping_early_ends_the_workers(tmp_path: Path):
    """Whoever takes only the first answers leaves no process behind."""
    running = workers.run(installed()[:400], lambda: CommandProtocol(["sh", "-c", f"echo $$ >> {tmp_path}/pids; sleep 0.01"], Limits(5)), 2)
    next(running)
    running.close()
    pids = (tmp_path / "pids").read_text().split()
    assert 0 < len(pids) < 300
    assert not any(alive(int(pid)) for pid in pids)
