"""Where candidates run: bubblewrap's walls for real, Docker's arguments and refusals, and what doctor says of both."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from arfpy.errors import UsageError
from arfpy.runs.backends import expand
from arfpy.runs.backends.docker import Docker, docker
from arfpy.runs.backends.isolated import Isolated, isolated
from arfpy.runs.backends.local import Local
from arfpy.runs.doctor import diagnose
from arfpy.runs.durable_kv.cases import cases
from arfpy.runs.durable_kv.pack import DURABLE_KV
from arfpy.runs.faults import AgentError, EnvironmentFault
from tests.runs.processes import naming, needs_walls, runtime


@pytest.fixture(scope="module")
def walls():
    return isolated()


@pytest.fixture
def ask(tmp_path, walls):
    """Run a program behind the walls and return the one value that it prints."""

    def asked(program: str, state: Path | None = None):
        lead = "import json, os, sys, socket, time\nsys.stdin.readline()\n"
        tail = "\nprint(json.dumps(value), flush=True)\nsys.stdin.read()\n"
        with runtime(tmp_path, lead + program + tail, backend=walls).case()(state) as process:
            value = process.exchange(None)
            process.finish()
        return value

    return asked


@needs_walls
def test_behind_the_walls_a_candidate_is_nobody_without_capabilities(ask):
    """User and group 65534 in a namespace of its own, nothing to gain by setuid programs."""
    value = ask("value = [os.getuid(), os.getgid(), os.getgroups(), open('/proc/self/status').read()]")
    assert value[:2] == [65534, 65534]
    assert set(value[2]) <= {65534}
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert re.search(rf"^{name}:\t0+$", value[3], re.MULTILINE)
    assert "NoNewPrivs:\t1" in value[3]


@needs_walls
@pytest.mark.parametrize("kind", ["user", "pid", "net", "ipc", "uts", "mnt"])
def test_behind_the_walls_namespaces_are_its_own(ask, kind):
    """None is shared with the grader."""
    assert ask(f"value = os.readlink('/proc/self/ns/{kind}')") != str(Path(f"/proc/self/ns/{kind}").readlink())


@needs_walls
def test_behind_the_walls_there_is_no_network(ask):
    """Not even a way to this machine."""
    program = """
value = [name for _, name in socket.if_nameindex()]
try:
    socket.create_connection(("192.0.2.1", 9), 1)
except OSError as error:
    value.append(error.strerror)
"""
    assert ask(program) == ["lo", "Network is unreachable"]


@needs_walls
def test_behind_the_walls_only_state_and_scratch_can_be_written(ask, tmp_path):
    """What is written to the state is there afterwards, the rest is gone."""
    program = """
value = []
for place in ("/", "/usr", "/etc", "/dev", "/candidate", "/proc/sys/kernel", sys.prefix, "/tmp", "/dev/shm", "/state"):
    try:
        open(os.path.join(place, "written"), "w").close()
        value.append(place)
    except OSError:
        pass
"""
    state = tmp_path / "state"
    state.mkdir()
    tmp_path.chmod(0o711)
    assert ask(program, state) == ["/tmp", "/dev/shm", "/state"]
    assert os.listdir(state) == ["written"]


@needs_walls
def test_behind_the_walls_the_files_of_the_user_are_not_seen(ask, tmp_path):
    """Only system, interpreter, copy and state are there."""
    (tmp_path / "secret").write_text("x")
    program = f"value = [os.path.exists({str(tmp_path / 'secret')!r}), os.path.exists('/etc/passwd'), sorted(os.listdir('/candidate'))]"
    assert ask(program) == [False, False, ["main.py"]]


@needs_walls
def test_behind_the_walls_processes_and_memory_are_limited(ask):
    """64 processes, 256 MiB each; the candidate's own first process is among them."""
    program = """
started = 0
try:
    while started < 200:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
        started += 1
except OSError:
    pass
value = [started]
for size in (100, 300):
    try:
        bytearray(size << 20)
        value.append(size)
    except MemoryError:
        pass
"""
    started, *sizes = ask(program)
    assert 50 <= started < 64
    assert sizes == [100]


