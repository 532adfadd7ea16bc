"""References between records: whether every id pointed at belongs to a record of the right type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import spec
from .records import infer_type
from .schema import Violation
from .strict_json import parse

if TYPE_CHECKING:
    from collections.abc import Iterable


class Index:
    """The ids of a set of records and the types that carry each (clause records.links)."""

    def __init__(self) -> None:
        self._types: dict[str, set[str]] = {}

    def add(self, value: Any, type_name: str | None) -> None:
        """Remember one record. A value without a type or an id is not one that can be pointed at."""
        if type_name is not None and isinstance(value, dict) and isinstance(value.get("id"), str):
            self._types.setdefault(value["id"], set()).add(type_name)

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
        found: list[Violation] = []
        if not isinstance(value, dict):
            return found
        for name, target in spec.links().get(type_name, {}).items():
            held = value.get(name)
            if isinstance(held, list):
                places = [(f"/{name}/{index}", one) for index, one in enumerate(held)]
            else:
                places = [(f"/{name}", held)]
            for pointer, one in places:
                if isinstance(one, str):
                    found.extend(self._violation(pointer, one, target))
        return found

    def _violation(self, pointer: str, one: str, target: str) -> list[Violation]:
        types = self._types.get(one)
        if types is None:
            return [Violation("link.unresolved", pointer, f"no {target} with id {one} is among the records given")]
        if target not in types:
            found = " and ".join(sorted(types))
            return [Violation("link.wrong-type", pointer, f"{one} is the id of a {found}, not of a {target}")]
        return []
