"""The mapping file: which claims a person states about a result, and which results each is about.

TOML, because a person writes it. Nothing in it is invented by the importer: an Evaluation that no claim of the mapping
is about is not written.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..writing import InvalidRecordError, record_line

if TYPE_CHECKING:
    from collections.abc import Mapping as MappingOf

_MEMBERS = {"question": dict, "claims": list, "createdAt": str, "createdBy": str, "table": dict}
_TABLE = {"numbers": list, "delimiter": str, "id": str, "engine": str, "protocolVersion": str}


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """A claim, and what a result must hold for the claim to be about it: every member of ``match`` as given."""

    record: dict[str, Any]
    match: dict[str, Any]

    def is_about(self, result: dict[str, Any]) -> bool:
        """Say whether a result has all the values that the claim names."""
        return all(name in result and result[name] == value for name, value in self.match.items())


@dataclass(frozen=True, slots=True)
class Mapping:
    """What a mapping file says. ``created_at`` and ``created_by`` go into the records; ``table`` is for tables only."""

    claims: list[StatedClaim]
    question: dict[str, Any] | None = None
    created_at: str | None = None
    created_by: str | None = None
    table: dict[str, Any] = field(default_factory=dict)


def load(text: str, name: str) -> Mapping:
    """Read a mapping file.

    Claims and the question are the members of their records without ``createdAt``, ``sourceIds`` and ``questionId``,
    which the importer knows; a claim also has ``match``.

    :param name: the file's name, for messages.
    :raises UsageError: it is not TOML, or holds what is not defined.
    """
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}", "Correct the mapping file.") from None
    _known(value, _MEMBERS, name)
    if not value.get("claims"):
        hint = "State at least one claim: what do you say that the result shows?"
        raise UsageError(f"{name} states no claim, and an Evaluation is about claims", hint)
    _known(value.get("table", {}), _TABLE, f"[table] of {name}")
    claims = []
    for number, one in enumerate(value["claims"], start=1):
        where = f"claim {number} of {name}"
        if not isinstance(one, dict) or not isinstance(one.get("match", {}), dict):
            raise UsageError(
                f"{where} is no table with members", "Write it as [[claims]] with id, statement and confidence."
            )
        record = {key: held for key, held in one.items() if key != "match"}
        _mapped(record, ("sourceIds", "questionId", "createdAt"), where)
        claims.append(StatedClaim(record, one.get("match", {})))
    question = value.get("question")
    if question is not None:
        _mapped(question, ("createdAt",), f"the question of {name}")
    return Mapping(claims, question, value.get("createdAt"), value.get("createdBy"), value.get("table", {}))


def _known(value: dict[str, Any], members: MappingOf[str, type], where: str) -> None:
    for key, held in value.items():
        if key not in members:
            raise UsageError(f"{where} holds {key}, which is not defined", f"Defined are {', '.join(members)}.")
        if not isinstance(held, members[key]):
            raise UsageError(f"{key} in {where} has the wrong type", "Write it as the documentation shows.")


def _mapped(record: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in known:
        if key in record:
            raise UsageError(f"{where} holds {key}, which the import sets", f"Leave {key} out.")


def checked(record: dict[str, Any], type_name: str, where: str) -> str:
    """Return a record as a line. :raises UsageError: it is not valid."""
    try:
        return record_line(record, type_name)
    except InvalidRecordError as error:
        at = f" at {error.pointer}" if error.pointer else ""
        raise UsageError(f"{where} is no valid {type_name}: {error.message}{at} [{error.code}]", error.hint) from None
