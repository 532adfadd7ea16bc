"""The shapes of receipt, attestation and keyring: their schemas, and the first fault in the order of the report."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import spec
from ..accept import compile_acceptor
from ..canonical.receipt_form import join
from ..schema import validator_class

if TYPE_CHECKING:
    from collections.abc import Callable

# Sentences name the rule and never a value: a report may go to people who may not see what the document holds.
_WORDS = {
    "type": "it has the wrong JSON type",
    "enum": "it is not one of the values allowed",
    "const": "it differs from the constant required",
    "pattern": "it does not have the form required",
    "format": "it is not a real date and time",
    "minLength": "it is empty",
    "maxLength": "it is too long",
    "maxItems": "it has too many entries",
}


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema ``receipt``, ``attestation`` or ``keyring``."""
    path = spec.folder() / "schemas" / f"{name}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _validator(name: str) -> Any:
    return validator_class()(schema(name))


@cache
def acceptor(name: str) -> Callable[[Any], bool]:
    """Return the compiled schema ``receipt`` or ``attestation``: the fast yes to a value that keeps the profile."""
    return compile_acceptor(schema(name))


def first_fault(name: str, value: Any) -> tuple[str, str] | None:
    """Return reason and dotted path of the first fault, or None (clauses receipts.envelope, receipts.body).

    The envelope comes before the body, and members are looked at in sorted order.
    """
    # A keyring is loaded once; only what is verified again and again is worth compiling.
    if name != "keyring" and acceptor(name)(value):
        return None
    faults = [fault for error in _validator(name).iter_errors(value) for fault in _faults(error)]
    if not faults:
        return None
    steps, reason = min(faults, key=_order)
    return reason, _dotted(steps)


def _faults(error: Any) -> list[tuple[tuple[Any, ...], str]]:
    at = tuple(error.absolute_path)
    if error.validator == "required":
        return [((*at, name), "it is missing") for name in error.validator_value if name not in error.instance]
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        return [((*at, name), "no such member is defined") for name in error.instance if name not in known]
    return [(at, _WORDS[error.validator])]


def _order(fault: tuple[tuple[Any, ...], str]) -> tuple[Any, ...]:
    steps, _ = fault
    in_body = bool(steps) and steps[0] == "signed_body"
    # Array places sort as numbers; a name and a place never stand at the same step of one document.
    return (in_body, tuple((0, step, "") if isinstance(step, int) else (1, 0, step) for step in steps))


def _dotted(steps: tuple[Any, ...]) -> str:
    path = ""
    for step in steps:
        path = f"{path}[{step}]" if isinstance(step, int) else join(path, step)
    return path