@needs_walls
def test_behind_the_walls_no_further_namespace_can_be_made(ask):
    """There it would have capabilities again."""
    program = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nvalue = [libc.unshare(0x10000000), ctypes.get_errno() != 0]"
    assert ask(program) == [-1, True]


@needs_walls
def test_behind_the_walls_the_state_is_kept_from_process_to_process(tmp_path, walls):
    """The reference resolves the cases with kills and restarts."""
    program = DURABLE_KV.candidate_files("python", "reference")["main.py"].decode()
    run = runtime(tmp_path, program, backend=walls, command=DURABLE_KV.default_command)
    for case in cases(17)[10:14]:
        launch = run.case()
        assert DURABLE_KV.execute(case, launch)["error"] is None
        assert [entry["exit_code"] for entry in launch.processes] == [
            -9 if session.stop == "kill" else 0 for session in case.sessions
        ]


@needs_walls
@pytest.mark.parametrize("way", ["finish", "kill", "nothing", "hang"])
def test_nothing_is_left_behind_the_walls(tmp_path, walls, way):
    """Neither the candidate nor what it started nor the walls."""
    mark = f"mark-{os.urandom(8).hex()}"
    program = (
        "import os, sys, time\nfor _ in range(3):\n    if os.fork() == 0:\n        os.setsid()\n        os.fork()\n        time.sleep(600)\n"
        "for line in sys.stdin:\n    if 'hang' in line: time.sleep(600)\n    print(line, end='', flush=True)\n"
    )
    limit = 0.7 if way == "hang" else 10.0
    command = ("{python}", "-I", "-B", "main.py", mark)
    with runtime(tmp_path, program, backend=walls, command=command, response_seconds=limit).case()(None) as process:
        assert process.exchange(1) == 1
        assert naming(mark)
        if way == "finish":
            assert process.finish() == 0
        if way == "kill":
            process.kill()
            assert process.exit_code == -9
        if way == "hang":
            with pytest.raises(AgentError, match="within"):
                process.exchange("hang")
    assert naming(mark) == []


@needs_walls
@pytest.mark.parametrize("command", [("no-such-program",), ("./main.py",)])
def test_a_command_that_is_not_there_behind_the_walls_is_not_assessed(tmp_path, walls, command):
    """It is told apart from a candidate that ends with the same code."""
    with runtime(tmp_path, "", backend=walls, command=command).case()(None) as process, pytest.raises(EnvironmentFault):
        process.exchange(None)


@needs_walls
@pytest.mark.parametrize("code", [1, 126, 127])
def test_a_candidate_that_ends_with_the_walls_codes_is_assessed(tmp_path, walls, code):
    """The tools say their name when it is them."""
    case = runtime(tmp_path, f"import sys\nprint('x', file=sys.stderr)\nsys.exit({code})\n", backend=walls).case()
    with case(None) as process, pytest.raises(AgentError, match=f"exit code {code}"):
        process.exchange(None)


@needs_walls
def test_an_isolated_run_is_a_local_one_with_its_walls_described(walls):
    """Readers that do not know the member pass over it."""
    described = walls.describe()
    assert (described["backend"], described["image"], described["image_id"]) == ("local", None, None)
    assert described["isolation"] == {
        "tool": "bwrap",
        "version": walls.version,
        "network": False,
        "user": 65534,
        "processes": 64,
        "memory_bytes_per_process": 268435456,
        "scratch_bytes": 16777216,
    }
    assert re.fullmatch(r"\d+\.\d+\.\d+", walls.version)


def test_a_machine_without_bubblewrap_is_a_usage_error(monkeypatch):
    """With what to install."""
    monkeypatch.setitem(sys.modules["arfpy.runs.backends.isolated"].ENVIRONMENT, "PATH", "/nonexistent")
    with pytest.raises(UsageError, match="no bwrap") as refused:
        isolated()
    assert "apt-get install bubblewrap" in refused.value.hint


