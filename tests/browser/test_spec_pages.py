"""The pages of the specification in a real browser: read without scripts, linked by rule, and led on to the latest version."""

from __future__ import annotations

import json

import pytest

from site_tools import examples
from site_tools.clauses import SPEC

pytestmark = pytest.mark.browser


def test_the_latest_version_keeps_the_fragment(visit, site_url: str) -> None:
    """An address below spec/latest/ leads to the page of v0.1, at the rule that its fragment names."""
    visited = visit()
    visited.page.goto(f"{site_url}spec/latest/records/#records.claim.sourceIds")
    visited.page.wait_for_url("**/spec/v0.1/records/#records.claim.sourceIds")
    assert visited.page.locator("[id='records.claim.sourceIds']").is_visible()
    assert visited.complaints == []


def test_the_latest_version_is_a_link_without_scripts(visit, site_url: str) -> None:
    """A reader without scripts follows the link."""
    page = visit(java_script_enabled=False).page
    page.goto(f"{site_url}spec/latest/bundle/")
    page.get_by_role("link").click()
    assert page.url == f"{site_url}spec/v0.1/bundle/"


def test_the_latest_page_shuts_nobody_out(visit, site_url: str, axe) -> None:
    """axe-core finds nothing serious on the page that leads on, when it does not lead on."""
    page = visit().page
    page.route("**/latest.mjs", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{site_url}spec/latest/records/")
    assert axe(page) == []


def test_every_example_is_on_its_page(visit, site_url: str) -> None:
    """Without scripts, each example stands on its page under its name, with its text and a link that opens the verifier."""
    page = visit(java_script_enabled=False).page
    for file in sorted({example.file for example in examples.read()}):
        page.goto(f"{site_url}spec/v0.1/{file.removesuffix('.md')}/")
        for example in (one for one in examples.read() if one.file == file):
            block = page.locator(f"[id='{example.anchor}']")
            assert block.count() == 1, example.id
            shown = block.locator("pre code").first.text_content()
            text = example.data.hex(" ") if example.form == "hex" else example.data.decode()
            assert text == shown.removesuffix("\n"), example.id
            if example.op != "links":
                link = block.get_by_role("link", name="Try it").evaluate("link => link.href")
                assert ("/verify/receipt/#v=1&receipt=" if example.op == "receipt" else "/verify/#v=1&type=") in link


def test_the_link_of_a_receipt_loads_it(visit, site_url: str) -> None:
    """Followed from the page, the link opens the receipt page, where the receipt ends at the gate of the example."""
    visited = visit()
    visited.page.goto(f"{site_url}spec/v0.1/receipts/#ex-receipt-count-after-signing")
    visited.page.locator("[id='ex-receipt-count-after-signing']").get_by_role("link", name="Try it").click()
    visited.page.wait_for_url("**/verify/receipt/**")
    visited.page.locator("[data-status=fail][data-name=PAYLOAD_DIGEST]").wait_for(timeout=60_000)
    assert '"item_count": 501' in visited.page.input_value("#arf-receipt")
    assert visited.complaints == []


def test_the_vectors_are_read_without_scripts(visit, site_url: str) -> None:
    """From the list of sets a reader without scripts reaches each set, and there a row for each vector."""
    page = visit(java_script_enabled=False).page
    page.goto(f"{site_url}vectors/")
    links = page.locator("article table a").evaluate_all("links => links.map((link) => link.href)")
    assert len(links) == len(list(SPEC.glob("vectors/*/manifest.json")))
    for link in links:
        page.goto(link)
        name = link.rstrip("/").rpartition("/")[2]
        count = json.loads((SPEC / "vectors" / name / "manifest.json").read_bytes())["count"]
        assert page.locator("article tbody tr").count() == count


def test_the_whole_is_printed_without_the_frame(visit, site_url: str) -> None:
    """On paper stand the texts; navigation, search and the links that open the verifier do not."""
    page = visit().page
    page.goto(f"{site_url}spec/v0.1/whole/")
    page.emulate_media(media="print")
    assert page.locator("[id='records.claim']").is_visible()
    for selector in (".md-header", ".md-sidebar--primary", ".arf-status", ".arf-ex__try"):
        assert not page.locator(selector).first.is_visible(), selector
