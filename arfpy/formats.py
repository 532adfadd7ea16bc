"""The formats that schemas name, asserted by our own checks, and ``pattern`` with its ECMA-262 meaning."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from .instants import is_instant

if TYPE_CHECKING:
    from collections.abc import Callable

_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")

# RFC 3986 appendix A, top down: URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
_PCT = "%[0-9A-Fa-f]{2}"
_UNRESERVED = r"A-Za-z0-9._~\-"
_SUB_DELIMS = "!$&'()*+,;="
_PCHAR = f"(?:[{_UNRESERVED}{_SUB_DELIMS}:@]|{_PCT})"
_DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = rf"{_DEC_OCTET}(?:\.{_DEC_OCTET}){{3}}"
_H16 = "[0-9A-Fa-f]{1,4}"
_LS32 = f"(?:{_H16}:{_H16}|{_IPV4})"
_IPV6 = (
    "(?:"
    + "|".join(
        [f"(?:{_H16}:){{6}}{_LS32}", f"::(?:{_H16}:){{5}}{_LS32}"]
        + [f"(?:(?:{_H16}:){{0,{before}}}{_H16})?::(?:{_H16}:){{{4 - before}}}{_LS32}" for before in range(5)]
        + [f"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}", f"(?:(?:{_H16}:){{0,6}}{_H16})?::"]
    )
    + ")"
)
_IP_LITERAL = rf"\[(?:{_IPV6}|[vV][0-9A-Fa-f]+\.[{_UNRESERVED}{_SUB_DELIMS}:]+)\]"
_REG_NAME = f"(?:[{_UNRESERVED}{_SUB_DELIMS}]|{_PCT})*"
_USERINFO = f"(?:[{_UNRESERVED}{_SUB_DELIMS}:]|{_PCT})*@"
_AUTHORITY = f"(?:{_USERINFO})?(?:{_IP_LITERAL}|{_REG_NAME})(?::[0-9]*)?"
_HIER_PART = f"(?://{_AUTHORITY}(?:/{_PCHAR}*)*|/(?:{_PCHAR}+(?:/{_PCHAR}*)*)?|{_PCHAR}+(?:/{_PCHAR}*)*|)"
_QUERY = f"(?:{_PCHAR}|[/?])*"
_URI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:{_HIER_PART}(?:\?{_QUERY})?(?:#{_QUERY})?")


def is_uuid(text: str) -> bool:
    """Say whether a text is 8-4-4-4-12 hexadecimal digits in either case (clause records.uuid)."""
    return _UUID.fullmatch(text) is not None


def is_uri(text: str) -> bool:
    """Say whether a text is an absolute URI of RFC 3986, which is ASCII (clause records.urls)."""
    return _URI.fullmatch(text) is not None


FORMATS: dict[str, Callable[[str], bool]] = {"uuid": is_uuid, "date-time": is_instant, "uri": is_uri}

# Where Python's meaning differs from ECMA-262's, the ECMA-262 meaning spelled for Python. The white space
# list is that of ECMA-262 (WhiteSpace and LineTerminator).
_SPACES = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_", "s": _SPACES}
# A count without its least, and a quantifier after a quantifier.
_NOT_SHARED = re.compile(r"\{,|[*+?}][+*{]")
# Meant alike by both once the classes above are spelled out.
_SAME_ESCAPES = frozenset("tnrfv^$\\.*+?()[]{}|/-")


@cache
def ecma_pattern(pattern: str) -> re.Pattern[str]:
    r"""Compile a schema's ``pattern`` so that it means what ECMA-262 says (clause records.patterns).

    ``$`` matches only at the very end, ``\d`` and ``\w`` are ASCII.

    :raises ValueError: a construct whose meaning the two languages do not share.
    """
    if _NOT_SHARED.search(pattern):
        raise ValueError(f"pattern {pattern!r} is not in the subset that Python and ECMA-262 share")
    out: list[str] = []
    in_class = False
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "\\":
            at += 1
            out.append(_escape(pattern[at : at + 1], in_class=in_class))
        elif in_class:
            if character == "[":
                out.append("\\[")
            else:
                out.append(character)
                in_class = character != "]"
        elif character == "[":
            _refuse_odd_class(pattern, at)
            in_class = True
            out.append(character)
        elif character == "$":
            out.append(r"\Z")
        elif character == ".":
            out.append(r"[^\n\r\u2028\u2029]")
        elif pattern.startswith("(?", at) and pattern[at + 2 : at + 3] not in (":", "=", "!"):
            message = f"pattern {pattern!r}: group {pattern[at : at + 4]!r} is not in the shared subset"
            raise ValueError(message)
        else:
            out.append(character)
        at += 1
    return re.compile("".join(out))


def _refuse_odd_class(pattern: str, at: int) -> None:
    if pattern[at + 1 : at + 3].removeprefix("^").startswith("]"):
        raise ValueError(f"pattern {pattern!r}: a class that begins with its end is not in the shared subset")


def _escape(letter: str, *, in_class: bool) -> str:
    if letter in _CLASSES:
        return _CLASSES[letter] if in_class else f"[{_CLASSES[letter]}]"
    if letter.lower() in _CLASSES and letter and not in_class:
        return f"[^{_CLASSES[letter.lower()]}]"
    if letter and letter in _SAME_ESCAPES:
        return "\\" + letter
    message = f"escape \\{letter} is not in the subset that Python and ECMA-262 share"
    raise ValueError(message)
