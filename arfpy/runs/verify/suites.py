"""A saved suite: its file, its plan, its JUnit and every job below it, each computed again from the others."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET
from xml.parsers import expat

from ...errors import UsageError
from ..files import ReportError
from ..rules import is_amount
from ..suite import config, junit, plan, summary
from ..suite.config import Job, Suite
from .kinds import Facts, Part, placed, repetition_of, same

MAX_JUNIT_BYTES = 4 * 1024 * 1024


def suite_(part: Part, name: str, stated: dict[str, Any]) -> Facts:
    """Verify ``suite.json`` with its file, plan, JUnit and jobs."""
    file, declared = part.name(name), _declared(part)
    _check_plan(part, declared)
    rows = placed(file, _rows, stated, declared)
    part.tree.expect(part.name("jobs"), {job.id for job in declared.jobs})
    computed_rows = [_job(part, job, row) for job, row in zip(declared.jobs, rows, strict=True)]
    for index, (row, computed) in enumerate(zip(rows, computed_rows, strict=True)):
        placed(file, _same_row, row, computed, f"/jobs/{index}")
    seconds = stated.get("duration_seconds")
    if not is_amount(seconds):
        raise ReportError("must be a number of seconds", "/duration_seconds", file)
    total = summary.summarize(declared, rows, 0.0)
    placed(file, same, stated, {**total, "duration_seconds": seconds})
    _check_junit(part, stated)
    return {
        "records_valid": total["valid"],
        "fully_resolved": total["fully_resolved_jobs"] == total["total_jobs"],
        "accepted": total["accepted"],
        **{count: total[count] for count in ("total_jobs", "accepted_jobs", "fully_resolved_jobs")},
    }


def _declared(part: Part) -> Suite:
    try:
        return config.parse(part.tree.bytes_of(part.name("suite.toml"), config.MAX_BYTES))
    except UsageError as error:
        raise ReportError(f"{error.message}. {error.hint}", file=part.name("suite.toml")) from None


def _check_plan(part: Part, declared: Suite) -> None:
    """Hold the plan against the suite's file; the candidates' paths are accepted as reported."""
    stated, file = part.report("plan.json"), part.name("plan.json")
    jobs = stated.get("jobs")
    paths = {}
    if isinstance(jobs, list):
        paths = {str(row.get("id")): row.get("candidate") for row in jobs if isinstance(row, dict)}
    for job in declared.jobs:
        if not isinstance(paths.get(job.id), str):
            raise ReportError(f"has no candidate for job {job.id}", "/jobs", file)
    try:
        computed = plan.plan(declared, {name: str(path) for name, path in paths.items()})
    except UsageError as error:
        raise ReportError(error.message, file=part.name("suite.toml")) from None
    placed(file, same, stated, computed)


def _rows(stated: dict[str, Any], declared: Suite) -> list[dict[str, Any]]:
    rows = stated.get("jobs")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ReportError("must be an array of objects", "/jobs")
    if [row.get("id") for row in rows] != [job.id for job in declared.jobs]:
        raise ReportError("are not the jobs of the suite's file, in its order", "/jobs")
    for index, row in enumerate(rows):
        if not is_amount(row.get("duration_seconds")):
            raise ReportError("must be a number of seconds", f"/jobs/{index}/duration_seconds")
    return rows


def _job(part: Part, job: Job, row: dict[str, Any]) -> dict[str, Any]:
    folder = Part(part.tree, part.name(f"jobs/{job.id}"))
    part.tree.expect(folder.folder, {"repetition.json", "attempts"}, {"index.html", "events.jsonl"})
    repetition = repetition_of(folder, "repetition.json", folder.report("repetition.json"))
    placed(folder.name("repetition.json"), _as_planned, repetition, job)
    return {**summary.job_row(job.id, repetition, job.gate, 0.0), "duration_seconds": row["duration_seconds"]}


def _as_planned(repetition: dict[str, Any], job: Job) -> None:
    """A job ran what the suite's file says, and as it says."""
    runtime, wish = repetition["runtime"], job.runtime
    wanted = [
        ("/task", repetition["task"], job.task.identity()),
        ("/seeds", repetition["seeds"], list(job.seeds)),
        ("/requested_attempts", repetition["requested_attempts"], job.attempts),
        ("/runtime/backend", runtime["backend"], wish.backend),
        ("/runtime/image", runtime["image"], wish.image if wish.backend == "docker" else None),
        ("/runtime/response_timeout_seconds", runtime["response_timeout_seconds"], wish.timeout),
        ("/runtime/case_timeout_seconds", runtime.get("case_timeout_seconds", wish.case_timeout), wish.case_timeout),
        ("/runtime/session_output_limit_bytes", runtime["session_output_limit_bytes"], wish.output_limit),
    ]
    for pointer, found, planned in wanted:
        if found != planned:
            raise ReportError("is not what the suite's file asks for", pointer)


def _same_row(stated: dict[str, Any], computed: dict[str, Any], at: str) -> None:
    """The wording of reasons is the producer's; how many there are is not."""
    decision = stated.get("decision")
    reasons = decision.get("reasons") if isinstance(decision, dict) else None
    if not isinstance(reasons, list) or not all(isinstance(reason, str) for reason in reasons):
        raise ReportError("must be an array of strings", f"{at}/decision/reasons")
    if len(reasons) != len(computed["decision"]["reasons"]):
        raise ReportError("does not give one reason for each check that failed", f"{at}/decision/reasons")
    computed["decision"]["reasons"] = reasons
    try:
        same(stated, computed)
    except ReportError as error:
        raise ReportError(error.reason, at + error.pointer) from None


def _check_junit(part: Part, stated: dict[str, Any]) -> None:
    file = part.name("junit.xml")
    found = placed(file, _parse_xml, part.tree.bytes_of(file, MAX_JUNIT_BYTES))
    if _structure(found) != _structure(junit.element(stated)):
        raise ReportError("is not what the suite's summary gives", file=file)


def _parse_xml(data: bytes) -> ET.Element:
    """Parse XML that declares no document type and no entity: neither can then make much out of little."""
    scan = expat.ParserCreate()

    def refuse(*_: Any) -> None:
        raise ReportError("declares a document type or an entity")

    scan.StartDoctypeDeclHandler = scan.EntityDeclHandler = refuse
    try:
        scan.Parse(data, True)
        return ET.fromstring(data)  # noqa: S314 - what is dangerous was refused above
    except (expat.ExpatError, ET.ParseError, ValueError, LookupError) as error:
        raise ReportError(f"is not XML: {error}") from None


def _structure(root: ET.Element) -> list[Any]:
    """Return a document without indentation and without an order of attributes, deep or not."""
    found: list[Any] = []
    waiting = [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        text, tail = (node.text or "").strip(), (node.tail or "").strip()
        said = json.loads(text) if node.tag == "system-out" and _is_json(text) else text
        found.append((depth, node.tag, sorted(node.attrib.items()), said, tail))
        waiting.extend((depth + 1, child) for child in reversed(node))
    return found


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
