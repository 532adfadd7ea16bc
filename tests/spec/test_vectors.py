"""Every vector of the specification, through arfpy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arfpy import Check
from arfpy.browser import handle

ROOT = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors"
MANIFESTS = [json.loads(path.read_bytes()) for path in sorted(ROOT.glob("*/manifest.json"))]


def _vectors(*operations: str) -> list[Any]:
    return [
        pytest.param(ROOT / manifest["set"], vector | {"op": manifest["op"]}, id=vector["id"])
        for manifest in MANIFESTS
        if manifest["op"] in operations
        for vector in manifest["vectors"]
    ]


@pytest.mark.parametrize(("folder", "vector"), _vectors("digest", "validate"))
def test_vector(folder: Path, vector: dict[str, Any]) -> None:
    """An accepted input has the canonical bytes given; a refused one has the code and the place given."""
    check = Check(type_name=vector.get("type"), schema=vector["op"] == "validate")
    result = check.record((folder / vector["input"]).read_bytes(), vector["input"])
    problems = [problem.as_dict() for problem in result.problems]
    if vector["result"] == "accept":
        canonical = (folder / vector["canonical"]).read_bytes()
        assert vector.get("warnings", []) == [problem["code"] for problem in problems]
        assert ("valid", canonical) == (result.verdict, result.canonical)
        assert canonical.hex() + "\n" == (folder / vector["hex"]).read_text("ascii")
        assert (vector["size"], vector["digest"]) == (len(canonical), result.digest)
    else:
        expected = {key: vector[key] for key in ("code", "pointer", "line", "column")}
        first = next(problem for problem in problems if problem["severity"] == "error")
        assert (vector["verdict"], expected) == (result.verdict, {key: first[key] for key in expected})


@pytest.mark.parametrize(("folder", "vector"), _vectors("validate"))
def test_vector_through_the_browser_door(folder: Path, vector: dict[str, Any]) -> None:
    """The page is told the same verdict, digest and canonical text, or the same code and place."""
    request = {
        "op": "record",
        "name": "pasted text",
        "format": "json",
        "type": vector["type"],
        "expect": None,
        "line": 1,
    }
    answer = json.loads(handle(json.dumps(request), (folder / vector["input"]).read_bytes()))
    result = answer["result"]
    if vector["result"] == "accept":
        canonical = (folder / vector["canonical"]).read_text("utf-8")
        assert ("valid", vector["digest"], canonical) == (result["verdict"], result["digest"], answer["canonical"])
    else:
        expected = {key: vector[key] for key in ("code", "pointer", "line", "column")}
        assert vector["verdict"] == result["verdict"]
        assert expected in [{key: problem[key] for key in expected} for problem in result["problems"]]


@pytest.mark.parametrize(("folder", "vector"), _vectors("file"))
def test_file_vector(folder: Path, vector: dict[str, Any]) -> None:
    """Each line that holds a record has its own verdict, whatever the other lines hold."""
    request = {"op": "check", "name": vector["input"], "format": "ndjson", "type": None, "expect": None}
    answer = json.loads(handle(json.dumps(request), (folder / vector["input"]).read_bytes()))
    seen = []
    for result in answer["results"]:
        errors = [problem for problem in result["problems"] if problem["severity"] == "error"]
        assert {problem["line"] for problem in errors} <= {result["line"]}
        code = errors[0]["code"] if errors else None
        seen.append({"line": result["line"], "verdict": result["verdict"], "code": code})
    assert vector["expect"] == seen
