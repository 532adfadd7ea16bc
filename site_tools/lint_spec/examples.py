"""Checks of the examples: each can be read, is named once, and comes out as it says when it is run."""

from __future__ import annotations

from collections.abc import Iterator

from site_tools.examples import BlockError, blocks, fault, parsed

from .standard import Fault, Standard


def examples_come_out_as_they_say(standard: Standard) -> Iterator[Fault]:
    """Each block is run, and names a clause and a code that exist and go together."""
    seen: set[str] = set()
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


CHECKS = (examples_come_out_as_they_say,)
