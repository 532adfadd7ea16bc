"""A pytest plugin that writes an Evaluation for every claim that marked tests are about.

``pytest --arf-claims claims.ndjson --arf-evaluations out.ndjson`` reads and freezes the claims before the first test
runs. A test says what it is about with ``@pytest.mark.arf_claim("<id of the claim>")``. When the session is over, each
claim that was marked gets one Evaluation with the outcome of every test about it.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from . import inputs
from ._version import __version__
from .check import Check
from .strict_json import parse

_MARK = "arf_claim"
_HELP = "arf_claim(id): the test is about the claim with this id (see --arf-claims)"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("arf", "Evaluation records (ARF v0.1, provisional)")
    group.addoption("--arf-claims", metavar="FILE", help="The claims that marked tests are about, one per line.")
    group.addoption("--arf-evaluations", metavar="FILE", help="The new file for the Evaluations.")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and freeze the claims where they are given."""
    config.addinivalue_line("markers", _HELP)
    claims, out = config.getoption("--arf-claims"), config.getoption("--arf-evaluations")
    if claims is None and out is None:
        return
    if claims is None or out is None:
        raise pytest.UsageError("--arf-claims and --arf-evaluations go together: give both files")
    if Path(out).exists():
        raise pytest.UsageError(f"{out} exists already, and evaluations are never written over: name a new file")
    config.pluginmanager.register(_Recorder(claims, _frozen(claims), Path(out)), "arf-recorder")


def _frozen(path: str) -> dict[str, str]:
    """Return the digest of each claim by its id. :raises pytest.UsageError: a line is no valid claim."""
    found: dict[str, str] = {}
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - the name is shown as it was given
            for line, data in inputs.split(stream, inputs.NDJSON):
                result = Check("claim").record(data, path, line)
                if not result.passed or result.digest is None:
                    problem = result.problems[0]
                    raise pytest.UsageError(f"{path}:{line} is no valid claim: {problem.message} [{problem.code}]")
                claim = parse(data).value["id"]
                if found.setdefault(claim, result.digest) != result.digest:
                    raise pytest.UsageError(f"{path}:{line} is another claim with the id {claim}")
    except OSError as error:
        raise pytest.UsageError(f"cannot read {path}: {error.strerror}") from None
    return found


@dataclass(slots=True)
class _Test:
    """What became of one test: the worst of its phases, and how long it ran."""

    claims: tuple[str, ...]
    outcome: str = "not run"
    seconds: float = 0.0


@dataclass(slots=True)
class _Recorder:
    source: str
    claims: dict[str, str]
    out: Path
    frozen_at: str = field(default_factory=_now)
    tests: dict[str, _Test] = field(default_factory=dict)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note which claims each test is about, before any of them runs."""
        for item in items:
            named = tuple(str(mark.args[0]) for mark in item.iter_markers(_MARK) if mark.args)
            unknown = [one for one in named if one not in self.claims]
            if unknown:
                raise pytest.UsageError(f"{item.nodeid} is about {unknown[0]}, which is no claim in {self.source}")
            if named:
                self.tests[item.nodeid] = _Test(tuple(dict.fromkeys(named)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the outcome of a phase. A test whose set-up or tear-down fails has not passed."""
        test = self.tests.get(report.nodeid)
        if test is None:
            return
        test.seconds += report.duration
        if report.failed:
            test.outcome = "failed" if report.when == "call" else "error"
        elif report.skipped and test.outcome == "not run":
            test.outcome = "not assessed"
        elif report.when == "call" and test.outcome == "not run":
            test.outcome = "passed"

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write one Evaluation per claim, if the session ran to its end and the claims are still those frozen."""
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if not ended or session.config.option.collectonly or hasattr(session.config, "workerinput"):
            return
        try:
            unchanged = _frozen(self.source) == self.claims
        except pytest.UsageError:
            unchanged = False
        if not unchanged:
            raise pytest.UsageError(f"{self.source} changed while the tests ran, so no Evaluation was written")
        wanted = dict.fromkeys(claim for test in self.tests.values() for claim in test.claims)
        lines = [json.dumps(self._evaluation(claim), ensure_ascii=False) + "\n" for claim in wanted]
        part = self.out.with_name(f".{self.out.name}.part")
        part.write_text("".join(lines), encoding="utf-8", newline="\n")
        try:
            os.link(part, self.out)  # never over a file that came up meanwhile
        finally:
            part.unlink()

    def _evaluation(self, claim: str) -> dict[str, Any]:
        tests = {name: test for name, test in self.tests.items() if claim in test.claims}
        outcomes = [test.outcome for test in tests.values()]
        assessed = sum(outcome in ("passed", "failed", "error") for outcome in outcomes)
        return {
            "id": str(uuid4()),
            "claimIds": [claim],
            "engine": "pytest",
            "protocolVersion": pytest.__version__,
            "payload": {
                "plugin": f"arfpy/{__version__}",
                "claimDigest": self.claims[claim],
                "claimsFrozenAt": self.frozen_at,
                "allPassed": assessed == len(outcomes) and outcomes.count("passed") == assessed,
                "passed": outcomes.count("passed"),
                "assessed": assessed,
                "tests": [
                    {"test": name, "outcome": test.outcome, "seconds": round(test.seconds, 6)}
                    for name, test in tests.items()
                ],
            },
            "createdAt": _now(),
        }
