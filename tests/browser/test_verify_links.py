"""Links that carry the input, the draft on the device, and the digest shown before arfpy is ready."""

from __future__ import annotations

import base64
import zlib
from urllib.parse import urlsplit

import pytest

from tests.browser.verifying import DIGEST, DUPLICATE, ENDORSEMENT, HASH, VerifyPage, until

pytestmark = pytest.mark.browser

# Links as they were made once, with another deflate: they must open for as long as version 1 is read.
ENDORSEMENT_R = (
    "HY09b4MwFAD_iuW5D9nGn2wZO3RKp27G75FYMhgRQoaq_70m60l398sz8oFbodBo6kFYI0CL5MEHn4As9kmQk-gk_-CpxDx_vgVlJI6oIcpJgR79CCGh"
    "ABN01DaqyaS-CUcsGeNet7eEamqjSBBGsqBbGXySBFap4IXRDnU4L3WeadmbcN23utwYHRlpScSmrc5svxO73p9zzKUejHYWS8fWuNLWsa-KVFiqpcT1"
    "QSw_2ItKAazpeSYJu9Z_Ub7dW9601Uax0cs5U0JZED0o863EIN1gbOeU--F__w"
)
SAMPLES = [
    (f"v=1&r={ENDORSEMENT_R}", ("valid", DIGEST, None)),
    (f"v=1&type=endorsement&r={ENDORSEMENT_R}", ("valid", DIGEST, None)),
    (f"v=1&type=claim&r={ENDORSEMENT_R}", ("invalid", DIGEST, "schema.unknown-member")),
    (f"v=1&expect={HASH}&r={ENDORSEMENT_R}", ("valid", DIGEST, None)),
    (f"v=1&expect={'0' * 64}&r={ENDORSEMENT_R}", ("mismatch", DIGEST, "digest.mismatch")),
    (f"r={ENDORSEMENT_R}&later=field&v=1", ("valid", DIGEST, None)),
    ("v=1&r=q1ZKVLIy1OHlAtFGtQA", ("unreadable", None, "json.duplicate-key")),
    ("v=1&r=e797f3UtAA", ("unreadable", None, "json.byte-order-mark")),
    ("v=1&r=AwA", ("unreadable", None, "json.empty")),
]


def deflated(data: bytes) -> str:
    """Deflate and encode as a link does, by Python's zlib."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


def inflated(link: str) -> bytes:
    """Read the input out of a link, by Python's zlib."""
    fields = dict(field.split("=", 1) for field in urlsplit(link).fragment.split("&"))
    packed = fields["r"]
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)


@pytest.fixture(scope="module")
def linked(opened):
    """Open a fragment on the page that is already open: it has to hear that only the fragment changes."""

    def open_link(fragment: str) -> VerifyPage:
        opened.page.click("[data-clear]")
        opened.page.evaluate("fragment => { location.hash = ''; location.hash = fragment; }", fragment)
        return opened.checked()

    return open_link


@pytest.mark.parametrize(("fragment", "found"), SAMPLES)
def test_an_old_link_still_opens(linked, fragment: str, found: tuple[str, str | None, str | None]) -> None:
    """Input, type and expected digest of links made once: the verdict, digest and code are those of the bytes."""
    page = linked(fragment)
    codes = [one.get_attribute("data-code") for one in page.page.locator("[data-code]").all()]
    assert (page.data("verdict"), page.data("digest")) == found[:2]
    assert found[2] is None or found[2] in codes


def test_a_link_of_lines_opens_as_lines(linked) -> None:
    """Two records, the second refused."""
    page = linked("v=1&r=q67lio7lAgA")
    assert [verdict for _, verdict in page.rows()] == ["invalid", "invalid"]
    assert linked("v=1&format=json&r=q67lio7lAgA").problem() == ("json.trailing-content", "2", "1")


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        (f"v=2&r={ENDORSEMENT_R}", "made by a newer version"),
        (f"v=17&z={ENDORSEMENT_R}", "made by a newer version"),
        ("v=1", "damaged"),
        ("v=0&r=AwA", "damaged"),
        ("v=x&r=AwA", "damaged"),
        (f"v=1&r={ENDORSEMENT_R[:100]}", "damaged"),
        ("v=1&r=%3Cscript%3E", "damaged"),
        ("v=1&r=____", "damaged"),
        ("v=1&r=A", "damaged"),
        (f"v=1&r={deflated(bytes(9_000_000))}", "more than 8 MB"),
        ("v=1&type=fly&r=AwA", "is not a record type"),
        ("v=1&format=xml&r=e797f3UtAA", "is not an input format"),
    ],
)
def test_a_link_that_cannot_be_opened_says_why(linked, fragment: str, sentence: str) -> None:
    """Newer, cut, misspelled, swollen: a sentence and no verdict; the next input works."""
    page = linked(fragment)
    assert page.data("verdict") is None
    assert sentence in page.text("[data-failure]")
    assert page.check(ENDORSEMENT).data("digest") == DIGEST


