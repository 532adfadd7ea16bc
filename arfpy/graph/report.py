"""What the links of a set of records come to: every problem, and the counts (links.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import spec
from ..links import Reference, unsettled
from ..results import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .store import Row, Store


@dataclass(slots=True)
class Counts:
    """How many records and references there are, and how many problems of each code."""

    records: int = 0
    references: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    unreferenced: int = 0

    @property
    def unresolved(self) -> int:
        """How many references do not resolve, for whatever reason."""
        return sum(self.problems[code] for code in ("link.unresolved", "link.wrong-type", "link.case"))

    @property
    def failed(self) -> bool:
        """Whether any problem is an error."""
        return any(spec.codes()[code].severity == "error" for code, count in self.problems.items() if count)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, ready for JSON."""
        return {
            "records": self.records,
            "references": self.references,
            "resolved": self.references - self.unresolved,
            "unresolved": self.unresolved,
            "unreferenced": self.unreferenced,
            "problems": dict(sorted(self.problems.items())),
        }


def problems(store: Store) -> Iterator[tuple[Row, Problem]]:
    """Yield every problem of the links with the record it belongs to: references, then ids, then histories."""
    yield from _references(store)
    yield from _ids(store)
    yield from _cycles(store)


def _references(store: Store) -> Iterator[tuple[Row, Problem]]:
    """Clauses records.links, links.exact-match."""
    for row, name, pointer, to, target in store.unmatched():
        types = {other.type for other in store.with_id(target)}
        near = [other.id for other in store.nearly_with_id(target) if other.id is not None]
        violation = unsettled(Reference(name, pointer, to, target), types, near)
        if violation is not None:
            yield row, Problem(violation.code, violation.message, violation.pointer, row.line)


def _ids(store: Store) -> Iterator[tuple[Row, Problem]]:
    """Clause links.unique-ids: told at every record of a group but the first."""
    for first, *others in store.repeated_ids():
        for row in others:
            place = f"{first.source}:{first.line}"
            if row.digest is not None and row.digest == first.digest:
                problem = Problem("link.repeated-record", f"the same {row.type} stands at {place}", "/id", row.line)
            else:
                message = f"another {row.type} with the id {row.id} stands at {place}"
                problem = Problem("link.duplicate-id", message, "/id", row.line)
            yield row, problem


def _cycles(store: Store) -> Iterator[tuple[Row, Problem]]:
    """Clause links.history: one problem for each cycle, at its record that was given first."""
    earlier: dict[str, list[str]] = {}
    for tx, before in store.histories():
        earlier.setdefault(tx, []).append(before)
    done: set[str] = set()
    for start in earlier:
        path: list[str] = []
        at: dict[str, int] = {}
        waiting = [(start, 0)]
        while waiting:
            tx, depth = waiting.pop()
            while len(path) > depth:
                del at[path.pop()]
            if tx in at:
                cycle = path[at[tx] :]
                row = min(row for one in cycle for row in store.with_tx(one))
                message = f"{len(cycle)} publications name each other in a circle as the one before"
                yield row, Problem("link.cycle", message, "/previousVersionTx", row.line)
            elif tx not in done:
                done.add(tx)
                at[tx] = len(path)
                path.append(tx)
                waiting += [(before, len(path)) for before in earlier.get(tx, ())]
