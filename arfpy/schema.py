"""The one validator class: draft-07 with ECMA-262 patterns and asserted formats.

jsonschema is imported only when a refusal has to be explained: sound records are accepted by the compiled
path of :mod:`arfpy.accept`, and a differential test holds the two to one verdict.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from . import spec
from .canonical import jcs
from .formats import FORMATS, ecma_pattern
from .strict_json import escape_pointer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Violation(NamedTuple):
    """One way in which a value breaks its schema.

    ``on_name`` says that the fault is the member's presence, so that its name is the place to show.
    """

    code: str
    pointer: str
    message: str
    on_name: bool = False


class UnknownSchemaWordError(ValueError):
    """A schema uses a keyword or format that nothing here asserts; it is refused, never ignored."""


@cache
def validator_class() -> Any:
    """Return the jsonschema validator class that every schema of the project runs on."""
    from jsonschema import Draft7Validator, FormatChecker, ValidationError
    from jsonschema.validators import extend

    checker = FormatChecker(formats=())
    for name, check in FORMATS.items():
        checker.checks(name)(_on_strings(check))

    def pattern(_validator: Any, expected: str, instance: Any, _schema: Any) -> Iterator[Any]:
        if isinstance(instance, str) and ecma_pattern(expected).search(instance) is None:
            yield ValidationError(f"{instance!r} does not match {expected!r}")

    def asserted_format(_validator: Any, name: str, instance: Any, _schema: Any) -> Iterator[Any]:
        if name not in FORMATS:
            message = f"format {name!r} is not asserted here"
            raise UnknownSchemaWordError(message)
        if not checker.conforms(instance, name):
            yield ValidationError(f"{instance!r} is not a {name!r}")

    def unique_items(_validator: Any, wanted: bool, instance: Any, _schema: Any) -> Iterator[Any]:
        # By canonical bytes, so that a long mixed array costs one pass; jsonschema may compare all pairs.
        if wanted and isinstance(instance, list) and len({jcs.encode(item) for item in instance}) < len(instance):
            yield ValidationError("repeated items")

    keywords = {"pattern": pattern, "format": asserted_format, "uniqueItems": unique_items}
    return extend(Draft7Validator, keywords, format_checker=checker)  # type: ignore[no-untyped-call]


def _on_strings(check: Callable[[str], bool]) -> Callable[[Any], bool]:
    return lambda instance: not isinstance(instance, str) or check(instance)


@cache
def _validator(type_name: str) -> Any:
    return validator_class()(spec.schemas()[type_name])


def violations(value: Any, type_name: str) -> list[Violation]:
    """Return every way in which a value breaks the schema of a record type; empty if it is sound.

    :param value: a parsed JSON value (see :class:`arfpy.strict_json.Document`).
    :param type_name: a key of :func:`arfpy.spec.schemas`.
    """
    return explain(_validator(type_name), value)


def explain(validator: Any, value: Any) -> list[Violation]:
    """Return the violations that one jsonschema validator finds, in our codes and words."""
    found: dict[Violation, None] = {}
    for error in validator.iter_errors(value):
        pointer = "".join(f"/{escape_pointer(str(step))}" for step in error.absolute_path)
        for violation in _EXPLAIN[error.validator](error, pointer):
            found[violation] = None
    return list(found)


def shown(value: Any) -> str:
    """Return a value of a record for a message: ASCII, and cut where it is long."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


_TYPE_NAMES = {
    "object": "an object",
    "array": "an array",
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def _json_type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return "a string"
    return "an array" if isinstance(value, list) else "an object"


def _required(error: Any, pointer: str) -> Iterator[Violation]:
    # jsonschema reports once per missing member without saying which; the names are worked out here.
    for name in error.validator_value:
        if name not in error.instance:
            yield Violation("schema.required", pointer, f"the member {name} is missing")


def _unknown(error: Any, pointer: str) -> Iterator[Violation]:
    for name in error.instance:
        if name not in error.schema.get("properties", {}):
            message = f"the member {shown(name)} is not defined here"
            yield Violation("schema.unknown-member", f"{pointer}/{escape_pointer(name)}", message, on_name=True)


def _simple(code: str, message: Callable[[Any], str]) -> Callable[[Any, str], Iterator[Violation]]:
    def one(error: Any, pointer: str) -> Iterator[Violation]:
        yield Violation(code, pointer, message(error))

    return one


_FORMAT_NAMES = {"uuid": "a UUID", "date-time": "a valid instant", "uri": "an absolute URI in ASCII"}

_EXPLAIN: dict[str, Callable[[Any, str], Iterator[Violation]]] = {
    "required": _required,
    "additionalProperties": _unknown,
    "type": _simple(
        "schema.type", lambda e: f"expected {_TYPE_NAMES[e.validator_value]}, found {_json_type(e.instance)}"
    ),
    "enum": _simple(
        "schema.enum", lambda e: f"{shown(e.instance)} is not one of {', '.join(map(str, e.validator_value))}"
    ),
    "const": _simple("schema.const", lambda e: f"expected {shown(e.validator_value)}, found {shown(e.instance)}"),
    "minLength": _simple(
        "schema.min-length",
        lambda e: f"{len(e.instance)} characters, at least {e.validator_value} are required",
    ),
    "minItems": _simple(
        "schema.min-items", lambda e: f"{len(e.instance)} entries, at least {e.validator_value} required"
    ),
    "uniqueItems": _simple("schema.unique-items", lambda _e: "the array has the same entry twice"),
    "minimum": _simple("schema.minimum", lambda e: f"{shown(e.instance)} is below {e.validator_value}"),
    "maximum": _simple("schema.maximum", lambda e: f"{shown(e.instance)} is above {e.validator_value}"),
    "pattern": _simple("schema.pattern", lambda e: f"{shown(e.instance)} does not match {e.validator_value}"),
    "format": lambda e, pointer: iter(
        (
            Violation(
                f"schema.format.{e.validator_value}",
                pointer,
                f"{shown(e.instance)} is not {_FORMAT_NAMES[e.validator_value]}",
            ),
        )
    ),
}
