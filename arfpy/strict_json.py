"""Strict JSON: bytes in, a value out, or the first refusal of canonicalization.md with its place.

The fast path asks the standard library's C scanner and keeps no places. Whatever it cannot vouch for is
handed to :mod:`arfpy.places`, which reads again, slowly, and alone decides what is refused and where.
"""

from __future__ import annotations

import json
import json.scanner
import re
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

from .canonical.numbers import MAX_SAFE, exact_integer
from .errors import StrictJsonError
from .lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 256

_BOM = b"\xef\xbb\xbf"
_NOT_BRACKET_OR_QUOTE = bytes(byte for byte in range(256) if byte not in b'[]{}"')
# The lead bytes of characters beyond U+FFFF in UTF-8.
_ASTRAL_LEADS = (b"\xf0", b"\xf1", b"\xf2", b"\xf3", b"\xf4")

# The escapes that could be taken for a quote, or hide one.
_QUOTE_ESCAPE = re.compile(rb'\\[\\"]')
_UPPER_ESCAPE = re.compile(rb"\\u[eEfF]")
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
# What may hold a surrogate escape and is sound: an escaped backslash before a plain "u", and a whole pair.
_SOUND_ESCAPE = re.compile(rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


# The scanner that json falls back to in pure Python reads digits of other scripts and odd escapes.
_HAS_C_SCANNER = json.scanner.c_make_scanner is not None  # type: ignore[attr-defined]


@dataclass(slots=True)
class Document:
    """A parsed JSON text.

    ``value`` holds dict, list, str, bool, None and numbers: an int where the value is whole and at most
    2**53 - 1, else a float. ``plain`` says that the standard library's encoder writes its canonical form.
    ``warnings`` are problems that do not refuse the text, as ``(code, pointer, offset)``.
    """

    text: str
    value: Any
    plain: bool
    warnings: tuple[tuple[str, str, int], ...] = ()


class _Unusual(Exception):  # noqa: N818 - a signal inside this module, never seen outside
    """Legal, but not in the standard library's encoder's power."""


class _Doubtful(Exception):  # noqa: N818 - as above
    """Refused or worth a warning: the careful reader decides."""


def decode(data: bytes) -> str:
    """Return the text of UTF-8 bytes (clauses canonicalization.utf-8, .byte-order-mark).

    :raises StrictJsonError: ``json.byte-order-mark`` or ``json.invalid-utf8``, with line and column.
    """
    if data.startswith(_BOM):
        message = "the text begins with a byte-order mark (bytes EF BB BF)"
        raise StrictJsonError("json.byte-order-mark", message, line=1, column=1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = Lines(before).place(len(before))
        message = f"byte {data[error.start]:02X} is not valid UTF-8 here"
        raise StrictJsonError("json.invalid-utf8", message, line=line, column=column) from None


def parse(data: bytes) -> Document:
    """Parse one strict JSON text (canonicalization.md, strict input).

    :param data: the exact bytes received.
    :raises StrictJsonError: the first refusal in the text, with code, pointer, line and column.
    """
    text = decode(data)
    if not _HAS_C_SCANNER or not is_shallow(data):
        return _read_carefully(text)
    try:
        return _scan(text, data)
    except (ValueError, RecursionError, _Doubtful):
        return _read_carefully(text)


def _read_carefully(text: str) -> Document:
    # Imported late: a page or a run that meets only sound input never needs it.
    from .places import read

    places = read(text)
    return Document(text, places.value, plain=False, warnings=tuple(places.warnings))


def _scan(text: str, data: bytes) -> Document:
    escaped = b"\\u" in data
    if escaped and _SURROGATE_ESCAPE.search(data) and _SURROGATE_ESCAPE.search(_SOUND_ESCAPE.sub(b"_", data)):
        raise _Doubtful  # half a pair; UTF-8 already refuses raw ones
    scan = _scan_low_names if _orders_differ(data, escaped=escaped) else _scan_plain
    try:
        return Document(text, scan(text), plain=True)
    except _Unusual:
        return Document(text, _scan_wide(text), plain=False)


def _orders_differ(data: bytes, *, escaped: bool) -> bool:
    """Say whether names of this text may sort differently by code points and by UTF-16 code units.

    That takes a character beyond U+FFFF and one from U+E000 to U+FFFF, raw or escaped.
    """
    if not escaped and data.isascii():
        return False
    upper = b"\xee" in data or b"\xef" in data or (escaped and _UPPER_ESCAPE.search(data) is not None)
    if not upper:
        return False
    return any(lead in data for lead in _ASTRAL_LEADS) or (escaped and _SURROGATE_ESCAPE.search(data) is not None)


def is_shallow(data: bytes) -> bool:
    """Say whether it is certain that no array or object lies deeper than MAX_DEPTH.

    Looked at before any recursive parser sees the text: deep nesting ends some interpreters for good. Every
    valid text of half that depth is found shallow; the careful reader counts exactly.
    """
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return True
    if b"\\" in data:
        data = _QUOTE_ESCAPE.sub(b"", data)
    # Two quotes side by side are a string without brackets or two strings with none between them: both can
    # go. Then, there being no escaped quotes, every second piece between quotes lies outside a string.
    kept = data.translate(None, _NOT_BRACKET_OR_QUOTE).replace(b'""', b"")
    outside = b"".join(kept.split(b'"')[::2])
    # Each turn takes away the innermost level everywhere, and the one around it where that is an array.
    for _ in range(MAX_DEPTH // 2):
        if not outside:
            return True
        outside = outside.replace(b"{}", b"").replace(b"[]", b"")
    return False


# What the standard library's scanner calls while it reads. Each hook either returns a value or says
# that the text is unusual (the general writer is needed) or doubtful (the careful reader decides).


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Doubtful
    return members


def _low_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = _members(pairs)
    # Below U+E000 the order of code points is the order of UTF-16 code units.
    names = "".join(members)
    if not names.isascii() and max(names) >= "\ue000":
        raise _Unusual
    return members


def _plain_integer(token: str) -> int:
    if len(token) < 16:
        return int(token)
    raise _Unusual


def _wide_integer(token: str) -> int | float:
    number = exact_integer(token)
    if number is None or isinf(number):
        raise _Doubtful
    return number


def _plain_real(token: str) -> int | float:
    number = float(token)
    if 1e-4 <= number < 1:  # most scores
        return number
    if 1 <= number <= MAX_SAFE or -MAX_SAFE <= number <= -1e-4:
        whole = int(number)
        return whole if whole == number else number
    if number == 0 and not underflows(token):
        return 0
    raise _Unusual


def _wide_real(token: str) -> int | float:
    number = float(token)
    if isinf(number) or (number == 0 and underflows(token)):
        raise _Doubtful
    if number.is_integer() and -MAX_SAFE <= number <= MAX_SAFE:
        return int(number)
    return number


def underflows(token: str) -> bool:
    """Say whether a number token whose double is zero was written as something else."""
    mantissa = token.lower().partition("e")[0]
    return mantissa.strip("-0.") != ""


def _constant(_name: str) -> Any:
    raise _Doubtful


def _scanner(
    members: Callable[[list[tuple[str, Any]]], Any],
    integer: Callable[[str], Any],
    real: Callable[[str], Any],
) -> Callable[[str], Any]:
    decoder = json.JSONDecoder(object_pairs_hook=members, parse_int=integer, parse_float=real, parse_constant=_constant)

    def scan(text: str) -> Any:
        # Without white space around it a text needs neither of the decoder's two searches for it.
        try:
            value, end = decoder.scan_once(text, 0)  # type: ignore[attr-defined]
        except StopIteration:
            return decoder.decode(text)
        return value if end == len(text) else decoder.decode(text)

    return scan


_scan_plain = _scanner(_members, _plain_integer, _plain_real)
_scan_low_names = _scanner(_low_members, _plain_integer, _plain_real)
_scan_wide = _scanner(_members, _wide_integer, _wide_real)


def escape_pointer(name: str) -> str:
    """Return a member name as one reference token of a JSON Pointer (RFC 6901 section 3)."""
    return name.replace("~", "~0").replace("/", "~1")
