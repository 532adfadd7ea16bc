"""What is given to the verify page: bytes as bytes, many files, 50 MB of lines, and input that hurts."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import data
from tests.browser.verifying import DIGEST, ENDORSEMENT, VerifyPage, until

pytestmark = pytest.mark.browser

DROP = """(files) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  document.querySelector("footer").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
STALL = """() => {
  window.longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    setTimeout(tick);
  };
  tick();
}"""


def saved(page: VerifyPage, form: str) -> bytes:
    """Save a report and return its bytes."""
    with page.page.expect_download(timeout=60_000) as download:
        page.page.click(f"[data-report={form}]")
    return download.value.path().read_bytes()


def command_line(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run `arf` in a folder."""
    command = [sys.executable, "-m", "arfpy", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "text",
    [
        ENDORSEMENT.replace(",", ",\r\n"),
        f"{ENDORSEMENT}\r\n{ENDORSEMENT}\r\n",
        "\ufeff" + ENDORSEMENT,
        '{"a":"one\r\ntwo"}',
        '{"a":"one\rtwo"}',
        '{"a":1}\u00a0',
        '{"a":"\u2028\u202e"}',
        '\r\n\r\n{"a":1,\r\n"a":2}',
    ],
)
def test_paste_and_upload_of_one_text_agree(verify, text: str) -> None:
    """Line ends, marks and odd spaces: verdicts, places and digests are those of the same bytes as a file."""
    lines = "\n" in text.strip() and text.startswith('{"id"') and text.count('"id"') > 1
    seen = []
    for give in (verify.paste, lambda text: verify.choose(("a.ndjson" if lines else "a.json", text.encode()))):
        verify.page.click("[data-clear]")
        page = give(text)
        seen.append((page.data("verdict"), page.data("digest"), page.problem(), page.rows()))
    assert seen[0] == seen[1]
    assert seen[0][0] is not None


def test_a_paste_keeps_its_line_ends_until_it_is_edited(verify) -> None:
    """The page says that CR is checked; after an edit the text area's own line ends count."""
    page = verify.paste('{"a":"one\r\ntwo"}')
    assert "with its own line ends (CR)" in page.text("[data-file]")
    assert "carriage return" in page.text(".arf-problem__message")
    page.page.locator("#arf-text").press("End")
    page.page.keyboard.insert_text(" ")
    assert page.page.locator("[data-file]").inner_text() == ""
    assert "line feed" in page.press("Check").settled().text(".arf-problem__message")


def test_a_place_is_found_in_a_paste_with_other_line_ends(verify) -> None:
    """The button selects the right character although the text area holds one character less per line."""
    page = verify.paste('{"a":1,\r\n "b":2,\r\n "a":3}')
    page.press("Line 3, column 2: go there in the text")
    assert page.page.evaluate("() => { const t = document.activeElement; return [t.selectionStart, t.selectionEnd]; }") == [17, 18]


UTF_16 = '{"a":1}'.encode("utf-16")


@pytest.mark.parametrize(
    ("bytes_", "problem", "note"),
    [
        (b"\xef\xbb\xbf{}", ("json.byte-order-mark", "1", "1"), "U+FEFF"),
        (UTF_16, ("json.invalid-utf8", "1", "1"), "look like UTF-16"),
        (UTF_16[2:], ("json.syntax", "1", "2"), "look like UTF-16"),
        (b'{"a":"\xff"}', ("json.invalid-utf8", "1", "7"), "Byte FF"),
        ('{"a":\u201cx\u201d}'.encode(), ("json.syntax", "1", "6"), "U+201C LEFT DOUBLE QUOTATION MARK"),
        ('{"a":\u00a01}'.encode(), ("json.syntax", "1", "6"), "U+00A0 NO-BREAK SPACE"),
        ('{\u200b"a":1}'.encode(), ("json.syntax", "1", "2"), "U+200B ZERO WIDTH SPACE"),
        ('{"a":1\u202e}'.encode(), ("json.syntax", "1", "7"), "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_what_cannot_be_seen_is_named(verify, bytes_: bytes, problem: tuple[str, str, str], note: str) -> None:
    """Code and place are the command line's; the card names the character or the encoding."""
    page = verify.choose(("a.json", bytes_))
    assert page.problem() == problem
    assert note in page.text(".arf-card")


def test_files_dropped_anywhere_are_checked_together(verify) -> None:
    """A JSON file and a file of lines, dropped on the page's foot: one list that names the file of each record."""
    page = verify
    page.page.evaluate(DROP, [["a.json", ENDORSEMENT], ["b.ndjson", f"{ENDORSEMENT}\n\n{{"]])
    page.checked()
    assert page.rows() == [("1", "valid"), ("1", "valid"), ("3", "unreadable")]
    named = [row.get_attribute("data-row-source") for row in page.page.locator("[data-row-verdict]").all()]
    assert named == ["a.json", "b.ndjson", "b.ndjson"]
    assert page.problem() == ("json.syntax", "3", "2")


def test_references_are_checked_across_files(verify) -> None:
    """With the box ticked an Endorsement fails for want of its claim, and the claim in another file mends that."""
    page = verify
    page.page.check("#arf-links")
    page.choose(("a.json", ENDORSEMENT.encode()))
    codes = [one.get_attribute("data-code") for one in page.page.locator("[data-code]").all()]
    assert codes == ["link.unresolved", "link.unresolved"]
    claim = {"id": "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3", "statement": "The statement.", "confidence": "low",
             "sourceIds": ["6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3"], "createdAt": "2026-01-01T00:00:00Z"}  # fmt: skip
    page.choose(("a.json", ENDORSEMENT.encode()), ("b.json", json.dumps(claim).encode()))
    page.page.locator("[data-row-source='a.json']").click()
    until(page.page, "() => document.querySelectorAll('[data-code]').length === 1")
    assert (page.data("code"), page.data("pointer")) == ("link.unresolved", "/validatorId")


@pytest.fixture(scope="module")
def many_lines(tmp_path_factory) -> Path:
    """Some 3 MB of records: one in ninety is broken, in one of four ways; some references repeat."""
    folder = tmp_path_factory.mktemp("lines")
    chance = random.Random(7)
    lines = []
    for number, sound in enumerate(data.records(7000)):
        record = sound
        if number % 90 == 5:
            way = chance.randrange(4)
            record = [record[:-1], record + b" x", record.replace(b'"id"', b'"Id"'), b"\xff" + record][way]
        elif number % 90 == 7 and b'"sourceIds":["' in record:
            held = json.loads(record)
            held["sourceIds"] *= 2
            record = json.dumps(held).encode()
        lines.append(record + chance.choice([b"\n", b"\r\n", b"\n\n"]))
    path = folder / "many.ndjson"
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize("links", [False, True])
def test_a_report_saved_is_the_command_lines_byte_for_byte(verify, many_lines: Path, links: bool) -> None:
    """JSON and JUnit of a file read in many parts, warnings, failures and references included."""
    page = verify
    page.page.set_checked("#arf-links", links)
    page.page.set_input_files("#arf-file", many_lines)
    page.page.wait_for_selector("[data-reports]:not([hidden])", timeout=90_000)
    options = ["--links"] if links else []
    for form in ("json", "junit"):
        done = command_line(many_lines.parent, "validate", "--output", form, *options, many_lines.name)
        assert done.returncode == 1
        assert saved(page, form) == done.stdout


def test_filters_pages_and_the_table_of_digests(verify, many_lines: Path) -> None:
    """A hundred rows at a time; by verdict, type and code; the CSV holds a row for every record."""
    page = verify
    page.page.set_input_files("#arf-file", many_lines)
    page.page.wait_for_selector("[data-reports]:not([hidden])", timeout=90_000)
    assert len(page.rows()) == 100
    assert page.text("[data-range]") == "Records 1 to 100 of 7,000"
    page.press("Last")
    assert page.text("[data-range]") == "Records 6,901 to 7,000 of 7,000"
    page.page.select_option("[data-filter=verdict]", "unreadable")
    counted = int(page.page.locator("[data-filter=verdict] option:checked").inner_text().split("(")[1].rstrip(")"))
    assert page.text("[data-range]") == f"Records 1 to {counted} of {counted}"
    assert {verdict for _, verdict in page.rows()} == {"unreadable"}
    page.page.select_option("[data-filter=code]", "json.trailing-content")
    codes = {row.get_attribute("data-row-code") for row in page.page.locator("[data-row-code]").all()}
    assert codes == {"json.trailing-content"}
    page.page.select_option("[data-filter=type]", "claim")
    assert page.text("[data-range]") == "No record matches."
    rows = saved(page, "csv").decode().split("\r\n")
    assert len(rows) == 7000 + 2
    assert ",unreadable,," in rows[6]


def test_the_summary_is_copied_as_text(verify) -> None:
    """Counts by verdict and by code."""
    page = verify.choose(("a.ndjson", f"{ENDORSEMENT}\n{{".encode()))
    page.press("Copy the summary")
    until(page.page, "() => document.querySelector('[data-report-state]').textContent === 'Copied.'")
    copied = page.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.splitlines() == [
        "a.ndjson",
        "2 records: 1 passed, 1 failed. The second implementation agrees on 1 digest.",
        "Valid: 1",
        "Not strict JSON: 1",
        "json.syntax: 1",
    ]


def test_a_long_check_shows_results_as_they_come_and_can_be_cancelled(verify, tmp_path: Path) -> None:
    """Rows stand there while the bar moves; Cancel ends it, says so, offers no report; the next input works."""
    path = tmp_path / "long.ndjson"
    path.write_bytes(b"\n".join(data.records(40_000)))
    page = verify
    page.page.set_input_files("#arf-file", path)
    page.page.wait_for_selector(".arf-row", timeout=60_000)
    assert page.page.locator("[data-results]").get_attribute("aria-busy") == "true"
    assert page.page.locator(".arf-list__progress progress").is_visible()
    page.press("Cancel").settled()
    assert "the rest was not" in page.text("[data-cancelled]")
    assert not page.page.locator("[data-reports]").is_visible()
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


def test_an_expected_digest_among_many_records_is_found(verify) -> None:
    """The page says on which line it is, or that it is on none, and still gives every verdict."""
    other = ENDORSEMENT.replace(":5,", ":4,")
    page = verify.check(f"{other}\n{ENDORSEMENT}\n{other}", expect=f"SHA256 (x) = {DIGEST[7:]}")
    assert page.data("expected-in") == "1"
    assert page.text("[data-expected-in]") == "The expected digest is that of line 2."
    assert page.data("digest") == DIGEST
    page.check(f"{other}\n{other}", expect=DIGEST)
    assert "none of the 2 records" in page.text("[data-expected-in]")
    assert page.check(f"{other}\n{other}", expect="12").data("failure") == "usage"


def test_a_file_that_changes_while_it_is_read_is_not_mixed_up(verify, tmp_path: Path) -> None:
    """The check ends with a sentence and without a report, and the next input works."""
    path = tmp_path / "growing.ndjson"
    path.write_bytes(b"\n".join(data.records(40_000)))
    page = verify
    page.page.set_input_files("#arf-file", path)
    page.page.wait_for_selector(".arf-row", timeout=60_000)
    path.write_bytes(b"{}\n")
    os.utime(path, (1, 1))
    page.settled()
    assert "growing.ndjson changed" in page.text("[data-failure]")
    assert "was not checked" in page.text("[data-ended]")
    assert not page.page.locator("[data-reports]").is_visible()
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


def test_a_file_that_is_gone_is_told(verify, tmp_path: Path) -> None:
    """A file chosen and removed before it is checked again."""
    path = tmp_path / "gone.json"
    path.write_text(ENDORSEMENT)
    page = verify
    page.page.set_input_files("#arf-file", path)
    page.checked()
    path.unlink()
    page.press("Check").settled()
    assert "gone.json changed, or cannot be read any more" in page.text("[data-failure]")


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [("line.ndjson", 50_000_000, "Line 1 is longer than 32 MB"), ("one.json", 40_000_000, "JSON text is longer than 32 MB"),
     ("huge.ndjson", 53_000_000, "larger than 50 MB")],
)  # fmt: skip
def test_what_is_too_large_is_refused_with_a_way_out(verify, tmp_path: Path, name: str, size: int, sentence: str) -> None:
    """A line of 50 MB, a JSON text of 40 MB, a file of 53 MB: what is wrong, and the command line."""
    path = tmp_path / name
    path.write_bytes(b'"' + b"a" * size + b'"')
    page = verify
    page.page.set_input_files("#arf-file", path)
    page.checked()
    said = page.text("[data-failure]")
    assert sentence in said
    assert "arf validate" in said
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


@pytest.mark.parametrize("text", ["", "\n\n \r\n"])
def test_lines_without_a_record_are_said(verify, text: str) -> None:
    """A file of blank lines is no pass."""
    page = verify.choose(("a.ndjson", text.encode()))
    assert page.data("failure") == "usage"
    assert "no record in the input" in page.text("[data-failure]")


def test_thirty_thousand_tiny_records_leave_the_page_answering(verify, tmp_path: Path) -> None:
    """Each is refused for its type; the page turns its list while they come, and all are counted."""
    path = tmp_path / "tiny.ndjson"
    path.write_bytes(b"1\n" * 30_000)
    page = verify
    page.page.set_input_files("#arf-file", path)
    page.page.wait_for_selector(".arf-row", timeout=60_000)
    page.press("Next")
    page.page.wait_for_selector("[data-reports]:not([hidden])", timeout=240_000)
    assert page.text(".arf-list__summary").startswith("30,000 records: 0 passed, 30,000 failed.")


@pytest.mark.slow
def test_a_million_tiny_records(verify, tmp_path: Path) -> None:
    """Far more: still all counted, and the next input works."""
    path = tmp_path / "tiny.ndjson"
    path.write_bytes(b"{}\n" * 1_000_000)
    page = verify
    page.page.evaluate(STALL)
    page.page.set_input_files("#arf-file", path)
    page.page.wait_for_selector("[data-reports]:not([hidden])", timeout=1_800_000)
    assert page.text(".arf-list__summary").startswith("1,000,000 records: 0 passed")
    print("longest stall of the page, ms:", page.page.evaluate("() => window.longest"))
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


def test_the_list_is_used_from_the_keyboard(verify) -> None:
    """Tab reaches a filter and a row; Enter opens the row and the focus stays on it."""
    page = verify.choose(("a.ndjson", f"{ENDORSEMENT}\n{{\n{ENDORSEMENT}".encode()))

    def tab_to(test: str) -> None:
        for _ in range(80):
            page.page.keyboard.press("Tab")
            if page.page.evaluate(f"() => ((element) => {test})(document.activeElement)"):
                return
        pytest.fail(f"Tab never reached {test}")

    tab_to("element.dataset.filter === 'verdict'")
    page.page.keyboard.press("ArrowDown")
    assert page.page.input_value("[data-filter=verdict]") != ""
    page.page.keyboard.press("Home")
    tab_to("element.dataset.rowLine === '3'")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("[data-record] [data-verdict=valid]")
    assert page.page.evaluate("() => document.activeElement.dataset.rowLine") == "3"
    assert page.page.evaluate("() => document.activeElement.getAttribute('aria-current')") == "true"
    assert page.text("[data-spoken]").startswith("Valid endorsement.")
