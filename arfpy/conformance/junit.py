"""The report as JUnit XML, which continuous integration services read."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ..reporters.text import printable
from .outcomes import ERRORED, FAILED, PASSED, XFAIL, XPASS
from .visible import rows


def document(report: dict[str, Any]) -> str:
    """Return one test suite with a test case per result; an expected failure is skipped, an unexpected pass fails."""
    summary = report["summary"]
    counts = {
        "tests": sum(summary.values()),
        "failures": summary[FAILED] + summary[XPASS],
        "errors": summary[ERRORED],
        "skipped": summary[XFAIL],
    }
    attributes = "".join(f' {name}="{count}"' for name, count in counts.items())
    name = quoteattr(printable(f"ARF v{report['spec']}: {report['implementation']['name']}"))
    cases = "".join(_case(result) for result in report["results"])
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name={name}{attributes}>\n{cases}</testsuite>\n'


_ELEMENTS = {FAILED: "failure", XPASS: "failure", ERRORED: "error", XFAIL: "skipped"}


def _case(result: dict[str, Any]) -> str:
    op, set_name, vector = result["case"].split("/")
    opening = f"<testcase classname={quoteattr(f'{op}.{set_name}')} name={quoteattr(vector)}"
    if result["outcome"] == PASSED:
        return f"{opening}/>\n"
    element = _ELEMENTS[result["outcome"]]
    reason = quoteattr(printable(result["reason"]))
    # Every row is printable text, so no character in it is one that XML forbids.
    text = escape("\n".join(f"{name}: {shown}" for name, shown in rows(result)))
    return f"{opening}><{element} message={reason}>{text}</{element}></testcase>\n"
