"""The pages of results, opened from the disk: they ask for nothing, run nothing, and show what a candidate sent as text."""

from __future__ import annotations

import copy

import pytest

from arfpy.runs.files import read_report
from arfpy.runs.pages import page
from tests.peers import REPORTS as PEERS
from tests.peers import needs_reports

RESULTS = {
    "evaluation": "comparison/current.json",
    "coding": "multilanguage-run/jobs/python-coding/attempts/0001/evaluation.json",
    "repetition": "repetition-faulty/repetition.json",
    "comparison": "comparison/comparison.json",
    "audit": "javascript-audits/support-routing/audit.json",
    "suite": "multilanguage-run/suite.json",
}
pytestmark = [pytest.mark.browser, needs_reports]


@pytest.fixture
def written(tmp_path):
    """Write a result's page to the disk and return its address."""

    def write(result) -> str:
        path = tmp_path / "index.html"
        path.write_bytes(page(result))
        return path.as_uri()

    return write


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
@pytest.mark.parametrize("name", RESULTS)
def test_a_page_shuts_nobody_out_and_asks_for_nothing(visit, axe, written, name, scheme, width) -> None:
    """axe-core finds nothing serious with every part unfolded; no request, no complaint, no sideways scrolling."""
    visited = visit(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
    address = written(read_report(PEERS / RESULTS[name]))
    visited.page.goto(address)
    visited.page.evaluate("document.querySelectorAll('details').forEach((node) => (node.open = true))")
    assert axe(visited.page) == []
    assert visited.requests == [address]
    assert visited.complaints == []
    assert visited.page.evaluate("document.documentElement.scrollWidth") == width


def test_light_and_dark_differ(visit, written) -> None:
    """The page follows the reader's system."""
    address = written(read_report(PEERS / RESULTS["evaluation"]))
    seen = set()
    for scheme in ("light", "dark"):
        visited = visit(color_scheme=scheme)
        visited.page.goto(address)
        seen.add(visited.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert seen == {"rgb(252, 251, 248)", "rgb(20, 24, 26)"}


def test_the_trace_shows_the_state_before_and_after(visit, written) -> None:
    """The second note of new-key-on-retry: one note before, two after."""
    visited = visit()
    visited.page.goto(written(read_report(PEERS / RESULTS["evaluation"])))
    steps = visited.page.locator("#retry-after-commit-17 ol.trace > li")
    assert steps.count() == 6
    assert "tool error · injected · changed the state" in steps.nth(2).inner_text()
    row = steps.nth(3).locator("tr", has_text="notes")
    before, after = (row.locator("td").nth(index).inner_text() for index in (0, 1))
    assert (before.count("Reviewed request"), after.count("Reviewed request")) == (1, 2)
    assert visited.page.locator("details[open]").count() == 1


def test_an_audit_shows_every_step_of_every_control(visit, written) -> None:
    """Eight evaluations of four cases, each with its trace; every id stands once and every link leads to one."""
    visited = visit()
    visited.page.goto(written(read_report(PEERS / RESULTS["audit"])))
    assert visited.page.locator("ol.trace").count() == 32
    assert visited.page.evaluate(
        """() => {
          const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
          const links = [...document.querySelectorAll("a[href^='#']")].map((node) => node.hash.slice(1));
          return [new Set(ids).size === ids.length, links.length > 7, links.every((id) => ids.includes(id))];
        }"""
    ) == [True, True, True]


def test_what_a_candidate_sent_stays_text(visit, written) -> None:
    """Markup, scripts, control characters and characters that turn the reading direction around."""
    report = copy.deepcopy(read_report(PEERS / RESULTS["evaluation"]))
    evil = "</code></script><script>document.title='taken'</script><img src=x onerror=alert(1)>\u202e\x00\x1b[31m"
    case = report["cases"][0]
    case["trace"][0]["action"]["arguments"] = {evil: [evil]}
    case["trace"][0]["action"]["tool"] = evil
    case["error"] = evil
    case["processes"] = [{"exit_code": 1, "output_bytes": 9, "stderr_tail": f"{evil}\n{evil}", "stderr_tail_limit_bytes": 2048}]
    visited = visit()
    address = written(report)
    visited.page.goto(address)
    assert visited.page.title() == "Evaluation: support-routing"
    assert visited.page.locator("script, img").count() == 0
    assert visited.requests == [address]
    shown = visited.page.locator("#route-open-ticket-17").text_content()
    assert "<script>document.title='taken'</script>" in shown
    assert "\\u202e\\u0000\\u001b[31m" in shown
    assert "\u202e" not in shown


def test_a_run_that_was_not_assessed_says_so_and_shows_no_score(visit, written) -> None:
    """Null is shown as not assessed, never as zero."""
    report = copy.deepcopy(read_report(PEERS / RESULTS["evaluation"]))
    for case in report["cases"]:
        case.update(status="environment_error", passed=False, checks=dict.fromkeys(case["checks"]))
    for row in report["dimensions"].values():
        row.update(passed=0, assessed=0, score=None)
    report.update(valid=False, status="environment_error", score=None)
    visited = visit()
    visited.page.goto(written(report))
    assert visited.page.locator(".verdict").inner_text() == "not assessed · no score · 0 of 4 cases passed"
    assert visited.page.locator("meter").count() == 0
