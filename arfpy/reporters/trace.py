"""The faces of a trace: a tree for people, JSON, and graphs in the languages of Mermaid and Graphviz."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import spec
from .._version import __version__
from .text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..graph.trace import Edge, Node, Trace

# A hub may have many thousand records around it; a person reads the first ones.
_SHOWN = 20
_TITLE = 72


def as_text(trace: Trace) -> str:
    """Return the trace as a tree: what must be known first, what it rests on, what rests on it."""
    lines = [_line(trace.nodes[trace.root])]
    digest = trace.nodes[trace.root].row.digest
    lines += [f"  {digest}"] if digest else []
    lines += ["", "Know first"] if trace.warnings else []
    lines += [f"! {printable(warning)}" for warning in trace.warnings]
    for heading, edges in (("Rests on", trace.basis), ("What rests on it", trace.uses)):
        lines += ["", heading]
        lines += _tree(trace, edges) or ["(nothing among the files given)"]
    return "\n".join(lines) + "\n"


def as_json(trace: Trace) -> str:
    """Return the trace as one JSON object: nodes by key, edges, warnings."""
    nodes = [
        {
            "key": key,
            "type": node.row.type,
            "id": node.row.id,
            "digest": node.row.digest,
            "source": node.row.source,
            "line": node.row.line,
            "title": node.title,
            "state": node.state,
        }
        for key, node in trace.nodes.items()
    ]
    report = {
        "report": "arf-trace-v1",
        "arfpy": __version__,
        "spec": spec.SPEC_VERSION,
        "root": trace.root,
        "warnings": trace.warnings,
        "nodes": nodes,
        "basis": [_edge(edge) for edge in trace.basis],
        "uses": [_edge(edge) for edge in trace.uses],
    }
    return json.dumps(report, indent=2) + "\n"


def as_mermaid(trace: Trace) -> str:
    """Return the trace as a Mermaid flow chart."""
    lines = ["flowchart LR"]
    lines += [f'  n{key}["{_mermaid(_label(node))}"]' for key, node in trace.nodes.items()]
    for number, (edge, (start, end)) in enumerate(_drawn(trace)):
        if edge.missing:
            lines.append(f'  m{number}["missing: {_mermaid(edge.missing)}"]')
        lines.append(f"  {start} -- {edge.relation} --> {end or f'm{number}'}")
    lines.append(f"  style n{trace.root} stroke-width:3px")
    return "\n".join(lines) + "\n"


def as_dot(trace: Trace) -> str:
    """Return the trace as a directed graph in the DOT language."""
    lines = ["digraph trace {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  n{key} [label={_quoted(_label(node))}];" for key, node in trace.nodes.items()]
    for number, (edge, (start, end)) in enumerate(_drawn(trace)):
        if edge.missing:
            lines.append(f"  m{number} [label={_quoted(f'missing: {edge.missing}')}, style=dashed];")
        lines.append(f"  {start} -> {end or f'm{number}'} [label={_quoted(edge.relation)}];")
    lines += [f"  n{trace.root} [penwidth=3];", "}"]
    return "\n".join(lines) + "\n"


FORMATS: dict[str, Callable[[Trace], str]] = {
    "text": as_text,
    "json": as_json,
    "mermaid": as_mermaid,
    "dot": as_dot,
}


def _tree(trace: Trace, edges: list[Edge]) -> list[str]:
    """Return the lines of a tree below the root; a record that is met again is named, and not opened again."""
    steps: dict[int, list[Edge]] = {}
    for edge in edges:
        steps.setdefault(edge.origin, []).append(edge)
    reached = {edge.target for edge in edges} | {trace.root}
    lines: list[str] = []
    opened = {trace.root}
    for start in [trace.root, *(key for key in steps if key not in reached)]:
        if start != trace.root:
            lines.append(_line(trace.nodes[start]))
        waiting = _branches(steps, start, "")
        while waiting:
            branch = waiting.pop()
            lines.append(branch.mark + _step(trace, branch, opened, steps))
            target = branch.edge.target if branch.edge else None
            if target is not None and target not in opened:
                opened.add(target)
                waiting += _branches(steps, target, branch.inner)
    return lines


class _Branch(NamedTuple):
    """A line of the tree still to print: ``mark`` stands before it, ``inner`` before what is below it."""

    edge: Edge | None
    hidden: int
    mark: str
    inner: str


def _branches(steps: dict[int, list[Edge]], key: int, bars: str) -> list[_Branch]:
    """Return the lines directly below a record, the last one first."""
    edges = steps.get(key, [])
    found = [_Branch(edge, 0, f"{bars}├─ ", f"{bars}│  ") for edge in edges[:_SHOWN]]
    if len(edges) > _SHOWN:
        found.append(_Branch(None, len(edges) - _SHOWN, f"{bars}├─ ", bars))
    if found:
        found[-1] = found[-1]._replace(mark=f"{bars}└─ ", inner=f"{bars}   ")
    return found[::-1]


def _step(trace: Trace, branch: _Branch, opened: set[int], steps: dict[int, list[Edge]]) -> str:
    edge = branch.edge
    if edge is None:
        return f"and {branch.hidden} more; --format json lists them all"
    if edge.target is None:
        return f"{edge.relation}: missing {printable(edge.missing)}"
    again = " (above)" if edge.target in opened and edge.target in steps else ""
    return f"{edge.relation}: {_line(trace.nodes[edge.target])}{again}"


def _line(node: Node) -> str:
    """Return one record as a line: type, id, title, standing, place."""
    row = node.row
    name = f"{row.type} {printable(row.id)}" if row.id else row.type
    title = f" “{printable(_cut(node.title))}”" if node.title else ""
    state = f" ({printable(node.state)})" if node.state else ""
    return f"{name}{title}{state}  {printable(row.source)}:{row.line}"


def _label(node: Node) -> str:
    row = node.row
    parts = [row.type, _cut(node.title), node.state, row.id or ""]
    return "\n".join(printable(part) for part in parts if part)


def _drawn(trace: Trace) -> Iterator[tuple[Edge, tuple[str, str | None]]]:
    """Yield each edge once with the names of its ends; an edge of ``uses`` is turned to lead to what it rests on."""
    seen: set[frozenset[int]] = set()
    for edge in trace.basis:
        if edge.target is not None:
            seen.add(frozenset((edge.origin, edge.target)))
        yield edge, (f"n{edge.origin}", None if edge.target is None else f"n{edge.target}")
    for edge in trace.uses:
        if edge.target is not None and frozenset((edge.origin, edge.target)) not in seen:
            yield edge, (f"n{edge.origin}", f"n{edge.target}")


def _edge(edge: Edge) -> dict[str, Any]:
    return {"from": edge.origin, "relation": edge.relation, "to": edge.target, "missing": edge.missing or None}


def _cut(text: str) -> str:
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"


def _mermaid(text: str) -> str:
    """Return text as a Mermaid label: entities for what would end it, <br> for a new line."""
    for character, entity in (("#", "#35;"), ("&", "#amp;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(character, entity)
    return text.replace("\n", "<br>")


def _quoted(text: str) -> str:
    """Return text as a quoted string of the DOT language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
