"""No score restated: the receipt may be shared with people who may not see the result."""

from __future__ import annotations

import re
from typing import Any

from ..canonical.receipt_form import join

_DECIMAL = re.compile(r"0(?:\.[0-9]+)?|1(?:\.0+)?")
_PERCENTAGE = re.compile(r"[0-9]+(?:\.[0-9]+)?%")
_THE_ONE_NUMBER = "signed_body.testset_ref.item_count"


def find(value: Any, path: str) -> tuple[str, str] | None:
    """Return the kind and the path of the first value that restates a score, members in sorted order, or None.

    The value itself is never returned: reports are shared where the score may not be.
    """
    if isinstance(value, dict):
        for name in sorted(value):
            if found := find(value[name], join(path, name)):
                return found
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if found := find(item, f"{path}[{index}]"):
                return found
    elif kind := _kind(value, path):
        return kind, path
    return None


def _kind(value: Any, path: str) -> str | None:
    if isinstance(value, str):
        if _DECIMAL.fullmatch(value):
            return "a bare decimal"
        return "a percentage" if _PERCENTAGE.fullmatch(value) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and path != _THE_ONE_NUMBER:
        return "a number"
    return None
