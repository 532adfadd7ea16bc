"""The vectors about sets of records: links and disclosure statements."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from arfpy import disclosure, inputs
from arfpy.errors import UsageError
from arfpy.graph.loading import load
from arfpy.graph.report import problems

ROOT = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors"


def _vectors(name: str) -> list[Any]:
    manifest = json.loads((ROOT / name / "manifest.json").read_bytes())
    return [pytest.param(vector, id=vector["id"]) for vector in manifest["vectors"]]


def _records(name: str, vector: dict[str, Any]) -> list[tuple[str, inputs.RecordText]]:
    data = (ROOT / name / vector["input"]).read_bytes()
    return [(vector["input"], record) for record in inputs.split(io.BytesIO(data), inputs.NDJSON)]


@pytest.mark.parametrize("vector", _vectors("links"))
def test_links_vector(vector: dict[str, Any]) -> None:
    """A set of records has exactly the problems named, each with its line and pointer."""
    store, unread = load(_records("links", vector), values=False)
    found = sorted((row.line, problem.pointer, problem.code) for row, problem in problems(store))
    assert unread == []
    assert sorted((one["line"], one["pointer"], one["code"]) for one in vector["expect"]) == found


@pytest.mark.parametrize("vector", _vectors("links"))
def test_links_vector_by_a_plain_join(vector: dict[str, Any]) -> None:
    """A dictionary join that knows nothing of the library says of each vector how many links do not resolve."""
    table = json.loads((ROOT.parent / "links.json").read_bytes())["links"]
    folder = ROOT / "links"
    lines = [json.loads(line) for line in (folder / vector["input"]).read_text("utf-8").splitlines()]
    telling = {
        "engine": "evaluation", "statement": "claim", "challengerId": "challenge", "weight": "endorsement",
        "snapshot": "revision", "txHash": "chain-record", "canonicalizationVersion": "bundle", "body": "artifact",
        "text": "question", "name": "validator", "title": "source",
    }  # fmt: skip
    types = [next(kind for member, kind in telling.items() if member in line) for line in lines]
    known = {(kind, line.get("id")) for kind, line in zip(types, lines, strict=True)}
    wrong = 0
    for kind, line in zip(types, lines, strict=True):
        inner = [("source", one["id"]) for one in line.get("sources", ())]
        made = [(kind, line, known)] + [("claim", one, known | set(inner)) for one in line.get("claims", ())]
        for of, record, ids in made:
            for row in table:
                if row["from"] == of and row["field"] in record:
                    held = record[row["field"]]
                    wrong += sum((row["to"], one) not in ids for one in (held if isinstance(held, list) else [held]))
    codes = ("link.unresolved", "link.wrong-type", "link.case")
    assert sum(one["code"] in codes for one in vector["expect"]) == wrong


@pytest.mark.parametrize("vector", _vectors("disclosure"))
def test_disclosure_vector(vector: dict[str, Any]) -> None:
    """Statements give the states named, or the whole file is refused at the line and for the reason named."""
    refusal = next((one for one in vector["expect"] if "code" in one), None)
    if refusal is None:
        statements = disclosure.load(_records("disclosure", vector))
        assert [one["state"] for one in vector["expect"]] == [statements.state(one["digest"]) for one in vector["expect"]]
        return
    with pytest.raises(UsageError) as caught:
        disclosure.load(_records("disclosure", vector))
    from arfpy import spec

    assert caught.value.message.startswith(f"{vector['input']}:{refusal['line']} is no disclosure statement: ")
    assert spec.codes()[refusal["code"]].next == caught.value.hint
