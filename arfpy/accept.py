"""The fast "yes": each schema compiled to one Python function that accepts sound values.

It never explains and never decides a refusal: a False sends the value to jsonschema. A keyword it does not
know makes the compilation fail, so nothing is accepted unseen. Compiled to source because a record type has
a dozen members and a call per keyword would cost more than the parse.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from . import spec
from .formats import FORMATS, ecma_pattern
from .schema import UnknownSchemaWordError

if TYPE_CHECKING:
    from collections.abc import Callable

_ANNOTATIONS = frozenset({"$schema", "$id", "title", "description", "definitions"})
_PYTHON_TYPES = {
    "string": "type({v}) is str",
    "object": "type({v}) is dict",
    "array": "type({v}) is list",
    "number": "(type({v}) is int or type({v}) is float)",
    "integer": "(type({v}) is int or (type({v}) is float and {v}.is_integer()))",
}
_ABSENT = object()


@cache
def acceptor(type_name: str) -> Callable[[Any], bool]:
    """Return the compiled acceptor of a record type: True means that the schema holds.

    Open objects are not looked into (clause records.verbatim).

    :raises UnknownSchemaWordError: the schema uses a word that this compiler does not know.
    """
    return compile_acceptor(spec.schemas()[type_name])


def compile_acceptor(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """Compile one draft-07 schema of the subset used by this project."""
    writer = _Writer(schema)
    writer.line("def accept(v0):")
    writer.indent += 1
    writer.schema(schema, "v0")
    writer.line("return True")
    namespace: dict[str, Any] = writer.constants
    exec("\n".join(writer.lines), namespace)  # noqa: S102 - the source is made from our own schemas above
    accept: Callable[[Any], bool] = namespace["accept"]
    return accept


class _Writer:
    """Writes the body of one acceptor, line by line; constants are passed in by name."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.lines: list[str] = []
        self.constants: dict[str, Any] = {"ABSENT": _ABSENT}
        self.indent = 0
        self.count = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self, value: Any) -> str:
        name = self.name("C")
        self.constants[name] = value
        return name

    def refuse_unless(self, condition: str) -> None:
        self.line(f"if not ({condition}): return False")

    def schema(self, schema: dict[str, Any], v: str) -> None:
        if "$ref" in schema:  # draft-07: everything beside $ref is ignored
            self.schema(self.resolve(schema["$ref"]), v)
            return
        words = {word: value for word, value in schema.items() if word not in _ANNOTATIONS}
        type_name = words.pop("type", None)
        if type_name is not None:
            if not isinstance(type_name, str) or type_name not in _PYTHON_TYPES:
                message = f"type {type_name!r} is not compiled"
                raise UnknownSchemaWordError(message)
            self.refuse_unless(_PYTHON_TYPES[type_name].format(v=v))
        if type_name == "object":
            self.object(words, v)
        elif type_name == "array":
            self.array(words, v)
        elif type_name == "string":
            self.string(words, v)
        elif type_name in ("number", "integer"):
            self.number(words, v)
        else:
            self.untyped(words, v)
        if words:
            message = f"keywords {sorted(words)} are not compiled for type {type_name!r}"
            raise UnknownSchemaWordError(message)

    def resolve(self, reference: str) -> dict[str, Any]:
        found = self.root
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        return found

    def object(self, words: dict[str, Any], v: str) -> None:
        required = words.pop("required", [])
        additional = words.pop("additionalProperties", True)
        if not isinstance(additional, bool):
            message = "additionalProperties with a schema is not compiled"
            raise UnknownSchemaWordError(message)
        closed = not additional
        properties = words.pop("properties", {})
        seen = self.name("n")
        if closed:
            self.line(f"{seen} = 0")
        for member, schema in properties.items():
            x = self.name("v")
            self.line(f"{x} = {v}.get({member!r}, ABSENT)")
            if member in required:
                self.line(f"if {x} is ABSENT: return False")
                self.member(schema, x, seen if closed else None)
            else:
                self.line(f"if {x} is not ABSENT:")
                self.indent += 1
                self.member(schema, x, seen if closed else None)
                self.line("pass")
                self.indent -= 1
        if closed:
            self.refuse_unless(f"{seen} == len({v})")
        missing = [name for name in required if name not in properties]
        if missing:
            message = f"required members {missing} have no schema"
            raise UnknownSchemaWordError(message)

    def member(self, schema: dict[str, Any], x: str, seen: str | None) -> None:
        if seen:
            self.line(f"{seen} += 1")
        self.schema(schema, x)

    def array(self, words: dict[str, Any], v: str) -> None:
        if "minItems" in words:
            self.refuse_unless(f"len({v}) >= {words.pop('minItems')}")
        if "maxItems" in words:
            self.refuse_unless(f"len({v}) <= {words.pop('maxItems')}")
        items = words.pop("items", None)
        if items is not None:
            x = self.name("v")
            self.line(f"for {x} in {v}:")
            self.indent += 1
            self.schema(items, x)
            self.line("pass")
            self.indent -= 1
        if words.pop("uniqueItems", False):
            # Sound for strings only; anything else is left to jsonschema.
            self.refuse_unless(f"all(type(x) is str for x in {v}) and len(set({v})) == len({v})")

    def string(self, words: dict[str, Any], v: str) -> None:
        if "minLength" in words:
            self.refuse_unless(f"len({v}) >= {words.pop('minLength')}")
        if "maxLength" in words:
            self.refuse_unless(f"len({v}) <= {words.pop('maxLength')}")
        if "pattern" in words:
            self.refuse_unless(f"{self.constant(ecma_pattern(words.pop('pattern')).search)}({v})")
        if "format" in words:
            name = words.pop("format")
            if name not in FORMATS:
                message = f"format {name!r} is not asserted here"
                raise UnknownSchemaWordError(message)
            self.refuse_unless(f"{self.constant(FORMATS[name])}({v})")

    def number(self, words: dict[str, Any], v: str) -> None:
        if "minimum" in words:
            self.refuse_unless(f"{v} >= {words.pop('minimum')!r}")
        if "maximum" in words:
            self.refuse_unless(f"{v} <= {words.pop('maximum')!r}")

    def untyped(self, words: dict[str, Any], v: str) -> None:
        for word in ("enum", "const"):
            if word in words:
                value = words.pop(word)
                allowed = frozenset(value if word == "enum" else [value])
                if not all(isinstance(item, str) for item in allowed):
                    message = f"{word} with values other than strings is not compiled"
                    raise UnknownSchemaWordError(message)
                self.refuse_unless(f"type({v}) is str and {v} in {self.constant(allowed)}")
