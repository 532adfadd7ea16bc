"""The field reference, from the schemas and ``links.json``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arfpy import spec

from .pages import render
from .spec_pages import clause_link

_FORMATS = {"uuid": "UUID", "date-time": "instant", "uri": "absolute URI"}


@dataclass(frozen=True)
class Field:
    """One row of the reference: a member of a type, or of an object inside it."""

    path: str
    kind: str
    required: bool
    meaning: str
    target: str | None


def page() -> str:
    """Return the page's Markdown: every type with every field."""
    order = ["question", "source", "artifact", "claim", "evaluation", "validator", "challenge", "endorsement"]
    order += ["revision", "chain-record", "bundle"]
    types = [(name, spec.schemas()[name], fields(name)) for name in order]
    return render("reference.md.j2", types=types, clause_link=clause_link)


def fields(type_name: str) -> list[Field]:
    """Return the fields of a type in the order of its schema, nested ones after the field that holds them."""
    schema = spec.schemas()[type_name]
    return _fields(schema, schema, "", spec.links().get(type_name, {}))


def _fields(schema: dict[str, Any], root: dict[str, Any], prefix: str, links: dict[str, str]) -> list[Field]:
    found = []
    for name, definition in schema["properties"].items():
        resolved = _resolved(definition, root)
        path = f"{prefix}{name}"
        required = name in schema.get("required", [])
        found.append(Field(path, _kind(resolved, root), required, definition["description"], links.get(path)))
        inner, mark = resolved, "."
        if resolved.get("type") == "array":
            inner, mark = _resolved(resolved["items"], root), "[]."
        if "properties" in inner:
            found.extend(_fields(inner, root, path + mark, {}))
    return found


def _resolved(definition: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in definition:
        found: dict[str, Any] = root["definitions"][definition["$ref"].rpartition("/")[2]]
        return found
    return definition


def _kind(definition: dict[str, Any], root: dict[str, Any]) -> str:
    """Say in words what a field holds and within which limits."""
    if "const" in definition:
        return f"always `{definition['const']}`"
    if "enum" in definition:
        return "one of " + ", ".join(f"`{value}`" for value in definition["enum"])
    if "type" not in definition:
        return "any JSON value"
    return _KINDS[definition["type"]](definition, root)


def _array(definition: dict[str, Any], root: dict[str, Any]) -> str:
    items = _kind(_resolved(definition["items"], root), root)
    least = f", at least {definition['minItems']}" if "minItems" in definition else ""
    unique = ", no entry twice" if definition.get("uniqueItems") else ""
    return f"array ({items}){least}{unique}"


def _object(definition: dict[str, Any], _root: dict[str, Any]) -> str:
    return "object" if definition.get("additionalProperties") is False else "object, further members allowed"


def _string(definition: dict[str, Any], _root: dict[str, Any]) -> str:
    if "format" in definition:
        return _FORMATS[definition["format"]]
    if "pattern" in definition:
        return "`sha256:` and 64 lower-case hexadecimal digits"
    least = definition.get("minLength")
    return "text" if least is None else f"text, at least {least} character{'s' if least > 1 else ''}"


def _number(definition: dict[str, Any], _root: dict[str, Any]) -> str:
    word = "whole number" if definition["type"] == "integer" else "number"
    low, high = definition.get("minimum"), definition.get("maximum")
    if low is None:
        return word
    return f"{word}, at least {low}" if high is None else f"{word} from {low} to {high}"


_KINDS = {"array": _array, "object": _object, "string": _string, "number": _number, "integer": _number}
