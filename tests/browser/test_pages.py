"""Every page of the site as a reader meets it: reachable by everybody, honest, and showing what is true."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from site_tools.serve import SITE

pytestmark = pytest.mark.browser

HASH = "56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"
INPUTS = {
    "valid": '{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","text":"Is this long enough?","status":"open",'
    '"createdAt":"2026-03-25T20:17:56Z"}',
    "unreadable": '{"a":1,"a":"\u202e"}',
    "many": '{"a":1}\n{"a":1e-400}\n[',
}


# Of pages that share a template, one of each kind: an example, a vector of a receipt, and neither.
CODES = ("codes/schema.min-items/", "codes/receipt.gate-10/", "codes/internal.fault/")


def addresses() -> list[str]:
    """The built pages, relative to the site; the home page is the empty string.

    The pages of the latest version lead on at once, and the one with all texts has what the others have.
    """
    folders = (path.parent.relative_to(SITE).as_posix() for path in SITE.rglob("index.html"))
    found = sorted("" if folder == "." else f"{folder}/" for folder in folders)
    left_out = re.compile(r"spec/latest/|spec/v0\.1/whole/|codes/.")
    return [address for address in found if address in CODES or not left_out.match(address)]


def test_no_page_shuts_anybody_out(visit, site_url: str, axe) -> None:
    """axe-core finds nothing on any page, in light and dark, on a desktop and on a phone; each page is loaded once."""
    # Without motion no colour is measured on its way to another.
    page = visit(reduced_motion="reduce").page
    found = {}
    for address in addresses():
        page.goto(site_url + address)
        for scheme in ("default", "slate"):
            page.evaluate("scheme => { document.body.dataset.mdColorScheme = scheme; }", scheme)
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 900})
                if violations := axe(page):
                    found[address, scheme, width] = violations
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_result_shuts_anybody_out(visit, site_url: str, axe, scheme: str) -> None:
    """axe-core finds nothing on a pass, a refusal and a list of results."""
    page = visit(color_scheme=scheme).page
    page.goto(f"{site_url}verify/")
    for name, text in INPUTS.items():
        page.fill("#arf-text", text)
        page.get_by_role("button", name="Check", exact=True).click()
        page.wait_for_function("!('stale' in document.querySelector('[data-results]').dataset)", timeout=60_000)
        assert axe(page) == [], name


def test_no_page_is_wider_than_a_phone(visit, site_url: str) -> None:
    """At 390 pixels only tables and code scroll sideways, never the page."""
    page = visit(viewport={"width": 390, "height": 800}).page
    wide = {}
    for address in addresses():
        page.goto(site_url + address)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            wide[address] = width
    assert wide == {}


def test_no_page_asks_anybody_else_for_anything(visit, site_url: str) -> None:
    """Every request stays on the site and the console stays empty."""
    visited = visit()
    for address in addresses():
        visited.page.goto(site_url + address, wait_until="load")
    assert [url for url in visited.requests if not url.startswith(site_url)] == []
    assert visited.complaints == []


def test_every_page_says_that_the_version_is_provisional(visit, site_url: str) -> None:
    """A reader who lands anywhere learns that v0.1 may change."""
    page = visit(java_script_enabled=False).page
    for address in addresses():
        page.goto(site_url + address)
        assert "provisional" in page.locator(".md-banner").inner_text(), address


@pytest.mark.parametrize("address", ["", "check-it-yourself/"])
def test_the_printed_shell_lines_give_the_digest(visit, site_url: str, address: str) -> None:
    """Each line that stands on the page for a shell or Python prints the published digest."""
    page = visit().page
    page.goto(site_url + address)
    lines = [("bash", line) for line in page.locator(".language-sh code").all_text_contents() if "printf" in line]
    lines += [("python3", line) for line in page.locator(".language-python code").all_text_contents()]
    assert lines
    for program, line in lines:
        done = subprocess.run([program, "-c", line], capture_output=True, text=True, check=True, timeout=30)
        assert done.stdout.split()[0] == HASH, line


def test_the_wrong_digest_is_the_one_with_a_newline(visit, site_url: str) -> None:
    """The page names the digest that a final newline really gives."""
    page = visit().page
    page.goto(f"{site_url}check-it-yourself/")
    line = page.locator(".language-sh code").first.text_content().replace("printf '%s'", "printf '%s\\n'")
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.split()[0] in page.locator("article").inner_text()


def test_the_record_shown_is_the_published_one(visit, site_url: str, root) -> None:
    """The home page lays out the first record of claim.ndjson and changes nothing in it."""
    page = visit().page
    page.goto(site_url)
    shown = json.loads(page.locator(".language-json code").first.text_content())
    published = (root / "spec" / "v0.1" / "examples" / "claim.ndjson").read_text(encoding="utf-8").splitlines()
    assert json.loads(published[0]) == shown


def test_the_drawing_and_the_table_show_every_reference(visit, site_url: str, root) -> None:
    """The home page has the references of links.json, no more and no fewer."""
    links = json.loads((root / "spec" / "v0.1" / "links.json").read_text(encoding="utf-8"))["links"]
    page = visit().page
    page.goto(site_url)
    drawn = page.locator("[data-link]").evaluate_all("paths => paths.map(path => path.dataset.link)")
    assert sorted(f"{link['from']} {link['to']}" for link in links) == sorted(drawn)
    rows = [row.locator("td").all_inner_texts() for row in page.locator("article tbody tr").all()]
    listed = {(named(left), field, named(right)) for left, field, right in rows}
    assert listed == {(link["from"], link["field"], link["to"]) for link in links}


def named(title: str) -> str:
    """The name of a type from its title."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", title).lower()


