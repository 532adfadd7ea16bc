"""What a reader gets from a build: the slim standard library is enough, and two builds are one."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arfpy.browser import handle
from site_tools import runtime

ROOT = Path(__file__).resolve().parents[2]
BOOT = ROOT / "site_tools" / "runtime_boot.mjs"
CORE = ROOT / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def built() -> Path:
    """The folder of the runtime as the site carries it."""
    if shutil.which("node") is None or not CORE.is_dir():
        pytest.skip("Node or npm's pyodide is not installed: run npm ci")
    return runtime.build()


@pytest.fixture(scope="module")
def questions(receipt_questions) -> list[tuple[str, bytes]]:
    """Every request the page can make, with every vector of records as its data."""
    base = {"name": "a vector", "type": None, "expect": None}
    asked = [(json.dumps({"op": "about"}), b""), ("not JSON", b"")]
    for path in sorted((ROOT / "spec" / "v0.1" / "vectors").glob("*/manifest.json")):
        manifest = json.loads(path.read_bytes())
        if manifest["op"] not in {"digest", "validate", "file"}:
            continue
        for vector in manifest["vectors"]:
            data = (path.parent / vector["input"]).read_bytes()
            form = "ndjson" if manifest["op"] == "file" else "json"
            asked.append((json.dumps({**base, "op": "check", "format": form}), data))
            request = {**base, "op": "record", "format": form, "line": 1, "type": vector.get("type")}
            asked.append((json.dumps(request), data))
    asked += [(json.dumps(request), data) for _, request, data in receipt_questions]
    asked.append((json.dumps({**base, "op": "check", "format": "json", "expect": "sha256:" + "0" * 64}), b'"a"'))
    return asked


def _boot(folder: Path, questions: list[tuple[str, bytes]], *options: str) -> list[str]:
    lines = [json.dumps({"request": request, "data": base64.b64encode(data).decode()}) for request, data in questions]
    command = ["node", str(BOOT), str(folder), *options]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.splitlines()


@pytest.mark.node
def test_the_slim_standard_library_misses_nothing(built: Path, questions, tmp_path: Path) -> None:
    """With the whole library at hand, answering every vector imports no module that the list does not name."""
    for path in built.iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / runtime.STDLIB).unlink()
    (tmp_path / runtime.STDLIB).symlink_to(CORE / runtime.STDLIB)
    used = set(_boot(tmp_path, questions, "--modules"))
    listed = set((ROOT / "site_tools" / "runtime_stdlib.txt").read_text(encoding="utf-8").split())
    assert len(used) > 100
    assert set() == used - listed


@pytest.mark.node
def test_the_runtime_answers_as_arfpy_does_natively(built: Path, questions) -> None:
    """For every vector the two give one answer, but for the version of Python in `about`."""
    answers = [json.loads(line) for line in _boot(built, questions)]
    natively = [json.loads(handle(request, data)) for request, data in questions]
    assert "3.14.2" == answers[0].pop("python")
    natively[0].pop("python")
    different = [questions[index] for index, pair in enumerate(zip(answers, natively, strict=True)) if pair[0] != pair[1]]
    assert [] == different


def _site(folder: Path) -> dict[str, bytes]:
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert 0 == done.returncode, done.stderr
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.node
@pytest.mark.usefixtures("built")
def test_two_builds_of_the_site_are_identical(tmp_path: Path) -> None:
    """Every page, search index and site map is the same byte for byte; the build is strict, so no link is broken."""
    first, second = _site(tmp_path / "first"), _site(tmp_path / "second")
    assert [] == [name for name in sorted(first.keys() | second.keys()) if first.get(name) != second.get(name)]
