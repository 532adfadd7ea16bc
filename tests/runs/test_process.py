"""One candidate process: the line protocol, the limits, and what is left afterwards: nothing."""

from __future__ import annotations

import json
import os
import signal

import pytest

from arfpy.runs.faults import AgentError, EnvironmentFault
from tests.runs.processes import ECHO, is_gone, numbers, runtime, wait_until, working_in

# Notes its own number in the state, as every program below that must be gone.
NOTE = "import os, sys, time, signal\nopen(os.path.join({state!r}, 'numbers'), 'a').write(f'{{os.getpid()}}\\n')\n"


@pytest.fixture
def launch(tmp_path):
    """Begin a case with a candidate of one file."""
    return lambda program, **settings: runtime(tmp_path, program, **settings).case()


@pytest.fixture
def noted(tmp_path):
    """A program's first lines, which note its number; and what they noted."""
    return NOTE.format(state=str(tmp_path)), lambda: numbers(tmp_path / "numbers")


def answering(text: str) -> str:
    """Return a program that answers its first line with these bytes, then waits for the end of its input."""
    return f"import sys\nsys.stdin.readline()\nsys.stdout.buffer.write({text.encode()!r})\nsys.stdout.flush()\nsys.stdin.read()\n"


VALUES = [
    "null",
    "false",
    "0",
    "-0.0",
    "1e3",
    '""',
    "[]",
    "{}",
    '"\\u00e9"',
    '"\\ud83d\\ude00"',
    '{"a": 1, "a": 2}',
    " [1] \t\r",
]


@pytest.mark.parametrize("text", VALUES)
def test_any_finite_json_value_is_an_answer(launch, text):
    """Also one with a name twice, where the last counts."""
    with launch(answering(text + "\n"))(None) as process:
        assert repr(process.exchange(None)) == repr(json.loads(text))
        assert process.finish() == 0


NO_VALUES = [
    "",
    " ",
    "{",
    "nul",
    "1 2",
    "[1,]",
    "NaN",
    "-Infinity",
    "[1e999]",
    '"\t"',
    "\ufeff1",
    '"\\ud800"',
    '{"\\uDFFF": 1}',
    "9" * 5000,
]


@pytest.mark.parametrize("text", NO_VALUES)
def test_what_is_no_finite_json_is_the_candidates_error(launch, text):
    """A report could not hold it."""
    with launch(answering(text + "\n"))(None) as process, pytest.raises(AgentError, match="answer"):
        process.exchange(None)


def test_an_answer_that_is_not_utf8_is_the_candidates_error(launch):
    """No encoding is guessed."""
    program = "import sys\nsys.stdout.buffer.write(b'\"\\xff\"\\n')\nsys.stdout.flush()\nsys.stdin.read()\n"
    with launch(program)(None) as process, pytest.raises(AgentError, match="UTF-8"):
        process.exchange(None)


@pytest.mark.parametrize(("depth", "sound"), [(100, True), (101, False), (200_000, False)])
def test_an_answer_nests_at_most_100_deep(launch, depth, sound):
    """Brackets in strings do not count."""
    text = "[" * (depth - 1) + '["[[[[\\"[[[["]' + "]" * (depth - 1)
    with launch(answering(text + "\n"))(None) as process:
        if sound:
            assert json.dumps(process.exchange(None), separators=(",", ":")) == text
        else:
            with pytest.raises(AgentError, match="deep"):
                process.exchange(None)


def test_each_line_is_one_json_text_in_ascii(launch):
    """Flushed at once, as the echo shows."""
    program = "import sys\nfor line in sys.stdin.buffer: print('\"' + line.hex() + '\"', flush=True)\n"
    with launch(program)(None) as process:
        assert bytes.fromhex(process.exchange({"é": [1.0, "\n"]})) == rb'{"\u00e9": [1.0, "\n"]}' + b"\n"


def test_the_nth_line_answers_the_nth_line_whenever_it_came(launch):
    """A program that writes all answers and reads nothing is not faster than one that waits."""
    with launch("print('1\\n2\\n3', flush=True)\n")(None) as process:
        assert [process.exchange("x" * 8000) for _ in range(3)] == [1, 2, 3]
        assert process.finish() == 0


def test_a_program_that_never_reads_cannot_block_the_grader(launch):
    """Its input is a pipe that fills up."""
    program = "import time\nfor number in range(100): print(number, flush=True)\ntime.sleep(600)\n"
    with launch(program, response_seconds=1.0)(None) as process, pytest.raises(AgentError, match="within 1 s"):
        for number in range(100):
            assert process.exchange("x" * 8000) == number