@pytest.mark.parametrize(
    ("argument", "filled"),
    [
        ("{python}", "P"),
        ("{workspace}/x", "W/x"),
        ("a{state}b", "aSb"),
        ("{other} $HOME ~ {", "{other} $HOME ~ {"),
        ("{state}{python}", "SP"),
    ],
)
def test_placeholders_are_filled_in_and_nothing_else_is(argument, filled):
    """No shell, no variables."""
    assert expand((argument,), python="P", workspace="W", state="S") == (filled,)


IMAGE = "sha256:" + "0" * 64


def test_a_container_is_started_with_every_wall(tmp_path):
    """The image by its id, never pulled; copy readable, state writable; the command last."""
    start = Docker("engine", "python:3.12-slim", IMAGE).start(
        ("{python}", "{workspace}/main.py", "{state}/db"), tmp_path / "copy", None or tmp_path
    )
    name = next(argument for argument in start.command if argument.startswith("--name="))
    assert re.fullmatch(r"--name=arf-[0-9a-f]{16}", name)
    assert start.command == (
        "engine",
        "run",
        "--interactive",
        "--pull=never",
        name,
        "--network=none",
        "--read-only",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
        "--pids-limit=64",
        "--memory=256m",
        "--memory-swap=256m",
        "--cpus=1",
        "--user=65534:65534",
        "--tmpfs=/tmp:rw,noexec,nosuid,nodev,size=16m",
        "--env=LANG=C.UTF-8",
        "--workdir=/candidate",
        "--entrypoint=",
        f"--mount=type=bind,source={tmp_path / 'copy'},target=/candidate,readonly",
        f"--mount=type=bind,source={tmp_path},target=/state",
        IMAGE,
        "python3",
        "/candidate/main.py",
        "/state/db",
    )


@pytest.mark.parametrize(
    ("code", "ours"), [(0, False), (1, False), (124, False), (125, True), (126, True), (127, True), (137, False)]
)
def test_the_engines_own_exit_codes_are_not_the_candidates(tmp_path, code, ours):
    """125 the daemon, 126 and 127 the command."""
    assert Docker("engine", "i", IMAGE).start(("x",), tmp_path, tmp_path).is_ours(code, b"") is ours


def engine(folder: Path, script: str) -> str:
    """Return a program in place of docker: any that takes its arguments may stand there."""
    path = folder / "engine"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_an_image_is_resolved_to_its_id(tmp_path):
    """By the client that was named, or by the environment's."""
    client = engine(tmp_path, f'echo "$@" > {tmp_path}/asked; echo {IMAGE}')
    found = docker("python:3.12-slim", client)
    assert found.describe() == {"backend": "docker", "image": "python:3.12-slim", "image_id": IMAGE}
    assert (tmp_path / "asked").read_text() == "image inspect --format={{.Id}} python:3.12-slim\n"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'Error: No such image: x' >&2; exit 1", "is not on this machine"),
        ("echo 'Cannot connect to the daemon' >&2; exit 1", "no container engine answers: Cannot connect"),
        ("exit 1", "no container engine answers: exit code 1"),
        ("echo latest", "does not tell the id"),
        ("echo sha256:12", "does not tell the id"),
    ],
)
def test_without_an_image_on_this_machine_nothing_is_run(tmp_path, script, reason):
    """Each with what to do."""
    with pytest.raises(UsageError, match=reason) as refused:
        docker("x", engine(tmp_path, script))
    assert refused.value.hint


@pytest.mark.parametrize("image", ["", "--privileged"])
def test_an_option_is_no_image(image):
    """It never reaches the client."""
    with pytest.raises(UsageError, match="is no image"):
        docker(image)


