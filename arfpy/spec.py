"""Where the standard's data is found: schemas, error codes and links of ``spec/v0.1``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SPEC_VERSION = "0.1"
TYPE_NAMESPACE = "https://korvo.xyz/arf/ns/v0.1/"

_HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Code:
    """One row of ``codes.json``: what a problem's code means and what to do next."""

    code: str
    severity: str
    clause: str
    meaning: str
    next: str


@cache
def folder() -> Path:
    """Return the folder of the standard: the copy inside the wheel, or the one of a source checkout."""
    for candidate in (_HERE / "_spec" / "v0.1", _HERE.parent / "spec" / "v0.1"):
        if (candidate / "codes.json").is_file():
            return candidate
    message = "arfpy is installed without spec/v0.1; install it again from a complete wheel or checkout"
    raise FileNotFoundError(message)


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def codes() -> dict[str, Code]:
    """Return every error code by its id."""
    return {row["code"]: Code(**row) for row in _load(folder() / "codes.json")["codes"]}


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each record type and of the bundle, by type name, in alphabetical order."""
    found = {}
    for path in sorted((folder() / "schemas").glob("*.schema.json")):
        schema = _load(path)
        if schema["$id"].startswith(TYPE_NAMESPACE):
            found[schema["$id"].removeprefix(TYPE_NAMESPACE)] = schema
    return found


@cache
def links() -> dict[str, dict[str, str]]:
    """Return the references of each type: ``{type: {field: type pointed at}}`` (clause records.links)."""
    table: dict[str, dict[str, str]] = {}
    for row in _load(folder() / "links.json")["links"]:
        table.setdefault(row["from"], {})[row["field"]] = row["to"]
    return table


@cache
def history_fields() -> dict[str, str]:
    """Return the field of each type that names an earlier publication by its transaction (clause links.history)."""
    return {row["from"]: row["field"] for row in _load(folder() / "links.json")["history"]}
