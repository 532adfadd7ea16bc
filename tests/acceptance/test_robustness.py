"""Hostile surroundings: locales, closed pipes, full disks, signals, odd names, our own faults. Never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.cli.main import main

COMMANDS = ["validate", "digest", "canonicalize", "reproduce"]
OF_SETS = ["links", "trace"]
GROUPS = ["bundle", "disclosure", "import", "export", "receipt", "attestation", "testset", "run", "conformance"]
NESTED = [
    *(["bundle", name] for name in ("build", "verify", "diff")),
    *(["disclosure", name] for name in ("state", "check")),
    *(["import", name] for name in ("csv", "lm-eval", "inspect")),
    ["export", "in-toto"],
    *(["receipt", name] for name in ("keygen", "mint", "verify", "explain", "serve")),
    *(["attestation", name] for name in ("mint", "verify")),
    *(["testset", name] for name in ("commit", "open")),
    *(["run", name] for name in ("tasks", "init", "evaluate", "repeat", "suite", "audit", "compare", "verify", "doctor", "trajectory")),
    *(["conformance", name] for name in ("list", "export", "run", "report")),
]
NEEDS_DEV_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")


@pytest.fixture
def good(tmp_path: Path, endorsement: bytes) -> str:
    """A file with the published Endorsement."""
    (tmp_path / "good.json").write_bytes(endorsement)
    return "good.json"


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS + OF_SETS + GROUPS), *NESTED])
def test_help_is_whole(arf, command: list[str]) -> None:
    """At 80 columns no sentence of the help is cut off with dots, and it names the way to get it."""
    outcome = arf(*command, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert "..." not in re.sub(r"(?:FILE|RECEIPT|ATTESTATION|\[ARGS\]|\[FILE\])\.\.\.", "", outcome.out)
    assert "-h, --help" in outcome.out


def test_help_lists_every_command_with_a_sentence(arf) -> None:
    """The group's help has one whole sentence per command."""
    lines = arf("--help").out.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == sorted(COMMANDS + OF_SETS + GROUPS)
    assert all(line.endswith(".") for line in lines)


def test_the_version_says_provisional(arf) -> None:
    """--version names the tool, its version, the standard's, and that it may change."""
    assert arf("--version").out == "arf 0.1.0 (ARF v0.1, provisional)\n"


@pytest.mark.parametrize(
    "surroundings",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii:strict", "LANG": "C"},
    ],
)
def test_stdout_is_utf8_whatever_the_locale(arf, surroundings: dict[str, str]) -> None:
    """Canonical bytes, reports and file names with characters outside ASCII come out as UTF-8."""
    outcome = arf("canonicalize", stdin='{"é":"\U0001f600"}'.encode(), env=surroundings)
    assert (outcome.code, outcome.out_bytes) == (0, '{"é":"\U0001f600"}'.encode())
    outcome = arf("validate", "naïve.json".encode(), env=surroundings)
    assert (outcome.code, outcome.err.splitlines()[0]) == (2, "arf: cannot read naïve.json: No such file or directory")
    outcome = arf("reproduce", "-", stdin='"é"'.encode(), env=surroundings)
    assert outcome.out == "printf '%s' '\"é\"' | shasum -a 256\n"


def test_a_file_name_need_not_be_utf8(arf, tmp_path: Path, endorsement: bytes) -> None:
    """A name with a byte that is no character is read, and shown with that byte escaped, also in the JSON report."""
    name = os.fsencode(tmp_path) + b"/caf\xe9.json"
    try:
        with open(name, "wb") as file:
            file.write(endorsement)
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert arf("validate", b"caf\xe9.json").out == "PASS caf\\xe9.json:1 (endorsement)\n1 passed, 0 failed\n"
    report = json.loads(arf("validate", "--output", "json", b"caf\xe9.json").out)
    assert report["results"][0]["source"] == "caf\\xe9.json"
    assert arf("canonicalize", b"caf\xe9.json:1").code == 0


