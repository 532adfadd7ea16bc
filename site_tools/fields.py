"""The fields of the record types, from the schemas and ``links.json``: facts, refusals, and their blocks in the texts.

    python -m site_tools.fields          writes the blocks of every type into records.md and bundle.md anew

The schemas are the source. A lint fails where a text says something else than they do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arfpy import spec

from .clauses import SPEC, clauses, sections

TYPES = ("question", "source", "artifact", "claim", "evaluation", "validator", "challenge", "endorsement")
TYPES += ("revision", "chain-record", "bundle")
_FORMATS = {"uuid": "UUID", "date-time": "instant", "uri": "absolute URI"}
_JSON_TYPES = {"string": "text", "number": "a number", "integer": "a whole number", "array": "an array"}
_JSON_TYPES["object"] = "an object"
# The level of the heading of a field.
_LEVEL = 4
# What no schema says, because it looks at two members or has a verdict of its own: (type, field) to refusals.
_CONST_CODES = {
    "schemaVersion": "bundle.schema-version-unsupported",
    "canonicalizationVersion": "bundle.version-unsupported",
}
_MISSING_CODES = {"canonicalizationVersion": "bundle.legacy"}


@dataclass(frozen=True)
class Refusal:
    """One way in which a field is refused: the reason's short name, what is refused in words, and the code."""

    reason: str
    words: str
    code: str


@dataclass(frozen=True)
class Field:
    """A member of a type, or of an object inside it. ``path`` marks the entries of an array by ``[]``."""

    path: str
    kind: str
    required: bool
    meaning: str
    target: str | None
    refusals: tuple[Refusal, ...]
    schema: dict[str, Any]


def fields(type_name: str, schema: dict[str, Any] | None = None) -> list[Field]:
    """Return the fields of a type in the order of its schema, nested ones after the field that holds them.

    :param schema: another schema than the published one of this type.
    """
    root = spec.schemas()[type_name] if schema is None else schema
    return list(_fields(type_name, root, root, ""))


def clause_of(type_name: str) -> str:
    """Return the clause that lists the fields of a type."""
    return "bundle.members" if type_name == "bundle" else f"records.{type_name}"


def field_id(type_name: str, path: str) -> str:
    """Return the lasting id of a field: that of its clause, and its path without the marks of arrays."""
    return f"{clause_of(type_name)}.{path.replace('[]', '')}"


def _fields(type_name: str, schema: dict[str, Any], root: dict[str, Any], prefix: str) -> Iterator[Field]:
    links = spec.links().get(type_name, {}) if not prefix else {}
    for name, given in schema["properties"].items():
        inner = _resolved(given, root)
        path, required = f"{prefix}{name}", name in schema.get("required", [])
        refusals = [*_missing(name, required), *_refusals(inner, root), *_beyond_schemas(type_name, path)]
        target = links.get(path)
        yield Field(path, _kind(inner, root), required, given["description"], target, tuple(refusals), inner)
        mark = "."
        if inner.get("type") == "array":
            inner, mark = _resolved(inner["items"], root), "[]."
        if "properties" in inner:
            yield from _fields(type_name, inner, root, path + mark)


