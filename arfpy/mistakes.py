"""Well-known mistakes: which other bytes of the same record give the digest that was expected.

Nothing here decides a verdict. A digest that differs is a mismatch; this only says why it may differ.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

# Some forty texts are hashed, so a record beyond this would keep its reader waiting.
LARGEST = 4 * 1024 * 1024  # bytes of the input

_ENDINGS = (("", b""), (" with a newline at its end", b"\n"), (" with CR LF at its end", b"\r\n"))
_COMPACT = (",", ":")


def recognise(expected: str, data: bytes, value: Any, canonical: bytes) -> str | None:
    """Say which mistake gives a digest, in a sentence, or return None.

    :param expected: ``sha256:`` and 64 lower-case hexadecimal digits, not the digest of ``canonical``.
    :param data: the record as received. :param value: what it holds. :param canonical: its canonical bytes.
    """
    if len(data) > LARGEST:
        return None
    wanted = expected.removeprefix("sha256:")
    for name, text in _texts(data, value, canonical):
        for ending, more in _ENDINGS:
            if sha256(text + more).hexdigest() == wanted:
                return f"The expected digest is that of {name}{ending}. Hash the canonical bytes, and only those."
    return None


def _texts(data: bytes, value: Any, canonical: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what people hash instead of the canonical bytes, the most usual first."""
    yield "the canonical text", canonical
    yield "the text as it was given", data
    unix = data.replace(b"\r\n", b"\n")
    yield "the text as it was given, with LF as line ends", unix
    yield "the text as it was given, with CR LF as line ends", unix.replace(b"\n", b"\r\n")
    yield "the text as it was given, without white space around it", data.strip(b" \t\r\n")
    orders = (("", False), (" with sorted names", True))
    for order, is_sorted in orders:
        for width in (2, 4, "\t"):
            indented = "tabs" if width == "\t" else f"{width} spaces"
            text = _dump(value, sort_keys=is_sorted, indent=width)
            yield f"the record printed with an indent of {indented}{order}", text
            yield (
                f"the record printed with an indent of {indented}{order} and CR LF as line ends",
                text.replace(b"\n", b"\r\n"),
            )
    yield "the compact text with its names in the order given, not sorted", _dump(value, separators=_COMPACT)
    for order, is_sorted in orders:
        escaped = _dump(value, sort_keys=is_sorted, separators=_COMPACT, ensure_ascii=True)
        yield f"the compact text{order} in which everything beyond ASCII is escaped", escaped
        spaced = _dump(value, sort_keys=is_sorted)
        yield f"the text{order} with a space after each comma and colon", spaced
        yield (
            f"the text{order} with a space after each comma and colon, everything beyond ASCII escaped",
            _dump(value, sort_keys=is_sorted, ensure_ascii=True),
        )
    yield "the canonical text with a byte-order mark in front", b"\xef\xbb\xbf" + canonical
    yield "the canonical text in UTF-16", canonical.decode("utf-8").encode("utf-16-le")
    yield (
        "the canonical text in UTF-16 with a byte-order mark",
        b"\xff\xfe" + canonical.decode("utf-8").encode("utf-16-le"),
    )
    if isinstance(value, dict):
        kept = _filtered(value, frozenset(value))
        yield (
            "only those members whose names stand at the top level, as early bundles were hashed",
            _dump(kept, sort_keys=True, separators=_COMPACT),
        )


def _dump(value: Any, *, ensure_ascii: bool = False, **layout: Any) -> bytes:
    return json.dumps(value, ensure_ascii=ensure_ascii, **layout).encode("utf-8")


def _filtered(value: Any, names: frozenset[str]) -> Any:
    """Return what is left where a list of names was used as a filter at every level."""
    if isinstance(value, dict):
        return {name: _filtered(held, names) for name, held in value.items() if name in names}
    if isinstance(value, list):
        return [_filtered(held, names) for held in value]
    return value
