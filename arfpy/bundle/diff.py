"""What differs between two bundles: which record, and which member of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..canonical import jcs
from ..links import embedded_records


class Difference(NamedTuple):
    """One difference. ``type`` is a record type or ``bundle``; ``pointer`` stands in the first bundle that has it.

    ``before`` and ``after`` are None where the member is absent; ``change`` is ``changed``, ``added``, ``removed`` or
    ``moved``.
    """

    change: str
    type: str
    id: str | None
    field: str | None
    pointer: str
    before: Any = None
    after: Any = None


def differences(first: dict[str, Any], second: dict[str, Any]) -> list[Difference]:
    """Return every difference between two bundles; none means that they have one digest.

    Records are matched by type and id, whatever their order; an order that differs is a difference of its own.
    """
    found = _members("bundle", None, "", _envelope(first), _envelope(second))
    before, after = _by_name(first), _by_name(second)
    for (kind, one), (pointer, record) in before.items():
        if (kind, one) in after:
            found += _members(kind, one, pointer, record, after[kind, one][1])
        else:
            found.append(Difference("removed", kind, one, None, pointer, before=record))
    found += [
        Difference("added", kind, one, None, pointer, after=record)
        for (kind, one), (pointer, record) in after.items()
        if (kind, one) not in before
    ]
    for kind, name in (("claim", "claims"), ("source", "sources")):
        kept_before = [one for k, one in before if k == kind and (k, one) in after]
        kept_after = [one for k, one in after if k == kind and (k, one) in before]
        if kept_before != kept_after:
            found.append(Difference("moved", "bundle", None, name, f"/{name}", kept_before, kept_after))
    return found


def _envelope(bundle: dict[str, Any]) -> dict[str, Any]:
    return {name: held for name, held in bundle.items() if name not in ("artifact", "question", "claims", "sources")}


def _by_name(bundle: dict[str, Any]) -> dict[tuple[str, str | None], tuple[str, dict[str, Any]]]:
    # An id that stands twice in a bundle is told apart by its turn, so that no record hides another.
    found: dict[tuple[str, str | None], tuple[str, dict[str, Any]]] = {}
    for kind, pointer, record in embedded_records(bundle, "bundle"):
        name, turn = str(record.get("id")), 2
        while (kind, name) in found:
            name, turn = f"{record.get('id')} ({turn})", turn + 1
        found[kind, name] = (pointer, record)
    return found


def _members(kind: str, one: str | None, at: str, before: dict[str, Any], after: dict[str, Any]) -> list[Difference]:
    found = []
    for name in {**before, **after}:
        pointer = f"{at}/{name}"
        if name not in after:
            found.append(Difference("removed", kind, one, name, pointer, before=before[name]))
        elif name not in before:
            found.append(Difference("added", kind, one, name, pointer, after=after[name]))
        elif jcs.encode(before[name]) != jcs.encode(after[name]):
            found.append(Difference("changed", kind, one, name, pointer, before[name], after[name]))
    return found
