"""A line that a candidate wrote, and the JSON value in it: any that a report can hold."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from .faults import AgentError

# A report holds an answer some levels down, and its strict readers are sure of 128 levels.
MAX_DEPTH = 100

_SURROGATE = re.compile("[\ud800-\udfff]")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]')


def read_answer(line: bytes) -> Any:
    """Return the value of an answer. :raises AgentError: it is no JSON that a report can hold."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise AgentError("its answer is not UTF-8") from None
    if _depth(text) > MAX_DEPTH:
        raise AgentError(f"its answer is nested deeper than {MAX_DEPTH}")
    try:
        value = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except ValueError:
        raise AgentError("its answer is not finite JSON") from None
    if "\\ud" in text.lower() and _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise AgentError("its answer holds half of a surrogate pair")
    return value


def _finite(token: str) -> float:
    number = float(token)
    if not isfinite(number):
        raise ValueError(token)
    return number


def _depth(text: str) -> int:
    """Return how deep arrays and objects nest. Looked at first: deep nesting ends some readers for good."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        token = match.group()
        if token in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in ("]", "}"):
            depth -= 1
    return deepest
