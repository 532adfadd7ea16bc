"""Peak memory of ``arf validate``: it must not grow with the file."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from . import data, peer

MEGABYTE = 1_000_000

# A small process of its own: on Linux the peak of a child counts what its parent held when it was started.
LAUNCHER = """
import json, resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(json.dumps([code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""
# Linux counts in units of 1024 bytes, macOS in bytes.
UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Peak:
    """The peak memory of one run."""

    title: str
    size: int
    peak: int
    seconds: float


def peak_of(title: str, file: Path, *command: str) -> Peak:
    """Run a command of ``arf`` on a file and return its peak resident size.

    :raises RuntimeError: the command did not pass.
    """
    command = [sys.executable, "-c", LAUNCHER, sys.executable, "-m", "arfpy", *command, str(file)]
    start = time.perf_counter()
    answer = subprocess.run(command, cwd=peer.ROOT, check=True, capture_output=True)
    seconds = time.perf_counter() - start
    code, peak = json.loads(answer.stdout)
    if code != 0:
        raise RuntimeError(f"arf ended with {code} on {title}")
    return Peak(title, file.stat().st_size, peak * UNIT, seconds)


def write_lines(file: Path, size: int, block: int = 10 * MEGABYTE) -> None:
    """Write at least ``size`` bytes of NDJSON: a block of different records, over and over."""
    average = 400
    lines = [record + b"\n" for record in data.records(max(1, min(block, size) // average))]
    whole = b"".join(lines)
    with file.open("wb") as out:
        for _ in range(size // len(whole)):
            out.write(whole)
        rest = size % len(whole)
        for line in islice(cycle(lines), rest // average + 1):
            out.write(line)


def run(folder: Path, *, size: int = 10 * MEGABYTE, large: int | None = None) -> list[Peak]:
    """Measure a small file, one of ``size`` bytes, one record of that size, and with ``large`` one of that size."""
    peaks = []
    file = folder / "memory.ndjson"
    for title, wanted in (("10 kB of records", 10_000), ("records, one per line", size), ("the large file", large)):
        if wanted is None:
            continue
        write_lines(file, wanted)
        peaks.append(peak_of(title, file, "validate"))
        file.unlink()
    one = folder / "memory.json"
    record = json.loads(next(islice(data.records(3), 2, None)))
    record["payload"] = json.loads(data.array(size))
    one.write_text(json.dumps(record, separators=(",", ":")), encoding="utf-8")
    peaks.append(peak_of("a single record", one, "validate"))
    one.unlink()
    return peaks
