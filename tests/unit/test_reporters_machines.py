"""Reports for other programs: JUnit XML that an XML parser reads, annotations that nothing can forge."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfpy import Result, Summary
from arfpy.reporters import REPORTERS
from arfpy.reporters.csv_digests import record as csv_row
from arfpy.results import Problem

RESULTS = [
    Result("a.ndjson", 1, "claim", digest="sha256:" + "0" * 64),
    Result("a.ndjson", 2, "claim", problems=[Problem("number.underflow", "so small", "/x", 2, 4)]),
    Result('b<&">.json', 1, None, "unreadable", problems=[Problem("json.syntax", "expected a\nvalue, found <", "", 3, 7)]),
    Result("c.json", 1, None, "internal-error", problems=[Problem("internal.fault", "KeyError: 'x'", line=1)]),
]


def report(form: str, results: list[Result]) -> str:
    """Return a whole report."""
    out = io.StringIO()
    reporter = REPORTERS[form](out, 1, False)
    for result in results:
        reporter.record(result)
    reporter.end(Summary.of(results))
    return out.getvalue()


def test_junit_counts_records_failures_and_our_own_faults() -> None:
    """Four cases: one passes, one passes with a warning, one fails, one is an error of ours."""
    root = ET.fromstring(report("junit", RESULTS).encode())
    [suite] = root
    for element in (root, suite):
        assert {name: element.get(name) for name in ("tests", "failures", "errors")} == {
            "tests": "4",
            "failures": "1",
            "errors": "1",
        }
    assert [[child.tag for child in case] for case in suite] == [[], ["system-out"], ["failure"], ["error"]]


def test_junit_tells_where_and_why() -> None:
    """File, line, code, message and next step stand in the failed case, whatever characters they hold."""
    case = ET.fromstring(report("junit", RESULTS).encode())[0][2]
    assert (case.get("file"), case.get("line"), case.get("name")) == ('b<&">.json', "1", "line 1 (no type)")
    assert (case[0].get("type"), case[0].get("message")) == ("unreadable", "expected a\\u000avalue, found <")
    assert case[0].text.startswith("3:7 expected a\\u000avalue, found < [json.syntax]\n  ")


def test_junit_of_nothing_is_an_empty_suite() -> None:
    """No record, no case."""
    assert ET.fromstring(report("junit", []).encode())[0].get("tests") == "0"


@given(text=st.text())
def test_any_text_leaves_junit_readable(text: str) -> None:
    """Controls, halves of pairs and markup in a name or a message never break the XML."""
    result = Result(text, 1, "claim", "invalid", problems=[Problem("schema.required", text, text, 1, 1)])
    case = ET.fromstring(report("junit", [result]).encode())[0][0]
    assert [child.tag for child in case] == ["failure"]


def test_github_annotates_each_problem_at_its_place() -> None:
    """Errors and warnings with file, line and column; a record without problems leaves no line; the count ends it."""
    lines = report("github", RESULTS).splitlines()
    assert lines[0].startswith("::warning file=a.ndjson,line=2,col=4,title=valid%3A number.underflow::/x: so small. ")
    assert lines[1].startswith('::error file=b<&">.json,line=3,col=7,title=unreadable%3A json.syntax::expected a\\u000avalue, found <. ')
    assert lines[2].startswith("::error file=c.json,line=1,title=internal-error%3A internal.fault::KeyError: 'x'. ")
    assert lines[3:] == ["2 passed, 2 failed"]


@pytest.mark.parametrize("text", ["\n::set-output name=a::b", "%0A::error::x", "a,b:c%", "\r\n::stop-commands::t"])
def test_no_text_of_a_record_begins_a_command(text: str) -> None:
    """A line end or a percent sign from a record stays inside its annotation."""
    result = Result(text, 1, "claim", "invalid", problems=[Problem("schema.required", text, text, 1, 1)])
    lines = report("github", [result]).splitlines()
    assert [line[:8] for line in lines] == ["::error ", "0 passed"]
    properties = lines[0].split(" ", 1)[1].split("::")[0]
    assert [part.split("=")[0] for part in properties.split(",")] == ["file", "line", "col", "title"]
    assert "%0A" not in lines[0]


@pytest.mark.parametrize(
    ("name", "cell"),
    [("a.json", "a.json"), ("=1+1", "'=1+1"), ("-a,b", '"\'-a,b"'), ('x"y\n', '"x""y\n"'), ("@a", "'@a")],
)
def test_a_file_name_is_no_formula_in_a_table(name: str, cell: str) -> None:
    """Quotes, commas and line ends are quoted; what a spreadsheet would compute is made text."""
    assert csv_row(Result(name, 2, None, "unreadable"), 0) == f"{cell},2,,unreadable,,\r\n"
