"""Run a suite: first everything is frozen and resolved, then the jobs run one after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .. import folders
from ..backends import Backend
from ..candidate import Frozen, freeze
from ..events import Events
from ..faults import EnvironmentFault
from ..files import write_report
from ..limits import Limits
from ..repeat import repeat
from ..runtime import Runtime
from ..store import event_file, write_attempt, write_result
from .config import Job, Suite, Wish
from .junit import junit
from .summary import job_row, summarize


def run(
    suite: Suite,
    plan: dict[str, Any],
    candidates: Mapping[str, Path],
    open_backend: Callable[[Wish], Backend],
    folder: Path,
    events: Events,
) -> dict[str, Any]:
    """Run all jobs, write the results into a folder, and return the suite's summary.

    :param candidates: the resolved folder of each job's candidate. :param open_backend: resolves a job's backend.
    :raises UsageError: a candidate or a backend is refused; then no job was started.
    """
    begun = time.perf_counter()
    with ExitStack() as stack:
        events = events.also(stack.enter_context(event_file(folder)))
        copies = stack.enter_context(folders.temporary("candidates"))
        events.say("suite_preflight_started", jobs=len(suite.jobs))
        runtimes = _prepare(suite, candidates, open_backend, copies, events)
        counts = {name: plan[name] for name in ("planned_attempts", "planned_case_executions")}
        events.say("suite_started", jobs=len(suite.jobs), **counts)
        rows = [_run(job, runtimes[job.id], folder / "jobs" / job.id, events) for job in suite.jobs]
        summary = summarize(suite, rows, time.perf_counter() - begun)
        names = ("status", "accepted_jobs", "invalid_jobs")
        events.say("suite_completed", **{name: summary[name] for name in names})
    write_report(folder / "plan.json", plan)
    (folder / "junit.xml").write_bytes(junit(summary))
    write_result(folder, "suite.json", summary)
    return summary


def _prepare(
    suite: Suite,
    candidates: Mapping[str, Path],
    open_backend: Callable[[Wish], Backend],
    copies: Path,
    events: Events,
) -> dict[str, Runtime]:
    """Freeze each distinct folder once, and settle command and image of every job."""
    first: dict[Path, Frozen] = {}
    runtimes = {}
    for number, job in enumerate(suite.jobs):
        source = candidates[job.id]
        # Jobs that share a folder share one reading of it: the later ones copy the first copy.
        frozen = freeze(
            first[source].folder if source in first else source, copies / f"{number:03d}", job.task.default_command
        )
        first.setdefault(source, frozen)
        limits = Limits(job.runtime.timeout, job.runtime.case_timeout, job.runtime.output_limit)
        runtimes[job.id] = Runtime(open_backend(job.runtime), frozen, limits)
        events.say("job_prepared", job=job.id, candidate_sha256=frozen.sha256)
    return runtimes


def _run(job: Job, runtime: Runtime, folder: Path, events: Events) -> dict[str, Any]:
    folder.mkdir(parents=True)
    begun = time.perf_counter()
    events.say("job_started", job=job.id, task=job.task.id)
    with event_file(folder) as sink:
        repetition = repeat(
            job.task,
            runtime,
            job.seeds,
            job.attempts,
            events.adding(job=job.id).also(sink),
            lambda number, report: write_attempt(folder, number, report),
        )
    if repetition["candidate_sha256"] != runtime.candidate.sha256:
        raise EnvironmentFault(f"job {job.id} did not run the candidate that was frozen for it")
    write_result(folder, "repetition.json", repetition)
    row = job_row(job.id, repetition, job.gate, time.perf_counter() - begun)
    names = {"status": row["status"], "accepted": row["decision"]["accepted"], "fully_resolved": row["fully_resolved"]}
    events.say("job_completed", job=job.id, **names)
    return row
