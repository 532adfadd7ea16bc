"""The oracle: what a sound service answers, from a dictionary in the grader's memory. It never sees the candidate."""

from __future__ import annotations

import json
from typing import Any

from ...canonical.evalarc_form import evalarc_text

INVALID = {"ok": False, "error": "invalid_request"}


class Oracle:
    """The state that a case has reached, through all its sessions."""

    def __init__(self) -> None:
        # Canonical texts: nothing shares memory with a request, and two values are equal as their texts are.
        self._texts: dict[str, str] = {}

    def answer(self, request: Any) -> dict[str, Any]:
        """Return the one right response; an invalid request changes nothing."""
        if not _is_valid(request):
            return dict(INVALID)
        match request["op"]:
            case "get":
                return self._get(request["key"])
            case "cas":
                return self._swap(request["key"], request["expected"], request["value"])
            case "batch":
                for operation in request["operations"]:
                    self._change(operation)
            case _:
                self._change(request)
        return {"ok": True}

    def _get(self, key: str) -> dict[str, Any]:
        if key not in self._texts:
            return {"ok": True, "found": False}
        return {"ok": True, "found": True, "value": json.loads(self._texts[key])}

    def _swap(self, key: str, expected: Any, value: Any) -> dict[str, Any]:
        swapped = self._texts.get(key) == evalarc_text(expected)
        if swapped:
            self._texts[key] = evalarc_text(value)
        return {"ok": True, "swapped": swapped}

    def _change(self, operation: dict[str, Any]) -> None:
        if operation["op"] == "put":
            self._texts[operation["key"]] = evalarc_text(operation["value"])
        else:
            self._texts.pop(operation["key"], None)


def _is_valid(request: Any) -> bool:
    if not isinstance(request, dict):
        return False
    match request.get("op"):
        case "get" | "delete":
            return _has_key(request)
        case "put":
            return _has_key(request) and "value" in request
        case "cas":
            return _has_key(request) and "expected" in request and "value" in request
        case "batch":
            operations = request.get("operations")
            return isinstance(operations, list) and all(map(_is_change, operations))
        case _:
            return False


def _is_change(operation: Any) -> bool:
    return isinstance(operation, dict) and operation.get("op") in ("put", "delete") and _is_valid(operation)


def _has_key(request: dict[str, Any]) -> bool:
    return isinstance(request.get("key"), str)