def test_a_line_to_the_candidate_has_at_most_8192_bytes(launch):
    """Its end included; a longer one can only hold what the candidate stored."""
    with launch(ECHO)(None) as process:
        assert process.exchange("x" * 8189) == "x" * 8189
        with pytest.raises(AgentError, match="8192"):
            process.exchange("x" * 8190)


@pytest.mark.parametrize("rest", ["", " \n\t\r\n", "\n"])
def test_white_space_after_the_last_answer_is_no_output(launch, rest):
    """It ends well."""
    with launch(answering("1\n" + rest))(None) as process:
        process.exchange(None)
        assert process.finish() == process.exit_code == 0


@pytest.mark.parametrize("rest", ["2\n", "x", "\n\n\0"])
def test_output_nobody_asked_for_is_the_candidates_error(launch, rest):
    """It is looked at when the process has ended."""
    with launch(answering("1\n" + rest))(None) as process:
        process.exchange(None)
        with pytest.raises(AgentError, match="more than it was asked"):
            process.finish()


@pytest.mark.parametrize(
    ("end", "code"), [("sys.exit(3)", 3), ("os.kill(os.getpid(), 15)", -15), ("sys.exit(0)", 0), ("1/0", 1)]
)
def test_an_end_before_the_answer_is_the_candidates_error(launch, noted, end, code):
    """With any exit code, which is kept."""
    case = launch(noted[0] + end + "\n")
    with case(None) as process, pytest.raises(AgentError, match=f"exit code {code} before"):
        process.exchange(None)
    assert case.processes[0]["exit_code"] == code


def test_an_answer_without_its_line_end_is_none(launch):
    """The process ended within it."""
    with launch("print(1, end='')\n")(None) as process, pytest.raises(AgentError, match="before it answered"):
        process.exchange(None)


def test_an_exit_code_other_than_0_is_the_candidates_error(launch):
    """After its input was closed."""
    with launch(ECHO + "sys.exit(7)\n")(None) as process:
        process.exchange(1)
        with pytest.raises(AgentError, match="exit code 7"):
            process.finish()


HANGS = {
    "sleeps": "time.sleep(600)",
    "closes its output and sleeps": "os.close(1); time.sleep(600)",
    "closes all streams and sleeps": "[os.close(n) for n in range(3)]; time.sleep(600)",
    "answers half a line": "print('[1', end='', flush=True); time.sleep(600)",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP); time.sleep(600)",
    "ignores every signal it can": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15, 18)]; time.sleep(600)",
    "turns in circles": "\nwhile True: pass",
}


@pytest.mark.parametrize("kind", HANGS)
def test_a_candidate_that_does_not_answer_is_stopped_and_gone(launch, noted, kind):
    """The time for one answer is over."""
    case = launch(noted[0] + HANGS[kind] + "\n", response_seconds=0.7)
    with case(None) as process, pytest.raises(AgentError, match=r"within 0\.7 s"):
        process.exchange(None)
    assert [is_gone(number) for number in noted[1]()] == [True]
    assert case.processes[0]["exit_code"] == -9


def test_an_answer_after_its_time_does_not_count(launch):
    """Even if it is right, and the program ends well."""
    program = "import sys, time\nsys.stdin.readline(); time.sleep(1.2); print(1, flush=True); sys.stdin.read()\n"
    with launch(program, response_seconds=0.7)(None) as process, pytest.raises(AgentError, match="within"):
        process.exchange(None)


def test_a_candidate_that_stays_when_its_input_closes_is_stopped_and_gone(launch, noted):
    """It had the time of one answer to end."""
    program = noted[0] + "for line in sys.stdin: print(line, end='', flush=True)\ntime.sleep(600)\n"
    with launch(program, response_seconds=0.7)(None) as process:
        process.exchange(1)
        with pytest.raises(AgentError, match="end within"):
            process.finish()
    assert [is_gone(number) for number in noted[1]()] == [True]


def test_the_processes_of_a_case_share_one_budget(launch):
    """Each answers in time, and the case ends nevertheless."""
    program = "import sys, time\nfor line in sys.stdin: time.sleep(0.4); print(line, end='', flush=True)\n"
    case = launch(program, case_seconds=3.0)
    answered = 0
    with pytest.raises(AgentError, match="3 s of its case"):
        for _ in range(10):
            with case(None) as process:
                process.exchange(1)
                answered += 1
                process.finish()
    # Ten of them take four seconds at least.
    assert answered < 10
    assert len(case.processes) - answered in (0, 1)


