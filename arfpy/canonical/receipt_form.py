r"""The canonical form ``receipt-ascii``: receipts and attestations, and nothing else.

Names sorted by code point, no white space, every character outside ASCII as ``\uXXXX``. Python's and JavaScript's
usual writers agree on it only under a profile that refuses everything on which they differ; the profile is enforced
on texts and on values alike, so that no digest is stated that the other language would not reach.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ..errors import StrictJsonError
from ..strict_json import decode, is_shallow
from .numbers import MAX_SAFE

VERSION = "receipt-ascii"
MAX_BYTES = 256 * 1024
MAX_DEPTH = 16

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_NAME = re.compile(r"[ -~]*")
# U+007F is written raw by one language and escaped by the other; half a surrogate pair is no character.
_REFUSED_CHARACTER = re.compile("[\x7f\ud800-\udfff]")


class ProfileError(Exception):
    """A text or value breaks the profile.

    :param reason: what is wrong, without any value of the document. :param path: dotted, ``results[0].value``.
    """

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path


class _Refused:
    """A number token, or a repeated name, that the profile refuses; it waits here for its path."""

    def __init__(self, reason: str, name: str = "") -> None:
        self.reason = reason
        self.name = name


def parse(source: bytes | str) -> Any:
    """Return the value of a text that keeps the profile. :raises ProfileError: it does not."""
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(data) > MAX_BYTES:
        raise ProfileError(f"the document is longer than {MAX_BYTES} bytes")
    if not is_shallow(data):
        raise ProfileError(f"the document is nested deeper than {MAX_DEPTH}")
    try:
        value = _DECODER.decode(decode(data))
    except StrictJsonError as error:
        raise ProfileError(error.message) from None
    except json.JSONDecodeError as error:
        raise ProfileError(f"not JSON at line {error.lineno}, column {error.colno}") from None
    check(value)
    return value


def check(value: Any) -> None:
    """Hold a value against the profile (clause receipts.profile). :raises ProfileError: it breaks it."""
    _check(value, "", 1)


def encode(value: Any) -> bytes:
    """Return the canonical bytes of a value (clause receipts.canonical-form). :raises ProfileError: it has none."""
    check(value)
    return write(value)


def write(value: Any) -> bytes:
    """Return the canonical bytes of a value that was held against the profile already."""
    return _ENCODER.encode(value).encode("ascii")


def join(path: str, name: str) -> str:
    """Return the dotted path of a member."""
    return f"{path}.{name}" if path else name


def _check(value: Any, path: str, depth: int) -> None:
    kind = type(value)
    if kind is dict or kind is list:
        if depth > MAX_DEPTH:
            raise ProfileError(f"the document is nested deeper than {MAX_DEPTH}", path)
        if kind is dict:
            _check_members(value, path, depth)
        else:
            for index, item in enumerate(value):
                _check(item, f"{path}[{index}]", depth + 1)
    elif kind is _Refused:
        raise ProfileError(value.reason, join(path, value.name) if value.name else path)
    elif value is not None and kind is not bool and (reason := _scalar_fault(value)):
        raise ProfileError(reason, path)


def _scalar_fault(value: Any) -> str | None:
    kind = type(value)
    if kind is str:
        return "a string holds U+007F or half of a surrogate pair" if _is_refused(value) else None
    if kind is int:
        return None if -MAX_SAFE <= value <= MAX_SAFE else "an integer is larger than 2^53 - 1"
    if kind is float:
        return None if _is_plain(value) else "a number is outside what both languages spell alike"
    return "a value has no JSON form"


def _is_refused(text: str) -> bool:
    return "\x7f" in text if text.isascii() else _REFUSED_CHARACTER.search(text) is not None


def _check_members(value: dict[Any, Any], path: str, depth: int) -> None:
    if not set(map(type, value)) <= {str} or _NAME.fullmatch("".join(value)) is None:
        raise ProfileError("a member name is not printable ASCII", path)
    for name in sorted(value):
        item = value[name]
        # Most values are sound texts, which need no path.
        if type(item) is not str or _is_refused(item):
            _check(item, join(path, name), depth + 1)


def _is_plain(number: float) -> bool:
    return 1e-4 <= abs(number) < 1e16 and not number.is_integer()


def _members(pairs: list[tuple[str, Any]]) -> Any:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            break
        seen.add(name)
    return _Refused("a member name stands twice", name if _NAME.fullmatch(name) else "")


def _integer(token: str) -> Any:
    # The length is looked at before int(): a long token costs, and Python refuses very long ones.
    if _INTEGER.fullmatch(token) is None or token == "-0":  # noqa: S105 - a token of JSON
        return _Refused("an integer is -0 or larger than 2^53 - 1")
    return int(token)


def _real(token: str) -> Any:
    number = float(token)
    if repr(number) != token or not _is_plain(number):
        return _Refused("a number is not spelled as both languages spell it")
    return number


def _constant(_name: str) -> Any:
    return _Refused("NaN and Infinity are not JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=True, check_circular=False, sort_keys=True, separators=(",", ":"))
_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_int=_integer, parse_float=_real, parse_constant=_constant)
