"""A file of answers in place of a program: the responses of the JSON Lines protocol (clause conformance.answers)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import StrictJsonError, UsageError
from ..schema import shown
from ..strict_json import parse
from .cases import OPS, Answer
from .responses import MalformedError, response_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .cases import Case

_HINT = "Write a JSON array of responses, or one response per line, as arf conformance export explains."


def read(data: bytes, name: str, cases: Sequence[Case]) -> dict[str, Answer]:
    """Return the answer to each case that the file answers, by id.

    :param data: a JSON array of responses, or one response per line. :param name: what to call it.
    :raises UsageError: it is not one, with the place of the fault.
    """
    known = {case.id: case for case in cases}
    found: dict[str, Answer] = {}
    for place, value in _responses(data, name):
        if not isinstance(value, dict):
            raise UsageError(f"{place}: a response is a JSON object", _HINT)
        case = known.get(value["id"]) if isinstance(value.get("id"), str) else None
        if case is None:
            hint = "Take the ids from requests.jsonl of the export. An export of another version has other cases."
            raise UsageError(f"{place}: there is no case {shown(value.get('id'))}", hint)
        if case.id in found:
            raise UsageError(f"{place}: {case.id} is answered a second time", "Keep one of the two.")
        try:
            found[case.id] = response_of(case, value)
        except MalformedError as error:
            raise UsageError(f"{place}: {error}", _HINT) from None
    if not found:
        raise UsageError(f"{name} holds no response", _HINT)
    return found


def operations(found: Iterable[str]) -> list[str]:
    """Return the operations that were answered at least once, by the ids of the answers."""
    begun = {one.partition("/")[0] for one in found}
    return [op for op in OPS if op in begun]


def filled(cases: Sequence[Case], found: dict[str, Answer]) -> list[tuple[Case, Answer]]:
    """Return each case with its answer. A case left out is an error, as it is when a program says nothing."""
    missing = Answer("error", detail="the file holds no response to it")
    return [(case, found.get(case.id, missing)) for case in cases]


def _responses(data: bytes, name: str) -> Iterator[tuple[str, Any]]:
    if data.lstrip(b" \t\r\n").startswith(b"["):
        value = _parsed(data, name, 1)
        for index, response in enumerate(value):
            yield f"{name}: response {index + 1}", response
        return
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip(b" \t\r"):
            yield f"{name}:{number}", _parsed(line, name, number)


def _parsed(data: bytes, name: str, first_line: int) -> Any:
    try:
        return parse(data).value
    except StrictJsonError as error:
        line = first_line + (error.line or 1) - 1
        raise UsageError(f"{name}:{line}:{error.column}: {error.message}", error.hint) from None
