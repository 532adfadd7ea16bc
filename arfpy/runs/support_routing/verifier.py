"""The verifier: outcomes from the tickets as they ended. It calls no tool and hears nothing of what was claimed."""

from __future__ import annotations

from .cases import SupportCase, Ticket

DIMENSIONS = (("routing", 0.30), ("notes", 0.25), ("closure", 0.20), ("scope", 0.15), ("protocol", 0.10))


def checks(case: SupportCase, final: dict[str, Ticket], *, ended_cleanly: bool) -> dict[str, bool]:
    """Decide all five checks of a case.

    :param final: the tickets at the end. :param ended_cleanly: the episode finished and the process ended as it must.
    """
    before = case.initial[case.target]
    after = final.get(case.target, {})
    return {
        "routing": after.get("queue") == case.routing_rules[before["category"]],
        "notes": after.get("notes") == [*before["notes"], case.note],
        "closure": after.get("status") == ("closed" if before["resolved"] else "open"),
        "scope": _kept_in_scope(case, final),
        "protocol": ended_cleanly,
    }


def unassessed() -> dict[str, None]:
    """Return the checks of a case that could not be assessed."""
    return {name: None for name, _ in DIMENSIONS}


def _kept_in_scope(case: SupportCase, final: dict[str, Ticket]) -> bool:
    if final.keys() != case.initial.keys():
        return False
    before, after = case.initial[case.target], final[case.target]
    if any(after[name] != before[name] for name in ("category", "resolved")):
        return False
    return all(final[name] == ticket for name, ticket in case.initial.items() if name != case.target)
