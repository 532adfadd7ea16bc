"""A request of the HTTP interface: one JSON object in, the exact bytes of each of its members out.

The documents inside are judged by their own rules from their own bytes (clause receipts.http), as if each had come in
a file of its own. So nothing here looks into them beyond the grammar of RFC 8259: repeated names, spellings of numbers
and depth are for the gates. The reader keeps a list instead of recursing, so no depth of nesting ends it.
"""

from __future__ import annotations

import json
import re

from ..errors import StrictJsonError
from ..strict_json import decode

_TOKEN = re.compile(
    rb"""[ \t\n\r]*+(
      [\[\]{},:]
    | "[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"
    | -?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null
    )""",
    re.VERBOSE,
)
_SPACE = b" \t\n\r"

# What may come next. A list of the last two, and _END below them, says where the reader is inside.
_VALUE, _FIRST_ITEM, _NAME, _FIRST_NAME, _COLON, _AFTER_ITEM, _AFTER_MEMBER, _END = range(8)
# The kinds of token by their first byte; all others begin a number or a literal.
_KINDS = {byte: chr(byte) for byte in b'{}[],:"'}
_SCALAR = "0"
_INSIDE = {"{": _AFTER_MEMBER, "[": _AFTER_ITEM}
_COMPLETE = -1
_STEPS = {
    (_NAME, '"'): _COLON,
    (_FIRST_NAME, '"'): _COLON,
    (_COLON, ":"): _VALUE,
    (_AFTER_MEMBER, ","): _NAME,
    (_AFTER_ITEM, ","): _VALUE,
    (_FIRST_NAME, "}"): _COMPLETE,
    (_AFTER_MEMBER, "}"): _COMPLETE,
    (_FIRST_ITEM, "]"): _COMPLETE,
    (_AFTER_ITEM, "]"): _COMPLETE,
}
for _state in (_VALUE, _FIRST_ITEM):
    _STEPS |= {(_state, '"'): _COMPLETE, (_state, _SCALAR): _COMPLETE}
    _STEPS |= {(_state, "{"): _FIRST_NAME, (_state, "["): _FIRST_ITEM}


class RequestError(Exception):
    """The request as a whole is not what it has to be.

    :param reason: why, without a value of the request.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def members(data: bytes, required: frozenset[str], optional: frozenset[str] = frozenset()) -> dict[str, bytes]:
    """Return the bytes of each member of a JSON object, as they stand in its text.

    :param data: the body of the request. :param required: names that have to be there. :param optional: that may be.
    :raises RequestError: it is not JSON of RFC 8259 in UTF-8, not an object, or has other members than these.
    """
    try:
        decode(data)
    except StrictJsonError as error:
        raise RequestError(f"the request is not JSON: {error.message}") from None
    found: dict[str, bytes] = {}
    for name, value in _members(data):
        if name not in required | optional:
            raise RequestError("the request has a member that is not defined")
        if name in found:
            raise RequestError(f"the member {name} stands twice in the request")
        found[name] = value
    for name in sorted(required - found.keys()):
        raise RequestError(f"the request lacks the member {name}")
    return found


def _members(data: bytes) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    inside = [_END]
    state, at, start, name = _VALUE, 0, 0, ""
    while state != _END:
        match = _TOKEN.match(data, at)
        kind = _KINDS.get(data[match.start(1)], _SCALAR) if match else ""
        step = _STEPS.get((state, kind))
        if match is None or step is None:
            raise RequestError(f"the request is not JSON: byte {at} or the white space after it")
        at = match.end()
        if len(inside) == 2 and step == _COLON:
            name = json.loads(match[1].decode("utf-8"))
        elif len(inside) == 2 and state == _VALUE:
            start = match.start(1)
        if kind in _INSIDE:
            inside.append(_INSIDE[kind])
        elif kind in "}]":
            inside.pop()
        state = inside[-1] if step == _COMPLETE else step
        if step == _COMPLETE and len(inside) == 2:
            found.append((name, data[start:at]))
    if data[at:].strip(_SPACE):
        raise RequestError("the request is not JSON: something follows the object")
    if not data.lstrip(_SPACE).startswith(b"{"):
        raise RequestError("the request is not a JSON object")
    return found
