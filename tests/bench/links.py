"""``arf links`` and ``arf trace`` on growing sets, beside a plain dictionary join as the floor."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from . import peer
from .memory import LAUNCHER, UNIT

# The floor: no strict parsing, no digests, no near misses, no repeated ids; only whether each id is there.
_JOIN = """
import json, sys
with open(sys.argv[1], "rb") as file:
    records = [json.loads(line) for line in file]
known = {record["id"] for record in records}
missing = sum(one not in known for record in records for name in ("sourceIds", "claimIds") for one in record.get(name, ()))
missing += sum(record[name] not in known for record in records for name in ("claimId", "validatorId") if name in record)
"""
_INSTANT = "2026-01-01T00:00:00Z"


@dataclass(frozen=True)
class Joined:
    """One run over a set: ``seconds`` and ``peak`` (bytes) of the whole process."""

    title: str
    records: int
    seconds: float
    peak: int


def write_set(file: Path, count: int) -> str:
    """Write a set of ``count`` records, every fourth a source, claim, evaluation or endorsement; return a hub's id.

    Every evaluation is also about the first claim, which makes it the hub. One endorsement in fifty dangles.
    """
    random = Random(1)
    each = count // 4
    with file.open("w", encoding="utf-8") as out:
        for place in range(each):
            sources = [_id(1, random.randrange(each)) for _ in range(2)]
            claims = [_id(2, random.randrange(each)), _id(2, 0)]
            out.write(
                f'{{"id":"{_id(1, place)}","type":"paper","title":"Scores of a run","createdAt":"{_INSTANT}"}}\n'
                f'{{"id":"{_id(2, place)}","statement":"Model B answers more items than A.","confidence":"low",'
                f'"sourceIds":{json.dumps(sources)},"createdAt":"{_INSTANT}"}}\n'
                f'{{"id":"{_id(3, place)}","claimIds":{json.dumps(claims)},"engine":"exact-match","protocolVersion":"1",'
                f'"payload":{{"score":{random.random()}}},"createdAt":"{_INSTANT}"}}\n'
                f'{{"id":"{_id(4, place)}","claimId":"{_id(2, random.randrange(each + each // 50))}",'
                f'"validatorId":"{_id(5, 0)}","weight":3,"createdAt":"{_INSTANT}"}}\n'
            )
        out.write(f'{{"id":"{_id(5, 0)}","name":"Reader","type":"human","createdAt":"{_INSTANT}"}}\n')
    return _id(2, 0)


def _id(kind: int, place: int) -> str:
    return f"{kind:08x}-0000-4000-8000-{place:012x}"


def run(folder: Path, *, sizes: tuple[int, ...] = (10_000, 100_000), large: int | None = None) -> list[Joined]:
    """Measure links, the plain join, and the trace of the hub, at each size."""
    found = []
    for count in (*sizes, *([large] if large else [])):
        file = folder / "set.ndjson"
        hub = write_set(file, count)
        arf = [sys.executable, "-m", "arfpy"]
        found += [
            _measured("arf links", count, [*arf, "links", "-q", "-q", str(file)], {1}),
            _measured("a plain dictionary join", count, [sys.executable, "-c", _JOIN, str(file)], {0}),
            _measured("arf trace of the hub", count, [*arf, "trace", hub, str(file), "--format", "json"], {0}),
        ]
        file.unlink()
    return found


def slopes(found: list[Joined], title: str) -> list[float]:
    """Return by how much the time grew with the records, from each size to the next: 1 is linear."""
    rows = [one for one in found if one.title == title]
    return [(b.seconds / a.seconds) / (b.records / a.records) for a, b in pairwise(rows)]


def _measured(title: str, count: int, command: list[str], codes: set[int]) -> Joined:
    start = time.perf_counter()
    answer = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *command], cwd=peer.ROOT, check=True, capture_output=True
    )
    seconds = time.perf_counter() - start
    code, peak = json.loads(answer.stdout)
    if code not in codes:
        raise RuntimeError(f"{title} ended with {code}")
    return Joined(title, count, seconds, peak * UNIT)
