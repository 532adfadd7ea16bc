"""The four case families of a seed. The order of the draws is part of the task's version."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

Ticket = dict[str, Any]

CATEGORIES = ("billing", "technical", "account")
# Case id, whether the target is resolved, and the tool whose first valid call fails.
_FAMILIES = (
    ("route-open-ticket", False, None),
    ("close-resolved-ticket", True, None),
    ("retry-before-commit", False, "assign_queue"),
    ("retry-after-commit", True, "add_note"),
)


@dataclass(frozen=True)
class SupportCase:
    """One case: two tickets, of which the target is to be worked on and the other one left alone.

    :param initial: the tickets by id, the target first. :param routing_rules: the queue of each category.
    :param note: the exact text to add. :param fault: the tool whose first valid call fails, or None.
    """

    id: str
    seed: int
    target: str
    initial: dict[str, Ticket]
    routing_rules: dict[str, str]
    note: str
    fault: str | None

    def record(self) -> dict[str, Any]:
        """Return what goes into the fingerprint of the cases, beside the seed."""
        return {
            "id": self.id,
            "target": self.target,
            "initial": copy_of(self.initial),
            "routing_rules": dict(self.routing_rules),
            "note": self.note,
            "fault": self.fault,
        }


def copy_of(tickets: dict[str, Ticket]) -> dict[str, Ticket]:
    """Return tickets that share no memory with these."""
    return {name: {**ticket, "notes": list(ticket["notes"])} for name, ticket in tickets.items()}


def cases(seed: int) -> list[SupportCase]:
    """Return the four cases of a seed."""
    draw = Random(seed)  # noqa: S311 - inputs that anybody can draw again, not secrets
    return [_case(draw, seed, number, *family) for number, family in enumerate(_FAMILIES)]


def _case(draw: Random, seed: int, number: int, case_id: str, resolved: bool, fault: str | None) -> SupportCase:
    target, other = f"T-{draw.getrandbits(32):08x}", f"U-{draw.getrandbits(32):08x}"
    queues = [f"queue-{number}-{index}" for index in range(len(CATEGORIES))]
    draw.shuffle(queues)
    rules = dict(zip(CATEGORIES, queues, strict=True))
    initial = {
        target: _ticket(draw.choice(CATEGORIES), resolved, "Customer contacted support."),
        other: _ticket(draw.choice(CATEGORIES), False, "Unrelated request; preserve this ticket."),
    }
    return SupportCase(case_id, seed, target, initial, rules, f"Reviewed request {target}.", fault)


def _ticket(category: str, resolved: bool, note: str) -> Ticket:
    return {"category": category, "queue": "inbox", "resolved": resolved, "status": "open", "notes": [note]}