def _resolved(definition: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in definition:
        found: dict[str, Any] = root["definitions"][definition["$ref"].rpartition("/")[2]]
        return found
    return definition


# What a field holds, in words


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


# What is refused


def _missing(name: str, required: bool) -> Iterator[Refusal]:
    if required:
        yield Refusal("missing", "an object without it", _MISSING_CODES.get(name, "schema.required"))


def _refusals(definition: dict[str, Any], root: dict[str, Any]) -> Iterator[Refusal]:
    if "const" in definition:
        code = next(code for name, code in _CONST_CODES.items() if definition is root["properties"].get(name))
        yield Refusal("other", "any other value", code)
    elif "enum" in definition:
        yield Refusal("other", "any other value", "schema.enum")
    elif "type" in definition:
        yield Refusal("type", f"anything but {_JSON_TYPES[definition['type']]}", "schema.type")
        yield from _limits(definition)
        if definition["type"] == "array":
            yield from _entries(_resolved(definition["items"], root))


def _limits(definition: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what the keywords of one schema refuse beside its type."""
    if definition["type"] == "integer":
        yield Refusal("fraction", "a number with a fraction", "schema.type")
    if "minLength" in definition:
        yield Refusal("short", "a shorter text", "schema.min-length")
    if "pattern" in definition:
        yield Refusal("form", "a text of another form", "schema.pattern")
    if "format" in definition:
        article = "an" if definition["format"] != "uuid" else "a"
        words = f"a text that is not {article} {_FORMATS[definition['format']]}"
        yield Refusal("format", words, f"schema.format.{definition['format']}")
    if "minimum" in definition:
        yield Refusal("low", "a number below the range", "schema.minimum")
    if "maximum" in definition:
        yield Refusal("high", "a number above the range", "schema.maximum")
    if "minItems" in definition:
        yield Refusal("empty", "an empty array", "schema.min-items")
    if definition.get("uniqueItems"):
        yield Refusal("twice", "an array with an entry twice", "schema.unique-items")
    if definition.get("additionalProperties") is False:
        yield Refusal("unknown", "a member that is not listed", "schema.unknown-member")


def _entries(items: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused of the entries of an array."""
    word = {"string": "text", "object": "an object"}[items["type"]]
    yield Refusal("entry-type", f"an entry that is not {word}", "schema.type")
    if "format" in items:
        yield Refusal("entry-format", f"an entry that is not a {_FORMATS[items['format']]}", "schema.format.uuid")
    if items.get("additionalProperties") is False:
        yield Refusal("entry-unknown", "a member of an entry that is not listed", "schema.unknown-member")


def _beyond_schemas(type_name: str, path: str) -> Iterator[Refusal]:
    if (type_name, path) == ("chain-record", "txHash"):
        words = "on chain `local`, anything but `local:` and the content hash"
        yield Refusal("local", words, "record.local-tx-hash")


# The blocks in the texts


def blocks(type_name: str, schema: dict[str, Any] | None = None) -> list[str]:
    """Return the lines of the blocks of a type: a heading with an id for each field, and what is to be known of it."""
    lines = []
    for field in fields(type_name, schema):
        presence = "Required" if field.required else "Optional"
        meaning = field.meaning
        if field.target is not None:
            title = spec.schemas()[field.target]["title"]
            verb = "Each points" if field.schema["type"] == "array" else "Points"
            meaning += f" {verb} at {'an' if title[0] in 'AEIOU' else 'a'} [{title}](#records.{field.target})."
        lines += [f"#### `{field.path}` {{ #{field_id(type_name, field.path)} }}", ""]
        lines += [f"_{presence}._ {_capital(field.kind)}.", "", *_wrapped(meaning), ""]
        if field.refusals:
            said = [f"**Reject** {refusal.words}: `{refusal.code}`." for refusal in field.refusals]
            lines += [*_wrapped(" ".join(said)), ""]
    return lines[:-1]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _wrapped(text: str, width: int = 120) -> list[str]:
    """Break a paragraph between words, as the texts are broken."""
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def region(type_name: str, folder: Path = SPEC) -> tuple[Path, int, int]:
    """Return the text of a type and the lines from its first field up to the next heading that is none, from 0."""
    clause = clauses(folder)[clause_of(type_name)]
    path = folder / clause.file
    lines = path.read_text(encoding="utf-8").split("\n")
    headings = [number - 1 for number, level in _headings(path) if number > clause.line and level <= _LEVEL]
    end = next((at for at in headings if not lines[at].startswith("#" * _LEVEL)), len(lines) - 1)
    return path, min([*headings, end]), end


def _headings(path: Path) -> list[tuple[int, int]]:
    """Return line and level of every heading of a text."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found = [section.line for section in sections(path) if section.title]
    return [(number, len(lines[number - 1].partition(" ")[0])) for number in found]


def write(folder: Path = SPEC) -> None:
    """Write the blocks of every type into its text."""
    for type_name in TYPES:
        path, start, end = region(type_name, folder)
        lines = path.read_text(encoding="utf-8").split("\n")
        text = "\n".join([*lines[:start], *blocks(type_name), "", *lines[end:]])
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
    sys.exit(0)
