"""``arf reproduce``: what it prints is pasted into a shell or Python and must give the digest."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ODD = '{"comment":"a\u202eb"}'.encode()
LONG = b'{"comment":"' + b"It's 100% \\\\ `fine`. " * 300 + b'"}'


@pytest.fixture
def pasted(tmp_path: Path, arf_environment: dict[str, str]):
    """Run pasted lines in bash, in the test's folder, with ``arf`` found on PATH as an installation puts it."""
    if shutil.which("bash") is None or shutil.which("shasum") is None:
        pytest.skip("bash or shasum is not installed")
    script = Path(sys.executable).with_name("arf")
    if not script.exists():
        script = tmp_path / "bin" / "arf"
        script.parent.mkdir()
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m arfpy "$@"\n')
        script.chmod(0o755)
    environment = {**arf_environment, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}

    def run(lines: str) -> str:
        command = ["bash", "-e", "-c", lines]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=60, check=True
        )
        assert done.stderr == ""
        return done.stdout

    return run


def test_the_published_record_is_reproduced(arf, pasted, endorsement: bytes, endorsement_digest: str) -> None:
    """The line for the published Endorsement, run in bash, prints the published digest."""
    outcome = arf("reproduce", "-", stdin=endorsement)
    assert (outcome.code, outcome.err, outcome.out.count("\n")) == (0, "", 1)
    assert pasted(outcome.out) == f"{endorsement_digest.removeprefix('sha256:')}  -\n"


def test_the_python_line_of_the_published_record(arf, endorsement: bytes, endorsement_digest: str) -> None:
    """The same digest from Python alone."""
    outcome = arf("reproduce", "--shell", "python", "-", stdin=endorsement)
    done = subprocess.run([sys.executable, "-I", "-c", outcome.out], capture_output=True, text=True, check=True)
    assert f"sha256:{done.stdout}" == f"{endorsement_digest}\n"


@pytest.mark.parametrize("record", [ODD, LONG])
@pytest.mark.parametrize(
    "name", ["record.json", "it's $(id) `x`.json", "-record.json", "a b;c%d\\e.json", "é\U0001f600.json", "x.json:1"]
)
def test_the_file_recipe_runs_as_printed(arf, pasted, tmp_path: Path, record: bytes, name: str) -> None:
    """A record that cannot be pasted gets two lines; both are run, for file names that need quoting too."""
    (tmp_path / name).write_bytes(record)
    outcome = arf("reproduce", "--", name)
    assert (outcome.code, outcome.err) == (0, "")
    saving, hashing = outcome.out.splitlines()
    assert saving.startswith("arf canonicalize --output-file record.canonical.json -- '")
    assert hashing == "shasum -a 256 record.canonical.json"
    assert pasted(outcome.out) == f"{hashlib.sha256(record).hexdigest()}  record.canonical.json\n"


def test_the_file_recipe_for_python(arf, pasted, tmp_path: Path) -> None:
    """The first line is for the shell, the second for Python; together they give the hash."""
    (tmp_path / "long.json").write_bytes(LONG)
    saving, hashing = arf("reproduce", "--shell", "python", "long.json").out.splitlines()
    assert pasted(saving) == ""
    done = subprocess.run([sys.executable, "-I", "-c", hashing], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == f"{hashlib.sha256(LONG).hexdigest()}\n"


def test_the_file_recipe_keeps_the_line_and_the_format(arf, pasted, tmp_path: Path) -> None:
    """FILE:LINE and --input-format are part of the first line, so the same record is read again."""
    (tmp_path / "records.txt").write_bytes(b"{}\n" + ODD + b"\n")
    outcome = arf("reproduce", "--input-format", "ndjson", "records.txt:2")
    assert outcome.out.splitlines()[0] == (
        "arf canonicalize --input-format ndjson --output-file record.canonical.json -- 'records.txt:2'"
    )
    assert pasted(outcome.out).split()[0] == hashlib.sha256(ODD).hexdigest()


def test_the_file_recipe_for_powershell(arf, tmp_path: Path) -> None:
    """The path is quoted by PowerShell's rules, curly quotes included."""
    (tmp_path / "it\u2019s 'x'.json").write_bytes(ODD)
    outcome = arf("reproduce", "--shell", "powershell", "it\u2019s 'x'.json")
    assert outcome.out == (
        "arf canonicalize --output-file record.canonical.json -- 'it\u2019\u2019s ''x''.json'\n"
        "(Get-FileHash -Algorithm SHA256 record.canonical.json).Hash.ToLower()\n"
    )


def test_a_recipe_is_never_printed_for_what_it_cannot_name(arf, tmp_path: Path) -> None:
    """Stdin cannot be read again and some names cannot be pasted: a usage error says to save under a plain name."""
    outcomes = [arf("reproduce", "-", stdin=ODD)]
    for name in ("a\nb.json", "a\u202eb.json"):
        (tmp_path / name).write_bytes(ODD)
        outcomes.append(arf("reproduce", name))
    for outcome in outcomes:
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("arf: the record cannot be pasted as text, and ")
        assert outcome.err.endswith("Save the record under a plain file name and give that.\n")


def test_reproduce_needs_a_file(arf) -> None:
    """Without an argument the call is wrong: nothing is read from the terminal."""
    outcome = arf("reproduce", stdin=b"{}")
    assert (outcome.code, outcome.out) == (2, "")
    assert "Missing argument 'FILE[:LINE]'." in outcome.err


@pytest.mark.parametrize("shell", ["fish", "cmd", "POSIX"])
def test_an_unknown_shell_is_a_usage_error(arf, shell: str) -> None:
    """Only the three names listed are taken."""
    outcome = arf("reproduce", "--shell", shell, "-", stdin=b"{}")
    assert (outcome.code, outcome.out) == (2, "")
    assert "'posix', 'powershell', 'python'" in outcome.err
