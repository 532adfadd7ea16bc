"""Every vector of receipts, through arfpy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arfpy import receipts
from site_tools import receipt_vectors, vectors

FOLDER = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors" / "receipts"
VECTORS = json.loads((FOLDER / "manifest.json").read_bytes())["vectors"]


def _read(name: str | None) -> bytes | None:
    return None if name is None else (FOLDER / name).read_bytes()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    """The gate that fails, its name and the path are those given; all earlier gates pass, no later one runs."""
    ring = _read(vector["keyring"])
    keyring = None if ring is None else receipts.load(ring)
    report = receipts.verify(_read(vector["receipt"]), _read(vector["attestation"]), keyring, vector["caller_key"])
    expected = vector["expected"]
    failed = report.failed_gate or {"number": None, "name": None}
    seen = {"valid": report.valid, "gate": failed["number"], "name": failed["name"], "path": report.path}
    assert {key: expected[key] for key in seen} == seen
    assert not report.internal_error
    passed = 14 if expected["valid"] else expected["gate"] - 1
    statuses = ["pass"] * passed + ["fail"] * (passed < 14) + ["not_run"] * (13 - passed)
    assert statuses == [gate["status"] for gate in report.gates]
    assert (report.evar is not None) == (passed >= 7)
    if "nested" in expected:
        assert expected["nested"] == report.evar.failed_gate["name"]


def test_the_files_are_those_of_the_script() -> None:
    """Running the script again changes no byte and leaves no file over."""
    published = {name: data for name, data in vectors.read(vectors.ROOT).items() if name.startswith("receipts/")}
    assert receipt_vectors.files() == published
