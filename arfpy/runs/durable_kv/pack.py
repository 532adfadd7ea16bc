"""The task as the evaluator sees it: one fresh state per case, and one process after the other on it."""

from __future__ import annotations

import hashlib
from typing import Any

from ...canonical.evalarc_form import evalarc_text
from .. import candidate_kit, folders, report
from ..faults import AgentError, EnvironmentFault
from ..task import Fault, Launch, Process, TaskDefinition
from .cases import KILL, KvCase, Session, cases
from .oracle import Oracle
from .replay import replay

_SHOWN_CHARACTERS = 500


class _Mismatch(Exception):  # noqa: N818 - a signal inside this module, never seen outside
    """A response is not the oracle's. Says how they differ."""


class _Course:
    """How far a case has come: what the oracle holds, and the transcript."""

    def __init__(self) -> None:
        self.oracle = Oracle()
        self.transcript = hashlib.sha256()
        self.checks_completed = 0

    def run(self, session: Session, process: Process) -> None:
        """Hold every response of a session against the oracle's, and end the process as the session says."""
        for number, request in enumerate(session.requests, start=1):
            response = process.exchange(request)
            self.transcript.update(evalarc_text([request, response]).encode("ascii"))
            given, right = evalarc_text(response), evalarc_text(self.oracle.answer(request))
            if given != right:
                raise _Mismatch(f"request {number} of its session: {_short(right)} is right, {_short(given)} came")
            self.checks_completed += 1
        if session.stop == KILL:
            process.kill()
        else:
            process.finish()


def execute(case: KvCase, launch: Launch) -> dict[str, Any]:
    """Run one case and return its outcome and evidence; both run faults are part of it."""
    course = _Course()
    status, error = report.PASSED, None
    try:
        with folders.temporary("state") as state:
            for session in case.sessions:
                with launch(state) as process:
                    course.run(session, process)
    except _Mismatch as mismatch:
        status, error = report.FAILED, str(mismatch)
    except AgentError as fault:
        status, error = report.AGENT_ERROR, fault.message
    except EnvironmentFault as fault:
        status, error = report.ENVIRONMENT_ERROR, fault.message
    return {
        "dimension": case.dimension,
        "checks": {case.dimension: None if status == report.ENVIRONMENT_ERROR else status == report.PASSED},
        "status": status,
        "error": error,
        "checks_completed": course.checks_completed,
        "transcript_sha256": course.transcript.hexdigest(),
    }


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."


DURABLE_KV = TaskDefinition(
    id="durable-kv",
    version="0.1.0",
    domain="coding",
    description="Keep what was acknowledged, through restarts and kills.",
    dimensions=(
        ("basic", 0.25),
        ("validation", 0.15),
        ("transactions", 0.20),
        ("compare_swap", 0.15),
        ("persistence", 0.15),
        ("crash_recovery", 0.10),
    ),
    cases=cases,
    execute=execute,
    grading_sources=tuple(f"runs/durable_kv/{name}.py" for name in ("cases", "oracle", "pack")),
    default_command=("{python}", "-I", "-B", "main.py", "{state}/store.db"),
    faults=(
        Fault("ack-without-work", "basic"),
        Fault("memory-only", "persistence"),
        Fault("partial-batch", "transactions"),
        Fault("cas-always-wins", "compare_swap"),
        Fault("boolean-equals-one", "compare_swap"),
        Fault("delete-noop", "basic"),
        Fault("accept-nonstring-keys", "validation"),
        Fault("commit-on-exit", "crash_recovery"),
    ),
    candidate_files=candidate_kit.files_of("durable_kv"),
    replay=replay,
)
