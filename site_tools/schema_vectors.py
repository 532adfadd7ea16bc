"""The vectors of the set ``schemas``: one for each way in which a field of a type is refused.

    python -m site_tools.schema_vectors      writes the set anew

Each starts from the full record of its type in the set ``validation`` and breaks one thing. The code and the place
follow from what was broken; no checker is asked. ajv confirms keyword and path in the tests.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Callable
from typing import Any

from arfpy import spec

from .fields import TYPES, Field, Refusal, fields
from .vectors import ROOT, Files, dump, faults, formatted, read, write

SET = "schemas"
_VERDICTS = {
    "bundle.legacy": "legacy_top_level_only",
    "bundle.version-unsupported": "unsupported-version",
    "bundle.schema-version-unsupported": "unsupported-version",
}
# What makes a text one that a format does not allow.
_NOT = {"uuid": "2f1c1c0e-6a52-4c1b-9d0e-5b7f0a3e8d1", "date-time": "2026-04-02", "uri": "example.org/a"}
_WRONG_TYPES: dict[str, Any] = {"string": 7, "number": "7", "integer": "7", "array": {}, "object": []}

# How each reason breaks the value of a field, given its schema.
_BREAKS: dict[str, Callable[[dict[str, Any], Any], Any]] = {
    "other": lambda _schema, _value: "something else",
    "type": lambda schema, _value: _WRONG_TYPES[schema["type"]],
    "fraction": lambda _schema, value: value + 0.5,
    "short": lambda schema, _value: "x" * (schema["minLength"] - 1),
    "form": lambda _schema, value: value.upper(),
    "format": lambda schema, _value: _NOT[schema["format"]],
    "low": lambda schema, _value: schema["minimum"] - 1,
    "high": lambda schema, _value: schema["maximum"] + 1,
    "empty": lambda _schema, _value: [],
    "twice": lambda _schema, value: [value[0], value[0]],
    "local": lambda _schema, _value: "local:none",
    "entry-type": lambda _schema, value: [*value[:-1], None],
    "entry-format": lambda _schema, value: [*value[:-1], _NOT["uuid"]],
}
_FLAGS = {
    "missing": (
        "MissingField",
        "A reader meets a record without what every record of the type has, and stops or guesses.",
    ),
    "type": ("WrongType", "A value of another JSON type is coerced by one reader and refused by the next."),
    "fraction": ("WrongType", ""),
    "entry-type": ("WrongType", ""),
    "other": ("UnlistedValue", "A value that is not listed means nothing to a reader who sorts or filters by it."),
    "short": ("TooShort", "A text that says nothing passes for one that was written."),
    "form": ("WrongForm", "A hash in another form is never found equal to the one it is compared with."),
    "format": ("WrongFormat", "An id, instant or address that other readers cannot read becomes part of a digest."),
    "entry-format": ("WrongFormat", ""),
    "low": ("OutOfRange", "A number outside of its range outweighs all that keep to it."),
    "high": ("OutOfRange", ""),
    "empty": ("EmptyList", "A record that rests on nothing passes for one with support."),
    "twice": ("RepeatedEntry", "One claim counts twice in a result."),
    "unknown": ("UnknownMember", "A misspelt member is accepted and its value lost to every reader."),
    "entry-unknown": ("UnknownMember", ""),
    "local": ("LocalChain", "A digest kept in a file passes for a transaction."),
}


def files() -> Files:
    """Return the files of the set by their paths below ``vectors/``."""
    made: Files = {}
    listed = []
    for type_name in TYPES:
        base = json.loads(_base(type_name))
        due: list[tuple[Field | None, Refusal]] = [(one, said) for one in fields(type_name) for said in one.refusals]
        listed += [_vector(type_name, base, field, refusal, made) for field, refusal in [*due, (None, _UNKNOWN)]]
    flags = {name: {"effect": effect, "links": ["ARF v0.1, records"]} for name, effect in _FLAGS.values() if effect}
    manifest = {
        "set": SET,
        "spec": "0.1",
        "op": "validate",
        "count": 0,
        "about": "Each field of each type, broken in each way that its block in the specification says is rejected.",
        "provenance": {
            "origin": "Made from the schemas by python -m site_tools.schema_vectors, one fault in a full record each.",
            "checked_with": [
                "ajv 8.20.0 with ajv-formats 3.0.1, which names the same keyword at the same path",
                "json under Python 3.11, which finds the value at fault at the same line and column",
            ],
        },
        "flags": flags,
        "vectors": listed,
    }
    made[f"{SET}/manifest.json"] = dump(manifest)
    return formatted(made)


_UNKNOWN = Refusal("unknown", "a member that is not listed", "schema.unknown-member")


def vector_id(type_name: str, path: str, reason: str) -> str:
    """Return the id of the vector of one refusal of a field; the path is empty for the record itself."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", path.replace("[]", "").replace(".", "-")).lower()
    return "-".join(part for part in (type_name, words, reason) if part)


