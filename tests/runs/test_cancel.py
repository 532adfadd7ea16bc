"""A run that is interrupted, or killed: nothing half-published, no folder and no process left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arfpy.runs import cancel
from arfpy.runs.files import read_report
from arfpy.runs.rules import check_evaluation
from arfpy.runs.task import task_named
from tests.runs.processes import ECHO, naming, needs_walls, runtime, wait_until, working_in

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


class Run:
    """``arf run evaluate`` on a reference, with a folder of its own for what is temporary."""

    def __init__(self, folder: Path, task: str, *options: str) -> None:
        self.temporary, self.out = folder / "temporary", folder / "results" / "out"
        candidate = folder / "candidate"
        for path in (self.temporary, candidate):
            path.mkdir(parents=True)
        for name, content in task_named(task).candidate_files("python", "reference").items():
            (candidate / name).write_bytes(content)
        command = [
            "run",
            "evaluate",
            str(candidate),
            "--task",
            task,
            "--seed",
            "17",
            "--out",
            str(self.out),
            "--progress",
        ]
        self.grader = subprocess.Popen(
            [sys.executable, "-m", "arfpy", *command, "--backend", "local", *(options or ("--trust-local",))],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(self.temporary)},
        )

    def wait_for_lines(self, count: int) -> None:
        """Wait until the run has said this many things on stderr."""
        for _ in range(count):
            self.grader.stderr.readline()

    def processes(self) -> list[int]:
        """Return the candidate's processes and their watchers."""
        return working_in(self.temporary)

    def end(self) -> int:
        """Wait for the grader and return its exit code."""
        self.said = self.grader.communicate(timeout=300)[1].decode()
        return self.grader.returncode

    def leavings(self) -> list[str]:
        """Return what is left where nothing may be: temporary folders, stages, processes."""
        hidden = self.out.parent.glob(".*") if self.out.parent.exists() else []
        return [str(path) for path in (*self.temporary.iterdir(), *hidden)] + [
            str(number) for number in self.processes()
        ]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("lines", [1, 2, 5, 9])
def test_an_interrupted_run_leaves_nothing_and_says_so(tmp_path, number, lines):
    """Exit code 130, no result, no folder, no process, and a sentence instead of a traceback."""
    run = Run(tmp_path, "support-routing")
    run.wait_for_lines(lines)
    run.grader.send_signal(number)
    code = run.end()
    # The last event may be out before the signal is in: then the run is over.
    if code == 0 and lines == 9:
        check_evaluation(read_report(run.out / "evaluation.json"))
    else:
        assert (code, run.out.exists(), run.out.parent.exists()) == (130, False, False)
    assert "Traceback" not in run.said
    assert run.leavings() == []


def test_an_impatient_user_changes_nothing(tmp_path):
    """Twenty interrupts are as good as one."""
    run = Run(tmp_path, "durable-kv")
    run.wait_for_lines(3)
    for _ in range(20):
        run.grader.send_signal(signal.SIGINT)
        time.sleep(0.002)
    assert run.end() == 130
    assert (run.leavings(), run.out.exists()) == ([], False)


def test_a_grader_that_is_killed_takes_its_candidate_along(tmp_path):
    """It cannot clear its folders away, and publishes nothing."""
    run = Run(tmp_path, "durable-kv")
    run.wait_for_lines(2)
    assert wait_until(run.processes)
    run.grader.kill()
    run.end()
    assert wait_until(lambda: not run.processes())
    assert list(run.out.iterdir()) == []


def test_a_candidate_that_is_killed_from_outside_fails_its_case_only(tmp_path):
    """The case is assessed, and the others are as they were."""
    run = Run(tmp_path, "durable-kv")
    run.wait_for_lines(2)
    assert wait_until(lambda: kill_one(run))
    assert run.end() in (0, 1)
    hold_result(run)
    assert run.leavings() == []


