"""What can be said of a published bundle with the records at hand (bundle.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..canonical import jcs
from ..links import embedded_ids, embedded_records, references
from .members import excerpt

if TYPE_CHECKING:
    from ..graph.store import Store

PASS, FAIL, OPEN = "pass", "fail", "not checked"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the check: its name, how it came out, and why."""

    name: str
    outcome: str
    reasons: tuple[str, ...]


def steps(bundle: dict[str, Any], digest: str, store: Store, expected: str | None) -> list[Step]:
    """Return the steps that follow once a bundle has been found valid by itself.

    :param digest: the bundle's content hash.
    :param store: the other records given, with their values; may be empty.
    :param expected: the content hash that the caller has from elsewhere, or None.
    """
    return [
        _inner_links(bundle),
        _content_hash(digest, expected),
        _chain(bundle, digest, store),
        _records(bundle, store),
    ]


def _step(name: str, wrong: list[str], right: str) -> Step:
    return Step(name, FAIL, tuple(wrong)) if wrong else Step(name, PASS, (right,))


def _inner_links(bundle: dict[str, Any]) -> Step:
    """Clause links.bundles, for a bundle alone."""
    inside = set(embedded_ids(bundle, "bundle"))
    found = references(bundle, "bundle")
    wrong = [
        f"{reference.pointer} names the {reference.to} {reference.target}, which is not in the bundle"
        for reference in found
        if (reference.to, reference.target) not in inside
    ]
    return _step("links inside the bundle", wrong, f"{len(found)} of {len(found)} resolve")


def _content_hash(digest: str, expected: str | None) -> Step:
    """Clause bundle.content-hash."""
    name = "content hash"
    if expected is None:
        return Step(name, OPEN, (f"{digest} was computed; none was given to compare it with",))
    wrong = [] if expected == digest else [f"expected {expected}, computed {digest}"]
    return _step(name, wrong, digest)


def _chain(bundle: dict[str, Any], digest: str, store: Store) -> Step:
    """Clause bundle.content-hash: a ChainRecord of this artifact that carries this hash."""
    name = "publication"
    artifact = str(bundle["artifact"]["id"])
    rows = [one.row for one in store.pointing_at(artifact) if one.row.type == "chain-record" and one.to == "artifact"]
    found = [(row, store.value(row.key)) for row in rows]
    same = [f"{value['chain']} {value['txHash']}" for _, value in found if value.get("contentHash") == digest]
    if same:
        return Step(name, PASS, (f"named by a ChainRecord: {', '.join(same)}; the chain itself was not asked",))
    other = [
        f"the ChainRecord at {row.source}:{row.line} is about another artifact"
        for row in store.naming(digest)
        if row.type == "chain-record"
    ]
    if other or found:
        return Step(name, FAIL, tuple(other) or ("no ChainRecord of this artifact has this content hash",))
    return Step(name, OPEN, ("no ChainRecord of this artifact is among the records given",))


def _records(bundle: dict[str, Any], store: Store) -> Step:
    """Compare each record in the bundle with the record of the same type and id, where that is given."""
    wrong, compared, absent = [], 0, 0
    for kind, pointer, inner in embedded_records(bundle, "bundle"):
        rows = [row for row in store.with_id(str(inner.get("id"))) if row.type == kind]
        absent += not rows
        for row in rows:
            compared += 1
            outer = excerpt(store.value(row.key), kind)
            names = [
                name
                for name in {**inner, **outer}
                if (name in inner) != (name in outer) or jcs.encode(inner[name]) != jcs.encode(outer[name])
            ]
            wrong += [f"{pointer}/{name} differs from {row.source}:{row.line}" for name in names]
    name = "records inside, against their own"
    if not compared and not wrong:
        return Step(name, OPEN, ("none of them is among the records given",))
    left = f", {absent} not given" if absent else ""
    return _step(name, wrong, f"{compared} compared{left}")
