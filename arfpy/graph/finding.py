"""From what a person holds to records: an id, a digest, the first letters of either, or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ArfError, UsageError
from ..strict_json import escape_pointer, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .store import Row, Store

_SHORTEST = 4


class Held(NamedTuple):
    """A number inside an Evaluation's payload, at a JSON Pointer."""

    row: Row
    pointer: str


def one_record(store: Store, name: str) -> Row:
    """Return the record that an id or a digest names, whole or by at least four first characters.

    :raises UsageError: no record has it, or several have.
    """
    found = store.with_id(name) or store.with_digest(name)
    if not found and len(name) >= _SHORTEST:
        found = store.beginning_with(name)
    if not found:
        near = store.nearly_with_id(name)
        hint = f"{near[0].id} differs from it in the case of letters only." if near else "Give the file that holds it."
        raise UsageError(f"no record given has the id or digest {name}", hint)
    first = found[0]
    if any((row.type, row.id, row.digest) != (first.type, first.id, first.digest) for row in found):
        places = ", ".join(f"{row.type} {row.id or row.digest} at {row.source}:{row.line}" for row in found[:5])
        raise UsageError(f"{name} names {len(found)} records: {places}", "Give the whole id, or the digest.")
    return first


def number(text: str) -> float | int:
    """Return the number that a person typed, as JSON would write it. :raises UsageError: it is none."""
    try:
        value = parse(text.encode()).value
    except ArfError:
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UsageError(f"{text} is not a number as JSON writes it", "Write it with a point, like 0.9375.")
    return value


def holding(store: Store, score: float) -> Iterator[Held]:
    """Yield the Evaluations whose payload holds a number, with every place of it, in the order given."""
    for row in store.of_type("evaluation"):
        for pointer in _places(store.value(row.key).get("payload"), score, "/payload"):
            yield Held(row, pointer)


def _places(value: Any, score: float, pointer: str) -> Iterator[str]:
    waiting = [(pointer, value)]
    while waiting:
        at, one = waiting.pop()
        if isinstance(one, dict):
            waiting += [(f"{at}/{escape_pointer(name)}", held) for name, held in reversed(one.items())]
        elif isinstance(one, list):
            waiting += [(f"{at}/{index}", held) for index, held in reversed(list(enumerate(one)))]
        elif not isinstance(one, bool) and isinstance(one, int | float) and one == score:
            yield at
