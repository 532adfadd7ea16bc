"""The page that leads from each clause to its code, vectors, examples and tests: found, not listed by hand.

A place in the library or in the tests belongs to a clause where its text names the clause's id, one of its codes, or
the gate that the clause is.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arfpy import spec

from . import vectors_page
from .clauses import clauses
from .examples import read
from .fields import TYPES, clause_of
from .pages import render
from .spec_pages import ROOT, clause_link

_NAME = re.compile(r"[a-z]+(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
# A gate has a name, too, under which programs report it.
_GATE = re.compile(r"(?:Gate|Attestation gate) \d+: ([A-Z_]+)")
_QUOTED = re.compile(r'"[A-Z_]+"')


@dataclass
class Trace:
    """What belongs to one clause. A place is a file and the function in it, or the file alone."""

    clause: str
    title: str
    codes: list[str] = field(default_factory=list)
    schemas: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    vectors: dict[str, int] = field(default_factory=dict)
    examples: list[tuple[str, str]] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def traces() -> dict[str, Trace]:
    """Return the trace of every clause, in the order of the texts."""
    found = {name: Trace(name, section.title) for name, section in clauses().items()}
    for code in spec.codes().values():
        found[code.clause].codes.append(code.code)
    for type_name in TYPES:
        found[clause_of(type_name)].schemas.append(type_name)
    for name, manifest in vectors_page.manifests().items():
        for clause, count in Counter(vector["clause"] for vector in manifest["vectors"]).items():
            found[clause].vectors[name] = count
    for example in read():
        found[example.clause].examples.append((example.id, f"spec/v0.1/{example.file}#{example.anchor}"))
    for clause, place in _places(ROOT / "arfpy"):
        found[clause].places.append(place)
    for clause, place in _places(ROOT / "tests"):
        found[clause].tests.append(place)
    return found


def page() -> str:
    """Return the page's Markdown: a block for each clause."""
    files: dict[str, list[Trace]] = {}
    for name, trace in traces().items():
        files.setdefault(name.partition(".")[0], []).append(trace)
    return render("traceability.md.j2", files=files, without=vectors_page.reasons(), clause_link=clause_link)


def _places(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield clause and place for everything below a folder that names the clause or a code of it, each pair once."""
    known = {name: name for name in clauses()} | {code.code: code.clause for code in spec.codes().values()}
    known |= {f'"{match[1]}"': name for name, one in clauses().items() if (match := _GATE.fullmatch(one.title))}
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        spans = _functions(ast.parse(source))
        seen = set()
        for number, line in enumerate(source.split("\n"), start=1):
            for name in [*_NAME.findall(line), *_QUOTED.findall(line)]:
                if name in known:
                    inside = [span for span in spans if span[0] <= number <= span[1]]
                    place = f"{file}: {max(inside)[2]}" if inside else file
                    seen.add((known[name], place))
        yield from sorted(seen)


def _functions(module: ast.Module) -> list[tuple[int, int, str]]:
    """Return first line, last line and name of every function and class; decorators count."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    nodes = [node for node in ast.walk(module) if isinstance(node, kinds)]
    return [
        (min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.end_lineno or node.lineno, node.name)
        for node in nodes
    ]
