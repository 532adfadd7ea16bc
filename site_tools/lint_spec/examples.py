"""Checks of the examples: each can be read, is named once, and comes out as it says when it is run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_tools.example_vectors import SETS
from site_tools.examples import BlockError, Example, blocks, fault, parsed

from .standard import Fault, Standard

_SETS = {operation for operation, _ in SETS.values()}


def examples_come_out_as_they_say(standard: Standard) -> Iterator[Fault]:
    """Each block is run, and names a clause and a code that exist and go together."""
    seen: set[str] = set()
    vectors = {vector["id"]: vector for vector in standard.vectors}
    for file, line, lines in blocks(standard.folder):
        try:
            example = parsed(file, line, lines)
        except BlockError as error:
            yield file, line, f"an example that is not run: {error}"
            continue
        where = f"the example {example.id}"
        if example.id in seen:
            yield file, line, f"{where} has an id that is used twice"
        seen.add(example.id)
        if example.clause not in standard.clauses:
            yield file, line, f"{where} names the clause {example.clause}, which does not exist"
        if example.code is not None and standard.codes.get(example.code, {}).get("clause") != example.clause:
            yield file, line, f"{where} has the code {example.code}, which is not one of its clause"
        elif wrong := fault(example):
            yield file, line, f"{where} does not come out as it says: {wrong}"
        elif example.op in _SETS and not _is_vector(example, vectors.get(example.anchor, {})):
            yield file, line, f"{where} is not the vector of its id: python -m site_tools.example_vectors"


def _is_vector(example: Example, vector: dict[str, Any]) -> bool:
    """Say whether a vector states the clause and the outcome of an example."""
    reported = vector.get("code") or next(iter(vector.get("warnings", ())), None)
    at = f"{vector['line']}:{vector['column']}" if "line" in vector else None
    stated = (vector.get("clause"), vector.get("result"), reported, at)
    return stated == (example.clause, example.expect, example.code, example.at)


CHECKS = (examples_come_out_as_they_say,)
