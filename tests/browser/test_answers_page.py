"""The page that judges a file of answers, and the page of reported runs, in a real Chromium."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from site_tools.serve import SITE

pytestmark = pytest.mark.browser

ONE = "digest/numbers/one-point-zero"
DIGEST_OF_1 = "sha256:080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"  # of [1], by hashlib
DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  document.querySelector("#arf-answers form").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def open_page(page, site_url: str):
    page.goto(f"{site_url}conformance/answers/")
    page.wait_for_selector("[data-runtime=ready]", timeout=60_000)
    return page


def choose(page, content: bytes, name: str = "mine.jsonl"):
    page.set_input_files("#arf-answers-file", {"name": name, "mimeType": "application/json", "buffer": content})
    page.wait_for_selector("[data-report], [data-failure]", timeout=60_000)


@pytest.fixture(scope="module")
def naive(root) -> bytes:
    """What the Python starter kit answers to the requests that the site offers."""
    wanted = [line for line in (SITE / "conformance/requests.jsonl").read_bytes().splitlines(keepends=True) if b'"op": "digest"' in line]
    command = [sys.executable, str(root / "examples/vendors/python/vendor.py")]
    return subprocess.run(command, input=b"".join(wanted), capture_output=True, check=True).stdout


def test_the_page_gives_the_report_of_the_command_line(visit, site_url: str, naive: bytes, tmp_path, root):
    """The saved report is the one that arf conformance run --answers writes, but for the day."""
    page = open_page(visit().page, site_url)
    page.fill("#arf-name", "naive")
    choose(page, naive)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the report as JSON").click()
    in_browser = json.loads(download.value.path().read_bytes())
    (tmp_path / "mine.jsonl").write_bytes(naive)
    command = [sys.executable, "-m", "arfpy", "conformance", "run", "--answers", str(tmp_path / "mine.jsonl"), "--name", "naive", "--output", "json"]
    native = json.loads(subprocess.run(command, cwd=root, capture_output=True, check=False).stdout)
    assert in_browser | {"date": ""} == native | {"date": ""}
    assert page.locator("[data-summary]").inner_text().startswith(f"{native['summary']['passed']} passed, ")
    assert page.locator("[data-case]").count() == native["summary"]["failed"]


def test_a_failing_case_shows_what_was_given_expected_and_got(visit, site_url: str):
    """Input, both answers and a link to the clause that leads to a heading of the site."""
    page = open_page(visit().page, site_url)
    page.evaluate(DROP, ["dropped.jsonl", json.dumps({"id": ONE, "result": "accept", "digest": "sha256:" + "0" * 64})])
    page.wait_for_selector("[data-report]", timeout=60_000)
    case = page.locator(f"[data-case='{ONE}']")
    case.locator("summary").click()
    assert case.get_attribute("data-outcome") == "failed"
    shown = case.inner_text()
    assert "[1.0]" in shown
    assert f"accept {DIGEST_OF_1}" in shown
    case.locator("a").click()
    page.wait_for_url("**/spec/v0.1/canonicalization/#canonicalization.numbers")
    assert page.locator("[id='canonicalization.numbers']").count() == 1


@pytest.mark.parametrize(
    ("content", "heard"),
    [
        (b"<img src=x onerror=alert(1)>", "mine.jsonl:1:1: "),
        (b'{"id": "<img src=x>", "result": "accept"}', "mine.jsonl:1: there is no case"),
        (b"", "mine.jsonl holds no response"),
    ],
)
def test_a_bad_file_is_a_message_and_the_next_one_works(visit, site_url: str, content: bytes, heard: str):
    """No report, the place of the fault, markup stays text; a good file afterwards is judged."""
    page = open_page(visit().page, site_url)
    choose(page, content)
    assert page.locator("[data-failure=usage]").count() == 1
    assert heard in page.locator("[data-spoken]").inner_text()
    assert page.locator("[data-results] img").count() == 0
    page.click("[data-clear]")
    choose(page, json.dumps({"id": ONE, "result": "accept", "digest": DIGEST_OF_1}).encode())
    assert page.locator("[data-report]").count() == 1


def test_the_page_asks_nobody_else(visit, site_url: str, naive: bytes):
    """Loading and judging stay on the site, and the console stays empty."""
    visited = visit()
    choose(open_page(visited.page, site_url), naive)
    assert [url for url in visited.requests if not url.startswith(site_url)] == []
    assert visited.complaints == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_a_report_shuts_nobody_out(visit, site_url: str, axe, scheme: str, width: int):
    """axe finds nothing serious on a report with failures, one of them open, and it fits."""
    page = open_page(visit(color_scheme=scheme, viewport={"width": width, "height": 900}).page, site_url)
    choose(page, json.dumps([{"id": ONE, "result": "accept", "digest": "sha256:" + "0" * 64}]).encode())
    page.locator(f"[data-case='{ONE}'] summary").click()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_row_is_old_after_ninety_days(visit, site_url: str):
    """By the reader's clock: nothing on the day of the newest run, a remark on each row a year later."""
    dates = re.findall(r'<time datetime="([0-9-]+)"', (SITE / "conformance/results/index.html").read_text("utf-8"))
    assert len(dates) >= 5
    page = visit().page
    page.clock.set_fixed_time(f"{max(dates)}T12:00:00Z")
    page.goto(f"{site_url}conformance/results/")
    assert page.locator(".arf-old").count() == 0
    page.clock.set_fixed_time("2028-01-01T00:00:00Z")
    page.reload()
    page.wait_for_selector(".arf-old")
    assert page.locator(".arf-old").count() == len(dates)