def test_a_client_that_is_not_there_is_a_usage_error(tmp_path, monkeypatch):
    """Named in the environment."""
    monkeypatch.setenv("EVALARC_DOCKER", str(tmp_path / "nothing"))
    with pytest.raises(UsageError, match="cannot be run: No such file"):
        docker()


def test_a_container_that_cannot_be_removed_makes_the_case_unassessed(tmp_path):
    """The client runs the program here, and fails to clear up."""
    client = engine(tmp_path, 'case "$1" in run) read line; echo "$line"; cat > /dev/null;; rm) exit 1;; esac')
    case = runtime(tmp_path, "", backend=Docker(client, "i", IMAGE), command=("x",)).case()
    with pytest.raises(EnvironmentFault, match="rm failed"), case(None) as process:
        assert process.exchange(1) == 1
        process.finish()
    assert case.processes[0]["exit_code"] == 0


def test_a_kill_goes_to_the_container_and_its_code_is_kept(tmp_path):
    """The client ends by itself then, with 137."""
    client = engine(
        tmp_path,
        f'case "$1" in run) echo $$ > {tmp_path}/pid; trap "exit 137" TERM; read line; echo "$line"; while :; do sleep 0.01; done;; kill) kill $(cat {tmp_path}/pid);; esac',
    )
    case = runtime(tmp_path, "", backend=Docker(client, "i", IMAGE), command=("x",)).case()
    with case(None) as process:
        process.exchange(1)
        process.kill()
        assert process.exit_code == 137


def statuses(report):
    return {check["name"]: check["status"] for check in report["checks"]}


def test_doctor_says_what_is_ready_without_running_the_candidate(tmp_path):
    """Host, interpreter, snapshot and program."""
    source = tmp_path / "candidate"
    source.mkdir()
    (source / "main.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    report = diagnose(DURABLE_KV, "local", Local, source)
    assert report["ready"] is True
    assert statuses(report) == dict.fromkeys(("host", "runtime", "candidate", "executable"), "passed")
    assert (report["schema_version"], report["backend"], report["task"]) == ("evalarc.doctor.v1", "local", "durable-kv")
    assert not (tmp_path / "ran").exists()
    json.dumps(report)


@pytest.mark.parametrize("command", ['["no-such-program"]', '["./main.py"]', '["./nothing"]', '["{workspace}"]'])
def test_doctor_finds_a_program_that_cannot_be_started(tmp_path, command):
    """On the path a candidate has, or in its copy."""
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "main.py").touch()
    (tmp_path / "c" / "evalarc.toml").write_text(f"command = {command}")
    report = diagnose(DURABLE_KV, "local", Local, tmp_path / "c")
    assert (report["ready"], statuses(report)["executable"]) == (False, "failed")


def test_doctor_says_that_no_engine_answers_and_what_was_not_looked_at(tmp_path):
    """A candidate that is refused is a failed check too."""
    report = diagnose(DURABLE_KV, "docker", lambda: docker(client=engine(tmp_path, "exit 1")), tmp_path / "nothing")
    assert report["ready"] is False
    assert statuses(report) == {
        "host": "passed",
        "runtime": "failed",
        "candidate": "failed",
        "executable": "not_checked",
    }
    assert "no container engine answers" in report["checks"][1]["detail"]


def test_doctor_leaves_the_program_of_an_image_unchecked(tmp_path):
    """It would have to run something to look."""
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "main.py").touch()
    report = diagnose(DURABLE_KV, "docker", lambda: Docker("engine", "i", IMAGE), tmp_path / "c")
    assert report["ready"] is True
    assert statuses(report)["executable"] == "not_checked"


@needs_walls
def test_doctor_names_the_walls(walls):
    """And nothing of a candidate where none was given."""
    report = diagnose(DURABLE_KV, "local", lambda: walls)
    assert isinstance(walls, Isolated)
    assert statuses(report) == {"host": "passed", "runtime": "passed"}
    assert f"bubblewrap {walls.version}" in report["checks"][1]["detail"]
