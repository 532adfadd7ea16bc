"""Bytes shown to a person: as text where they are UTF-8, in hexadecimal elsewhere, cut around what matters."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from ..reporters.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDTH = 160  # characters of an input, and bytes around a difference
_LEAD = 24  # bytes shown before a difference


def shown(data: bytes, around: int | None = None) -> str:
    """Return bytes for a person on one line.

    :param around: the offset that has to be seen; None begins at the start.
    """
    start = 0 if around is None or around < _WIDTH - _LEAD else around - _LEAD
    part = data[start : start + _WIDTH]
    before, after = "…" if start else "", "…" if start + _WIDTH < len(data) else ""
    try:
        text = printable(data.decode("utf-8")) if not (before or after) else None
    except UnicodeDecodeError:
        text = None
    if text is None:
        text = printable(part.decode("ascii")) if part.isascii() else f"hex {part.hex()}"
    return f"{before}{text}{after}" if data else "(nothing)"


def rows(result: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a person needs to see of a result that did not pass: a name and a text each."""
    yield "what", result["comment"]
    for name, text in result["given"].items():
        yield name, shown(base64.b64decode(text))
    offset = result.get("first_difference")
    yield "expected", _answer(result["expected"], offset)
    yield "got", _answer(result["got"], offset)
    if offset is not None:
        due, got = (base64.b64decode(result[side]["output"]) for side in ("expected", "got"))
        yield "differs", f"at byte {offset}: expected {_byte(due, offset)}, got {_byte(got, offset)}"
    yield "clause", f"{result['clause']} ({address(result['clause'])})"


def _answer(response: dict[str, Any], offset: int | None) -> str:
    if response["result"] == "reject":
        return f"reject {response['code']}"
    output = shown(base64.b64decode(response["output"]), offset) if "output" in response else response.get("digest", "")
    if response["result"] == "error":
        return f"no answer: {printable(response['message'])}" + (f" [{output}]" if output else "")
    return f"accept {printable(output)}".rstrip()


def _byte(data: bytes, offset: int) -> str:
    return f"{data[offset]:02x}" if offset < len(data) else "the end"


def address(clause: str) -> str:
    """Return where a clause stands, below the site's front page."""
    return f"spec/v0.1/{clause.partition('.')[0]}/#{clause}"
