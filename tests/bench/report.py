"""What a run found: tables for people, JSON for machines, and the facts of the machine that matter."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from site_tools import chromium

from . import conformance, http, peer, receipts
from .browser import Loading, Pasting
from .links import Joined, slopes
from .memory import Peak
from .reading import Provisional, Reading
from .runs import Speed
from .timing import Comparison, byte_count

PYTHON_PACKAGES = ("rfc8785", "jcs-admit", "jsonschema", "cryptography", "starlette", "uvicorn", "playwright")
# Of the time that an untouched Pyodide takes to print 1, what the page may take from opening to the first verdict.
BOOT_SHARE = 0.55


@dataclass(frozen=True)
class Table:
    """Rows of text under a title; ``notes`` stand below."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Return the table in Markdown, its columns aligned so that it reads well on a terminal too."""
        grid = [self.head, *self.rows]
        widths = [max(len(row[column]) for row in grid) for column in range(len(self.head))]

        def line(row: tuple[str, ...]) -> str:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            return f"| {' | '.join(cells)} |"

        rule = "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])])
        lines = [f"### {self.title}", "", line(self.head), f"|{rule}|", *map(line, self.rows), ""]
        lines += [f"{note}\n" for note in self.notes]
        return "\n".join(lines)


def comparison_table(found: Comparison) -> Table:
    """Return one comparison as a table: a row per engine, ours first."""
    rows = []
    for engine, times in found.times.items():
        row = (engine, duration(median(times)), duration(min(times)), rate(found.rate(engine)))
        if engine == found.ours:
            rows.append((*row, "", "", ""))
            continue
        ratio = found.ratio(engine)
        goals = (f"{goal}: {'reached' if ratio >= goal else 'not reached'}" for goal in found.targets.get(engine, ()))
        rows.append((*row, f"{ratio:.2f}", f"{found.best_ratio(engine):.2f}", ", ".join(goals)))
    head = ("engine", "median", "best", f"{found.unit}/s", "we are times as fast", "by best times", "target")
    notes = tuple(f"Not measured: {engine}, because {reason}." for engine, reason in found.skipped.items())
    return Table(found.title, head, rows, notes)


def memory_table(peaks: list[Peak], command: str = "arf validate") -> Table:
    """Return the peaks of memory of a command as a table, each beside the smallest input."""
    rows = [
        (
            peak.title,
            byte_count(peak.size),
            byte_count(peak.peak),
            f"{peak.peak / peaks[0].peak:.2f}",
            duration(peak.seconds),
        )
        for peak in peaks
    ]
    head = (f"{command} on", "input", "peak memory", "times the first", "time")
    return Table(f"Peak memory of {command}", head, rows)


def speed_table(speeds: list[Speed]) -> Table:
    """Return what is done per second as a table; there is no other engine to compare with."""
    rows = [
        (one.title, duration(median(one.times)), f"{rate(one.amount / median(one.times))} {one.unit}/s")
        for one in speeds
    ]
    return Table("Runs", ("work", "median", "speed"), rows)


def links_table(found: Sequence[Joined]) -> Table:
    """Return the runs over sets of records as a table, and how the time grows with them."""
    rows = [
        (one.title, f"{one.records:,}", duration(one.seconds), f"{one.records / one.seconds:,.0f}", byte_count(one.peak))
        for one in found
    ]
    growth = ", ".join(f"{slope:.2f}" for slope in slopes(list(found), "arf links"))
    note = f"Growth of the time of arf links per growth of the records, from size to size: {growth} (1 is linear)."
    head = ("whole process", "records", "time", "records/s", "peak memory")
    return Table("Links of a set of records", head, rows, (note,))


def loading_table(found: Loading) -> Table:
    """Return the wait for the first verdict as a table."""
    visits = (
        ("new profile, first visit", found.cold, found.untouched_cold),
        ("same profile, third visit", found.warm, found.untouched_warm),
    )
    rows = [
        (title, *(duration(pick(times)) for times in (ours, theirs) for pick in (median, min)), _share(ours, theirs))
        for title, ours, theirs in visits
    ]
    size, gzipped = byte_count(found.size), byte_count(found.gzipped)
    note = f"Loaded on the first visit: {found.files} files, {size}, or {gzipped} where the server compresses."
    title = "The page, from opening it to the first verdict (the record is pasted as soon as the page takes input)"
    head = ("visit", "median", "best", "untouched Pyodide prints 1", "best", f"share of it (target {BOOT_SHARE})")
    return Table(title, head, rows, (note,))


