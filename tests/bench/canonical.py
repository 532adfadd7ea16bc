"""Strict bytes to canonical bytes: arfpy beside the engines that a reader knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rfc8785

from arfpy.canonical import jcs
from arfpy.strict_json import parse

from . import data, peer
from .timing import Comparison, byte_count, interleave, timed

OURS = "arfpy"
REFERENCE = "json.loads with a duplicate check + rfc8785"
NODE = "Node: JSON.parse + canonicalize"
RUST = "jcs-admit (Rust)"

Engine = Callable[[bytes], bytes]


class OutputsDifferError(Exception):
    """Two engines gave different answers: nothing they would show in a race counts."""


def ours(text: bytes) -> bytes:
    """Return canonical bytes by this library."""
    return jcs.canonical_bytes(parse(text))


def reference(text: bytes) -> bytes:
    """Return canonical bytes as one would write it in Python without this library."""
    return rfc8785.dumps(json.loads(text, object_pairs_hook=_unique))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def python_engines() -> tuple[dict[str, Engine], dict[str, str]]:
    """Return the engines that run in this process, ours first, and why one is missing."""
    engines: dict[str, Engine] = {OURS: ours, REFERENCE: reference}
    try:
        import jcs_admit
    except ImportError:
        return engines, {RUST: "the wheel jcs-admit is not installed"}
    return engines | {RUST: jcs_admit.admit}, {}


def compare(
    title: str, texts: list[bytes], node: peer.Node | str, folder: Path, *, rounds: int, targets: bool = True
) -> Comparison:
    """Hold every engine's output to ours, then time them in turn over the same texts.

    :param node: the Node process, or why there is none.
    :raises OutputsDifferError: an engine's canonical bytes are not ours.
    """
    engines, skipped = python_engines()
    wanted = [ours(text) for text in texts]
    for name, engine in engines.items():
        _same(name, wanted, [engine(text) for text in texts])
    runs = {name: timed(_over(engine, texts)) for name, engine in engines.items()}
    if isinstance(node, str):
        skipped[NODE] = node
    else:
        path = folder / "input"
        path.write_bytes(b"".join(text + b"\n" for text in texts))
        node.load(path, lines=True)
        _same(NODE, wanted, node.output("canonical", folder).splitlines())
        runs[NODE] = node.timed("canonical")
    goals = {REFERENCE: (2.5,), NODE: (1.0,)} if targets else {}
    megabytes = sum(map(len, texts)) / 1e6
    return Comparison(title, megabytes, "MB", interleave(runs, rounds), goals, skipped)


def _over(engine: Engine, texts: list[bytes]) -> Callable[[], None]:
    def work() -> None:
        for text in texts:
            engine(text)

    return work


def _same(name: str, wanted: list[bytes], found: list[bytes]) -> None:
    if len(found) != len(wanted):
        raise OutputsDifferError(f"{name}: {len(found)} outputs for {len(wanted)} texts")
    for number, (ours_, theirs) in enumerate(zip(wanted, found, strict=True), start=1):
        if ours_ != theirs:
            raise OutputsDifferError(f"{name}: text {number}: {theirs[:200]!r} instead of {ours_[:200]!r}")


def run(folder: Path, *, rounds: int = 15, size: int = 1_000_000, count: int = 10_000) -> list[Comparison]:
    """Measure one long array and many short records, then what changes with plainer text and with harder numbers."""
    inputs = [
        ("one array of {}", [data.array(size)], True),
        ("{count} records", list(data.records(count)), True),
        ("one array of {} in plain ASCII", [data.array(size, ascii_only=True)], False),
        ("one array of {} with numbers below 1e-4", [data.array(size, tiny_numbers=True)], False),
        ("{count} records, 4 % with a number below 1e-4", list(data.records(count, tiny_numbers=True)), False),
    ]
    absent = peer.missing()
    if absent is not None:
        return [_one(title, texts, absent, folder, rounds, targets) for title, texts, targets in inputs]
    with peer.Node() as node:
        return [_one(title, texts, node, folder, rounds, targets) for title, texts, targets in inputs]


def _one(title: str, texts: list[bytes], node: peer.Node | str, folder: Path, rounds: int, targets: bool) -> Comparison:
    named = title.format(byte_count(sum(map(len, texts))), count=len(texts))
    return compare(f"Strict bytes to canonical bytes: {named}", texts, node, folder, rounds=rounds, targets=targets)
