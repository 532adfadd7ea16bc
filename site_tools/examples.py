"""The examples of the standard: every fenced block ``arf-example`` of its texts, read and run.

A block is written once and used as text on the page, as a test, as a vector and as a link that opens the verifier::

    ```arf-example id=claim-no-source type=claim expect=reject code=schema.min-items clause=records.arrays
        pointer=/sourceIds at=5:16 says="A claim rests on at least one source."

all on one line, then the input. Input that text cannot hold is written as hexadecimal digits (``form=hex``). Below a
line ``=>`` stands the canonical text. A receipt (``op=receipt``) is given by what is changed of a base receipt, and its
place is a path. ``code`` of an accepted example is that of a warning.
"""

from __future__ import annotations

import io
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from arfpy import Check, inputs, places, spec
from arfpy.graph.loading import load
from arfpy.graph.report import problems
from arfpy.inputs import RecordText
from arfpy.links import Index
from arfpy.results import INVALID, Problem, Result

from . import receipt_blocks
from .clauses import SPEC, sections, texts

KIND = "arf-example"
ARROW = "=>"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE = re.compile(r"[1-9][0-9]*:[1-9][0-9]*")
_NEEDED = {"id", "expect", "clause", "says"}
_KNOWN = {*_NEEDED, "op", "type", "form", "code", "pointer", "at"}
OPS = ("digest", "validate", "file", "links", "receipt")


class BlockError(ValueError):
    """A block cannot be read as an example; the text says why."""


@dataclass(frozen=True, slots=True)
class Example:
    """One block. ``line`` is that of its opening fence; ``canonical`` is what the input becomes, where it is stated."""

    id: str
    clause: str
    op: str
    type: str | None
    expect: str
    code: str | None
    pointer: str
    at: str | None
    says: str
    form: str
    file: str
    line: int
    data: bytes
    canonical: bytes | None

    @property
    def anchor(self) -> str:
        """The id of the block on its page."""
        return f"ex-{self.id}"


def read(folder: Path = SPEC) -> list[Example]:
    """Return every example in the order of the texts. :raises BlockError: a block is not one."""
    return [parsed(*block) for block in blocks(folder)]


def blocks(folder: Path = SPEC) -> list[tuple[str, int, list[str]]]:
    """Return file, line and lines of every fenced block of the kind, fences included."""
    found: list[tuple[str, int, list[str]]] = []
    for path in texts(folder):
        inside = False
        for number, line in (pair for section in sections(path) for pair in section.fenced):
            if inside:
                found[-1][2].append(line)
                inside = line != "```"
            elif line.startswith(f"```{KIND} "):
                found.append((path.name, number, [line]))
                inside = True
    return found


def parsed(file: str, line: int, lines: list[str]) -> Example:
    """Read one block. :raises BlockError: an attribute is missing, unknown or of the wrong form."""
    given = dict(pair.partition("=")[::2] for pair in shlex.split(lines[0].removeprefix(f"```{KIND} ")))
    body = lines[1:-1]
    if wrong := (_NEEDED - set(given)) | (set(given) - _KNOWN):
        raise BlockError(f"attributes that are missing or unknown: {', '.join(sorted(wrong))}")
    op = given.get("op") or ("digest" if given["clause"].startswith("canonicalization.") else "validate")
    _check_attributes(given, op)
    cut = body.index(ARROW) if ARROW in body else len(body)
    text = "\n".join(body[:cut])
    try:
        data = bytes.fromhex(text) if given.get("form") == "hex" else text.encode()
    except ValueError as error:
        raise BlockError("the input is not hexadecimal") from error
    canonical = "\n".join(body[cut + 1 :]).encode() if cut < len(body) else None
    return Example(
        id=given["id"],
        clause=given["clause"],
        op=op,
        type=given.get("type"),
        expect=given["expect"],
        code=given.get("code"),
        pointer=given.get("pointer", ""),
        at=given.get("at"),
        says=given["says"],
        form=given.get("form", "text"),
        file=file,
        line=line,
        data=data,
        canonical=canonical,
    )


def _check_attributes(given: dict[str, str], op: str) -> None:
    rejects = given["expect"] == "reject"
    if not _SLUG.fullmatch(given["id"]):
        raise BlockError("an id holds lower-case letters, digits and hyphens")
    if given["expect"] not in {"accept", "reject"} or op not in OPS or given.get("form", "hex") != "hex":
        raise BlockError("expect, op or form has a value that does not exist")
    if rejects != ("at" in given) or (rejects and not given.get("code")) or (not rejects and "pointer" in given):
        raise BlockError("a rejected example has a code and a place; an accepted one has no place")
    if rejects and op != "receipt" and not _PLACE.fullmatch(given["at"]):
        raise BlockError("a place is a line, a colon and a column, both from 1")
    if not given["says"].endswith("."):
        raise BlockError("says is a sentence")


def results(example: Example) -> list[Result]:
    """Check the input of an example as its operation says, and return the result of each record."""
    given = [RecordText(1, example.data)]
    index = Index()
    if example.op in {"file", "links"}:
        given = list(inputs.split(io.BytesIO(example.data), inputs.NDJSON))
    if example.op == "links":
        index.add_all([text.data for text in given], example.type)
    references = index.violations if example.op == "links" else None
    check = Check(example.type, schema=example.op != "digest", references=references)
    found = [check.record(text.data, example.id, text.line) for text in given]
    if example.op == "links":
        _add_problems_of_the_set(found, given)
    return found


def _add_problems_of_the_set(found: list[Result], given: list[RecordText]) -> None:
    """Add what the records break only together: ids that repeat, publications in a circle (links.md)."""
    store, _ = load([("", text) for text in given], values=False)
    by_line = {result.line: (result, text) for result, text in zip(found, given, strict=True)}
    for row, problem in problems(store):
        result, text = by_line[row.line]
        if all(problem.code != other.code for other in result.problems):
            line, column = places.read(text.data.decode()).value_at(problem.pointer)
            result.problems.append(replace(problem, line=text.line + line - 1, column=column))
            if _is_error(problem):
                result.verdict = INVALID


def fault(example: Example) -> str | None:
    """Run an example; return what came out where it is not what the block says, else None."""
    if example.op == "receipt":
        return receipt_blocks.fault(example.data, example.code, example.at)
    found = results(example)
    return _not_rejected(example, found) if example.expect == "reject" else _not_accepted(example, found)


def _not_rejected(example: Example, found: list[Result]) -> str | None:
    """Return what came out where an input is not rejected at the place, and with the code, that its block states."""
    errors = [problem for result in found for problem in result.problems if _is_error(problem)]
    if not errors or all(result.passed for result in found):
        return "it is accepted"
    first = errors[0]
    seen = (first.code, first.pointer, f"{first.line}:{first.column}")
    due = (example.code, example.pointer, example.at)
    return None if seen == due else f"it is rejected with {' '.join(map(repr, seen))}"


def _not_accepted(example: Example, found: list[Result]) -> str | None:
    """Return what came out where an input is not accepted with the warning and canonical text that its block states."""
    problems_found = [problem for result in found for problem in result.problems]
    if not found or not all(result.passed for result in found):
        return f"it is rejected with {[problem.code for problem in problems_found if _is_error(problem)]}"
    warnings = [problem.code for problem in problems_found]
    if warnings != ([example.code] if example.code else []):
        return f"its warnings are {warnings}"
    if example.canonical not in (None, found[0].canonical):
        return f"its canonical text is {found[0].canonical!r}"
    return None


def _is_error(problem: Problem) -> bool:
    return spec.codes()[problem.code].severity == "error"
