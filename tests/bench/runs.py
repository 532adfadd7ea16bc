"""Evaluation runs: cases per second of both tasks, saved reports verified per second, and the memory that takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arfpy.runs.backends.local import Local
from arfpy.runs.evaluate import evaluate
from arfpy.runs.events import Events
from arfpy.runs.files import MAX_JSON_BYTES, report_bytes
from arfpy.runs.fingerprints import cases_sha256
from arfpy.runs.limits import Limits
from arfpy.runs.report import assemble
from arfpy.runs.setup import control, prepared
from arfpy.runs.task import task_named
from arfpy.runs.verify import verify
from tests.runs.policies import run_policy

from . import memory
from .timing import interleave, timed

_TASKS = ("support-routing", "durable-kv")


@dataclass(frozen=True)
class Speed:
    """How long an amount of work took, round by round."""

    title: str
    amount: int
    unit: str
    times: list[float]


def run(folder: Path, rounds: int = 5, reports: int = 50) -> list[Speed]:
    """Measure evaluations of the Python references on this machine, and verifications of their saved reports."""
    speeds = []
    for name in _TASKS:
        task = task_named(name)
        cases = len(task.cases(17))
        with control(task, "python", "reference") as source, prepared(source, task, Local(), Limits()) as runtime:
            work = timed(lambda task=task, runtime=runtime: _resolved(evaluate(task, runtime, [17], Events())))
            times = interleave({name: work}, rounds)[name]
            (folder / f"{name}.json").write_bytes(report_bytes(evaluate(task, runtime, [17], Events())))
        speeds.append(Speed(f"{name}, the Python reference as a local process", cases, "cases", times))
    for name in _TASKS:
        path = folder / f"{name}.json"
        times = interleave({name: timed(_verifying(path, reports))}, rounds)[name]
        path.unlink()
        speeds.append(Speed(f"arf run verify, a {name} report of seed 17, replayed", reports, "reports", times))
    return speeds


def peaks(folder: Path, size: int = MAX_JSON_BYTES) -> list[memory.Peak]:
    """Measure the peak memory of verifying a small report and one that is nearly ``size`` bytes long."""
    small, large = folder / "small.json", folder / "large.json"
    small.write_bytes(saved_report(range(17, 18)))
    # A report grows by about this much per seed.
    large.write_bytes(saved_report(range(max(1, size * 95 // 100 // 21_100))))
    found = [memory.peak_of(path.stem, path, "run", "verify") for path in (small, large)]
    small.unlink()
    large.unlink()
    return found


def saved_report(seeds: range) -> bytes:
    """Return a report over many seeds whose every episode can be replayed."""
    task = task_named("support-routing")
    cases = [case for seed in seeds for case in task.cases(seed)]
    rows = []
    for case in cases:
        outcome = run_policy(case, "reference")
        rows.append(
            {"seed": case.seed, "case_id": case.id, **outcome, "passed": True, "duration_seconds": 0.0, "processes": []}
        )
    runtime = {
        "backend": "local",
        "image": None,
        "image_id": None,
        "command": ["none"],
        "response_timeout_seconds": 10.0,
        "case_timeout_seconds": 60.0,
        "session_output_limit_bytes": 1,
        "python": "none",
        "platform": "none",
    }
    digests = {"candidate_sha256": "0" * 64, "grader_sha256": "0" * 64, "cases_sha256": cases_sha256(cases)}
    report = assemble(
        task=task.identity(),
        weights=dict(task.dimensions),
        fingerprints=digests,
        runtime=runtime,
        seeds=seeds,
        cases=rows,
        seconds=0.0,
    )
    return report_bytes(report)


def _resolved(report: dict) -> None:
    assert report["resolved"], "the reference did not pass, so its time says nothing"


def _verifying(path: Path, times: int) -> Callable[[], None]:
    def work() -> None:
        for _ in range(times):
            assert verify(path)["verified"], path

    return work
