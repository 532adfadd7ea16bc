"""References between records: whether every id pointed at belongs to a record of the right type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import spec
from .records import infer_type
from .schema import Violation
from .strict_json import parse

if TYPE_CHECKING:
    from collections.abc import Iterable


class Reference(NamedTuple):
    """A field of a record that holds the id of another: ``to`` is the type it must have."""

    field: str
    pointer: str
    to: str
    target: str


def references(value: Any, type_name: str) -> list[Reference]:
    """Return every reference that a record makes by id, in the order of ``links.json`` (clause records.links).

    A bundle makes those of the records inside it (clause links.bundles).
    """
    found: list[Reference] = []
    if not isinstance(value, dict):
        return found
    for name, to in spec.links().get(type_name, {}).items():
        held = value.get(name)
        if isinstance(held, list):
            found += [Reference(name, f"/{name}/{at}", to, one) for at, one in enumerate(held) if isinstance(one, str)]
        elif isinstance(held, str):
            found.append(Reference(name, f"/{name}", to, held))
    for kind, pointer, one in embedded_records(value, type_name):
        found += [inner._replace(pointer=pointer + inner.pointer) for inner in references(one, kind)]
    return found


def embedded_records(value: dict[str, Any], type_name: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the records inside a bundle as ``(type, pointer, record)``; other types have none."""
    if type_name != "bundle":
        return []
    found = [(name, f"/{name}", value[name]) for name in ("artifact", "question") if isinstance(value.get(name), dict)]
    for name, kind in (("claims", "claim"), ("sources", "source")):
        held = value.get(name)
        if isinstance(held, list):
            found += [(kind, f"/{name}/{at}", one) for at, one in enumerate(held) if isinstance(one, dict)]
    return found


def embedded_ids(value: dict[str, Any], type_name: str) -> list[tuple[str, str]]:
    """Return the types and ids of the records inside a bundle."""
    return [(kind, one["id"]) for kind, _, one in embedded_records(value, type_name) if isinstance(one.get("id"), str)]


def unsettled(reference: Reference, types: set[str], near: Iterable[str]) -> Violation | None:
    """Judge one reference (clauses records.links, links.exact-match); None where it resolves.

    :param types: the types of the records that have its target as their id, byte for byte.
    :param near: ids that differ from its target in the case of letters only.
    """
    _, pointer, to, target = reference
    if to in types:
        return None
    if types:
        message = f"{target} is the id of a {' and '.join(sorted(types))}, not of a {to}"
        return Violation("link.wrong-type", pointer, message)
    for one in near:
        return Violation(
            "link.case", pointer, f"no {to} has the id {target}; {one} differs in the case of letters only"
        )
    return Violation("link.unresolved", pointer, f"no {to} with id {target} is among the records given")


class Index:
    """The ids of a set of records and the types that carry each (clause records.links)."""

    def __init__(self) -> None:
        self._types: dict[str, set[str]] = {}
        self._spellings: dict[str, str] = {}

    def add(self, value: Any, type_name: str | None) -> None:
        """Remember one record. A value without a type or an id is not one that can be pointed at."""
        if type_name is not None and isinstance(value, dict) and isinstance(value.get("id"), str):
            self._types.setdefault(value["id"], set()).add(type_name)
            self._spellings.setdefault(value["id"].lower(), value["id"])

    def add_all(self, texts: Iterable[bytes], type_name: str | None = None) -> None:
        """Remember the records of many texts; texts that are not strict JSON are passed over here."""
        for data in texts:
            try:
                value = parse(data).value
            except ValueError:
                continue
            self.add(value, type_name or infer_type(value))

    def violations(self, value: Any, type_name: str) -> list[Violation]:
        """Return the references of one record that point at nothing, or at a record of another type."""
        found = []
        inside = set(embedded_ids(value, type_name)) if isinstance(value, dict) else set()
        for reference in references(value, type_name):
            target = reference.target
            types = self._types.get(target, set()) | {kind for kind, one in inside if one == target}
            near = self._spellings.get(target.lower())
            violation = unsettled(reference, types, () if near is None else (near,))
            if violation is not None:
                found.append(violation)
        return found
