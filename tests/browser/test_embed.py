"""The button for other pages: it asks for nothing before it is pressed, and carries exactly the record's bytes."""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import parse_qs, urlsplit

import pytest

pytestmark = pytest.mark.browser

DIGEST = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"


def test_the_button_opens_the_verifier_with_the_record(visit, site, site_url: str) -> None:
    """Nothing is fetched on load; pressed from the keyboard, it opens the verifier with bytes and expected digest."""
    visited = visit()
    page = visited.page
    page.goto(f"{site_url}embed/")
    button = page.get_by_role("button", name="Verify this record")
    button.wait_for()
    assert not any(url.endswith("example.json") for url in visited.requests)
    button.focus()
    with visited.context.expect_page() as opened:
        page.keyboard.press("Enter")
    address = urlsplit(opened.value.url)
    assert address.path == "/verify/"
    fields = {name: values[0] for name, values in parse_qs(address.fragment).items()}
    packed = fields.pop("r")
    data = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
    assert data == (site / "assets" / "embed" / "example.json").read_bytes()
    assert fields == {"v": "1", "format": "json", "expect": DIGEST}
    assert page.locator("arf-verify [role=status] a").get_attribute("href") == opened.value.url
    assert visited.complaints == []


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"status": 404}, "The record could not be fetched (/assets/embed/example.json answered 404)"),
        ({"body": "".join(f"{number * 2654435761 % 2**32:08x}" for number in range(8_000))}, "too long for a link"),
    ],
)
def test_a_record_that_cannot_travel_is_explained(visit, site_url: str, answer: dict, says: str) -> None:
    """A missing record and one that makes no link of 8 KB: a sentence with a link to the verifier, and no new tab."""
    visited = visit()
    visited.context.route("**/example.json", lambda route: route.fulfill(**answer))
    page = visited.page
    page.goto(f"{site_url}embed/")
    page.get_by_role("button", name="Verify this record").click()
    page.wait_for_selector("arf-verify [role=status] a")
    assert says in page.locator("arf-verify [role=status]").inner_text()
    assert re.search(r"/verify/$", page.locator("arf-verify [role=status] a").get_attribute("href"))
    assert len(visited.context.pages) == 1
