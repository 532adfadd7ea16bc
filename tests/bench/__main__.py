"""``python -m tests.bench [--large] [--only PART]``: measure, print ratios, write ``build/bench/report.*``.

Targets are printed as reached or not reached and never fail the run: times depend on the machine. Exit code 1
means that two engines gave different answers.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import browser, canonical, conformance, http, links, memory, reading, receipts, report, runs, validate
from .peer import ROOT
from .timing import Comparison

PARTS = ("canonical", "validate", "receipts", "memory", "links", "runs", "conformance", "browser")
LARGE = 1_000_000_000
LARGE_SET = 1_000_000


def main() -> int:
    """Run the parts asked for and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Speed and memory, side by side.")
    parser.add_argument("--large", action="store_true", help="also a file of 1 GB and a set of a million records (some minutes)")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part instead of all; may be repeated")
    options = parser.parse_args()
    facts = report.machine()
    print(report.machine_line(facts), end="\n\n")
    tables: list[report.Table] = []
    raw: list[Any] = []
    try:
        for part in options.only or PARTS:
            with tempfile.TemporaryDirectory(prefix="arf-bench-") as folder:
                for table, found in _measure(part, Path(folder), large=options.large):
                    print(table.markdown(), flush=True)
                    tables.append(table)
                    raw.extend(found)
    except canonical.OutputsDifferError as error:
        print(f"The engines disagree, so no time counts. {error}", file=sys.stderr)
        return 1
    report.write(ROOT / "build" / "bench", facts, tables, raw)
    print("Written to build/bench/report.md and build/bench/report.json.")
    return 0


def _measure(part: str, folder: Path, *, large: bool) -> Iterator[tuple[report.Table, list[Any]]]:
    if part == "canonical":
        yield from ((report.comparison_table(found), [found]) for found in canonical.run(folder))
    elif part == "validate":
        yield from ((report.comparison_table(found), [found]) for found in validate.run(folder))
    elif part == "receipts":
        for found in receipts.run(folder):
            if isinstance(found, str):
                print(f"Not measured: receipts in the browser, because {found}.\n")
            elif isinstance(found, http.Load):
                yield report.load_table(found), [found]
            elif isinstance(found, receipts.Waits):
                yield report.waits_table(found), [found]
            else:
                yield report.comparison_table(found), [found]
    elif part == "memory":
        peaks = memory.run(folder, large=LARGE if large else None)
        yield report.memory_table(peaks), peaks
    elif part == "links":
        joined = links.run(folder, large=LARGE_SET if large else None)
        yield report.links_table(joined), joined
    elif part == "runs":
        speeds = runs.run(folder)
        yield report.speed_table(speeds), speeds
        peaks = runs.peaks(folder)
        yield report.memory_table(peaks, "arf run verify"), peaks
    elif part == "conformance":
        yield from ((report.kit_table(found), [found]) for found in conformance.run(folder))
    elif (absent := browser.missing()) is not None:
        print(f"Not measured: the page, because {absent}.\n")
    else:
        for found in browser.run(folder):
            if isinstance(found, browser.Loading):
                yield report.loading_table(found), [found]
            elif isinstance(found, reading.Reading):
                yield report.reading_table(found), [found]
            elif isinstance(found, reading.Provisional):
                yield report.provisional_table(found), [found]
            elif isinstance(found, Comparison):
                yield report.comparison_table(found), [found]
            else:
                yield report.pasting_table(found), found


if __name__ == "__main__":
    sys.exit(main())
