"""The Python programs of support-routing, driven in this process instead of a child."""

from __future__ import annotations

from typing import Any

from arfpy.runs.faults import AgentError
from arfpy.runs.support_routing.episode import Episode
from arfpy.runs.support_routing.pack import SUPPORT_ROUTING, outcome


def run_policy(case, variant: str) -> dict[str, Any]:
    """Run one variant of the Python reference on a case, and return the case's outcome."""
    source = SUPPORT_ROUTING.candidate_files("python", variant)["main.py"]
    module: dict[str, Any] = {"__name__": "candidate"}
    exec(compile(source, variant, "exec"), module)
    episode, steps = Episode(case), None
    try:
        while not episode.finished:
            seen = episode.observation()
            try:
                if steps is None:
                    steps = module["policy"](seen["task"])
                    action = next(steps)
                else:
                    action = steps.send(seen["result"])
            except StopIteration:
                action = {"finish": True}
            episode.answer(action)
    except AgentError as fault:
        episode.fail(fault)
        return outcome(episode, "agent_error", fault.message)
    return outcome(episode)
