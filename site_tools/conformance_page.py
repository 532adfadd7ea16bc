"""The page of reported runs, from ``docs/conformance/results/*.json``, and the files that a vendor takes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from arfpy.conformance import cases, report
from arfpy.conformance.badge import words

from .pages import render
from .spec_pages import ROOT, clause_link

RESULTS = ROOT / "docs" / "conformance" / "results"
# Why an implementation differs, written by hand: one file per report, beside the adapters.
REASONS = ROOT / "examples" / "vendors" / "differences"


@dataclass(frozen=True)
class Row:
    """One reported run: ``name`` is that of its file, ``reasons`` Markdown or empty."""

    name: str
    report: dict[str, Any]
    reasons: str
    current: bool

    @property
    def level(self) -> str:
        """The levels reached, in a few words."""
        return words(self.report)[1]

    def clauses(self) -> list[tuple[str, int, str]]:
        """Return each clause that has results to look at: how many, and the first such case."""
        failing = [result for result in self.report["results"] if result["outcome"] != "passed"]
        ordered = sorted(failing, key=lambda result: result["clause"])
        groups = [(clause, list(found)) for clause, found in groupby(ordered, key=lambda result: result["clause"])]
        return [(clause, len(found), found[0]["case"]) for clause, found in groups]


def rows(folder: Path = RESULTS, reasons: Path = REASONS) -> list[Row]:
    """Return every report, by name. :raises arfpy.UsageError: a file is no report."""
    digest = cases.set_digest(cases.installed())
    found = []
    for path in sorted(folder.glob("*.json")):
        read = report.load(path.read_bytes(), path.name)
        why = reasons / f"{path.stem}.md"
        text = why.read_text(encoding="utf-8").strip() if why.is_file() else ""
        found.append(Row(path.stem, read, text, read["vectors"]["digest"] == digest))
    return found


def page() -> str:
    """Return the page's Markdown."""
    return render("conformance.md.j2", rows=rows(), clause_link=lambda clause: f"../{clause_link(clause)}")


def requests() -> str:
    """Return ``requests.jsonl``: what a vendor answers."""
    return "".join(f"{json.dumps(case.request())}\n" for case in cases.installed())
