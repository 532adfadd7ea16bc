"""Record types: which type a value is, and the rules that a schema cannot say."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from . import accept, schema, spec
from .errors import InternalFault, UsageError
from .schema import Violation

# Objects with more or longer names than any type has are not worth a place in the cache.
_CACHED_NAMES = 64
_CACHED_LENGTH = 1024


def type_names() -> list[str]:
    """Return the names of the ten record types and the bundle, in alphabetical order."""
    return list(spec.schemas())


def known_type(name: str) -> str:
    """Return the name of a record type given by a person. :raises UsageError: there is no such type."""
    if name not in spec.schemas():
        message = f"{name!r} is not a record type"
        raise UsageError(message, f"The types are {', '.join(type_names())}.")
    return name


def infer_type(value: Any) -> str | None:
    """Return the record type that a value's member names show, or None where they do not decide."""
    candidates = _infer(value)
    return candidates[0] if len(candidates) == 1 else None


def unknown_type(value: Any) -> Violation:
    """Explain why no type was inferred (clauses records.object, records.type)."""
    if not isinstance(value, dict):
        what = "an array" if isinstance(value, list) else "a single value"
        return Violation("record.not-an-object", "", f"a record is a JSON object; this is {what}")
    candidates = _infer(value)
    message = "the members do not tell which type of record this is"
    if candidates:
        message += f"; nearest are {', '.join(candidates)}"
    return Violation("record.type-unknown", "", message)


def _infer(value: Any) -> tuple[str, ...]:
    if not isinstance(value, dict):
        return ()
    names = tuple(value)
    if len(names) <= _CACHED_NAMES and len("".join(names)) <= _CACHED_LENGTH:
        return _candidates_cached(names)
    return _candidates(names)


def _candidates(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types whose members fit best: one where that decides, several where they tie.

    A nearly right record is still told by the members it has: each required member counts for a type, each
    one missing or unknown counts against it, and at least half of the required ones are needed.
    """
    members = frozenset(names)
    scores: dict[str, int] = {}
    enough: set[str] = set()
    for name, (required, allowed) in _shapes().items():
        present = len(members & required)
        if present * 2 >= len(required):
            enough.add(name)
        optional = len(members & allowed) - present
        scores[name] = 3 * present - (len(required) - present) + optional - 2 * len(members - allowed)
    best = max(scores.values())
    leaders = tuple(name for name, score in scores.items() if score == best)
    if len(leaders) == 1 and leaders[0] not in enough:
        return ()
    return leaders if members & _telling() else ()


_candidates_cached = lru_cache(maxsize=256)(_candidates)


@cache
def _shapes() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    return {
        name: (frozenset(definition["required"]), frozenset(definition["properties"]))
        for name, definition in spec.schemas().items()
    }


@cache
def _telling() -> frozenset[str]:
    """Return the member names that say something about the type: all but the two that nearly every type has."""
    return frozenset().union(*(allowed for _, allowed in _shapes().values())) - {"id", "createdAt"}


def violations(value: Any, type_name: str | None) -> list[Violation]:
    """Return every rule of records.md that a value breaks, warnings included.

    :param type_name: the type that was named or inferred; None where neither was possible.
    """
    if type_name is None or not isinstance(value, dict):
        return [unknown_type(value)]
    found: list[Violation] = []
    if not accept.acceptor(type_name)(value):
        found = schema.violations(value, type_name)
        if not found:
            message = f"the compiled schema refuses a {type_name} that jsonschema accepts"
            raise InternalFault(message)
    found.extend(_repeated_references(value, type_name, ""))
    if type_name == "bundle" and isinstance(value.get("claims"), list):
        for index, claim in enumerate(value["claims"]):
            if isinstance(claim, dict):
                found.extend(_repeated_references(claim, "claim", f"/claims/{index}"))
    if type_name == "chain-record":
        found.extend(_local_chain(value))
    return found


def _repeated_references(value: dict[str, Any], type_name: str, pointer: str) -> list[Violation]:
    """Clause records.repeated-references: allowed, and rarely meant. One warning per list."""
    found = []
    for name in spec.links().get(type_name, ()):
        ids = value.get(name)
        unique = spec.schemas()[type_name]["properties"][name].get("uniqueItems", False)
        if type(ids) is list and len(ids) > 1 and not unique:
            repeated = _first_repeated(ids)
            if repeated is not None:
                message = f"{name} names {ids[repeated]} more than once"
                found.append(Violation("record.repeated-reference", f"{pointer}/{name}/{repeated}", message))
    return found


def _first_repeated(ids: list[Any]) -> int | None:
    seen: set[str] = set()
    for index, one in enumerate(ids):
        if isinstance(one, str):
            if one in seen:
                return index
            seen.add(one)
    return None


def _local_chain(value: dict[str, Any]) -> list[Violation]:
    """Clause records.local-chain."""
    if value.get("chain") != "local" or not isinstance(value.get("contentHash"), str):
        return []
    wanted = f"local:{value['contentHash']}"
    if not isinstance(value.get("txHash"), str) or value["txHash"] == wanted:
        return []
    return [Violation("record.local-tx-hash", "/txHash", f"expected {wanted}")]
