"""A response of the JSON Lines protocol and of a file of answers, understood (clause conformance.jsonl)."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

from ..schema import shown
from .cases import BUNDLE, CANONICALIZE, DIGEST, Answer

if TYPE_CHECKING:
    from .cases import Case

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,99}")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class MalformedError(ValueError):
    """A response is not one; the text says what is wrong with it."""


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
    except (TypeError, ValueError):
        raise MalformedError(f"output is {shown(found)}, not base64") from None