@needs_walls
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_the_walls_go_with_an_isolated_run(tmp_path, blow):
    """With the first process inside goes everything inside."""
    run = Run(tmp_path, "durable-kv", "--isolate")
    run.wait_for_lines(2)
    assert wait_until(lambda: "bwrap" in str(naming(str(run.temporary))))
    run.grader.send_signal(blow)
    assert run.end() == (130 if blow == signal.SIGINT else -9)
    assert wait_until(lambda: not naming(str(run.temporary)))
    assert blow == signal.SIGKILL or (run.leavings(), run.out.exists()) == ([], False)


def kill_one(run: Run) -> bool:
    """Kill a candidate's process, never its watcher; say whether there was one."""
    for number in run.processes():
        with suppress(OSError):
            line = Path(f"/proc/{number}/cmdline").read_bytes()
            if b"main.py" in line and b"warden" not in line:
                os.kill(number, signal.SIGKILL)
                return True
    return False


def hold_result(run: Run) -> None:
    """Make sure that a published result is sound, and that nothing but a killed process is held against the candidate."""
    report = read_report(run.out / "evaluation.json")
    check_evaluation(report)
    assert report["valid"] is True
    for case in report["cases"]:
        assert case["status"] == "passed" or "exit code -9" in case["error"], case


def test_a_wait_ends_when_a_signal_comes(tmp_path):
    """Not only when its time is over; the process is gone afterwards."""
    case = runtime(tmp_path, "import time\ntime.sleep(600)\n").case()
    with pytest.raises(KeyboardInterrupt), cancel.deferred(), case(None) as process:
        os.kill(os.getpid(), signal.SIGTERM)
        process.exchange(1)
    assert working_in(tmp_path) == []


def test_a_signal_held_back_does_not_disturb_clearing_up(tmp_path):
    """It takes effect at the next wait."""
    with pytest.raises(KeyboardInterrupt), cancel.deferred():
        with runtime(tmp_path, ECHO).case()(None) as process:
            process.exchange(1)
            os.kill(os.getpid(), signal.SIGINT)
            process.kill()
            assert process.exit_code == -9
        cancel.check()
        pytest.fail("the signal was lost")


def test_signals_are_as_before_after_the_block():
    """Whatever handled them."""
    before = [signal.getsignal(number) for number in SIGNALS]
    with cancel.deferred():
        assert signal.getsignal(signal.SIGINT) not in before
        with cancel.deferred():
            pass
        assert signal.getsignal(signal.SIGINT) not in before
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert cancel.wake_descriptor() is None
    cancel.check()


def test_a_signal_that_is_ignored_stays_ignored():
    """As under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with cancel.deferred():
            os.kill(os.getpid(), signal.SIGHUP)
            cancel.check()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.slow
def test_two_hundred_runs_with_random_kills_leave_nothing_and_no_wrong_result(tmp_path):
    """Signals to the grader, kills of the grader and of candidates, at moments drawn from a seed."""
    draw = random.Random(20260601)
    seen = dict.fromkeys(("resolved", "cancelled", "killed", "failed"), 0)
    for number in range(200):
        run = Run(tmp_path / str(number), draw.choice(["support-routing", "support-routing", "durable-kv"]))
        blow = draw.choice(["none", "signal", "signal", "kill grader", "kill candidate", "kill candidate"])
        run.wait_for_lines(draw.randrange(1, 8))
        time.sleep(draw.random() * 0.1)
        killed = False
        if blow == "signal":
            run.grader.send_signal(draw.choice(SIGNALS))
        elif blow == "kill grader":
            run.grader.kill()
        elif blow == "kill candidate":
            killed = kill_one(run)
        code = run.end()
        assert "Traceback" not in run.said
        if code == -9:
            seen["killed"] += 1
            assert wait_until(lambda run=run: not run.processes()), number
            assert not (run.out / "evaluation.json").exists() or read_report(run.out / "evaluation.json")["resolved"]
            continue
        assert run.leavings() == [], number
        if code == 130:
            seen["cancelled"] += 1
            assert not run.out.parent.exists(), number
            continue
        hold_result(run)
        assert code == 0 or (code == 1 and killed), number
        seen["failed" if code else "resolved"] += 1
    assert all(seen.values()), seen
    print(seen)