@pytest.mark.parametrize("fragment", ["", "verify-a-record", "a=b&r=AwA"])
def test_another_fragment_carries_nothing(verify, fragment: str) -> None:
    """A fragment that is none of ours is left alone."""
    verify.page.evaluate("fragment => { location.hash = fragment; }", fragment)
    verify.page.wait_for_timeout(50)
    assert verify.data("verdict") is None
    assert verify.data("failure") is None


@pytest.mark.parametrize("text", [ENDORSEMENT, DUPLICATE, "\ufeff{}", f"{ENDORSEMENT}\r\n{ENDORSEMENT}", '{"é":"\U0001f600"}'])
def test_a_copied_link_carries_the_exact_bytes(verify, text: str) -> None:
    """Another implementation inflates the input out of the link; nothing but the fragment holds it."""
    page = verify.paste(text)
    page.press("Copy link")
    until(page.page, "() => document.querySelector('[data-link-note]').textContent.startsWith('Copied.')")
    link = page.page.evaluate("() => navigator.clipboard.readText()")
    assert inflated(link) == text.encode()
    assert urlsplit(link).query == ""


def test_a_copied_link_keeps_type_and_expected_digest(verify, linked) -> None:
    """What was chosen is chosen again."""
    page = verify.check(ENDORSEMENT, record_type="claim", expect=HASH)
    page.press("Copy link")
    until(page.page, "() => document.querySelector('[data-link-note]').textContent.startsWith('Copied.')")
    link = page.page.evaluate("() => navigator.clipboard.readText()")
    page = linked(urlsplit(link).fragment)
    assert (page.data("type"), page.page.input_value("#arf-expect")) == ("claim", HASH)


def test_what_is_too_long_for_a_link_is_saved_instead(verify) -> None:
    """Some 20 KB of random letters: the page offers a file with exactly these bytes."""
    text = '"' + base64.b64encode(zlib.compress(b"".join(hex(n * n * n).encode() for n in range(8000)), 9)).decode() + '"'
    page = verify.check(text)
    page.press("Copy link")
    page.page.wait_for_selector("[data-link-note] button")
    assert "too long for a link" in page.text("[data-link-note]")
    with page.page.expect_download() as download:
        page.press("Save as record.json")
    assert download.value.path().read_bytes() == text.encode()


def test_several_files_have_no_link(verify) -> None:
    """A link carries one input."""
    page = verify.choose(("a.json", b"{}"), ("b.json", b"{}"))
    page.press("Copy link")
    until(page.page, "() => document.querySelector('[data-link-note]').textContent.includes('several files')")


def test_a_verdict_is_copied_as_markdown_that_the_record_cannot_end(verify) -> None:
    """Heading, digest, code, engines, a link that opens; canonical text stays inside its fence."""
    text = '{"id":"x","a":"```\\n**bold** [x](javascript:1)"}'
    page = verify.check(text, record_type="claim")
    page.page.get_by_role("button", name="Copy as Markdown", exact=True).click()
    until(page.page, "() => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Copied')")
    lines = page.page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert lines[0] == "**Not a valid claim**"
    assert f"- Digest: `{page.data('digest')}`" in lines
    assert any("canonicalize 4.0.0" in line and "arfpy 0.1.0" in line for line in lines)
    [link] = [line for line in lines if line.startswith("[Check it in your browser](")]
    assert inflated(link.split("(")[1].rstrip(")")) == text.encode()
    fence = lines.index("````json")
    assert lines[fence + 2] == "````"
    assert "".join(lines[:fence]).count("javascript") == 0


# The draft


def stored(page) -> int:
    """How many values the page keeps on the device."""
    return page.evaluate("() => Object.keys(localStorage).filter((name) => name.startsWith('arf')).length")


def test_nothing_is_kept_unless_the_reader_ticks_the_box(visit, site_url: str) -> None:
    """Unticked: nothing. Ticked: the draft comes back after a reload. Unticked again: forgotten."""
    page = VerifyPage(visit().page, site_url, ready=False)
    page.page.fill("#arf-text", ENDORSEMENT)
    assert stored(page.page) == 0
    page.page.check("#arf-draft")
    page.page.fill("#arf-text", DUPLICATE)
    assert stored(page.page) == 1
    page = VerifyPage(page.page, site_url, ready=False)
    assert page.page.input_value("#arf-text") == DUPLICATE
    assert page.page.is_checked("#arf-draft")
    page.page.uncheck("#arf-draft")
    assert stored(page.page) == 0
    assert VerifyPage(page.page, site_url, ready=False).page.input_value("#arf-text") == ""


