"""The pages of what sums up several evaluations: repetitions, comparisons and audits."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from . import evaluation_page
from .evaluation_page import NOT_PROVEN, identity
from .markup import NOTHING, Child, code, el, facts, number, outcome, status, table


def repetition_body(report: dict[str, Any]) -> list[Element]:
    """Return what stands on the page of a repetition."""
    done, asked = report["completed_attempts"], report["requested_attempts"]
    line = f" · {report['resolved_attempts']} resolved of {done} attempts, {asked} asked for"
    attempts = [
        (
            el("a", f"Attempt {row['attempt']}", href=f"attempts/{row['attempt']:04d}/index.html"),
            status(row["status"]),
            number(row["score"]),
            row["created_at"],
        )
        for row in report["attempts"]
    ]
    cases = [
        (
            row["case_id"],
            str(row["seed"]),
            f"{row['passed']} of {row['assessed']}",
            str(row["unassessed"]),
            _wavering(row),
        )
        for row in report["cases"]
    ]
    scores = [
        (name, number(report[name])) for name in ("mean_score", "min_score", "max_score", "assessed_resolution_rate")
    ]
    return [
        el("p", status(report["status"]), line, class_="verdict"),
        facts("Over the assessed attempts", scores),
        el("h2", "Attempts"),
        table("Attempts", ("Attempt", "Status", "Score", "Ran"), attempts),
        el("h2", "Cases"),
        table("Cases", ("Case", "Seed", "Passed", "Not assessed", "Checks that varied"), cases),
        el("h2", "What ran"),
        identity(report),
        el("p", report["interpretation"], class_="note"),
    ]


def _wavering(row: dict[str, Any]) -> str:
    return ", ".join(name for name, check in row["checks"].items() if check["variable"]) or "none"


def comparison_body(report: dict[str, Any]) -> list[Element]:
    """Return what stands on the page of a comparison."""
    before, after = report["baseline"], report["current"]
    count = len(report["regressions"])
    line = f"{count} {'regression' if count == 1 else 'regressions'} · score {number(report['score_delta'])} up"
    if report["score_delta"] < 0:
        line = line.replace(f"{number(report['score_delta'])} up", f"{number(-report['score_delta'])} down")
    sides = [
        (name, number(side["score"]), "yes" if side["resolved"] else "no", code(side["candidate_sha256"]))
        for name, side in (("Baseline", before), ("Current", after))
    ]
    changed = [
        (
            row["case_id"],
            str(row["seed"]),
            status(row["before"]),
            status(row["after"]),
            ", ".join(row["regressed_checks"]) or NOTHING,
            ", ".join(row["improved_checks"]) or NOTHING,
        )
        for row in report["case_transitions"]
    ]
    head = ("Case", "Seed", "Before", "After", "Regressed", "Improved")
    return [
        el("p", line, class_="verdict failed" if count else "verdict"),
        table("The two runs", ("Run", "Score", "Resolved", "Candidate"), sides),
        el("h2", "Cases that changed"),
        table("Cases that changed", head, changed) if changed else el("p", "None."),
        el("h2", "What both ran on"),
        facts(
            "What both ran on",
            [
                ("Task", f"{report['task']['id']} {report['task']['version']}"),
                ("Seeds", ", ".join(map(str, report["seeds"]))),
                *((name, code(report[name])) for name in ("grader_sha256", "cases_sha256")),
                *((name, code(value)) for name, value in report["runtime"].items()),
            ],
        ),
        el("p", report["interpretation"], class_="note"),
    ]


def audit_body(report: dict[str, Any]) -> list[Element]:
    """Return what stands on the page of an audit."""
    line = f" · {report['killed']} of {report['total']} declared faults caught"
    word = "environment_error" if not report["valid"] else "passed" if report["passed"] else "failed"
    rows: list[tuple[Child, ...]] = [
        (
            el("a", row["name"], href=f"#{row['name']}"),
            row["target_dimension"],
            outcome(row["killed"]),
            number(row["score"]),
            ", ".join(row["failing_cases"]) or NOTHING,
        )
        for row in report["mutants"]
    ]
    head = ("Fault", "Target", "Caught", "Score", "Cases failing the target")
    return [
        el("p", status(word), line, class_="verdict"),
        el("p", "The reference:", class_="soft"),
        evaluation_page.verdict(report["reference"]),
        el("h2", "Declared faults"),
        table("Declared faults", head, rows),
        el("h2", "Each evaluation"),
        _evaluation("reference", report["reference"]),
        *(_evaluation(row["name"], row["evaluation"]) for row in report["mutants"]),
        el("h2", "What ran"),
        identity(report["reference"]),
        el("p", report["interpretation"], class_="note"),
        el("p", NOT_PROVEN, class_="note"),
    ]


def _evaluation(name: str, report: dict[str, Any]) -> Element:
    return el(
        "details",
        el("summary", f"{name} ", status(report["status"])),
        evaluation_page.verdict(report),
        evaluation_page.dimensions(report),
        evaluation_page.failed_checks(report, f"{name}-"),
        *evaluation_page.cases(report, f"{name}-"),
        id=name,
    )