@pytest.mark.parametrize(("out", "err"), [(1001, 0), (0, 1001), (600, 401)])
def test_output_over_the_limit_is_the_candidates_error(launch, out, err):
    """Both streams together."""
    program = f"import os, sys\nos.write(1, b' ' * {out})\nos.write(2, b'e' * {err})\nsys.stdin.read()\n"
    with launch(program, output_bytes=1000)(None) as process, pytest.raises(AgentError, match="more than 1000 bytes"):
        process.exchange(None)


def test_output_up_to_the_limit_is_taken(launch):
    """The limit itself is allowed."""
    case = launch(
        "import os, sys\nos.write(2, b'e' * 990)\nos.write(1, b'\"1234567\"\\n')\nsys.stdin.read()\n", output_bytes=1000
    )
    with case(None) as process:
        assert process.exchange(None) == "1234567"
        assert process.finish() == 0
    assert case.processes[0]["output_bytes"] == 1000


@pytest.mark.parametrize("stream", [1, 2])
def test_an_endless_flood_is_stopped_at_the_limit(launch, noted, stream):
    """One mebibyte unless another limit is set; memory does not grow with the flood."""
    case = launch(noted[0] + f"while True: os.write({stream}, b'x' * 65536)\n")
    with case(None) as process, pytest.raises(AgentError, match="1048576"):
        process.exchange(None)
    assert 1048576 < case.processes[0]["output_bytes"] <= 1048576 + 65536
    assert [is_gone(number) for number in noted[1]()] == [True]


def test_the_last_2048_bytes_of_stderr_are_kept(launch):
    """What is no UTF-8 is replaced."""
    case = launch("import os, sys\nos.write(2, b'a' * 3000 + b'\\xff' + b'z' * 2000)\nsys.stdin.read()\n")
    with case(None) as process:
        process.finish()
    expected = "a" * 47 + "\ufffd" + "z" * 2000
    assert case.processes == [
        {"exit_code": 0, "output_bytes": 5001, "stderr_tail": expected, "stderr_tail_limit_bytes": 2048}
    ]


def test_a_kill_is_a_sigkill_with_the_input_still_open(launch, tmp_path):
    """The program has no chance to tidy up; the next one finds what it wrote before."""
    done = tmp_path / "done"
    case = launch(ECHO + f"open({str(done)!r}, 'w').close()\n")
    with case(None) as process:
        process.exchange(1)
        process.kill()
        assert process.exit_code == -9
    assert not done.exists()
    with case(None) as process:
        process.exchange(1)
        process.finish()
    assert done.exists()
    assert [entry["exit_code"] for entry in case.processes] == [-9, 0]


# Leaves a child in a session of its own, a grandchild whose parent is gone, and a child that ignores signals.
FAMILY = """
def note(): open(os.path.join({state!r}, 'numbers'), 'a').write(f'{{os.getpid()}}\\n')
def stay():
    note()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)
for kind in range(3):
    if os.fork() == 0:
        if kind: os.setsid()
        if kind == 1 or os.fork() == 0: stay()
        os._exit(0)
while len(open(os.path.join({state!r}, 'numbers')).read().split()) < 4: time.sleep(0.01)
"""


@pytest.mark.parametrize("way", ["finish", "kill", "exception", "nothing", "exit"])
def test_whatever_a_candidate_started_is_gone_with_it(launch, noted, tmp_path, way):
    """However it ends: children, orphans and those that fled into a session of their own."""
    program = noted[0] + FAMILY.format(state=str(tmp_path))
    program += "sys.exit(0)\n" if way == "exit" else "for line in sys.stdin: print(line, end='', flush=True)\n"
    try:
        with launch(program)(None) as process:
            if way == "exit":
                with pytest.raises(AgentError):
                    process.exchange(1)
            else:
                assert process.exchange(1) == 1
            if way == "finish":
                process.finish()
            elif way == "kill":
                process.kill()
            elif way == "exception":
                {}["nothing"]
            if way in ("finish", "kill"):
                assert all(map(is_gone, noted[1]()))
    except KeyError:
        pass
    assert len(noted[1]()) == 4
    assert all(map(is_gone, noted[1]()))


def test_a_candidate_that_forks_without_end_is_cleared_away(launch, noted, tmp_path):
    """As long as the machine itself holds out: here chains of 60 processes, each in a session of its own."""
    program = (
        noted[0]
        + "import itertools\nroot = os.getpid()\n"
        + "for _ in range(60):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(0.005)\n    elif os.getpid() != root:\n        os._exit(0)\n"
        + "time.sleep(600)\n"
    )
    with launch(program, response_seconds=0.7)(None) as process, pytest.raises(AgentError):
        process.exchange(None)
    assert working_in(tmp_path) == []


