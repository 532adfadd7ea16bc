"""The page of a suite: every job, its gate, and what was decided."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from .markup import Child, code, el, facts, number, status, table


def body(report: dict[str, Any]) -> list[Element]:
    """Return what stands on the page of a suite."""
    line = (
        f" · {report['accepted_jobs']} of {report['total_jobs']} jobs accepted, {report['invalid_jobs']} not assessed"
    )
    return [
        el("p", status(report["status"]), line, class_="verdict"),
        el("p", report["interpretation"], class_="note"),
        el("h2", "Jobs"),
        *(_job(job) for job in report["jobs"]),
        el("h2", "This suite"),
        facts(
            "This suite",
            [
                ("manifest_sha256", code(report["manifest_sha256"])),
                ("created_at", report["created_at"]),
                ("Produced by", report["evalarc_version"]),
                ("Seconds", number(report["duration_seconds"])),
            ],
        ),
    ]


def _job(job: dict[str, Any]) -> Element:
    decision, observed = job["decision"], job["observed"]
    said = "accepted" if decision["accepted"] else "rejected" if decision["valid"] else "not assessed"
    word = "passed" if decision["accepted"] else "failed" if decision["valid"] else "environment_error"
    rows: list[tuple[Child, ...]] = [_check(check) for check in decision["checks"]]
    scores = f"mean score {number(observed['mean_score'])}, resolved {observed['resolved_attempts']} of"
    return el(
        "section",
        el("h3", f"{job['id']} ", el("span", said, class_=f"status {word}")),
        el("p", f"{job['task']['id']} · {scores} {observed['completed_attempts']} attempts"),
        *(el("p", reason, class_="failed") for reason in decision["reasons"]),
        table(f"Gate of {job['id']}", ("Check", "Required", "Observed", "Passed"), rows)
        if rows
        else el("p", "No check."),
        el("p", el("a", "Evidence", href=f"jobs/{job['id']}/index.html")),
    )


def _check(check: dict[str, Any]) -> tuple[Child, ...]:
    passed = status("passed") if check["passed"] else status("failed")
    if "minimum" in check:
        return check["name"], f"at least {number(check['minimum'])}", number(check["observed"]), passed
    return check["name"], "in every attempt", f"{len(check['violations'])} violations", passed
