"""From results of one file to records: Question, Source, Claims and Evaluations that point at each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from ..errors import UsageError
from .mapping import Mapping, checked

# Ids of what an import makes are derived from the file and the result, so that the same import makes the same records.
_NAMESPACE = UUID("b2a3c1d0-6a1f-5e0c-9d57-0a4f1c2e7b65")


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a tool.

    ``key`` tells it apart within its file. ``facts`` are what a claim may match on. ``payload`` is what the tool wrote.
    """

    key: str
    facts: dict[str, Any]
    payload: Any


@dataclass(slots=True)
class Imported:
    """What an import found.

    ``left`` are sentences about results that have no record, and why. ``aside`` are sentences about what the file says
    beside its results; that is in no record but in the Source, which is the file.
    """

    engine: str
    engine_version: str
    results: list[Result]
    created_at: str | None = None
    left: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Made:
    """The records of an import as lines of NDJSON, by type; ``left`` and ``aside`` as in :class:`Imported`."""

    lines: dict[str, list[str]]
    left: list[str]
    aside: list[str]

    def text(self) -> str:
        """Return all records, in an order in which each points at earlier ones."""
        return "".join(line for lines in self.lines.values() for line in lines)


def make(data: bytes, name: str, imported: Imported, mapping: Mapping) -> Made:
    """Return the records of an import.

    :param data: the exact bytes of the file; its Source carries their SHA-256.
    :raises UsageError: no instant is known, a claim of the mapping is about no result, or a record is not valid.
    """
    digest = sha256(data).hexdigest()
    created_at = mapping.created_at or imported.created_at
    if created_at is None:
        hint = 'Add createdAt = "2026-12-01T10:00:00Z" to the mapping file: when the results were made.'
        raise UsageError(f"{name} does not say when its results were made", hint)
    common = {"createdAt": created_at} | ({} if mapping.created_by is None else {"createdBy": mapping.created_by})
    source = {
        "id": _id(digest, "source"),
        "type": "dataset",
        "title": name,
        "contentHash": f"sha256:{digest}",
        **common,
    }
    lines: dict[str, list[str]] = {"question": [], "source": [], "claim": [], "evaluation": []}
    if mapping.question is not None:
        lines["question"].append(checked({**mapping.question, **common}, "question", "the question"))
    lines["source"].append(checked(source, "source", "the source"))
    about: dict[str, list[str]] = {}
    for number, stated in enumerate(mapping.claims, start=1):
        links = {"sourceIds": [source["id"]]} | (
            {} if mapping.question is None else {"questionId": mapping.question["id"]}
        )
        where = f"claim {number} of the mapping"
        lines["claim"].append(checked({**stated.record, **links, **common}, "claim", where))
        found = [result.key for result in imported.results if stated.is_about(result.facts)]
        if not found:
            raise UsageError(
                f"{where} is about no result in {name}", f"Its match is {stated.match}; {_choices(imported)}"
            )
        for key in found:
            about.setdefault(key, []).append(stated.record["id"])
    left = list(imported.left)
    for result in imported.results:
        if result.key not in about:
            left.append(f"{result.key}: no claim of the mapping is about it, so it has no Evaluation")
            continue
        evaluation = {
            "id": _id(digest, f"evaluation {result.key}"),
            "claimIds": about[result.key],
            "engine": imported.engine,
            "protocolVersion": imported.engine_version,
            "payload": result.payload,
            **common,
        }
        lines["evaluation"].append(checked(evaluation, "evaluation", f"the evaluation of {result.key}"))
    return Made(lines, left, imported.aside)


def _id(digest: str, key: str) -> str:
    return str(uuid5(_NAMESPACE, f"{digest} {key}"))


def _choices(imported: Imported) -> str:
    shown = [str(result.facts) for result in imported.results[:5]]
    return f"results have {'; '.join(shown)}." if shown else "there is no result in the file."
