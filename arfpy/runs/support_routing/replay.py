"""A recorded episode run again on a fresh service: results, changes, states, checks and digest must come out alike."""

from __future__ import annotations

from typing import Any

from ...canonical.evalarc_form import evalarc_text
from ..faults import AgentError, EnvironmentFault, RunFault
from ..files import ReportError
from ..report import AGENT_ERROR, ENVIRONMENT_ERROR
from .cases import SupportCase
from .episode import Episode
from .outcome import outcome

_FAULTS: dict[str, type[RunFault]] = {AGENT_ERROR: AgentError, ENVIRONMENT_ERROR: EnvironmentFault}
_REPLAYED = ("trace", "initial_state", "final_state", "checks", "status", "error", "tool_calls", "transcript_sha256")


def replay(case: SupportCase, row: dict[str, Any]) -> None:
    """Hold a recorded row against the case replayed from the row's own actions.

    :param case: generated anew from the seed.
    :raises ReportError: the row has no trace, or something differs from what the service gives.
    """
    trace = row.get("trace")
    if not isinstance(trace, list) or not trace or not all(isinstance(entry, dict) for entry in trace):
        raise ReportError("there is no recorded episode to replay", "/trace")
    again = _again(case, trace)
    for name in _REPLAYED:
        if name not in row:
            raise ReportError("the member is missing", f"/{name}")
        if not _are_same(row[name], again[name]):
            raise ReportError("is not what a replay of the episode gives", f"/{name}{_place(name, row, again)}")


def _again(case: SupportCase, trace: list[dict[str, Any]]) -> dict[str, Any]:
    episode = Episode(case)
    broken_off = _FAULTS.get(str(trace[-1].get("type")))
    actions = trace[:-1] if broken_off else trace
    for index, entry in enumerate(actions):
        if episode.finished:
            raise ReportError("stands after the finish", f"/trace/{index}")
        try:
            episode.answer(entry.get("action"))
        except AgentError as fault:
            # The twelfth tool call is answered and recorded before it breaks the episode off.
            if len(episode.trace) != index + 1 or index + 1 != len(actions) or broken_off is not AgentError:
                raise ReportError(f"could not have been answered: {fault.message}", f"/trace/{index}") from None
    if broken_off is None:
        if not episode.finished:
            raise ReportError("ends without a finish and without an error", "/trace")
        return outcome(episode)
    error = trace[-1].get("error")
    if not isinstance(error, str):
        raise ReportError("must be a string", f"/trace/{len(trace) - 1}/error")
    episode.fail(broken_off(error))
    return outcome(episode, trace[-1]["type"], error)


def _are_same(recorded: Any, replayed: Any) -> bool:
    return evalarc_text(recorded) == evalarc_text(replayed)


def _place(name: str, row: dict[str, Any], again: dict[str, Any]) -> str:
    """Return which entry of a trace differs, as the end of a JSON Pointer; of anything else, nothing."""
    if name != "trace":
        return ""
    pairs = zip(row[name], again[name], strict=False)
    return next((f"/{index}" for index, pair in enumerate(pairs) if not _are_same(*pair)), "")
