"""The set of vectors that breaks each field of each type: confirmed by ajv and by json, neither of which is ours."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from site_tools import fields, schema_vectors, vectors

PROJECT = Path(__file__).resolve().parents[2]
SPEC = PROJECT / "spec" / "v0.1"
FOLDER = SPEC / "vectors" / "schemas"
VECTORS = json.loads((FOLDER / "manifest.json").read_bytes())["vectors"]
# The keyword of draft-07 by which a schema refuses what a code is about.
KEYWORDS = {
    "schema.required": "required",
    "schema.type": "type",
    "schema.enum": "enum",
    "schema.min-length": "minLength",
    "schema.pattern": "pattern",
    "schema.format.uuid": "format",
    "schema.format.date-time": "format",
    "schema.format.uri": "format",
    "schema.minimum": "minimum",
    "schema.maximum": "maximum",
    "schema.min-items": "minItems",
    "schema.unique-items": "uniqueItems",
    "schema.unknown-member": "additionalProperties",
    "bundle.version-unsupported": "const",
    "bundle.schema-version-unsupported": "const",
    "bundle.legacy": "required",
}


def _text(vector: dict[str, Any]) -> str:
    return (FOLDER / vector["input"]).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ajv() -> dict[str, list[list[Any]]]:
    """What ajv finds wrong with each input; skipped where ajv is not installed."""
    if not all((PROJECT / "node_modules" / package).is_dir() for package in ("ajv", "ajv-formats")):
        pytest.skip("npm's ajv is not installed: run npm ci")
    schemas = {name: json.loads((SPEC / "schemas" / f"{name}.schema.json").read_bytes()) for name in fields.TYPES}
    records = [{"id": vector["id"], "type": vector["type"], "text": _text(vector)} for vector in VECTORS]
    script = PROJECT / "tests" / "node" / "schema_errors.mjs"
    asked = json.dumps({"schemas": schemas, "records": records}).encode()
    done = subprocess.run(["node", str(script)], input=asked, capture_output=True, check=True, timeout=120)
    answers: dict[str, list[list[Any]]] = json.loads(done.stdout)
    return answers


@pytest.mark.node
@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_ajv_finds_the_one_fault(vector: dict[str, Any], ajv: dict[str, list[list[Any]]]) -> None:
    """ajv names the keyword of the code at the vector's pointer, for the member that is missing, and nothing else."""
    found = ajv[vector["id"]]
    if vector["code"] == "record.local-tx-hash":
        assert found == []  # no schema says what txHash is on chain local
        return
    (keyword, path, missing) = found[0]
    assert len(found) == 1
    assert (KEYWORDS[vector["code"]], vector["pointer"]) == (keyword, path)
    if missing is not None:
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", missing).lower()
        assert vector["id"].endswith(f"-{words}-missing")


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_the_place_is_where_json_finds_the_value(vector: dict[str, Any]) -> None:
    """What begins at the line and column is the value that the pointer leads to, or the name of the unknown member."""
    lines = _text(vector).split("\n")
    rest = "\n".join([lines[vector["line"] - 1][vector["column"] - 1 :], *lines[vector["line"] :]])
    value = json.loads(_text(vector))
    steps = vector["pointer"].split("/")[1:]
    for step in steps[:-1] if vector["code"] == "schema.unknown-member" else steps:
        value = value[int(step) if isinstance(value, list) else step]
    wanted = steps[-1] if vector["code"] == "schema.unknown-member" else value
    assert wanted == json.JSONDecoder().raw_decode(rest)[0]
    if vector["code"] == "schema.unknown-member":
        assert steps[-1] in value


def test_the_files_are_those_of_the_script() -> None:
    """Running the script again changes no byte and leaves no file over."""
    published = {name: data for name, data in vectors.read(vectors.ROOT).items() if name.startswith("schemas/")}
    assert schema_vectors.files() == published


def _required(schema: Any) -> int:
    """How many members a schema requires, at every depth."""
    if isinstance(schema, list):
        return sum(map(_required, schema))
    if not isinstance(schema, dict):
        return 0
    listed = schema["required"] if isinstance(schema.get("required"), list) else []
    return len(listed) + sum(map(_required, schema.values()))


@pytest.mark.parametrize("name", fields.TYPES)
def test_every_required_field_is_left_out_once(name: str) -> None:
    """A type has as many vectors of a missing member as its schema has required members, inner objects included."""
    due = _required(json.loads((SPEC / "schemas" / f"{name}.schema.json").read_bytes()))
    missing = [vector for vector in VECTORS if vector["type"] == name and vector["id"].endswith("-missing")]
    assert due == len(missing) > 0