def _share(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Return the median of what each round's time is of the other's, and the ratio of the best times."""
    share = median(one / other for one, other in zip(ours, theirs, strict=True))
    reached = "reached" if share <= BOOT_SHARE else "not reached"
    return f"{share:.2f} (best {min(ours) / min(theirs):.2f}): {reached}"


def pasting_table(found: Sequence[Pasting]) -> Table:
    """Return the times from paste to verdict as a table."""
    rows = [(one.title, byte_count(one.size), duration(median(one.times)), duration(min(one.times))) for one in found]
    title = "The page, once it is ready: from paste to verdict, both implementations and the drawing included"
    return Table(title, ("pasted", "size", "median", "best"), rows)


def load_table(found: http.Load) -> Table:
    """Return what the server did under load as a table."""
    waits = sorted(found.waits)
    late = duration(waits[len(waits) * 99 // 100]) if waits else "no answer"
    middle = duration(median(waits)) if waits else "no answer"
    reached = found.rate >= http.TARGET and found.lost == 0
    goal = f"{http.TARGET}/s, none lost: {'reached' if reached else 'not reached'}"
    row = (str(found.connections), str(found.answered), str(found.lost), rate(found.rate), middle, late, goal)
    head = ("connections", "answered", "lost", "answers/s", "median wait", "99 of 100 within", "target")
    title = "arf receipt serve, one worker: valid receipts to verify, the client on the same machine"
    return Table(title, head, [row])


def waits_table(found: receipts.Waits) -> Table:
    """Return the browser's verdicts on receipts as a table."""
    middle = median(found.times)
    goal = f"{duration(receipts.IN_BROWSER)}: {'reached' if middle <= receipts.IN_BROWSER else 'not reached'}"
    row = ("arfpy in the worker", duration(middle), duration(min(found.times)), duration(max(found.times)), goal)
    title = "In the browser, receipt, attestation and keyring: documents to verdict, once loaded"
    return Table(title, ("engine", "median", "best", "worst", "target"), [row])


def reading_table(found: Reading) -> Table:
    """Return the reading of a large file as a table."""
    row = (byte_count(found.size), f"{found.records:,}", duration(found.first_row), duration(found.total), duration(found.stall))
    head = ("file", "records", "first result", "all results", "longest time without an answer")
    verdict = "reached" if found.stall <= 0.1 else "not reached"
    return Table("The page reads records, one per line", head, (row,), (f"No stall over 100 ms: {verdict}.",))


def provisional_table(found: Provisional) -> Table:
    """Return the times to the provisional digest as a table."""
    row = ("a link to one record", duration(median(found.times)), duration(min(found.times)))
    verdict = "reached" if median(found.times) <= 0.3 else "not reached"
    title = "The page, from opening it to the provisional digest"
    return Table(title, ("opened", "median", "best"), (row,), (f"Within 300 ms: {verdict}.",))


def kit_table(found: Comparison) -> Table:
    """Return a comparison of the vendor kit, with what it is to reach over JSON Lines."""
    table = comparison_table(found)
    if "JSON Lines" not in found.title:
        return table
    state = "reached" if found.rate(found.ours) >= conformance.GOAL else "not reached"
    return replace(table, notes=(*table.notes, f"{conformance.GOAL:,} cases per second: {state}."))


def rate(amount: float) -> str:
    """Return an amount per second with the digits that mean something."""
    return f"{amount:.1f}" if amount < 1000 else f"{round(amount, -2):,.0f}"


def duration(seconds: float) -> str:
    """Return seconds in a unit that reads well."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def machine() -> dict[str, Any]:
    """Return what the numbers depend on; no names of hosts, users or folders."""
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "cpus": os.cpu_count(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "node": _version_of("node"),
        "browser": _version_of(chromium.find()),
        "packages": {name: found for name in PYTHON_PACKAGES if (found := _python_package(name))}
        | {f"npm {name}": found for name in peer.PACKAGES if (found := _npm_package(name))},
    }


def _version_of(program: str | None) -> str | None:
    """Return what a program says of its version, or None where there is no such program."""
    if program is None:
        return None
    try:
        found = subprocess.run([program, "--version"], capture_output=True, check=True, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError):
        return None
    match = re.search(r"[0-9]+(?:\.[0-9]+)+", found.stdout)
    return match and match[0]


def _python_package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _npm_package(name: str) -> str | None:
    described = peer.ROOT / "node_modules" / name / "package.json"
    if not described.is_file():
        return None
    return str(json.loads(described.read_text(encoding="utf-8"))["version"])


def machine_line(facts: dict[str, Any]) -> str:
    """Return the facts as one sentence."""
    packages = ", ".join(f"{name} {found}" for name, found in facts["packages"].items())
    return (
        f"Measured on {facts['date']}: {facts['system']} {facts['architecture']}, {facts['cpus']} CPUs, "
        f"{facts['python']}, Node {facts['node'] or 'not installed'}, "
        f"Chromium {facts['browser'] or 'not installed'}; {packages}."
    )


def write(folder: Path, facts: dict[str, Any], tables: list[Table], raw: list[Any]) -> None:
    """Write ``report.md`` and ``report.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join([machine_line(facts), "", *(table.markdown() for table in tables)])
    (folder / "report.md").write_text(text, encoding="utf-8")
    data = {"machine": facts, "tables": [asdict(table) for table in tables], "measured": [asdict(one) for one in raw]}
    (folder / "report.json").write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
