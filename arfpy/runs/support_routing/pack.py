"""The task as the evaluator sees it: one fresh service and one fresh process per case."""

from __future__ import annotations

from typing import Any

from .. import candidate_kit
from ..faults import AgentError, EnvironmentFault
from ..task import Fault, Launch, TaskDefinition
from . import verifier
from .cases import SupportCase, cases
from .episode import Episode
from .outcome import outcome
from .replay import replay


def execute(case: SupportCase, launch: Launch) -> dict[str, Any]:
    """Run one case and return its outcome and evidence; both run faults are part of it."""
    episode = Episode(case)
    status = error = None
    try:
        with launch(None) as process:
            while not episode.finished:
                episode.answer(process.exchange(episode.observation()))
            process.finish()
    except (AgentError, EnvironmentFault) as fault:
        episode.fail(fault)
        status, error = episode.trace[-1]["type"], fault.message
    return outcome(episode, status, error)


SUPPORT_ROUTING = TaskDefinition(
    id="support-routing",
    version="0.1.0",
    domain="business-tools",
    description="Route, note and close support tickets through tools that may fail once.",
    dimensions=verifier.DIMENSIONS,
    cases=cases,
    execute=execute,
    grading_sources=tuple(
        f"runs/support_routing/{name}.py" for name in ("cases", "service", "episode", "verifier", "outcome", "pack")
    ),
    default_command=("{python}", "-I", "-B", "main.py"),
    faults=(
        Fault("claim-without-actions", "routing"),
        Fault("wrong-ticket", "scope"),
        Fault("wrong-queue", "routing"),
        Fault("duplicate-note", "notes"),
        Fault("close-unresolved", "closure"),
        Fault("skip-retry", "notes"),
        Fault("new-key-on-retry", "notes"),
    ),
    candidate_files=candidate_kit.files_of("support_routing"),
    replay=replay,
)