def focused(page) -> str:
    """What has the focus: its label or text."""
    return page.evaluate("() => (document.activeElement.ariaLabel ?? document.activeElement.textContent).trim()")


def tab_to(page, name: str) -> None:
    """Press Tab until something has the focus, and see that it shows."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page) == name:
            assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
            return
    pytest.fail(f"Tab never reached {name}")


def test_the_frame_works_from_the_keyboard(visit, site_url: str, axe) -> None:
    """On a phone: the menu opens and closes, the colours change and stay, the search finds a rule and goes there."""
    visited = visit(viewport={"width": 390, "height": 800}, color_scheme="light")
    page = visited.page
    page.goto(site_url)
    tab_to(page, "Menu")
    page.keyboard.press("Enter")
    assert page.locator("[data-menu]").get_attribute("aria-expanded") == "true"
    page.wait_for_timeout(400)
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert (page.locator("[data-menu]").get_attribute("aria-expanded"), focused(page)) == ("false", "Menu")
    tab_to(page, "Switch to dark mode")
    page.keyboard.press("Enter")
    page.reload()
    assert page.evaluate("() => document.body.dataset.mdColorScheme") == "slate"
    tab_to(page, "Search")
    page.keyboard.press("Enter")
    page.keyboard.type("utf-16 code unit")
    page.wait_for_selector("[data-search-results] a")
    assert axe(page) == []
    tab_to(page, "Close")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/canonicalization/**")
    assert visited.complaints == []


def test_a_search_for_nothing_and_for_signs_finds_nothing(visit, site_url: str) -> None:
    """Signs that mean something to a pattern are looked for as they are, and no word gives no result."""
    page = visit().page
    page.goto(site_url)
    page.keyboard.press("/")
    for text in ("   ", "zzqx", "((((", "[^a]*$"):
        page.fill("#arf-search", text)
        assert page.locator("[data-search-results] li").count() == 0
    assert page.locator("[data-search-count]").inner_text() == "0 places"


def test_a_block_of_code_is_copied_as_it_is(visit, site_url: str) -> None:
    """The button puts exactly the text of the block on the clipboard and says so."""
    page = visit(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto(f"{site_url}check-it-yourself/")
    page.locator(".highlight .arf-copy").first.click()
    page.wait_for_selector("text=Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.locator(".language-sh code").first.text_content()
