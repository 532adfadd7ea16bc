"""The environment: a ticket service in the grader's memory, fresh for every case, reached through four tools."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from .cases import SupportCase, Ticket, copy_of

TOOLS = {
    "get_ticket": frozenset({"ticket_id"}),
    "assign_queue": frozenset({"ticket_id", "queue"}),
    "add_note": frozenset({"ticket_id", "body", "request_id"}),
    "close_ticket": frozenset({"ticket_id"}),
}
MAX_ARGUMENT_CHARACTERS = 512

VALIDATION, INJECTED = "tool_validation", "injected"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answered. :param error_source: None when it worked, else what refused it."""

    result: dict[str, Any]
    error_source: str | None = None


class _Refused(Exception):  # noqa: N818 - a signal inside this module, never seen outside
    """A tool call fails with this code."""

    def __init__(self, code: str) -> None:
        self.code = code


class _Unavailable(Exception):  # noqa: N818 - as above
    """The injected fault strikes here."""


class TicketService:
    """The tickets of one case. Nothing that goes in or comes out shares memory with them."""

    def __init__(self, case: SupportCase) -> None:
        self._tickets: dict[str, Ticket] = copy_of(case.initial)
        self._queues: Collection[str] = tuple(case.routing_rules.values())
        self._noted: dict[tuple[str, str], str] = {}
        self._fault = case.fault

    def state(self) -> dict[str, Ticket]:
        """Return a copy of all tickets."""
        return copy_of(self._tickets)

    def call(self, tool: Any, arguments: Any) -> Answer:
        """Answer one call of a tool; whatever is asked, the answer is a result."""
        try:
            return Answer({"ok": True, **self._perform(tool, arguments)})
        except _Refused as refused:
            return Answer(_failure(refused.code, retryable=False), VALIDATION)
        except _Unavailable:
            return Answer(_failure("temporarily_unavailable", retryable=True), INJECTED)

    def _perform(self, tool: Any, arguments: Any) -> dict[str, Any]:
        if not _are_sound(tool, arguments):
            raise _Refused("invalid_arguments")
        ticket_id = arguments["ticket_id"]
        ticket = self._tickets.get(ticket_id)
        if ticket is None:
            raise _Refused("ticket_not_found")
        match tool:
            case "get_ticket":
                return {"ticket": {**ticket, "notes": list(ticket["notes"])}}
            case "assign_queue":
                self._assign(ticket, arguments["queue"])
            case "add_note":
                return self._add_note(ticket, ticket_id, arguments["body"], arguments["request_id"])
            case "close_ticket":
                ticket["status"] = "closed"
        return {}

    def _assign(self, ticket: Ticket, queue: str) -> None:
        if queue not in self._queues:
            raise _Refused("unknown_queue")
        self._strike("assign_queue")
        ticket["queue"] = queue

    def _add_note(self, ticket: Ticket, ticket_id: str, body: str, request_id: str) -> dict[str, Any]:
        if not request_id:
            raise _Refused("invalid_request_id")
        key = (ticket_id, request_id)
        if key in self._noted:
            if self._noted[key] != body:
                raise _Refused("idempotency_conflict")
            return {"replayed": True}
        ticket["notes"].append(body)
        self._noted[key] = body
        self._strike("add_note")
        return {}

    def _strike(self, tool: str) -> None:
        """Fail, once per case, where the case injects its fault."""
        if self._fault == tool:
            self._fault = None
            raise _Unavailable


def _are_sound(tool: Any, arguments: Any) -> bool:
    if not isinstance(tool, str) or tool not in TOOLS:
        return False
    if not isinstance(arguments, dict) or arguments.keys() != TOOLS[tool]:
        return False
    return all(isinstance(value, str) and len(value) <= MAX_ARGUMENT_CHARACTERS for value in arguments.values())


def _failure(code: str, *, retryable: bool) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "retryable": retryable}}
