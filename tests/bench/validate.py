"""``arf validate`` beside the reference's stack: parse, type, schema, canonical bytes, digest, report."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from arfpy.check import Check

from . import data, peer
from .canonical import OutputsDifferError
from .timing import Comparison, interleave, timed

OURS = "arfpy"
NODE = "Node: ajv + ajv-formats + canonicalize + crypto"
TARGETS = {NODE: (0.3, 1.0)}


def run(folder: Path, *, rounds: int = 5, count: int = 100_000) -> list[Comparison]:
    """Measure whole processes over a file, and warm loops over the same records in memory."""
    file = folder / "records.ndjson"
    with file.open("wb") as out:
        for record in data.records(count):
            out.write(record + b"\n")
    return [whole_process(file, count, folder, rounds), in_process(file, count, folder, rounds)]


def whole_process(file: Path, count: int, folder: Path, rounds: int) -> Comparison:
    """Time two processes from start to end; their reports must be the same bytes.

    :raises OutputsDifferError: the reports differ.
    """
    ours_out, node_out = folder / "ours.txt", folder / "node.txt"
    options = ["-v", "--output", "text", "--output-file", str(ours_out)]
    arf = [sys.executable, "-m", "arfpy", "validate", *options, str(file)]
    runs = {OURS: timed(_process(arf))}
    absent = peer.missing()
    if absent is None:
        script = str(peer.SCRIPTS / "validate.mjs")
        runs[NODE] = timed(_process(["node", script, str(_schemas()), str(file), str(node_out)]))
        for engine in runs.values():
            engine()
        _same(ours_out.read_bytes(), node_out.read_bytes())
    title = f"arf validate -v FILE, {count} records: whole process, report written to a file"
    return _comparison(title, count, interleave(runs, rounds), absent)


def in_process(file: Path, count: int, folder: Path, rounds: int) -> Comparison:
    """Time warm loops over records in memory; the digests must be the same.

    :raises OutputsDifferError: the answers differ.
    """
    texts = file.read_bytes().splitlines()
    check = Check()

    def work() -> None:
        for line, text in enumerate(texts, start=1):
            check.record(text, "file", line)

    title = f"Check records in memory, {count} records: warm, no report"
    absent = peer.missing()
    if absent is not None:
        return _comparison(title, count, interleave({OURS: timed(work)}, rounds), absent)
    with peer.Node() as node:
        node.load(file, lines=True)
        _same(b"".join(_line(check, text) for text in texts), node.output("check", folder))
        runs = {OURS: timed(work), NODE: node.timed("check")}
        return _comparison(title, count, interleave(runs, rounds), None)


def _line(check: Check, text: bytes) -> bytes:
    result = check.record(text, "file", 1)
    size = len(result.canonical or b"")
    return f"({result.type}) {result.digest} {size} bytes\n".encode() if result.passed else b"null\n"


def _schemas() -> Path:
    return peer.ROOT / "spec" / "v0.1" / "schemas"


def _process(command: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run(command, cwd=peer.ROOT, check=True)


def _same(ours: bytes, theirs: bytes) -> None:
    if ours == theirs:
        return
    for number, (one, other) in enumerate(zip(ours.splitlines(), theirs.splitlines(), strict=False), start=1):
        if one != other:
            raise OutputsDifferError(f"{NODE}: line {number}: {other[:200]!r} instead of {one[:200]!r}")
    raise OutputsDifferError(f"{NODE}: {len(theirs)} bytes of answers instead of {len(ours)}")


def _comparison(title: str, count: int, times: dict[str, list[float]], absent: str | None) -> Comparison:
    skipped = {NODE: absent} if absent is not None else {}
    targets = TARGETS if absent is None else {}
    return Comparison(title, count, "records", times, targets, skipped)
