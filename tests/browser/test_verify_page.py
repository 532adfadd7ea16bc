"""The verify page in a real Chromium: what a person pastes, chooses, reads, hears and copies."""

from __future__ import annotations

import hashlib
import json
import subprocess

import pytest

from tests.browser.verifying import DIGEST, DUPLICATE, ENDORSEMENT, HASH, VerifyPage, until

pytestmark = pytest.mark.browser

def run(command: list[str], text: str) -> str:
    """Run a line as a person would and return the first word of the answer."""
    done = subprocess.run([*command, text], capture_output=True, text=True, check=True, timeout=30)
    return done.stdout.split()[0]


def test_the_published_endorsement_has_its_published_digest(verify) -> None:
    """A pasted Endorsement shows 293 bytes and the published digest, and both implementations agree."""
    page = verify.check(ENDORSEMENT)
    assert page.data("verdict") == "valid"
    assert page.data("type") == "endorsement"
    assert page.data("size") == "293"
    assert page.data("digest") == DIGEST
    assert page.data("comparison") == "agree"
    assert page.page.locator("[data-results] h2").inner_text() == "Valid endorsement"
    assert "Both agree" in page.page.locator("[data-spoken]").inner_text()


def test_a_real_paste_is_checked_at_once(verify) -> None:
    """Pasting from the clipboard needs no press of Check."""
    page = verify
    page.page.evaluate("text => navigator.clipboard.writeText(text)", ENDORSEMENT)
    page.page.focus("#arf-text")
    page.page.keyboard.press("Control+V")
    page.page.wait_for_selector("[data-verdict]")
    assert page.data("digest") == DIGEST


@pytest.mark.parametrize("expected", [DIGEST, HASH, HASH.upper(), f"{HASH}  -", f"  {HASH} *record.canonical.json "])
def test_the_expected_digest_may_be_written_in_any_usual_way(verify, expected: str) -> None:
    """With its prefix, bare, in upper case, or as a whole line of shasum."""
    page = verify.check(ENDORSEMENT, expect=expected)
    assert page.data("verdict") == "valid"
    assert "the one you expected" in page.page.locator(".arf-card").inner_text()


def test_another_digest_than_expected_is_a_mismatch(verify) -> None:
    """The verdict is mismatch and the problem names both digests."""
    page = verify.check(ENDORSEMENT, expect="sha256:" + "0" * 64)
    assert page.data("verdict") == "mismatch"
    assert page.data("code") == "digest.mismatch"
    message = page.page.locator(".arf-problem__message").inner_text()
    assert "0" * 64 in message
    assert HASH in message


def test_a_malformed_expected_digest_is_told_apart_from_a_verdict(verify) -> None:
    """Nothing is checked, and the page says what to give."""
    page = verify.check(ENDORSEMENT, expect="56c2")
    assert page.data("verdict") is None
    assert page.data("failure") == "usage"
    assert "64 hexadecimal digits" in page.page.locator(".arf-card").inner_text()


def test_a_refused_input_is_explained_and_the_next_one_is_answered(verify) -> None:
    """A member name twice gives code, line and column and no digest; then the Endorsement passes."""
    page = verify.check(DUPLICATE)
    assert page.data("verdict") == "unreadable"
    assert page.problem() == ("json.duplicate-key", "3", "2")
    assert page.data("digest") is None
    assert page.data("comparison") == "not-compared"
    page.check(ENDORSEMENT)
    assert page.data("digest") == DIGEST


def test_the_place_of_a_problem_is_one_press_away(verify) -> None:
    """The button selects the character at fault in the text."""
    page = verify.check(DUPLICATE)
    page.page.get_by_role("button", name="Line 3, column 2").click()
    selected = page.page.evaluate(
        "(() => { const t = document.activeElement; return [t.id, t.selectionStart, t.selectionEnd]; })()"
    )
    assert selected == ["arf-text", 17, 18]


def test_a_million_brackets_are_refused_and_do_not_end_the_checker(verify) -> None:
    """The place is the 257th bracket, and the next input is answered."""
    page = verify.check("[" * 1_000_000)
    assert page.data("verdict") == "unreadable"
    assert page.problem() == ("json.too-deep", "1", "257")
    assert page.check(ENDORSEMENT).data("verdict") == "valid"


BUNDLE = (
    '{"schemaVersion":"atlas/artifact/v1",%s"artifact":{},"claims":[],"sources":[],'
    '"publishedBy":"x","publishedAt":"2026-03-25T20:17:56Z"}'
)


@pytest.mark.parametrize(
    ("version", "verdict", "code"),
    [
        ("", "legacy_top_level_only", "bundle.legacy"),
        ('"canonicalizationVersion":"rfc8785-jcs-v2",', "unsupported-version", "bundle.version-unsupported"),
    ],
)
def test_legacy_and_unknown_versions_are_told_apart_and_get_no_digest(
    verify, version: str, verdict: str, code: str
) -> None:
    """A bundle without a version is legacy; another version is refused; neither is hashed."""
    page = verify.check(BUNDLE % version)
    assert (page.data("verdict"), page.data("code")) == (verdict, code)
    assert page.data("digest") is None
    assert page.data("comparison") == "not-compared"


