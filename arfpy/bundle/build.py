"""From an artifact and the records it names to the bundle that is published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import disclosure
from ..canonical import jcs
from ..check import Check
from ..errors import InternalFault
from .members import excerpt, lacking
from .versions import CANONICALIZATION_VERSION, SCHEMA_VERSION

if TYPE_CHECKING:
    from ..disclosure import Statements
    from ..graph.store import Row, Store


class BuildRefused(Exception):  # noqa: N818 - a refusal, not a fault
    """No bundle can be built. ``reasons`` are sentences, each naming a record and its place."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


@dataclass(slots=True)
class _Builder:
    store: Store
    statements: Statements
    reasons: list[str]

    def record(self, type_name: str, one: str, named_by: str) -> dict[str, Any] | None:
        """Return the one record of a type and id, when it may be published; else note why not."""
        rows = [row for row in self.store.with_id(one) if row.type == type_name]
        if not rows:
            self.reasons.append(f"{named_by} names the {type_name} {one}, and no record given has that id")
            return None
        if len({row.digest for row in rows}) > 1:
            places = " and ".join(_place(row) for row in rows)
            self.reasons.append(f"two different records are the {type_name} {one}: {places}")
            return None
        row = rows[0]
        value: dict[str, Any] = self.store.value(row.key)
        result = Check(type_name).record(jcs.encode(value), row.source)
        if not result.passed:
            problem = result.problems[0]
            where = f" at {problem.pointer}" if problem.pointer else ""
            self.reasons.append(f"the {type_name} at {_place(row)} is not valid: {problem.message}{where}")
        missing = lacking(value, type_name)
        if missing:
            self.reasons.append(
                f"the {type_name} at {_place(row)} has no {' and no '.join(missing)}, which a bundle needs"
            )
        state = self.statements.state(str(row.digest))
        if state != disclosure.PUBLIC:
            self.reasons.append(f"the {type_name} at {_place(row)} is not stated public but {state} ({row.digest})")
        return value


def build(store: Store, artifact: Row, statements: Statements, *, published_by: str, published_at: str) -> bytes:
    """Return the canonical bytes of the bundle of an artifact.

    Claims stand in the order of the artifact's ``claimIds``; sources in the order of its ``sourceIds``, then those that
    only a claim names, in the order of the claims. The same records, publisher and instant give the same bytes.

    :param store: all records, with their values.
    :param published_at: an instant.
    :raises BuildRefused: a record is missing, stands for two, is not valid, lacks a member that a bundle needs, or is
        not stated public (clauses links.unique-ids, bundle.members, disclosure.publishing).
    """
    builder = _Builder(store, statements, [])
    value = builder.record("artifact", str(artifact.id), "the call") or {}
    named_by = f"the artifact at {_place(artifact)}"
    claims = [(one, builder.record("claim", one, named_by)) for one in dict.fromkeys(value.get("claimIds", ()))]
    wanted = dict.fromkeys(value.get("sourceIds", ()), named_by)
    for one, claim in claims:
        for source in (claim or {}).get("sourceIds", ()):
            wanted.setdefault(source, f"the claim {one}")
    sources = [builder.record("source", one, by) for one, by in wanted.items()]
    question = None
    if "questionId" in value:
        question = builder.record("question", value["questionId"], named_by)
    if builder.reasons:
        raise BuildRefused(builder.reasons)
    bundle: dict[str, Any] = {
        "schemaVersion": SCHEMA_VERSION,
        "canonicalizationVersion": CANONICALIZATION_VERSION,
        "artifact": excerpt(value, "artifact"),
        "claims": [excerpt(claim, "claim") for _, claim in claims if claim is not None],
        "sources": [excerpt(source, "source") for source in sources if source is not None],
        "publishedBy": published_by,
        "publishedAt": published_at,
    }
    if question is not None:
        bundle["question"] = excerpt(question, "question")
    return _checked(bundle)


def _checked(bundle: dict[str, Any]) -> bytes:
    data = jcs.encode(bundle)
    result = Check("bundle").record(data, "the bundle")
    if not result.passed:
        message = f"the bundle that was built is not valid: {result.problems[0].message}"
        raise InternalFault(message)
    return data


def _place(row: Row) -> str:
    return f"{row.source}:{row.line}"
