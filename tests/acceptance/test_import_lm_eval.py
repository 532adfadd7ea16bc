"""``arf import lm-eval``: a real file of results, cut ones, unknown ones."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[1] / "data" / "lm-eval"
REAL = (DATA / "results.json").read_bytes()
CLAIM = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c4"
MAPPING = f"""
[[claims]]
id = "{CLAIM}"
statement = "A model that guesses answers about half of the sums."
confidence = "low"
match = {{ task = "sums", model_source = "dummy" }}
"""


@pytest.fixture
def run(arf, tmp_path: Path):
    """Import a file of results, given by its bytes; the records go to ``out.ndjson``."""

    def start(data: bytes, mapping: str = MAPPING):
        (tmp_path / "results.json").write_bytes(data)
        (tmp_path / "m.toml").write_text(mapping, "utf-8")
        return arf("import", "lm-eval", "results.json", "--mapping", "m.toml", "--out", "out.ndjson")

    return start


def evaluations(folder: Path) -> list[dict]:
    """Return the evaluations that were written."""
    records = [json.loads(line) for line in (folder / "out.ndjson").read_text("utf-8").splitlines()]
    return [record for record in records if "payload" in record]


def test_a_real_file_becomes_one_evaluation_per_task(run, arf, tmp_path: Path) -> None:
    """What the tool wrote for the task is in the payload under the tool's own names, and the rest is named."""
    outcome = run(REAL)
    assert 0 == outcome.code
    (found,) = evaluations(tmp_path)
    value = json.loads(REAL)
    by_task = {name: value[name]["sums"] for name in ("results", "versions", "n-shot", "n-samples", "higher_is_better", "configs")}
    of_run = {name: value[name] for name in ("config", "model_source", "model_name", "lm_eval_version", "git_hash")}
    assert {"task": "sums", **by_task, **of_run} == found["payload"]
    assert ("lm-evaluation-harness", "0.4.13", "2026-12-01T06:07:46.752091Z") == (
        found["engine"], found["protocolVersion"], found["createdAt"],
    )  # fmt: skip
    named = {line.partition(": ")[2].partition(": ")[0] for line in outcome.err.splitlines() if line.startswith("only in the source")}
    assert set(value) == named | set(by_task) | set(of_run) | {"date", "task_hashes"}
    assert arf("validate", "--links", "out.ndjson").out.endswith("3 passed, 0 failed\n")
    assert "/payload/results/acc,none" in arf("trace", "--score", "0.25", "out.ndjson").out


def test_the_source_is_the_file(run, tmp_path: Path) -> None:
    """Its content hash is that of the bytes, and importing them twice gives the same records."""
    run(REAL)
    first = (tmp_path / "out.ndjson").read_bytes()
    run(REAL)
    assert first == (tmp_path / "out.ndjson").read_bytes()
    assert f"sha256:{sha256(REAL).hexdigest()}".encode() in first


def test_a_task_that_no_claim_is_about_has_no_evaluation(run, tmp_path: Path) -> None:
    """It is named, and the exit code says that something was left out."""
    value = json.loads(REAL)
    value["results"]["products"] = {"alias": "products", "acc,none": 1}
    outcome = run(json.dumps(value).encode())
    assert 1 == outcome.code
    assert "not in a record: products: no claim of the mapping is about it, so it has no Evaluation\n" in outcome.err
    assert ["sums"] == [one["payload"]["task"] for one in evaluations(tmp_path)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (REAL[: len(REAL) // 2], "results.json cannot be read at line"),
        (REAL.replace(b'"acc,none": 0.25', b'"acc,none": NaN'), "[number.not-finite]"),
        (REAL.replace(b'"0.4.13"', b'"0.5.0"'), "was written by version 0.5.0, which is not known here"),
        (REAL.replace(b'"lm_eval_version"', b'"lm_eval_versions"'), "is no file of results of lm-evaluation-harness"),
        (b'{"results": [], "lm_eval_version": "0.4.13"}', "is no file of results of lm-evaluation-harness"),
        (b"[1]", "is no file of results of lm-evaluation-harness"),
        (REAL.replace(b'"date": 1796105266.7520912', b'"date": "today"'), "does not say when its results were made"),
        (REAL.replace(b'"date": 1796105266.7520912', b'"date": 1e300'), "does not say when its results were made"),
    ],
)
def test_what_cannot_be_read_whole_is_a_usage_error(run, tmp_path: Path, data: bytes, reason: str) -> None:
    """One sentence, exit 2, no file."""
    assert data != REAL
    outcome = run(data)
    assert (2, "") == (outcome.code, outcome.out)
    assert reason in outcome.err
    assert not (tmp_path / "out.ndjson").exists()


def test_a_claim_about_no_task_is_refused_with_what_there_is(run) -> None:
    """The message names the tasks and models of the file."""
    outcome = run(REAL, MAPPING.replace('"sums"', '"hellaswag"'))
    assert 2 == outcome.code
    assert "'task': 'sums'" in outcome.err


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("lm_eval") is None, reason="lm_eval is not installed")
def test_results_made_now_are_imported(run, tmp_path: Path) -> None:
    """The installed version of the tool still writes what is read here."""
    folder = tmp_path / "work"
    shutil.copytree(DATA, folder)
    command = [sys.executable, "-m", "lm_eval", "--model", "dummy", "--tasks", "sums", "--include_path", ".", "--output_path", "out"]
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    subprocess.run(command, cwd=folder, check=True, env=offline)
    (made,) = (folder / "out").rglob("results_*.json")
    assert 0 == run(made.read_bytes()).code
    assert "sums" == evaluations(tmp_path)[0]["payload"]["task"]
