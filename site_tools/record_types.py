"""``python -m site_tools.record_types``: write ``arfpy/record_types.py`` from the schemas, for editors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import wrap
from typing import Any

from arfpy import spec

TARGET = Path(__file__).resolve().parent.parent / "arfpy" / "record_types.py"
_HEAD = '''"""The record types and the bundle as typed dictionaries.

Written from the schemas by ``python -m site_tools.record_types``; do not edit. A type checker and an editor learn the
fields from here. What a value must look like, a check says: formats, lengths and ranges are beyond these types.
"""

from typing import Any, Literal, NotRequired, TypedDict

'''
_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]"}


def module() -> str:
    """Return the text of the module."""
    classes: list[str] = []
    names = []
    for type_name, schema in spec.schemas().items():
        name = _class_name(type_name)
        names.append(name)
        classes += _classes(name, schema, schema)
    listed = "".join(f'    "{name}",\n' for name in sorted(names))
    return f"{_HEAD}__all__ = [\n{listed}]\n\n\n" + "\n\n".join(classes)


def _classes(name: str, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    """Return the class of an object, after those of the objects inside it that have members of their own."""
    inner: list[str] = []
    lines = [
        f"class {name}(TypedDict):",
        *_doc(schema.get("description", f"Part of {name}.").partition(". ")[0].removesuffix(".") + "."),
        "",
    ]
    # A type checker wants members that must be there before those that may be.
    for field, definition in schema["properties"].items():
        resolved = _resolved(definition, root)
        kind, made = _kind(f"{name}{_class_name(field)}", resolved, root)
        inner += made
        lines.append(
            f"    {field}: {kind}" if field in schema.get("required", ()) else f"    {field}: NotRequired[{kind}]"
        )
        lines += _doc(definition.get("description", ""))
    return [*inner, "\n".join(lines) + "\n"]


def _kind(name: str, schema: dict[str, Any], root: dict[str, Any]) -> tuple[str, list[str]]:
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return f"Literal[{', '.join(map(json.dumps, values))}]", []
    if schema.get("type") == "array":
        kind, made = _kind(name.removesuffix("s"), _resolved(schema["items"], root), root)
        return f"list[{kind}]", made
    if "properties" in schema and schema.get("additionalProperties") is False:
        return name, _classes(name, schema, root)
    return _SIMPLE.get(schema.get("type", ""), "Any"), []


def _resolved(definition: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in definition:
        found: dict[str, Any] = root["definitions"][definition["$ref"].rpartition("/")[2]]
        return found
    return definition


def _doc(text: str) -> list[str]:
    return [f"    {line}" for line in wrap(f'"""{text}"""', 112)] if text else []


def _class_name(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("-"))


def main() -> int:
    """Write the module."""
    TARGET.write_text(module(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