def test_environment_directory_and_descriptors_are_reduced(launch, tmp_path):
    """Nothing of the grader's own comes through."""
    program = (
        "import json, os, sys\nsys.stdin.readline()\n"
        "print(json.dumps([dict(os.environ), os.getcwd(), os.listdir('/proc/self/fd')]), flush=True)\nsys.stdin.read()\n"
    )
    with launch(program)(None) as process:
        environment, folder, descriptors = process.exchange(None)
    assert environment == {"PATH": os.defpath, "LANG": "C.UTF-8"}
    assert folder == str(tmp_path / "frozen")
    # The three streams, and the one that lists them.
    assert descriptors == ["0", "1", "2", "3"]


def test_a_candidate_has_a_session_of_its_own_and_usual_signals(launch):
    """Ctrl-C at the terminal does not reach it, and a broken pipe ends it."""
    program = (
        "import json, os, sys, signal\nsys.stdin.readline()\n"
        "status = open('/proc/self/status').read()\n"
        "print(json.dumps([os.getsid(0) == os.getpid() == os.getpgid(0), status.split('SigBlk:')[1].split()[0]]), flush=True)\nsys.stdin.read()\n"
    )
    with launch(program)(None) as process:
        assert process.exchange(None) == [True, "0" * 16]
        assert os.getsid(0) != process._number


@pytest.mark.parametrize(
    ("command", "reason"),
    [(("no-such-program",), "No such file"), (("./main.py",), "Permission denied"), (("/",), "Permission denied")],
)
def test_a_command_that_cannot_be_started_is_no_fault_of_the_candidate(launch, command, reason):
    """Nothing is assessed, and no process is in the report."""
    case = launch("", command=command)
    with pytest.raises(EnvironmentFault, match=reason), case(None):
        pass
    assert case.processes == []


def test_a_process_that_is_given_no_state_has_an_empty_one_of_its_own(launch):
    """Each another one, and gone afterwards."""
    program = "import os, sys, json\nfor line in sys.stdin: print(json.dumps([sys.argv[1], os.listdir(sys.argv[1])]), flush=True)\n"
    case, seen = launch(program, command=("{python}", "main.py", "{state}")), []
    for _ in range(2):
        with case(None) as process:
            folder, content = process.exchange(None)
            process.finish()
        assert (content, os.path.exists(folder)) == ([], False)
        seen.append(folder)
    assert len(set(seen)) == 2


def test_a_candidate_that_stops_its_watcher_is_cleared_away(launch, noted):
    """It is woken up for that."""
    with (
        launch(noted[0] + "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)\n", response_seconds=0.7)(
            None
        ) as process,
        pytest.raises(AgentError),
    ):
        process.exchange(None)
    assert [is_gone(number) for number in noted[1]()] == [True]


def test_a_candidate_that_ends_its_watcher_leaves_nothing_and_is_not_assessed(launch, noted):
    """Who did it cannot be told, so nothing is said about the candidate."""
    with (
        pytest.raises(EnvironmentFault, match="watches"),
        launch(noted[0] + "os.kill(os.getppid(), 9)\ntime.sleep(600)\n")(None) as process,
    ):
        process.exchange(None)
    assert wait_until(lambda: all(map(is_gone, noted[1]())))


def test_a_changed_copy_is_not_run_again(launch, tmp_path):
    """What is assessed is what was frozen."""
    program = f"import os, sys\nos.chmod({str(tmp_path / 'frozen')!r}, 0o755)\nopen({str(tmp_path / 'frozen' / 'notes')!r}, 'w').close()\nsys.stdin.read()\n"
    case = launch(program)
    with case(None) as process:
        process.finish()
    with pytest.raises(EnvironmentFault, match="changed"), case(None):
        pass


def test_no_descriptor_is_left_open(launch):
    """Of thirty processes."""
    case = launch(ECHO)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(30):
        with case(None) as process:
            process.exchange(1)
            process.kill()
    assert len(os.listdir("/proc/self/fd")) == before


def test_no_child_is_left_to_be_reaped(launch):
    """Not the watcher either."""
    with launch(ECHO)(None) as process:
        process.exchange(1)
        process.finish()
    with pytest.raises(ChildProcessError):
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG)
    assert signal.getsignal(signal.SIGCHLD) is signal.SIG_DFL
