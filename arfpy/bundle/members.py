"""Which members of a record a bundle carries, read from the bundle's schema."""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import spec

# The member of a bundle that holds records of a type, and whether it holds many.
PLACES = {"artifact": ("artifact", False), "question": ("question", False), "claim": ("claims", True)}
PLACES["source"] = ("sources", True)


@cache
def _shape(type_name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    name, many = PLACES[type_name]
    shape = spec.schemas()["bundle"]["properties"][name]
    shape = shape["items"] if many else shape
    return tuple(shape["properties"]), frozenset(shape["required"])


def excerpt(record: dict[str, Any], type_name: str) -> dict[str, Any]:
    """Return the part of a record that a bundle carries. An artifact without ``tags`` gets an empty list."""
    names, _ = _shape(type_name)
    found = {name: record[name] for name in names if name in record}
    if type_name == "artifact":
        found.setdefault("tags", [])
    return found


def lacking(record: dict[str, Any], type_name: str) -> list[str]:
    """Return the members that a bundle requires and a record does not have."""
    names, required = _shape(type_name)
    part = excerpt(record, type_name)
    return [name for name in names if name in required and name not in part]