def test_ndjson_lists_every_record_and_opens_any(verify) -> None:
    """One bad line does not stop the others; the first failure is shown; a row opens its record."""
    page = verify.check(f"{ENDORSEMENT}\n{{\n\n{ENDORSEMENT}")
    rows = page.page.locator("[data-row-verdict]")
    assert [row.get_attribute("data-row-line") for row in rows.all()] == ["1", "2", "4"]
    assert [row.get_attribute("data-row-verdict") for row in rows.all()] == ["valid", "unreadable", "valid"]
    assert "3 records: 2 passed, 1 failed" in page.page.locator(".arf-list__summary").inner_text()
    assert page.problem() == ("json.syntax", "2", "2")
    rows.nth(2).click()
    page.page.wait_for_selector("[data-verdict=valid]")
    assert page.data("digest") == DIGEST


def test_a_pretty_printed_record_is_one_text(verify) -> None:
    """Many lines are NDJSON only if the first is a whole JSON text."""
    page = verify.check(json.dumps(json.loads(ENDORSEMENT), indent=2))
    assert page.data("digest") == DIGEST


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("mark.json", b"\xef\xbb\xbf{}", ("json.byte-order-mark", "1", "1")),
        ("latin.json", b'{"a":"\xe9"}', ("json.invalid-utf8", "1", "7")),
        ("two.json", b"{}\n{}", ("json.trailing-content", "2", "1")),
        ("lines.ndjson", b'"\r\n', ("json.syntax", "1", "2")),
    ],
)
def test_a_file_is_checked_byte_for_byte(verify, name: str, data: bytes, problem: tuple[str, ...]) -> None:
    """Bytes that no paste would carry reach the checker, and the name says how to read them."""
    page = verify.choose((name, data))
    assert page.data("verdict") == "unreadable"
    assert page.problem() == problem


def test_an_edited_file_is_pasted_text_from_then_on(verify) -> None:
    """The verdict shown is marked as old, and the next check takes the text."""
    page = verify.choose(("record.json", DUPLICATE.encode()))
    page.page.fill("#arf-text", ENDORSEMENT)
    assert page.page.locator("[data-results]").get_attribute("data-stale") == ""
    page.page.get_by_role("button", name="Check", exact=True).click()
    assert page.settled().data("digest") == DIGEST


def test_another_expected_digest_makes_the_verdict_old(verify) -> None:
    """While the reader types, what is shown is marked; leaving the field checks again."""
    page = verify.check(ENDORSEMENT, expect=HASH)
    page.page.locator("#arf-expect").press("End")
    page.page.keyboard.press("Backspace")
    assert page.page.locator("[data-results]").get_attribute("data-stale") == ""
    page.page.locator("#arf-expect").press("Tab")
    assert page.settled().data("failure") == "usage"


def test_half_a_surrogate_pair_is_not_repaired_on_the_way(verify) -> None:
    """A text that UTF-8 cannot hold is refused instead of being hashed with a replacement character."""
    page = verify
    page.page.evaluate("document.getElementById('arf-text').value = '\"\\ud800\"'")
    page.page.get_by_role("button", name="Check", exact=True).click()
    assert page.settled().problem() == ("json.invalid-utf8", "1", "2")


def test_a_disagreement_is_a_fault_and_never_a_pass(visit, site_url: str) -> None:
    """With a second implementation that does not sort, no verdict and no line to copy is shown."""
    visited = visit()
    visited.unseal("**/verify/")
    wrong = "export default (value) => JSON.stringify(value);"
    visited.context.route(
        "**/canonicalize.mjs", lambda route: route.fulfill(body=wrong, content_type="text/javascript")
    )
    page = VerifyPage(visited.page, site_url).check(ENDORSEMENT)
    assert page.data("verdict") == "fault"
    assert page.data("comparison") == "fault"
    assert page.data("digest") is None
    assert page.data("reproduce") is None
    page.check(f"{ENDORSEMENT}\n{ENDORSEMENT}")
    assert page.data("passed") == "0"


def test_values_of_a_record_are_text_and_what_would_not_show_is_named(verify) -> None:
    """Markup stays text; direction marks and zero-width characters are written out."""
    text = '{"<img src=x onerror=alert(1)>":"<script>alert(2)</script>","a\u202eb":"\u200b</code>"}'
    page = verify.check(text)
    assert page.page.locator("#arf-verify :is(img, script)").count() == 0
    shown = page.page.locator("[data-canonical]").inner_text()
    assert "<img src=x onerror=alert(1)>" in shown
    assert page.page.locator("[data-canonical] .arf-mark").all_inner_texts() == ["U+202E", "U+200B"]


