"""How a record is called in one line: the words that a person knows it by."""

from __future__ import annotations

from typing import Any

_TITLES = {
    "question": "text",
    "source": "title",
    "artifact": "title",
    "claim": "statement",
    "evaluation": "engine",
    "validator": "name",
    "challenge": "reason",
    "endorsement": "comment",
    "revision": "changeNote",
    "chain-record": "txHash",
}
_STATES = {
    "question": ("status",),
    "source": ("type",),
    "artifact": ("status",),
    "claim": ("status", "confidence"),
    "evaluation": ("protocolVersion",),
    "validator": ("type",),
    "challenge": ("status",),
    "endorsement": ("weight",),
    "revision": ("version",),
    "chain-record": ("chain",),
}


def title(value: dict[str, Any], type_name: str) -> str:
    """Return the text that names a record to a person, or "" where it has none."""
    if type_name == "bundle":
        artifact = value.get("artifact")
        return title(artifact, "artifact") if isinstance(artifact, dict) else ""
    held = value.get(_TITLES[type_name])
    return held if isinstance(held, str) else ""


def state(value: dict[str, Any], type_name: str) -> str:
    """Return what a record says of its own standing: a status, a confidence, a weight."""
    held = (value.get(name) for name in _STATES.get(type_name, ()))
    return ", ".join(str(one) for one in held if isinstance(one, str | int | float))
