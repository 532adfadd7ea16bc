"""The only door the web worker uses: JSON text and bytes in, JSON text out. Never raises."""

from __future__ import annotations

import io
import json
import platform
from typing import TYPE_CHECKING, Any

from . import inputs, records, reproduce, spec
from ._version import __version__
from .check import Check
from .digest import expected_digest
from .errors import UsageError
from .links import Index
from .results import Result, Summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .inputs import RecordText

# The ids of one input whose references are checked, under the key that the page gave them. An input is read in
# parts, so they are kept from one request to the next; a worker that was started again holds none.
_indexes: dict[str, Index] = {}


def handle(request: str, data: bytes | memoryview = b"") -> str:
    """Answer one request of the page.

    :param request: JSON with ``op``:

        - ``about``: versions and record types.
        - ``expected`` with ``text``: the digest that a person means.
        - ``index`` with ``key``, ``first`` (bool), ``format``, ``type``: remember the ids of the records in ``data``
          for later requests with ``links: key``; the first part forgets all earlier ones.
        - ``check`` with ``name``, ``format`` (``json`` or ``ndjson``), ``type`` (or null), ``expect`` (or null),
          ``links`` (a key or null), ``line`` (that of the first byte, 1 if absent): the results of every record.
        - ``record``, the same: the first record of ``data`` with its canonical bytes and lines to copy.
        - ``report`` with ``form``, ``part`` (``head``, ``results`` or ``tail``), ``before`` (how many results stand
          before these) and ``summary``: a piece of a report; for ``results`` the data is a JSON array of them.
        - ``conformance``: see :mod:`arfpy.conformance.door`.
        - one of :mod:`arfpy.browser_receipts`.

    :param data: the exact bytes that were pasted or chosen; NDJSON may be given in parts that hold whole lines. About
        receipts and conformance, JSON.
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
    operations = {
        "about": _about,
        "expected": _expected,
        "index": _index,
        "check": _check,
        "record": _record,
        "report": _report,
        "conformance": _conformance,
    }
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


def _expected(request: dict[str, Any], _data: bytes) -> dict[str, Any]:
    return {"expected": expected_digest(request["text"])}


def _index(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    key = request["key"]
    if request["first"]:
        _indexes.clear()
        _indexes[key] = Index()
    _kept(key).add_all((text.data for text in _texts(request, data)), _type(request))
    return {}


def _check(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    check = _options(request)
    checked = [check.record(text.data, request["name"], text.line) for text in _texts(request, data)]
    if check.expected is not None and len(checked) > 1:
        message = f"an expected digest goes with one record, and there are {len(checked)}"
        raise UsageError(message, "Give one record, or leave the expected digest empty.")
    return {"results": [result.as_dict() for result in checked], "summary": Summary.of(checked).as_dict()}


def _record(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    text = next(_texts(request, data), None)
    if text is None:
        message = f"line {request.get('line', 1)} holds no record"
        raise UsageError(message, "Choose one of the lines listed.")
    result = _options(request).record(text.data, request["name"], text.line)
    canonical = result.canonical
    return {
        "result": result.as_dict(),
        "canonical": None if canonical is None else canonical.decode("utf-8"),
        "reproduce": None if canonical is None else reproduce.lines(canonical),
        "needs_file": canonical is not None and reproduce.needs_file(canonical),
    }


def _report(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    # Imported when a report is asked for: a verdict needs none of it.
    from .reporters.pieces import FACES

    face = FACES[request["form"]]
    if request["part"] == "results":
        stated = enumerate(json.loads(data), start=request["before"])
        return {"text": "".join(face.record(Result.from_dict(one), before) for before, one in stated)}
    summary = Summary.from_dict(request["summary"])
    return {"text": face.head(summary) if request["part"] == "head" else face.tail(summary)}


def _about_receipts(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    # Imported when a receipt is met: records need none of it.
    from . import browser_receipts

    return browser_receipts.answer(request, data)


def _conformance(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    # Imported when answers are met: records need none of it.
    from .conformance import door

    return door.judged(request, data)


def _options(request: dict[str, Any]) -> Check:
    expected, key = request.get("expect"), request.get("links")
    return Check(
        type_name=_type(request),
        expected=expected_digest(expected) if expected else None,
        references=_kept(key).violations if key else None,
    )


def _type(request: dict[str, Any]) -> str | None:
    name = request.get("type")
    return records.known_type(name) if name else None


def _kept(key: str) -> Index:
    if key not in _indexes:
        message = "the ids of this input are not known to the checker any more"
        raise UsageError(message, "It was started again in between. Check the input once more.")
    return _indexes[key]


def _texts(request: dict[str, Any], data: bytes) -> Iterator[RecordText]:
    if request.get("format") not in inputs.FORMATS:
        message = f"{request.get('format')!r} is not an input format"
        raise UsageError(message, f"The formats are {' and '.join(inputs.FORMATS)}.")
    return inputs.split(io.BytesIO(data), request["format"], request.get("line", 1))
