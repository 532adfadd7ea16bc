"""Writing records from a program: ids, instants, and a line that is sure to be valid."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from .check import Check
from .errors import ArfError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .results import Result


class InvalidRecordError(ArfError, ValueError):
    """A record that was to be written breaks a rule. ``result`` holds every problem; the error is the first."""

    def __init__(self, result: Result) -> None:
        problem = next(one for one in result.problems if one.as_dict()["severity"] == "error")
        super().__init__(problem.code, problem.message, pointer=problem.pointer)
        self.result = result


def new_id() -> str:
    """Return a new random id (clause records.uuid)."""
    return str(uuid4())


def now() -> str:
    """Return this moment as an instant in UTC, with microseconds (clause records.instants)."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def record_line(record: Mapping[str, Any], type_name: str) -> str:
    """Return a record as one line of NDJSON, its newline included, after checking it.

    Members keep their order; the digest does not depend on it.

    :param type_name: the type it must have, such as ``claim``.
    :raises InvalidRecordError: it breaks a rule of its type.
    :raises TypeError: a value is none that JSON has.
    """
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), check_circular=True)
    # Half a surrogate pair is a text in Python and none in UTF-8: the check says so with its place.
    result = Check(type_name).record(text.encode("utf-8", "surrogatepass"), "the record")
    if not result.passed:
        raise InvalidRecordError(result)
    return text + "\n"
