"""What a reader gets from a build: the slim standard library is enough, and two builds are one."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arfpy import receipts
from arfpy.browser import handle
from site_tools import runtime

ROOT = Path(__file__).resolve().parents[2]
BOOT = ROOT / "site_tools" / "runtime_boot.mjs"
CORE = ROOT / "node_modules" / "pyodide"
DERIVING = {
    "relationship": "unaffiliated",
    "separation": {
        "selected_items_by": "third_party",
        "ran_evaluation_by": "administrator",
        "scored_results_by": "administrator",
    },
}
# A test key whose seed is 32 times 01.
KEY = '{"private_key_version":1,"key_id":"test-lab","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}'
MINTING = {
    "attestation_key": KEY,
    "receipt_key": KEY,
    "attestation_facts": {
        "tenant_id": "tenant-acme",
        "subject": {"id": "model-7"},
        "evaluation_window": {"opens_at": "2026-03-10T09:00:00Z", "closes_at": "2026-03-10T17:00:00Z"},
        "testset_digest_sha256": "a" * 64,
        "items_evaluated": 500,
        "results": [{"metric": "accuracy", "value": 0.94}],
    },
    "facts": {
        "tenant_id": "tenant-acme",
        "administrator": {"id": "lab-3", "role": "testing laboratory"},
        "subject": {"id": "model-7", "role": "model under test"},
        "testset_ref": {
            "digest_sha256": "a" * 64,
            "item_count": 500,
            "committed_at": "2026-03-01T10:00:00Z",
            "disclosed_to_subject_at": "2026-03-10T08:55:00Z",
        },
        "relationship": {"administrator_to_subject": "unaffiliated"},
        "separation": DERIVING["separation"],
    },
}
# What these make differs each time.
MAKING = [
    (json.dumps({"op": op}), json.dumps(data).encode())
    for op, data in (("make-test-key", {"key_id": "lab"}), ("mint", MINTING))
]


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
    asked.append((json.dumps({"op": "derive"}), json.dumps(DERIVING).encode()))
    asked.append((json.dumps({**base, "op": "check", "format": "json", "expect": "sha256:" + "0" * 64}), b'"a"'))
    asked.append((json.dumps({**base, "op": "index", "key": "k", "first": True, "format": "json"}), b'{"id":"a"}'))
    asked.append((json.dumps({"op": "expected", "text": "SHA256 (a) = " + "0" * 64}), b""))
    for form in ("json", "junit", "csv"):
        for part, data in (("head", b""), ("results", b"[]"), ("tail", b"")):
            request = {"op": "report", "form": form, "part": part, "before": 0, "summary": {"verdicts": {"valid": 1}}}
            asked.append((json.dumps(request), data))
    return asked


def _boot(folder: Path, questions: list[tuple[str, bytes]], *options: str) -> list[str]:
    lines = [json.dumps({"request": request, "data": base64.b64encode(data).decode()}) for request, data in questions]
    command = ["node", str(BOOT), str(folder), *options]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.splitlines()


@pytest.mark.node
def test_the_slim_standard_library_misses_nothing(built: Path, questions, tmp_path: Path) -> None:
    """With the whole library at hand, checking and minting import no module that the list does not name."""
    for path in built.iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / runtime.STDLIB).unlink()
    (tmp_path / runtime.STDLIB).symlink_to(CORE / runtime.STDLIB)
    used = set(_boot(tmp_path, questions + MAKING, "--modules"))
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


@pytest.mark.node
def test_what_the_runtime_mints_is_valid_natively(built: Path) -> None:
    """The key is new and marked, and arfpy finds receipt, attestation and keyring good."""
    made, minted = (json.loads(line) for line in _boot(built, MAKING))
    assert "test-lab" == made["key_id"] == json.loads(made["file"])["key_id"]
    assert json.loads(made["file"])["seed_b64u"] != json.loads(KEY)["seed_b64u"]
    report = receipts.verify(minted["receipt"], minted["attestation"], receipts.load(minted["keyring"]))
    assert report.valid


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
