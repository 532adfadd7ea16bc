"""What the tests of the kit share: the fakes, and a way to put cases to them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arfpy.conformance import cases, workers
from arfpy.conformance.command_protocol import CommandProtocol
from arfpy.conformance.jsonl_protocol import JsonLinesProtocol
from arfpy.conformance.outcomes import Outcome, judge
from arfpy.conformance.process import Limits

FAKES = Path(__file__).resolve().parent / "fakes"


class Kit:
    """Puts cases to a fake and judges what it says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
        monkeypatch.setenv("PYTHONPATH", str(root))

    def command(self, only: str, name: str, *arguments: str, limits: Limits = Limits(20)) -> list[Outcome]:
        """Run the fake once per case."""
        argv = [sys.executable, str(FAKES / f"{name}.py"), *arguments]
        return self._run(only, lambda: CommandProtocol(argv, limits))

    def jsonl(self, only: str, name: str, *arguments: str, limits: Limits = Limits(20)) -> list[Outcome]:
        """Run the fake with a request per line."""
        argv = [sys.executable, str(FAKES / f"{name}.py"), *arguments]
        return self._run(only, lambda: JsonLinesProtocol(argv, limits))

    @staticmethod
    def _run(only: str, protocol: Callable[[], workers.VendorProtocol]) -> list[Outcome]:
        chosen = cases.chosen(cases.installed(), cases.OPS, [only])
        found = dict(workers.run(chosen, protocol, 2))
        return [judge(case, found[index]) for index, case in enumerate(chosen)]


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch, root: Path) -> Kit:
    """The kit, for fakes that import this checkout."""
    return Kit(monkeypatch, root)
