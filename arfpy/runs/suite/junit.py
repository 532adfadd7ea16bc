"""A suite as JUnit: one testcase per job's gate, for tools that read nothing else. No candidate output is in it."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

# What XML 1.0 cannot hold, half of a surrogate pair included.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(suite: dict[str, Any]) -> bytes:
    """Return the JUnit text of a suite's summary, as UTF-8."""
    root = element(suite)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def element(suite: dict[str, Any]) -> ET.Element:
    """Return the JUnit document of a suite's summary, without indentation."""
    jobs = suite["jobs"]
    counts = {
        "name": _xml(suite["name"]),
        "tests": str(len(jobs)),
        "failures": str(sum(job["decision"]["valid"] and not job["decision"]["accepted"] for job in jobs)),
        "errors": str(sum(not job["decision"]["valid"] for job in jobs)),
        "skipped": "0",
        "time": f"{sum(job['duration_seconds'] for job in jobs):.6f}",
    }
    root = ET.Element("testsuites", counts)
    holder = ET.SubElement(root, "testsuite", counts)
    for job in jobs:
        _testcase(holder, job)
    return root


def _testcase(holder: ET.Element, job: dict[str, Any]) -> None:
    names = {"classname": f"evalarc.{job['task']['id']}", "name": job["id"], "time": f"{job['duration_seconds']:.6f}"}
    case = ET.SubElement(holder, "testcase", {name: _xml(value) for name, value in names.items()})
    decision = job["decision"]
    if not decision["accepted"]:
        tag, kind = ("failure", "AcceptanceGate") if decision["valid"] else ("error", "EnvironmentFailure")
        reasons = _xml("\n".join(decision["reasons"]))
        ET.SubElement(case, tag, {"type": kind, "message": reasons}).text = reasons
    said = {name: job[name] for name in ("fully_resolved", "observed", "gate")}
    ET.SubElement(case, "system-out").text = _xml(json.dumps({**said, "evidence": f"jobs/{job['id']}/index.html"}))


def _xml(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