def test_clear_forgets_the_draft_and_a_long_one_is_not_kept(visit, site_url: str) -> None:
    """300 KB are beyond the cap, and the page says so; Clear leaves nothing behind."""
    page = VerifyPage(visit().page, site_url, ready=False)
    page.page.check("#arf-draft")
    page.page.fill("#arf-text", "1" * 300_000)
    assert "not kept" in page.text("[data-draft-note]")
    assert stored(page.page) == 0
    page.page.fill("#arf-text", ENDORSEMENT)
    assert stored(page.page) == 1
    page.page.click("[data-clear]")
    assert stored(page.page) == 0


# Before arfpy is ready


class Held:
    """A visit whose Python is held back until it is let go."""

    def __init__(self, visited, site_url: str, fragment: str) -> None:
        self.held: list = []
        self.holding = True
        visited.context.route("**/python_stdlib.zip*", self.hold)
        self.verify = VerifyPage(visited.page, site_url, fragment=fragment, ready=False)

    def hold(self, route) -> None:
        """Keep a request, or let it pass."""
        if self.holding:
            self.held.append(route)
        else:
            route.continue_()

    def release(self) -> VerifyPage:
        """Let Python load, and wait for its verdict."""
        self.holding = False
        for route in self.held:
            route.continue_()
        self.verify.page.wait_for_selector("[data-verdict]", timeout=60_000)
        return self.verify.settled()


def test_a_provisional_digest_is_shown_at_once_and_then_confirmed(visit, site_url: str) -> None:
    """Before Python is there: the digest, marked provisional, and no verdict; then arfpy's card in its place."""
    held = Held(visit(), site_url, f"#v=1&r={ENDORSEMENT_R}")
    page = held.verify
    page.page.wait_for_selector("[data-provisional]")
    assert page.data("provisional") == DIGEST
    assert page.text("[data-results] h2") == "Provisional: not checked yet"
    assert page.data("verdict") is None
    assert "provisional" in page.text("[data-spoken]")
    page = held.release()
    assert (page.data("provisional"), page.data("digest"), page.data("void")) == (None, DIGEST, None)


def test_a_provisional_digest_that_arfpy_refuses_is_called_void(visit, site_url: str) -> None:
    """A name twice: JSON.parse takes the last, so a digest is shown; arfpy's refusal names it as void."""
    held = Held(visit(), site_url, "#v=1&r=q1ZKVLIy1OHlAtFGtQA")
    held.verify.page.wait_for_selector("[data-provisional]")
    provisional = held.verify.data("provisional")
    assert provisional.startswith("sha256:")
    page = held.release()
    assert page.data("verdict") == "unreadable"
    assert provisional in page.text("[data-void]")


def test_a_text_that_is_no_json_has_no_provisional_digest(visit, site_url: str) -> None:
    """The second implementation's own reason is given, and arfpy's place follows."""
    held = Held(visit(), site_url, "#v=1&r=e797f3UtAA")
    held.verify.page.wait_for_selector("[data-provisional]")
    assert held.verify.data("provisional") == ""
    assert "no digest" in held.verify.text("[data-provisional]")
    assert held.release().problem() == ("json.byte-order-mark", "1", "1")


def test_lines_have_provisional_digests_too(visit, site_url: str) -> None:
    """Two lines with a blank one between them: each with its number; then arfpy's list."""
    held = Held(visit(), site_url, f"#v=1&r={deflated(f'{ENDORSEMENT}{chr(10)}{chr(10)}{ENDORSEMENT}'.encode())}")
    held.verify.page.wait_for_selector("[data-provisional]")
    lines = held.verify.page.locator("[data-provisional-line]").all_inner_texts()
    assert lines == [f"Line 1: {DIGEST}", f"Line 3: {DIGEST}"]
    assert held.release().rows() == [("1", "valid"), ("3", "valid")]


def test_an_edit_while_a_check_is_under_way_drops_that_check(visit, site_url: str) -> None:
    """A verdict about the text that was there before never stands beside the text that is there now."""
    visited = visit()
    held = Held(visited, site_url, "")
    page = held.verify
    page.page.fill("#arf-text", ENDORSEMENT)
    page.press("Check").page.wait_for_selector("[data-provisional]")
    page.page.fill("#arf-text", DUPLICATE)
    held.holding = False
    for route in held.held:
        route.continue_()
    page.page.wait_for_selector("[data-runtime=ready]", timeout=60_000)
    page.page.wait_for_timeout(500)
    assert page.data("verdict") is None
    assert page.page.locator("[data-results]").get_attribute("data-stale") == ""
    assert page.press("Check").settled().problem() == ("json.duplicate-key", "3", "2")
