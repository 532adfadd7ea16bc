"""The only door the web worker uses: JSON text and bytes in, JSON text out. Never raises."""

from __future__ import annotations

import io
import json
import platform
from typing import Any

from . import inputs, records, reproduce, spec
from ._version import __version__
from .check import Check
from .digest import expected_digest
from .errors import UsageError
from .results import Summary


def handle(request: str, data: bytes | memoryview = b"") -> str:
    """Answer one request of the page.

    :param request: JSON with ``op``: ``about``, ``check``, ``record``, or one of :mod:`arfpy.browser_receipts`.
        ``check`` and ``record`` take ``name``, ``format`` (``json`` or ``ndjson``), ``type`` (or null), ``expect`` (or
        null); ``record`` also ``line``.
    :param data: the exact bytes that were pasted or chosen; about receipts, JSON.
    :returns: JSON with ``ok``; when false, ``kind`` (``usage`` or ``internal``), ``message`` and ``hint``.
    """
    try:
        answer = {"ok": True, **_answer(json.loads(request), bytes(data))}
    except UsageError as error:
        answer = {"ok": False, "kind": "usage", "message": error.message, "hint": error.hint}
    except Exception as error:  # noqa: BLE001 - a worker must always answer
        message = f"{type(error).__name__}: {error}"
        hint = "No verdict was reached. Reload the page; if it happens again, report it with the input, if you may."
        answer = {"ok": False, "kind": "internal", "message": message, "hint": hint}
    return json.dumps(answer)


def _answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    operations = {"about": _about, "check": _check, "record": _record}
    operations |= dict.fromkeys(("receipts", "derive", "make-test-key", "mint"), _about_receipts)
    if request.get("op") not in operations:
        message = f"{request.get('op')!r} is not an operation"
        raise UsageError(message, f"The operations are {', '.join(operations)}.")
    return operations[request["op"]](request, data)


def _about(_request: dict[str, Any], _data: bytes) -> dict[str, Any]:
    return {
        "arfpy": __version__,
        "spec": spec.SPEC_VERSION,
        "python": platform.python_version(),
        "types": records.type_names(),
    }


def _check(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    found = list(_texts(request, data))
    if not found:
        message = "there is no record in the input"
        raise UsageError(message, "Paste or choose at least one record.")
    check = _options(request)
    if check.expected is not None and len(found) > 1:
        message = f"an expected digest goes with one record, and there are {len(found)}"
        raise UsageError(message, "Give one record, or leave the expected digest empty.")
    checked = [check.record(text.data, request["name"], text.line) for text in found]
    return {"results": [result.as_dict() for result in checked], "summary": Summary.of(checked).as_dict()}


def _record(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    for text in _texts(request, data):
        if text.line == request["line"]:
            result = _options(request).record(text.data, request["name"], text.line)
            canonical = result.canonical
            shown = None if canonical is None else canonical.decode("utf-8")
            return {
                "result": result.as_dict(),
                "canonical": shown,
                "reproduce": None if canonical is None else reproduce.lines(canonical),
                "needs_file": canonical is not None and reproduce.needs_file(canonical),
            }
    message = f"line {request['line']} holds no record"
    raise UsageError(message, "Choose one of the lines listed.")


def _about_receipts(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    # Imported when a receipt is met: records need none of it.
    from . import browser_receipts

    return browser_receipts.answer(request, data)


def _options(request: dict[str, Any]) -> Check:
    name, expected = request.get("type"), request.get("expect")
    return Check(
        type_name=records.known_type(name) if name else None,
        expected=expected_digest(expected) if expected else None,
    )


def _texts(request: dict[str, Any], data: bytes) -> Any:
    if request.get("format") not in inputs.FORMATS:
        message = f"{request.get('format')!r} is not an input format"
        raise UsageError(message, f"The formats are {' and '.join(inputs.FORMATS)}.")
    return inputs.split(io.BytesIO(data), request["format"])
