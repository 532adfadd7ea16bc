"""What stands behind one record, and what rests on it: the provenance of a number (links.md)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..instants import nanoseconds
from . import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from .store import Row, Store

# Types that say something about the record they point at, and on which nothing rests in its turn.
_REMARKS = {"challenge": "challenged by", "endorsement": "endorsed by"}
_USES = {
    "claim": "claimed from it in",
    "artifact": "used in",
    "evaluation": "evaluated in",
    "revision": "revised in",
    "chain-record": "published in",
}
_VALIDATED = {"challenge": "challenged", "endorsement": "endorsed"}
_NAMED = {"chain-record": "published in"}


class Edge(NamedTuple):
    """One step of a trace: ``relation`` says what ``target`` is to ``origin``; None is a record that is missing.

    ``missing`` is what the link holds where no record has it.
    """

    origin: int
    relation: str
    target: int | None
    missing: str = ""


@dataclass(slots=True)
class Node:
    """A record of a trace."""

    row: Row
    value: dict[str, Any]
    title: str
    state: str


@dataclass(slots=True)
class Trace:
    """A record with everything it rests on (``basis``) and everything that rests on it (``uses``).

    Edges of ``basis`` lead from a record to what it points at, and to what was said about that. Edges of ``uses``
    lead from a record to those that point at it. ``warnings`` are what a reader must know before the rest.
    """

    root: int
    nodes: dict[int, Node] = field(default_factory=dict)
    basis: list[Edge] = field(default_factory=list)
    uses: list[Edge] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def trace(store: Store, root: Row, at: str | None = None) -> Trace:
    """Trace one record both ways.

    :param at: an instant; records created after it are left out, as if they were not known then.
    """
    found = _Tracer(store, root.key, None if at is None else nanoseconds(at))
    found.down()
    found.up()
    found.result.warnings = _warnings(found.result, at)
    return found.result


class _Tracer:
    def __init__(self, store: Store, root: int, until: int | None) -> None:
        self.store = store
        self.until = until
        self.result = Trace(root)
        self._node(store.row(root))

    def down(self) -> None:
        """Follow what records point at, from the root on, and gather what was said about each."""
        self._walk([self.result.root], lambda key: self._targets(key) + self._remarks(key), self.result.basis)

    def up(self) -> None:
        """Follow what points at records, from the root on; for an Evaluation from its claims on too."""
        start = [self.result.root]
        if self.result.nodes[self.result.root].row.type == "evaluation":
            start += [edge.target for edge in self.result.basis if edge.origin == start[0] and edge.target is not None]
        self._walk(start, self._pointing, self.result.uses)

    def _walk(self, start: list[int], steps: Callable[[int], list[Edge]], edges: list[Edge]) -> None:
        seen, waiting = set(start), deque(start)
        while waiting:
            for edge in steps(waiting.popleft()):
                edges.append(edge)
                if edge.target is not None and edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)

    def _targets(self, key: int) -> list[Edge]:
        row = self.result.nodes[key].row
        found = []
        for reference in self.store.pointing_from(key):
            if row.type in _REMARKS and reference.to == "claim" and key != self.result.root:
                continue  # the claim is where this remark was met
            rows = [other for other in self.store.with_id(reference.target) if other.type == reference.to]
            known = [other for other in rows if self._node(other)]
            if known:
                found.append(Edge(key, reference.field, known[0].key))
            elif not rows and row.type != "bundle":
                found.append(Edge(key, reference.field, None, f"{reference.to} {reference.target}"))
        if row.type == "bundle":
            for type_name, one in self.store.embedded_in(key):
                rows = [other for other in self.store.with_id(one) if other.type == type_name and self._node(other)]
                found += [Edge(key, "holds a copy of", other.key) for other in rows[:1]]
        if row.type == "chain-record":
            digest = str(self.result.nodes[key].value.get("contentHash"))
            found += [
                Edge(key, "contentHash", other.key) for other in self.store.with_digest(digest) if self._node(other)
            ]
        if row.earlier is not None:
            found += [Edge(key, "follows", other.key) for other in self.store.with_tx(row.earlier) if self._node(other)]
        return found

    def _remarks(self, key: int) -> list[Edge]:
        """Return what was said about a claim."""
        row = self.result.nodes[key].row
        if row.type != "claim" or row.id is None:
            return []
        return [
            Edge(key, _REMARKS[pointing.row.type], pointing.row.key)
            for pointing in self.store.pointing_at(row.id)
            if pointing.row.type in _REMARKS and pointing.to == "claim" and self._node(pointing.row)
        ]

    def _pointing(self, key: int) -> list[Edge]:
        """Return what rests on a record: by a link, as a copy in a bundle, by its digest, as the next publication."""
        row = self.result.nodes[key].row
        found: list[tuple[str, Row]] = []
        if row.id is not None:
            uses = _USES | (_VALIDATED if row.type == "validator" else {})
            found += [
                (uses[pointing.row.type], pointing.row)
                for pointing in self.store.pointing_at(row.id)
                if pointing.row.type in uses and pointing.to == row.type
            ]
            found += [("copied into", other) for other in self.store.embedding(row.type, row.id)]
        if row.digest is not None:
            named = [other for other in self.store.naming(row.digest) if other.key != key]
            found += [(_NAMED.get(other.type, "named by its digest in"), other) for other in named]
        if row.tx is not None:
            found += [("followed by", other) for other in self.store.after_tx(row.tx)]
        edges: dict[int, Edge] = {}
        for relation, other in found:
            if self._node(other):
                edges.setdefault(other.key, Edge(key, relation, other.key))
        return list(edges.values())

    def _node(self, row: Row) -> bool:
        """Take a record into the trace; False where it was not known at the time asked for."""
        if row.key in self.result.nodes:
            return True
        value = self.store.value(row.key)
        if self.until is not None and row.key != self.result.root and _later(value, self.until):
            return False
        self.result.nodes[row.key] = Node(row, value, words.title(value, row.type), words.state(value, row.type))
        return True


def _later(value: dict[str, Any], until: int) -> bool:
    for name in ("createdAt", "publishedAt"):
        held = value.get(name)
        moment = nanoseconds(held) if isinstance(held, str) else None
        if moment is not None:
            return moment > until
    return False


def _warnings(found: Trace, at: str | None) -> list[str]:
    """Return what must be said first: contested and retracted claims, missing links, unverified digests."""
    first: list[str] = []
    later: list[str] = []
    until = None if at is None else nanoseconds(at)
    for node in found.nodes.values():
        row, value = node.row, node.value
        name = f"{row.type} {row.id or row.digest or ''}".rstrip()
        if row.type == "claim" and value.get("status") in ("disputed", "retracted"):
            first.append(f"{name} is {value['status']}")
        if row.type == "challenge" and value.get("status", "open") in ("open", "accepted"):
            first.append(f"claim {value.get('claimId')} is challenged ({value.get('status', 'open')}): {node.title}")
        if row.type == "source" and "contentHash" in value:
            later.append(f"{name} states a content hash; whether the content has it was not checked here")
        if row.type == "source" and "contentHash" not in value:
            later.append(f"{name} has no content hash: what it held at the time cannot be told")
        if row.type == "bundle" and row.digest is None:
            first.append(f"{name} is of a version that is not known here, so it has no digest")
        updated = value.get("updatedAt")
        if until is not None and isinstance(updated, str) and (nanoseconds(updated) or 0) > until:
            first.append(f"{name} was changed after {at}; what it said then is not in these files")
    missing = [f"no record for {edge.missing}, named by {_name(found, edge)}" for edge in found.basis if edge.missing]
    published = {edge.origin for edge in found.basis if edge.relation == "contentHash"}
    for key, node in found.nodes.items():
        if node.row.type == "chain-record" and key not in published:
            missing.append(f"no bundle given has the content hash of chain-record {node.row.id}")
    return [*first, *missing, *later]


def _name(found: Trace, edge: Edge) -> str:
    row = found.nodes[edge.origin].row
    return f"{row.type} {row.id} ({edge.relation})"