def test_the_line_on_the_page_gives_the_digest_in_a_shell(verify) -> None:
    """The copied lines, run in bash and Python, print the digest shown, quotes and signs included."""
    page = verify
    canonical = '{"it\'s":"100% \\\\ `id` $HOME \U0001f600"}'
    page.check(canonical)
    expected = hashlib.sha256(canonical.encode()).hexdigest()
    assert page.data("digest") == f"sha256:{expected}"
    copied = {}
    for shell, name in (("posix", "a shell"), ("python", "Python")):
        page.page.get_by_role("button", name=f"Copy the line for {name}", exact=True).click()
        until(page.page, "() => [...document.querySelectorAll('button')].some(b => b.textContent === 'Copied')")
        copied[shell] = page.page.evaluate("navigator.clipboard.readText()")
        assert copied[shell] == page.page.locator(f"[data-reproduce={shell}]").inner_text()
        until(page.page, "() => ![...document.querySelectorAll('button')].some(b => b.textContent === 'Copied')")
    assert run(["bash", "-c"], copied["posix"]) == expected
    assert run(["python3", "-c"], copied["python"]) == expected


def test_bytes_that_cannot_be_pasted_are_saved(verify) -> None:
    """The file holds exactly the canonical bytes."""
    page = verify.check('{"b":"\u202e", "a":1}')
    with page.page.expect_download() as download:
        page.page.get_by_role("button", name="Save as record.canonical.json").click()
    assert download.value.path().read_bytes() == '{"a":1,"b":"\u202e"}'.encode()
    assert page.page.locator("[data-reproduce=posix]").inner_text() == "shasum -a 256 record.canonical.json"


def test_every_example_is_answered(verify) -> None:
    """Each example of the list leads to a verdict, those offered as records to a pass."""
    page = verify
    for option in page.page.locator("#arf-example option[value]:not([value=''])").all():
        group = option.evaluate("option => option.parentElement.label")
        page.page.select_option("#arf-example", option.get_attribute("value"))
        page.settled()
        failed = page.page.locator("[data-verdict]:not([data-verdict=valid])").count()
        assert (failed == 0) == (group == "Records"), option.inner_text()


def test_the_whole_page_works_from_the_keyboard(verify) -> None:
    """Tab reaches the text, Ctrl+Enter checks, Tab reaches the place, Enter goes there."""
    page = verify

    def tab_to(test: str) -> None:
        for _ in range(60):
            page.page.keyboard.press("Tab")
            if page.page.evaluate(f"(element => {test})(document.activeElement)"):
                return
        pytest.fail(f"Tab never reached {test}")

    tab_to("element.id === 'arf-text'")
    page.page.keyboard.insert_text(DUPLICATE)
    page.page.keyboard.press("Control+Enter")
    page.settled()
    tab_to("element.textContent === 'Line 3, column 2'")
    outline = page.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.page.keyboard.press("Enter")
    assert page.page.evaluate("document.activeElement.id") == "arf-text"


def test_nothing_leaves_the_page_and_nothing_is_fetched_after_loading(visit, site_url: str) -> None:
    """Every request goes to the site itself, none follows a check, and the console stays empty."""
    visited = visit()
    page = VerifyPage(visited.page, site_url)
    before = len(visited.requests)
    page.check(ENDORSEMENT).check(DUPLICATE).check(f"{ENDORSEMENT}\n{ENDORSEMENT}").check("")
    assert visited.requests[before:] == []
    assert [address for address in visited.requests if not address.startswith(site_url)] == []
    assert visited.complaints == []


def test_the_page_works_offline_once_it_is_loaded(visit, site_url: str) -> None:
    """Without a network the next record is still checked."""
    visited = visit()
    page = VerifyPage(visited.page, site_url)
    visited.context.set_offline(True)
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


def test_a_runtime_that_does_not_load_says_so_and_can_be_tried_again(visit, site_url: str) -> None:
    """A missing file is reported; Try again loads it, and the waiting check is answered."""
    visited = visit()
    visited.context.route("**/runtime/python_stdlib.zip", lambda route: route.fulfill(status=503))
    page = visited.page
    page.goto(f"{site_url}verify/")
    page.wait_for_selector("[data-runtime=failed]")
    assert "python_stdlib.zip answered 503" in page.locator("[data-runtime-message]").inner_text()
    page.fill("#arf-text", ENDORSEMENT)
    page.get_by_role("button", name="Check", exact=True).click()
    visited.context.unroute("**/runtime/python_stdlib.zip")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("[data-verdict=valid]", timeout=60_000)


def test_a_checker_that_dies_is_replaced_and_gives_no_verdict(visit, site_url: str) -> None:
    """A request that breaks the worker is answered as stopped, and the next one by a new worker."""
    page = visit().page
    page.goto(site_url)
    answers = page.evaluate(
        """async () => {
          const { RuntimeClient } = await import(new URL("assets/verify/runtime-client.mjs", document.baseURI).href);
          const client = new RuntimeClient(() => {});
          return [await client.ask({ op: "about" }, null), await client.ask({ op: "about" }, new Uint8Array())];
        }"""
    )
    assert (answers[0]["ok"], answers[0]["kind"]) == (False, "stopped")
    assert answers[1]["ok"]
