"""The canonical form ``rfc8785-jcs-v1``: RFC 8785 (JCS), used for records and bundles.

Two writers, one result. Most documents hold nothing on which the standard library's encoder and RFC 8785
differ; the strict parse sees that (``Document.plain``) and the C encoder writes them. Everything else takes
the general writer below. A differential test holds the two together.

Clauses canonicalization.array-order, canonicalization.white-space, canonicalization.unicode and
canonicalization.idempotent.
"""

from __future__ import annotations

from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..errors import CanonicalizationError
from ..strict_json import MAX_DEPTH, escape_pointer
from .numbers import exact_integer, number_text

if TYPE_CHECKING:
    from ..strict_json import Document

VERSION = "rfc8785-jcs-v1"

# What JSONEncoder.encode builds anew for every call; the arguments after the separators are sort_keys, skipkeys and
# allow_nan. An interpreter without the C part of json has none, and every document takes the general writer.
_chunks = c_make_encoder and c_make_encoder(None, None, encode_basestring, None, ":", ",", True, False, False)


def canonical_bytes(document: Document) -> bytes:
    """Return the canonical bytes (UTF-8, no final newline) of a parsed document."""
    if not document.plain or _chunks is None:
        return encode(document.value)
    value = document.value
    if type(value) is list and not document.text.isascii():
        # One character beyond U+FFFF makes a whole Python string four bytes wide; item by item, most stay narrow.
        return b"[" + b",".join([_plain(item) for item in value]) + b"]"
    return _plain(value)


def _plain(value: Any) -> bytes:
    return "".join(_chunks(value, 0)).encode("utf-8")


def encode(value: Any) -> bytes:
    """Return the canonical bytes of a Python value made of dict, list, str, int, float, bool and None.

    :raises CanonicalizationError: a number that is not finite or not exact as a double, a lone surrogate,
        nesting deeper than 256 (clauses canonicalization.non-finite, .integers, .surrogates, .depth).
    :raises TypeError: a value or key of a type that JSON does not have.
    """
    parts: list[str] = []
    _write(value, parts.append, 1)
    return "".join(parts).encode("utf-8")


def _write(value: Any, put: Any, depth: int) -> None:
    kind = type(value)
    if kind is str:
        put(_string(value))
    elif kind is dict:
        _write_object(value, put, depth)
    elif kind is list or kind is tuple:
        _write_array(value, put, depth)
    elif value is None:
        put("null")
    elif value is True:
        put("true")
    elif value is False:
        put("false")
    else:
        put(_number(value))


# A fault deep inside learns its pointer on the way up, one step per level, so that sound values pay nothing for it.


def _write_array(items: Any, put: Any, depth: int) -> None:
    _check_depth(depth)
    put("[")
    index = 0
    try:
        for index, item in enumerate(items):
            if index:
                put(",")
            _write(item, put, depth + 1)
    except CanonicalizationError as error:
        error.pointer = f"/{index}{error.pointer}"
        raise
    put("]")


def _write_object(value: dict[str, Any], put: Any, depth: int) -> None:
    """RFC 8785 section 3.2.3: sorted by UTF-16 code units (clause canonicalization.key-order)."""
    _check_depth(depth)
    names = _sorted_names(value)
    put("{")
    name = ""
    try:
        for index, name in enumerate(names):
            put(f",{encode_basestring(name)}:" if index else f"{encode_basestring(name)}:")
            _write(value[name], put, depth + 1)
    except CanonicalizationError as error:
        error.pointer = f"/{escape_pointer(name)}{error.pointer}"
        raise
    put("}")


def _sorted_names(value: dict[str, Any]) -> list[str]:
    for name in value:
        if type(name) is not str:
            message = f"a member name has type {type(name).__name__}; JSON has only strings there"
            raise TypeError(message)
    if "".join(value).isascii():
        return sorted(value)
    for name in value:
        # A surrogate would not survive the sort below, nor could UTF-8 hold it.
        _string(name)
    return sorted(value, key=_utf16)


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be")


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        message = f"arrays and objects are nested deeper than {MAX_DEPTH}"
        raise CanonicalizationError("json.too-deep", message)


def _string(text: str) -> str:
    """RFC 8785 section 3.2.2.2: only what JSON requires is escaped (clause canonicalization.strings)."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            message = f"a string holds the lone surrogate U+{ord(text[error.start]):04X}"
            raise CanonicalizationError("json.lone-surrogate", message) from None
    return encode_basestring(text)


def _number(value: Any) -> str:
    """RFC 8785 section 3.2.2.3, and clause canonicalization.integers for large integers."""
    if type(value) is float:
        if not isfinite(value):
            message = f"{value!r} has no JSON form"
            raise CanonicalizationError("number.not-finite", message)
        return number_text(value)
    if type(value) is not int:
        message = f"a value of type {type(value).__name__} has no JSON form"
        raise TypeError(message)
    number = exact_integer(_decimal(value))
    if number is None:
        message = "a reader with doubles would change this integer"
        raise CanonicalizationError("number.inexact-integer", message)
    if type(number) is float:
        if not isfinite(number):
            raise _overflow()
        return number_text(number)
    return str(number)


def _decimal(value: int) -> str:
    # str() refuses integers of more than 4300 digits; all of them overflow a double.
    if value.bit_length() > 1100:
        raise _overflow()
    return str(value)


def _overflow() -> CanonicalizationError:
    return CanonicalizationError("number.overflow", "the integer is too large for a double")
