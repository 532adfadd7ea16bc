"""Every deliberate fault in a copy of the reference adapter is noticed by the vector that is named for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arfpy.conformance import cases, workers
from arfpy.conformance.jsonl_protocol import JsonLinesProtocol
from arfpy.conformance.outcomes import judge
from arfpy.conformance.process import Limits
from tests.conformance.faults import FAULTS, Fault
from tests.conformance.reference import copied


def outcomes(vendor: Path, monkeypatch: pytest.MonkeyPatch, *only: str) -> dict[str, str]:
    """Return the outcome of the cases chosen, by their ids, for an adapter and the library beside it."""
    monkeypatch.setenv("PYTHONPATH", str(vendor.parent))
    chosen = cases.chosen(cases.installed(), cases.OPS, only)
    argv = [sys.executable, "-B", str(vendor)]
    found = dict(workers.run(chosen, lambda: JsonLinesProtocol(argv, Limits(60)), 2))
    return {case.id: judge(case, found[index]).outcome for index, case in enumerate(chosen)}


def test_without_a_fault_every_case_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The copy answers rightly, so that what the next test finds comes from the faults."""
    found = outcomes(copied(tmp_path), monkeypatch)
    assert set(found.values()) == {"passed"}
    assert {fault.case for fault in FAULTS} <= found.keys()


def test_there_are_thirty_faults_or_more():
    """No fault stands twice."""
    assert len({fault.name for fault in FAULTS}) == len({fault.edits for fault in FAULTS}) == len(FAULTS) >= 30


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name.replace(" ", "-") for fault in FAULTS])
def test_a_fault_is_noticed(fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The named case fails: the answer was given, and it is another one."""
    assert outcomes(copied(tmp_path, fault.edits), monkeypatch, fault.case) == {fault.case: "failed"}
