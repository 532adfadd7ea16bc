"""``arf import inspect``: real logs, cut ones, unknown ones, and runs that did not come to their end."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[1] / "data" / "inspect"
CLAIM = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c4"
MAPPING = f"""
[[claims]]
id = "{CLAIM}"
statement = "The model answers at least half of the sums."
confidence = "medium"
match = {{ task = "sums", task_version = 3 }}
"""


@pytest.fixture
def run(arf, tmp_path: Path):
    """Import a log, given by its bytes; the records go to ``out.ndjson``."""

    def start(data: bytes, name: str = "log.json", mapping: str = MAPPING):
        (tmp_path / name).write_bytes(data)
        (tmp_path / "m.toml").write_text(mapping, "utf-8")
        return arf("import", "inspect", name, "--mapping", "m.toml", "--out", "out.ndjson")

    return start


def records(folder: Path) -> list[dict]:
    """Return what was written."""
    return [json.loads(line) for line in (folder / "out.ndjson").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["sums.json", "sums.eval"])
def test_a_real_log_becomes_one_evaluation(run, arf, tmp_path: Path, name: str) -> None:
    """The payload is what the log says of itself, word for word; the source carries the hash of the whole file."""
    data = (DATA / name).read_bytes()
    outcome = run(data, name)
    assert 0 == outcome.code
    source, claim, evaluation = records(tmp_path)
    assert f"sha256:{sha256(data).hexdigest()}" == source["contentHash"]
    assert ([CLAIM], [source["id"]]) == (evaluation["claimIds"], claim["sourceIds"])
    assert ("inspect_ai", "0.3.285", "2026-12-01T06:04:36+00:00") == (
        evaluation["engine"], evaluation["protocolVersion"], evaluation["createdAt"],
    )  # fmt: skip
    assert arf("validate", "--links", "out.ndjson").out.endswith("3 passed, 0 failed\n")
    assert "/payload/results/scores/0/metrics/mean/value" in arf("trace", "--score", "0.75", "out.ndjson").out
    assert "only in the source: samples: 4" in outcome.err
    first = (tmp_path / "out.ndjson").read_bytes()
    run(data, name)
    assert first == (tmp_path / "out.ndjson").read_bytes()


def test_the_payload_is_the_log_without_its_samples(run, tmp_path: Path) -> None:
    """Nothing of the header is lost or renamed."""
    run((DATA / "sums.json").read_bytes())
    log = json.loads((DATA / "sums.json").read_bytes())
    del log["samples"], log["reductions"]
    assert log == records(tmp_path)[2]["payload"]


def test_both_forms_of_a_log_say_the_same(run, tmp_path: Path) -> None:
    """The header inside the archive has the same members as the log in JSON."""
    payloads = []
    for name in ("sums.json", "sums.eval"):
        run((DATA / name).read_bytes(), name)
        payloads.append(records(tmp_path)[2]["payload"])
    assert set(payloads[0]) == set(payloads[1])
    assert payloads[0]["results"] == payloads[1]["results"]


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_a_run_that_did_not_end_says_so_and_has_no_score(run, tmp_path: Path, status: str) -> None:
    """The Evaluation is there, with the status and without results; none are made up."""
    log = json.loads((DATA / "sums.json").read_bytes())
    del log["results"], log["samples"], log["reductions"]
    run(json.dumps({**log, "status": status}).encode())
    payload = records(tmp_path)[2]["payload"]
    assert (status, False) == (payload["status"], "results" in payload)


def test_a_log_that_no_claim_is_about_is_refused(run, tmp_path: Path) -> None:
    """An Evaluation without a stated claim is not written."""
    outcome = run((DATA / "sums.json").read_bytes(), mapping=MAPPING.replace('"sums"', '"products"'))
    assert 2 == outcome.code
    assert "claim 1 of the mapping is about no result in log.json" in outcome.err
    assert "'task': 'sums'" in outcome.err
    assert not (tmp_path / "out.ndjson").exists()


JSON = (DATA / "sums.json").read_bytes()
EVAL = (DATA / "sums.eval").read_bytes()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (JSON[: len(JSON) // 2], "log.json cannot be read at line"),
        (JSON.replace(b'"value": 0.75', b'"value": NaN'), "[number.not-finite]"),
        (JSON.replace(b'"status"', b'"version": 2, "status"', 1), "[json.duplicate-key]"),
        (JSON.replace(b'"version": 2', b'"version": 3', 1), "log.json has version 3 of the log format"),
        (JSON.replace(b'"version": 2', b'"version": "2"', 1), "log.json has version '2' of the log format"),
        (b"[]", "is no log of Inspect AI"),
        (b'{"version": 2}', "is no log of Inspect AI"),
        (b"", "[json.empty]"),
        (EVAL[: len(EVAL) // 2], "is cut off, or no log of Inspect AI"),
        (EVAL[:4], "is cut off, or no log of Inspect AI"),
    ],
)
def test_what_is_no_whole_log_of_a_known_version_is_a_usage_error(run, tmp_path: Path, data: bytes, reason: str) -> None:
    """One sentence, exit 2, no file."""
    outcome = run(data)
    assert (2, "") == (outcome.code, outcome.out)
    assert reason in outcome.err
    assert not (tmp_path / "out.ndjson").exists()


def test_every_damaged_byte_of_a_header_is_seen(run) -> None:
    """The checksum of the archive, or the decompressor, refuses a header that was changed."""
    with zipfile.ZipFile(DATA / "sums.eval") as archive:
        info = archive.getinfo("header.json")
    start = info.header_offset + 30 + len("header.json")
    for at in range(start + 8, start + info.compress_size, info.compress_size // 6):
        damaged = bytearray(EVAL)
        damaged[at] ^= 0x20
        outcome = run(bytes(damaged), "log.eval")
        assert 2 == outcome.code
        assert "header of log.eval" in outcome.err


def test_archives_packed_in_other_ways_are_read_too(run, tmp_path: Path) -> None:
    """Stored and deflated members need no further package."""
    log = json.loads(JSON)
    del log["samples"], log["reductions"]
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(tmp_path / "made.eval", "w", method) as archive:
            archive.writestr("header.json", json.dumps(log))
        assert 0 == run((tmp_path / "made.eval").read_bytes(), "log.eval").code
        assert 0.75 == records(tmp_path)[2]["payload"]["results"]["scores"][0]["metrics"]["mean"]["value"]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("inspect_ai") is None, reason="inspect_ai is not installed")
def test_logs_made_now_are_imported(run, tmp_path: Path) -> None:
    """The installed version of the tool still writes what is read here."""
    subprocess.run([sys.executable, str(DATA / "make_logs.py"), str(tmp_path / "logs")], check=True)
    for path in (tmp_path / "logs").iterdir():
        assert 0 == run(path.read_bytes(), path.name).code
        assert 0.75 == records(tmp_path)[2]["payload"]["results"]["scores"][0]["metrics"]["mean"]["value"]
