r"""The canonical form ``evalarc-text``: fingerprints of runs, and nothing else.

Names sorted by code point, ``", "`` and ``": "`` between values, every character outside ASCII as ``\uXXXX``,
numbers as Python writes them: ``1``, ``1.0`` and ``true`` are three texts.
"""

from __future__ import annotations

import json
from typing import Any

from ..errors import CanonicalizationError

VERSION = "evalarc-text"


def evalarc_text(value: Any) -> str:
    """Return the canonical text of a JSON value made of dict, list, str, int, float, bool and None, all ASCII.

    :raises CanonicalizationError: a number is not finite.
    :raises TypeError: a value or member name of a type that JSON does not have.
    """
    _check_names(value)
    try:
        return json.dumps(value, sort_keys=True, allow_nan=False)
    except ValueError:
        raise CanonicalizationError("number.not-finite", "NaN and Infinity have no canonical text") from None


def _check_names(value: Any) -> None:
    """Python's writer would turn names of other types into strings, silently."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            for name in item:
                if type(name) is not str:
                    message = f"a member name is {type(name).__name__}, not a string"
                    raise TypeError(message)
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