def _base(type_name: str) -> bytes:
    folder = "bundles" if type_name == "bundle" else "validation"
    return (ROOT / folder / f"{type_name}-full.input.json").read_bytes()


def _vector(type_name: str, base: Any, field: Field | None, refusal: Refusal, made: Files) -> dict[str, Any]:
    """Break one thing in a record, write the record, and return its vector."""
    record = copy.deepcopy(base)
    path = field.path if field else ""
    pointer, on_name = _broken(record, field, refusal.reason)
    text, values, names = _written(record)
    line, column = (names if on_name else values)[pointer]
    name = vector_id(type_name, path, refusal.reason)
    made[f"{SET}/{name}.input.json"] = text.encode()
    title = spec.schemas()[type_name]["title"]
    where = f"{title}, {path}" if path else title
    return {
        "id": name,
        "clause": spec.codes()[refusal.code].clause,
        "flags": [_FLAGS[refusal.reason][0]],
        "comment": f"{where}: {refusal.words.replace('`', '')}.",
        "type": type_name,
        "input": f"{name}.input.json",
        "result": "reject",
        "verdict": _VERDICTS.get(refusal.code, "invalid"),
        "code": refusal.code,
        "pointer": pointer,
        "line": line,
        "column": column,
    }


def _broken(record: Any, field: Field | None, reason: str) -> tuple[str, bool]:
    """Break a record in place; return the pointer of the fault, and whether a member's name is its place."""
    if field is None:
        record["note"] = "x"
        return "/note", True
    holder, name, above = _holder(record, field.path)
    here = f"{above}/{name}"
    if reason == "missing":
        del holder[name]
        return above, False
    if reason == "unknown":
        holder[name]["note"] = "x"
        return f"{here}/note", True
    if reason == "entry-unknown":
        holder[name][0]["note"] = "x"
        return f"{here}/0/note", True
    if reason == "local":
        record["chain"] = "local"
    holder[name] = _BREAKS[reason](field.schema, holder[name])
    return (f"{here}/{len(holder[name]) - 1}" if reason.startswith("entry-") else here), False


def _holder(record: Any, path: str) -> tuple[Any, str, str]:
    """Return the object that holds a field, the field's name, and the object's pointer."""
    pointer = ""
    *steps, name = path.split(".")
    for step in steps:
        record = record[step.removesuffix("[]")]
        pointer += f"/{step.removesuffix('[]')}"
        if step.endswith("[]"):
            record = record[0]
            pointer += "/0"
    return record, name, pointer


Places = dict[str, tuple[int, int]]


def _written(value: Any) -> tuple[str, Places, Places]:
    """Return a value as indented JSON, and line and column of every value and name by pointer."""
    text, values, names = "", {}, {}

    def here() -> tuple[int, int]:
        return text.count("\n") + 1, len(text) - text.rfind("\n")

    def one(part: Any, pointer: str, indent: str) -> None:
        nonlocal text
        values[pointer] = here()
        if not isinstance(part, (dict, list)) or not part:
            text += json.dumps(part, ensure_ascii=False)
            return
        inner = f"{indent}  "
        items = part.items() if isinstance(part, dict) else enumerate(part)
        text += "{" if isinstance(part, dict) else "["
        for number, (key, item) in enumerate(items):
            text += f"{',' if number else ''}\n{inner}"
            if isinstance(part, dict):
                names[f"{pointer}/{key}"] = here()
                text += f"{json.dumps(key)}: "
            one(item, f"{pointer}/{key}", inner)
        text += f"\n{indent}{'}' if isinstance(part, dict) else ']'}"

    one(value, "", "")
    return text, values, names


def main() -> int:
    """Write the set; return 1, and leave the disk alone, where the vectors as a whole have a fault."""
    others = {name: data for name, data in read(ROOT).items() if not name.startswith(f"{SET}/")}
    every = others | files()
    wrong = faults(every)
    print("\n".join(wrong) or f"{json.loads(every[f'{SET}/manifest.json'])['count']} vectors", file=sys.stderr)
    if not wrong:
        write(ROOT, every)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
