"""One episode, step by step: observation out, answer in, and a trace of what was tried and what changed."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

from ...canonical.evalarc_form import evalarc_text
from ..faults import AgentError, RunFault
from .cases import SupportCase, Ticket
from .service import TOOLS, TicketService

MAX_ACTIONS = 12

_INSTRUCTION = (
    "Move the ticket to the queue that routing_rules gives for its category. Add the note exactly once. "
    "Close the ticket only if it is resolved. Leave every other ticket as it is. Then finish."
)


class Episode:
    """A case under way. The agent is whatever answers the observations: a process, a policy, a recorded trace."""

    def __init__(self, case: SupportCase) -> None:
        self.case = case
        self.trace: list[dict[str, Any]] = []
        self.finished = False
        self._service = TicketService(case)
        self._result: dict[str, Any] | None = None

    def observation(self) -> dict[str, Any]:
        """Return what the agent is told next; it shares no memory with the episode."""
        remaining = MAX_ACTIONS - len(self.trace)
        if self._result is not None:
            return {"type": "tool_result", "result": copy.deepcopy(self._result), "remaining_actions": remaining}
        task = {
            "ticket_id": self.case.target,
            "ticket_ids": list(self.case.initial),
            "routing_rules": dict(self.case.routing_rules),
            "note": self.case.note,
            "instruction": _INSTRUCTION,
        }
        return {"type": "start", "task": task, "tools": list(TOOLS), "remaining_actions": remaining}

    def answer(self, action: Any) -> None:
        """Take one answer of the agent.

        :raises AgentError: it is neither a tool action nor a finish, or the twelfth answer was no finish.
        """
        if not isinstance(action, dict):
            raise AgentError("the answer is not an object")
        if "finish" in action:
            _check_finish(action)
            self.trace.append({"step": len(self.trace), "type": "finish", "action": copy.deepcopy(action)})
            self.finished = True
            return
        if action.keys() != {"tool", "arguments"}:
            raise AgentError("the answer is neither a tool call nor a finish")
        self._call(copy.deepcopy(action))
        if len(self.trace) == MAX_ACTIONS:
            raise AgentError(f"{MAX_ACTIONS} actions were answered and none of them was a finish")

    def fail(self, fault: RunFault) -> None:
        """Note at the end of the trace why the episode broke off."""
        kind = "agent_error" if isinstance(fault, AgentError) else "environment_error"
        self.trace.append({"type": kind, "error": fault.message})

    def tickets(self) -> dict[str, Ticket]:
        """Return a copy of all tickets as they are now."""
        return self._service.state()

    def _call(self, action: dict[str, Any]) -> None:
        before = self._service.state()
        answer = self._service.call(action["tool"], action["arguments"])
        after = self._service.state()
        self._result = answer.result
        self.trace.append(
            {
                "step": len(self.trace),
                "type": "tool_call",
                "action": action,
                "result": answer.result,
                "status": "ok" if answer.error_source is None else "tool_error",
                "error_source": answer.error_source,
                "changes": {
                    name: {"before": before[name], "after": after[name]}
                    for name in before
                    if before[name] != after[name]
                },
            }
        )


def transcript_sha256(trace: list[dict[str, Any]]) -> str:
    """Return the digest of a whole trace: 64 hexadecimal digits, no prefix."""
    return hashlib.sha256(evalarc_text(trace).encode("ascii")).hexdigest()


def tool_calls(trace: list[dict[str, Any]]) -> int:
    """Return how many tool calls were answered."""
    return sum(entry["type"] == "tool_call" for entry in trace)


def _check_finish(action: dict[str, Any]) -> None:
    if action["finish"] is not True:
        raise AgentError("finish is not true")
    if not action.keys() <= {"finish", "message"}:
        raise AgentError("a finish has members other than message")
    if not isinstance(action.get("message", ""), str):
        raise AgentError("the message of a finish is not a string")