def test_a_file_name_cannot_forge_a_line(arf, tmp_path: Path) -> None:
    """Line ends and terminal escapes in a name are shown as escapes, in verdicts, digests and messages."""
    name = "bad\nPASS good.json:1 (claim)\x1b[2K"
    shown = "bad\\u000aPASS good.json:1 (claim)\\u001b[2K"
    (tmp_path / name).write_text("{}")
    assert arf("validate", name).out.startswith(f"FAIL {shown}:1 (no type)\n")
    assert arf("digest", name, name).out.splitlines()[1].endswith(f"  {shown}:1")
    assert arf("validate", f"no{name}").err.startswith(f"arf: cannot read no{shown}: ")
    assert arf("canonicalize", f"no{name}").err.startswith(f"arf: cannot read no{shown}: ")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":['])
def test_a_million_brackets_are_a_clean_refusal(arf, command: str, opening: bytes) -> None:
    """Deep nesting is refused with its code and a place: exit 1, no crash of the interpreter."""
    outcome = arf(command, "-", stdin=opening * 1_000_000)
    assert (outcome.code, "[json.too-deep]" in outcome.out + outcome.err) == (1, True)
    assert "Traceback" not in outcome.err


def shell(line: str, environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which $ARF is the command."""
    environment = {**environment, "ARF": f"{sys.executable} -m arfpy"}
    command = ["bash", "-c", line]
    return subprocess.run(command, capture_output=True, cwd=folder, env=environment, timeout=60, check=False)


def test_a_reader_that_goes_away_is_no_fault(arf_environment, tmp_path: Path) -> None:
    """`arf digest … | head -1` prints one line and nothing on stderr, however much was left to print."""
    (tmp_path / "many.ndjson").write_bytes(b"[1]\n" * 20_000)
    done = shell("$ARF digest many.ndjson | head -1; echo ${PIPESTATUS[0]}", arf_environment, tmp_path)
    first, code = done.stdout.decode().splitlines()
    assert first.endswith("  many.ndjson:1")
    assert (code, done.stderr) == ("1", b"")


@NEEDS_DEV_FULL
@pytest.mark.parametrize("command", [*COMMANDS, "validate --output json", "validate --output-file /dev/full"])
def test_a_full_disk_is_told(arf_environment, tmp_path: Path, good: str, command: str) -> None:
    """Output that could not be written is never exit 0: the message says so, and the code is 2."""
    redirect = "" if "/dev/full" in command else "> /dev/full"
    done = shell(f"$ARF {command} {good} {redirect}", arf_environment, tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "arf: cannot write the output: No space left on device\n"
        "What was written is not complete. Make room, or write elsewhere.\n"
    )


def test_closed_streams_are_told(arf_environment, tmp_path: Path, good: str) -> None:
    """A closed stdout or stdin is a usage error with one sentence; a closed stderr changes no verdict."""
    done = shell(f"$ARF canonicalize {good} >&-", arf_environment, tmp_path)
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, b"arf: stdout is closed")
    done = shell("$ARF validate - <&-", arf_environment, tmp_path)
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, b"arf: stdin is closed")
    done = shell(f"$ARF validate {good} 2>&-", arf_environment, tmp_path)
    assert (done.returncode, done.stdout) == (0, b"PASS good.json:1 (endorsement)\n1 passed, 0 failed\n")
    assert shell("$ARF validate missing 2>&-", arf_environment, tmp_path).returncode == 2


def test_an_interrupt_exits_130(arf_environment, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a run ends it with one word, no traceback, and the code of an interrupt."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "arfpy", "validate", "--input-format", "ndjson", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=arf_environment,
        # A test run in the background may hand down an ignored Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"FAIL stdin:1")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"\narf: interrupted\n")


def test_a_progress_bar_is_for_terminals(arf_environment, tmp_path: Path, endorsement: bytes) -> None:
    """Long work shows a bar on stderr when that is a terminal; the report on stdout is the same either way."""
    (tmp_path / "big.json").write_bytes(endorsement + b" " * (17 * 1024 * 1024))
    command = [sys.executable, "-m", "arfpy", "validate", "big.json"]
    surroundings = {"cwd": tmp_path, "env": {**arf_environment, "TERM": "xterm"}}
    parent, child = pty.openpty()
    on_terminal = subprocess.run(command, stdout=subprocess.PIPE, stderr=child, check=True, **surroundings)
    os.close(child)
    shown = os.read(parent, 65536)
    os.close(parent)
    piped = subprocess.run(command, capture_output=True, check=True, **surroundings)
    assert on_terminal.stdout == piped.stdout == b"PASS big.json:1 (endorsement)\n1 passed, 0 failed\n"
    assert b"checking" in shown
    assert piped.stderr == b""


@pytest.mark.parametrize(("environment", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)])
def test_color_on_a_terminal(arf_environment, tmp_path: Path, good: str, environment, colored: bool) -> None:
    """A terminal gets colour unless NO_COLOR holds something."""
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "arfpy", "validate", good]
    surroundings = {**arf_environment, **environment}
    subprocess.run(command, stdout=child, stderr=subprocess.PIPE, cwd=tmp_path, env=surroundings, check=True)
    os.close(child)
    shown = os.read(parent, 65536)
    os.close(parent)
    assert (b"\x1b[32mPASS" in shown) is colored
    assert b"1 passed" in shown


@pytest.fixture
def damaged(root: Path, tmp_path: Path):
    """A copy of the package and its standard, to be damaged; returns a way to run it."""
    shutil.copytree(root / "arfpy", tmp_path / "arfpy", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "spec", tmp_path / "spec", ignore=shutil.ignore_patterns("vectors", "examples"))

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
        command = [sys.executable, "-m", "arfpy", *args]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False
        )

    return run


def test_the_copy_works_before_it_is_damaged(damaged, good: str) -> None:
    """The copied package judges like the original, so what follows is due to the damage alone."""
    assert damaged("validate", good).stdout == "PASS good.json:1 (endorsement)\n1 passed, 0 failed\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_schema_is_our_fault(damaged, good: str, tmp_path: Path, command: str) -> None:
    """With a schema that is not JSON no command passes a record: exit 70, verdict internal-error, no digest."""
    (tmp_path / "spec" / "v0.1" / "schemas" / "claim.schema.json").write_text("{")
    done = damaged(command, good)
    assert done.returncode == 70
    assert "FAIL good.json:1 (no type) internal-error\n" in done.stdout + done.stderr
    assert "[internal.fault]" in done.stdout + done.stderr
    assert "Do not count this as a pass." in done.stdout + done.stderr
    assert "sha256:" not in done.stdout
    assert "Traceback" not in done.stderr


def test_a_damaged_receipt_schema_is_our_fault(damaged, tmp_path: Path) -> None:
    """The gate that met the fault fails and the report says whose fault it is: exit 70, never a pass."""
    (tmp_path / "spec" / "v0.1" / "schemas" / "receipt.schema.json").write_text("{")
    (tmp_path / "receipt.json").write_text("{}")
    done = damaged("receipt", "verify", "receipt.json", "--output", "json")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (70, "")
    assert (report["valid"], report["failed_gate"]["number"], report["internal_error"]) == (False, 1, True)
    done = damaged("receipt", "verify", "receipt.json")
    assert (done.returncode, done.stdout.splitlines()[0]) == (70, "NOT VALID receipt.json")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("damage", ["not JSON", "missing folder"])
def test_a_damaged_table_of_codes_is_our_fault(damaged, tmp_path: Path, damage: str) -> None:
    """Without the codes no problem can be explained: exit 70 and the advice to install again, no traceback."""
    (tmp_path / "bad.json").write_text("[")
    if damage == "not JSON":
        (tmp_path / "spec" / "v0.1" / "codes.json").write_text("{")
    else:
        shutil.rmtree(tmp_path / "spec")
    done = damaged("validate", "bad.json")
    assert done.returncode == 70
    assert done.stderr.startswith("arf: internal fault: ")
    assert done.stderr.endswith("The data of the standard is damaged here. Install arfpy again.\n")


def test_a_fault_in_one_record_outranks_everything_else(damaged, good: str, tmp_path: Path) -> None:
    """An internal fault beside an unreadable path exits 70, not 2."""
    (tmp_path / "spec" / "v0.1" / "schemas" / "claim.schema.json").write_text("{")
    assert damaged("validate", good, "missing.json").returncode == 70


@pytest.mark.parametrize("command", COMMANDS)
def test_no_socket_is_opened(arf, tmp_path: Path, command: str) -> None:
    """An audit hook in the process sees no event of the socket module."""
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(
        "import sys\n"
        "def hook(event, args):\n"
        "    if event.startswith('socket.'):\n"
        "        with open('sockets.txt', 'a') as log:\n"
        "            log.write(event + '\\n')\n"
        "sys.addaudithook(hook)\n"
    )
    source = b'{"id":"00000000-0000-4000-8000-000000000000","type":"url","title":"x","url":"https://example.org/x",'
    source += b'"createdAt":"2026-01-01T00:00:00Z"}'
    search = os.pathsep.join([str(tmp_path / "hook"), str(Path(__file__).parents[2])])
    outcome = arf(command, "-", stdin=source, env={"PYTHONPATH": search})
    assert outcome.code == 0
    assert not (tmp_path / "sockets.txt").exists()
    control = [sys.executable, "-c", "import socket; socket.socket().close()"]
    subprocess.run(control, cwd=tmp_path, env={**os.environ, "PYTHONPATH": search}, check=True)
    assert "socket.__new__" in (tmp_path / "sockets.txt").read_text()


def in_process(*args: str) -> tuple[int, str]:
    """Run the command in this process, for speed, and return its exit code and all that it printed."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(list(args))
    for stream in (out, err):
        stream.flush()
    return ended.value.code, (out.buffer.getvalue() + err.buffer.getvalue()).decode("utf-8")


PIECES = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\n", b"\r\n", b" ", b"\\", b"\\u", b"\\ud83d", b"\xff", b"\xef\xbb\xbf",
    b"\xed\xa0\x80", b"\x00", b"1", b"-", b"1e999", b"9007199254740993", b"0.1", b"NaN", b"null", b"true",
    b'"id"', b'"canonicalizationVersion"', b'"schemaVersion"', b'"claimId"', b'"weight"', b'"validatorId"', b'"createdAt"',
    b'"sourceIds"', b'"payload"', b'"rfc8785-jcs-v1"', b'{"id":"', b"\xf0\x9f\x98\x80", b"\xe2\x80\xae", b"\x1b[2J",
]
JUNK = st.binary(max_size=80) | st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=24).map(b"".join)


