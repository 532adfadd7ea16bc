"""The report for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..reporters.text import printable
from .outcomes import ERRORED, FAILED, PASSED, XFAIL, XPASS
from .visible import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORDS = {FAILED: "FAIL", ERRORED: "ERROR", XFAIL: "XFAIL", XPASS: "XPASS"}


def lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield every result that did not pass, then the counts and the levels."""
    for result in report["results"]:
        if result["outcome"] != PASSED:
            yield f"{_WORDS[result['outcome']]} {result['case']}"
            yield f"  {printable(result['reason'])}"
            if result["outcome"] != XFAIL:
                yield from (f"  {name:<11} {text}" for name, text in rows(result))
    yield ", ".join(f"{count} {name}" for name, count in report["summary"].items() if count or name == PASSED)
    codes = report["codes"]
    if codes["rejections"]:
        yield f"Codes: {codes['same']} of {codes['rejections']} rejections name the code of the specification"
    for level in report["levels"]:
        state = "reached" if level["reached"] else f"{level['passed']} of {level['cases']}"
        yield f"Level {level['level']:<8} {state}"
    yield f"Vector set {report['vectors']['digest']} (ARF v{report['spec']}, {report['vectors']['cases']} cases)"
