"""Who may see a record: statements about its digest, kept apart from it (disclosure.md)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from . import spec
from .errors import ArfError, UsageError
from .instants import nanoseconds
from .schema import explain, validator_class
from .strict_json import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .inputs import RecordText

# From the strictest to the most open: where two statements of one moment differ, the stricter one counts.
STATES = ("private", "restricted", "public")
PUBLIC = "public"


@cache
def _validator() -> Any:
    path = spec.folder() / "schemas" / "disclosure.schema.json"
    return validator_class()(json.loads(path.read_text(encoding="utf-8")))


@dataclass(slots=True)
class Statements:
    """What was stated about records, by their digests."""

    _newest: dict[str, tuple[int, int, str]] = field(default_factory=dict)

    def state(self, digest: str) -> str:
        """Return who may see a record: what its newest statement says, or ``private`` where there is none.

        Clauses disclosure.absent and disclosure.newest.
        """
        return self._newest[digest][2] if digest in self._newest else STATES[0]

    def add(self, statement: dict[str, Any]) -> None:
        """Take one statement that its schema accepts."""
        digest, state = statement["recordDigest"], statement["disclosure"]
        moment = nanoseconds(statement["statedAt"])
        assert moment is not None  # the schema asserts the format
        found = (moment, -STATES.index(state), state)
        if digest not in self._newest or found > self._newest[digest]:
            self._newest[digest] = found


def load(records: Iterable[tuple[str, RecordText]]) -> Statements:
    """Read statements, one JSON text each (clause disclosure.statement).

    :raises UsageError: one of them is not a statement. None of them is used then: a statement that cannot be read
        might be the one that takes another back.
    """
    found = Statements()
    for source, record in records:
        place = f"{source}:{record.line}"
        try:
            value = parse(record.data).value
        except ArfError as error:
            raise UsageError(f"{place} is no disclosure statement: {error.message}", error.hint) from None
        violations = explain(_validator(), value)
        if violations:
            code, pointer, message, _ = violations[0]
            where = f" at {pointer}" if pointer else ""
            raise UsageError(f"{place} is no disclosure statement: {message}{where} [{code}]", spec.codes()[code].next)
        found.add(value)
    return found


def statement(digest: str, state: str, by: str, at: str) -> dict[str, Any]:
    """Return a new statement. :raises UsageError: a member breaks the schema."""
    made = {"recordDigest": digest, "disclosure": state, "statedBy": by, "statedAt": at}
    for code, pointer, message, _ in explain(_validator(), made):
        raise UsageError(f"{message} at {pointer} [{code}]", spec.codes()[code].next)
    return made