@settings(max_examples=300, deadline=None)
@given(data=JUNK, command=st.sampled_from(COMMANDS), input_format=st.sampled_from(["json", "ndjson"]))
def test_no_input_makes_a_traceback(tmp_path_factory, data: bytes, command: str, input_format: str) -> None:
    """Whatever the bytes, every command ends with 0, 1 or 2, blames no fault of its own and prints no raw escape."""
    path = tmp_path_factory.getbasetemp() / "junk"
    path.write_bytes(data)
    code, printed = in_process(command, "--input-format", input_format, str(path))
    assert code in (0, 1, 2)
    assert "internal" not in printed
    assert command == "canonicalize" or "\x1b" not in printed


@settings(max_examples=150, deadline=None)
@given(cut=st.integers(0, 292), junk=st.binary(max_size=3))
def test_no_damage_to_a_record_makes_a_traceback(tmp_path_factory, endorsement: bytes, cut: int, junk: bytes) -> None:
    """A real record with bytes replaced anywhere is judged, never answered with a fault."""
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_bytes(endorsement[:cut] + junk + endorsement[cut + len(junk) :])
    code, printed = in_process("validate", "--links", "--output", "json", str(path))
    assert code in (0, 1)
    assert json.loads(printed)["results"][0]["verdict"] in ("valid", "invalid", "unreadable")
