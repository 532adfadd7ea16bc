"""The JSON Lines protocol: one long-lived process, a request and a response per line (clause conformance.jsonl)."""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
from typing import TYPE_CHECKING, Any

from ..errors import StrictJsonError
from ..schema import shown
from ..strict_json import parse
from .cases import BUNDLE, CANONICALIZE, DIGEST, Answer
from .process import Limits, TroubleError, Vendor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cases import Case

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,99}")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_FAREWELL = 0.5  # seconds to end after stdin was closed


class MalformedError(ValueError):
    """A response is not one; the text says what is wrong with it."""


class JsonLinesProtocol:
    """Keeps one process and gives it one case at a time; after trouble the next case gets a new one."""

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self._argv = argv
        self._limits = limits
        self._vendor: Vendor | None = None

    def answer(self, case: Case) -> Answer:
        """Put one case to the process. :raises UsageError: it cannot be started, or not be ended."""
        if self._vendor is None:
            self._vendor = Vendor(self._argv, dict(os.environ), self._limits)
        try:
            line = self._vendor.ask(json.dumps(case.request()).encode("ascii") + b"\n")
            return response_of(case, parse(line).value)
        except (TroubleError, MalformedError, StrictJsonError) as error:
            heard = bytes(self._vendor.stderr[:500]).decode("utf-8", "backslashreplace").strip()
            what = f"the response is not JSON: {error}" if isinstance(error, StrictJsonError) else str(error)
            self._end(0.0)
            return Answer("error", detail=f"{what}; stderr: {heard}" if heard else what)

    def close(self) -> None:
        """Close the input of the process, and end it."""
        self._end(_FAREWELL)

    def _end(self, patience: float) -> None:
        vendor, self._vendor = self._vendor, None
        if vendor is not None:
            vendor.end(patience)


def response_of(case: Case, value: Any) -> Answer:
    """Return the answer that a response gives to a case. :raises MalformedError: it gives none."""
    if not isinstance(value, dict):
        raise MalformedError("the response is not a JSON object")
    if value.get("id") != case.id:
        raise MalformedError(f"the response is to {shown(value.get('id'))}, the request was {case.id}")
    result = value.get("result")
    if result == "reject":
        return Answer("reject", code=_text(value, "code", _CODE, "a code: a letter, then letters, digits, . _ -"))
    if result == "error":
        said = value.get("message")
        return Answer("error", detail=f"it reports a fault of its own: {shown(said)}")
    if result != "accept":
        raise MalformedError(f"result is {shown(result)}, not accept, reject or error")
    if case.op == CANONICALIZE:
        return Answer("accept", output=_bytes(value))
    if case.op in (DIGEST, BUNDLE):
        digest = _text(value, "digest", _DIGEST, "sha256: and 64 digits in lower case")
        return Answer("accept", output=digest.encode("ascii"))
    return Answer("accept")


def _text(value: dict[str, Any], name: str, form: re.Pattern[str], wanted: str) -> str:
    found = value.get(name)
    if not isinstance(found, str) or not form.fullmatch(found):
        raise MalformedError(f"{name} is {shown(found)}, not {wanted}")
    return found


def _bytes(value: dict[str, Any]) -> bytes:
    found = value.get("output")
    try:
        return base64.b64decode(found, validate=True)  # type: ignore[arg-type]
    except (TypeError, ValueError, binascii.Error):
        raise MalformedError(f"output is {shown(found)}, not base64") from None
