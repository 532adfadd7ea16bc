"""The examples of the texts as two sets of vectors, so that whoever runs the vectors runs the examples.

    python -m site_tools.example_vectors      writes both sets anew

The texts are the source. Canonical bytes are those that the text states, or those of rfc8785.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from .examples import Example, read
from .vectors import ROOT, Files, dump, faults, formatted, with_vector, write
from .vectors import read as read_vectors

SETS = {
    "examples-text": (
        "digest",
        "The examples of the specification's text that are about JSON text and canonical bytes.",
    ),
    "examples-records": ("validate", "The examples of the specification's text that are records or bundles."),
}
_FLAG = "TextExample"
_VERDICTS = {
    "json": "unreadable",
    "number": "unreadable",
    "bundle.legacy": "legacy_top_level_only",
    "bundle.version-unsupported": "unsupported-version",
    "bundle.schema-version-unsupported": "unsupported-version",
}


def files() -> Files:
    """Return the files of both sets by their paths below ``vectors/``."""
    made: Files = {}
    for name, (operation, about) in SETS.items():
        made[f"{name}/manifest.json"] = dump(_head(name, operation, about))
    for example in read():
        for name, (operation, _) in SETS.items():
            if example.op == operation:
                made = with_vector(made, name, _vector(example), example.data, example.canonical)
    return formatted(made)


def _head(name: str, operation: str, about: str) -> dict[str, Any]:
    effect = "An implementation does otherwise than the text that people read when they write theirs."
    return {
        "set": name,
        "spec": "0.1",
        "op": operation,
        "count": 0,
        "about": about,
        "provenance": {
            "origin": "Taken from the blocks of the specification's text by python -m site_tools.example_vectors.",
            "checked_with": [
                "rfc8785 0.1.4 under Python 3.11",
                "canonicalize 4.0.0 under Node 20.20.2",
                "ajv 8.20.0 with ajv-formats 3.0.1, where the example is a record",
            ],
        },
        "flags": {_FLAG: {"effect": effect, "links": ["ARF v0.1, the clause that each vector names"]}},
        "vectors": [],
    }


def _vector(example: Example) -> dict[str, Any]:
    vector: dict[str, Any] = {
        "id": example.anchor,
        "clause": example.clause,
        "flags": [_FLAG],
        "comment": example.says.replace("`", ""),
        "result": example.expect,
    }
    if example.op == "validate":
        vector["type"] = example.type
    if example.expect == "reject":
        code = example.code or ""
        line, _, column = (example.at or "").partition(":")
        verdict = _VERDICTS.get(code) or _VERDICTS.get(code.partition(".")[0], "invalid")
        place = {"pointer": example.pointer, "line": int(line), "column": int(column)}
        return {**vector, "verdict": verdict, "code": code, **place}
    return {**vector, "warnings": [example.code]} if example.code else vector


def main() -> int:
    """Write both sets; return 1, and leave the disk alone, where the vectors as a whole have a fault."""
    others = {name: data for name, data in read_vectors(ROOT).items() if name.split("/")[0] not in SETS}
    every = others | files()
    wrong = faults(every)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    for name in SETS:
        for path in (ROOT / name).glob("*"):
            if f"{name}/{path.name}" not in every:
                path.unlink()
    write(ROOT, every)
    counts = [json.loads(every[f"{name}/manifest.json"])["count"] for name in SETS]
    print(f"{sum(counts)} examples in {len(counts)} sets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
