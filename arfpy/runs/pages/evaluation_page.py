"""The page of one evaluation: what was scored, what failed, and every case down to one tool call."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from .markup import NOTHING, Child, code, el, facts, number, outcome, status, table
from .trace import trace_list

NOT_PROVEN = (
    "Fingerprints tell inputs apart. They do not show who produced this report, or that a candidate ran as stated."
)


def body(report: dict[str, Any]) -> list[Element]:
    """Return what stands on the page of an evaluation."""
    return [
        verdict(report),
        *_explanation(report),
        el("h2", "Dimensions"),
        dimensions(report),
        el("h2", "Checks that failed"),
        failed_checks(report),
        el("h2", "Cases"),
        *cases(report),
        el("h2", "What ran"),
        identity(report),
        el("p", NOT_PROVEN, class_="note"),
    ]


def verdict(report: dict[str, Any]) -> Element:
    """Return the outcome of a run in one line."""
    passed = sum(case["passed"] for case in report["cases"])
    score = "no score" if report["score"] is None else f"score {number(report['score'])}"
    count = f"{passed} of {len(report['cases'])} cases passed"
    return el("p", status(report["status"]), f" · {score} · {count}", class_="verdict")


def _explanation(report: dict[str, Any]) -> list[Element]:
    if not report["valid"]:
        text = "At least one case could not be assessed, so the run has no score. What is null was not assessed."
        return [el("p", text, class_="note")]
    if not report["resolved"]:
        text = "A run is resolved only when every check of every case is true. A high score is not that."
        return [el("p", text, class_="note")]
    return []


def dimensions(report: dict[str, Any]) -> Element:
    """Return the scores by dimension, in the task's order."""
    rows = []
    for name, row in report["dimensions"].items():
        bar: Child = NOTHING
        if row["score"] is not None:
            bar = el("meter", min="0", max="1", value=str(row["score"]), aria_label=f"{name}: {number(row['score'])}")
        counts = f"{row['passed']} of {row['assessed']}"
        if row["assessed"] < row["total"]:
            counts += f", {row['total'] - row['assessed']} not assessed"
        rows.append((name, number(row["weight"]), counts, number(row["score"]), bar))
    return table("Dimensions", ("Dimension", "Weight", "True checks", "Score", "From 0 to 1"), rows)


def failed_checks(report: dict[str, Any], within: str = "") -> Element:
    """Return every check that is not true, with links to :func:`cases` of the same ``within``."""
    rows = [
        (el("a", case["case_id"], href=f"#{within}{_anchor(case)}"), str(case["seed"]), check, outcome(value))
        for case in report["cases"]
        for check, value in case["checks"].items()
        if value is not True
    ]
    if not rows:
        return el("p", "None.")
    return table("Checks that failed", ("Case", "Seed", "Check", "True"), rows)


def identity(report: dict[str, Any]) -> Element:
    """Return fingerprints and runtime."""
    task, runtime = report["task"], report["runtime"]
    rows: list[tuple[str, Child]] = [
        ("Task", f"{task['id']} {task['version']} ({task['domain']}, {task['split']})"),
        ("Seeds", ", ".join(map(str, report["seeds"]))),
        *((name, code(report[name])) for name in ("candidate_sha256", "grader_sha256", "cases_sha256")),
        *((name, code(value)) for name, value in runtime.items()),
        ("created_at", report["created_at"]),
        ("Produced by", report["evalarc_version"]),
    ]
    if "evaluation_seconds" in report:
        rows.append(("Seconds", number(report["evaluation_seconds"])))
    return facts("What ran", rows)


def _anchor(case: dict[str, Any]) -> str:
    return f"{case['case_id']}-{case['seed']}"


def cases(report: dict[str, Any], within: str = "") -> list[Element]:
    """Return every case, folded where it passed. :param within: begins each id, where a page holds several reports."""
    return [_case(case, within) for case in report["cases"]]


def _case(case: dict[str, Any], within: str) -> Element:
    title = el("summary", f"{case['case_id']}, seed {case['seed']} ", status(case["status"]))
    parts = [title]
    if case["error"] is not None:
        parts.append(el("p", case["error"], class_=case["status"]))
    parts.append(table("Checks", ("Check", "True"), [(name, outcome(value)) for name, value in case["checks"].items()]))
    if "checks_completed" in case:
        parts.append(el("p", f"{case['checks_completed']} responses were right."))
    if "trace" in case:
        parts += [el("h3", "Step by step"), trace_list(case["trace"])]
    if "processes" in case:
        parts += [el("h3", "Processes"), _processes(case["processes"])]
    parts.append(el("p", "Transcript ", code(case["transcript_sha256"]), class_="soft"))
    node = el("details", *parts, id=within + _anchor(case))
    if not case["passed"]:
        node.set("open", "open")
    return node


def _processes(rows: list[dict[str, Any]]) -> Element:
    if not rows:
        return el("p", "None was started.")
    shown = []
    for index, row in enumerate(rows, start=1):
        tail = row["stderr_tail"].strip()
        last: Child = el("pre", *_lines(tail)) if tail else NOTHING
        ended = NOTHING if row["exit_code"] is None else str(row["exit_code"])
        shown.append((str(index), ended, str(row["output_bytes"]), last))
    return table("Processes", ("Process", "Exit code", "Bytes written", "End of stderr"), shown)


def _lines(text: str) -> list[Child]:
    found: list[Child] = []
    for line in text.splitlines():
        found += [line, el("br")]
    return found[:-1]
