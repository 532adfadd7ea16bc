"""The card of one record: its type, its bytes, its differences, and how it reads on paper and on a phone."""

from __future__ import annotations

import hashlib
import json

import pytest

from tests.browser.verifying import DIGEST, ENDORSEMENT, VerifyPage, until

pytestmark = pytest.mark.browser

CANONICAL = (
    '{"claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    '"comment":"Strong evidence from the Shumailov et al. paper. Model collapse is well-documented.",'
    '"createdAt":"2026-03-25T20:17:56.727Z","id":"602d54e3-0650-40c8-898c-e6d3c0e71d71",'
    '"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","weight":5}'
)


def sha(text: str) -> str:
    """The digest of a text."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_the_type_is_inferred_and_can_be_forced(verify) -> None:
    """The card's menu judges the record as another type, and back."""
    page = verify.check(ENDORSEMENT)
    assert "endorsement, inferred" in page.page.locator("[data-force] option:checked").inner_text()
    page.page.select_option("[data-force]", "claim")
    page.page.wait_for_selector("[data-verdict=invalid]")
    assert page.data("type") == "claim"
    page.page.select_option("[data-force]", "")
    page.page.wait_for_selector("[data-verdict=valid]")


def test_the_type_of_one_record_among_many_can_be_forced(verify) -> None:
    """Only the card changes: the list keeps what was found for the whole input."""
    page = verify.check(f"{ENDORSEMENT}\n{ENDORSEMENT}")
    page.page.select_option("[data-force]", "claim")
    page.page.wait_for_selector("[data-verdict=invalid]")
    assert [verdict for _, verdict in page.rows()] == ["valid", "valid"]


def test_both_engines_are_named_with_their_versions(verify, root) -> None:
    """The version of the second one is that of the package in use."""
    described = json.loads((root / "node_modules" / "canonicalize" / "package.json").read_text())
    page = verify.check(ENDORSEMENT)
    assert page.text("[data-engines]") == f"arfpy 0.1.0 for ARF v0.1, and canonicalize {described['version']} with WebCrypto"


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        (CANONICAL, "none", "Byte for byte, your input is the canonical form."),
        (ENDORSEMENT, "2", "The first difference is at byte 3: your input has 69 (i), the canonical form has 63 (c)."),
        (CANONICAL + "\n", "292", None),
        (" " + CANONICAL, "0", "your input has 20 (a space), the canonical form has 7B ({)."),
        ('{"é":1,"\u00a0":2}', "2", "your input has C3 (é), the canonical form has C2 (U+00A0 NO-BREAK SPACE)."),
    ],
)
def test_the_first_byte_that_differs_from_the_canonical_form(verify, text: str, place: str, sentence: str | None) -> None:
    """Its number, both bytes, and both texts around it."""
    if place == "292":
        place, sentence = str(len(CANONICAL)), "your input has 0A (U+000A LINE FEED), the canonical form has its end there."
    page = verify.check(text)
    assert page.data("difference") == place
    assert sentence in page.text("[data-difference]")


def test_the_hex_view_is_drawn_on_demand(verify) -> None:
    """Nothing until it is opened; then offset, bytes and letters, and more on request."""
    page = verify.check(ENDORSEMENT)
    assert page.page.locator("[data-hex]").text_content() == ""
    page.page.click("summary:has-text('Hex view')")
    until(page.page, "() => document.querySelector('[data-hex]').textContent !== ''")
    first = page.page.locator("[data-hex]").text_content().split("\n")[0]
    assert first == '00000000  7b 22 63 6c 61 69 6d 49 64 22 3a 22 36 32 35 31  {"claimId":"6251'
    page.check('"' + "a" * 4000 + '"')
    page.page.click("summary:has-text('Hex view')")
    page.press("Show more")
    assert page.page.locator("[data-hex]").text_content().rstrip("\n").endswith('61 22                                            a"')
    assert not page.page.get_by_role("button", name="Show more").is_visible()


@pytest.mark.parametrize(
    ("hashed", "named"),
    [
        (CANONICAL + "\n", "the canonical text with a newline at its end"),
        (ENDORSEMENT, "the text as it was given"),
        (json.dumps(json.loads(ENDORSEMENT), indent=2), "printed with an indent of 2 spaces"),
    ],
)
def test_a_well_known_mistake_is_named(verify, hashed: str, named: str) -> None:
    """The digest of other bytes of the same record: the card says of which."""
    page = verify.check(ENDORSEMENT, expect=sha(hashed))
    assert page.data("verdict") == "mismatch"
    assert named in page.text(".arf-problem__next")


def test_the_other_canonical_text_shows_the_first_difference(verify) -> None:
    """Pasted beside a mismatch: whether it has the expected digest, and both texts aligned at the byte."""
    other = CANONICAL.replace('"weight":5}', '"weight":4}')
    page = verify.check(ENDORSEMENT, expect=sha(other))
    page.page.fill("[data-other]", other)
    page.page.wait_for_selector("[data-other-digest=expected]")
    found = page.text("[data-other-result] [data-difference]")
    assert f"at byte {len(CANONICAL) - 1}: the other text has 34 (4), this canonical form has 35 (5)." in found
    assert page.page.locator("[data-other-result] mark").all_inner_texts() == ["4", "5"]
    page.page.fill("[data-other]", CANONICAL)
    page.page.wait_for_selector("[data-other-digest=another]")
    assert page.page.locator("[data-other-result] [data-difference=none]").count() == 1


def test_a_problem_shows_the_text_around_it(verify) -> None:
    """A line of a file that no text area shows: what stands before, at and after the place, invisible signs named."""
    page = verify.choose(("a.ndjson", f'{ENDORSEMENT}\n{{"a":"x\u200b", b}}'.encode()), ("b.json", b"{}"))
    assert page.problem() == ("json.syntax", "2", "12")
    assert page.text("[data-around]") == '{"a":"xU+200B", b}'
    assert page.text("[data-around] mark") == "b"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (ENDORSEMENT, ["two people hold the same bytes", "does not say that the statement is true"]),
        (
            '{"schemaVersion":"atlas/artifact/v1","canonicalizationVersion":"rfc8785-jcs-v1","artifact":{},"claims":[]}',
            ["nothing in the bundle was changed", "does not say that the bundle is complete"],
        ),
    ],
)
def test_what_a_verdict_does_not_prove_stands_beside_it(verify, text: str, sentences: list[str]) -> None:
    """Two sentences for digests and two for bundles, above the facts."""
    page = verify.check(text)
    for sentence in sentences:
        assert sentence in page.text("[data-limit]")


WRONG = """() => {
  const digest = SubtleCrypto.prototype.digest;
  SubtleCrypto.prototype.digest = function (name, bytes) {
    const other = new TextDecoder().decode(bytes).includes('"weight":5');
    return other ? Promise.resolve(new ArrayBuffer(32)) : digest.call(this, name, bytes);
  };
}"""


def test_a_disagreement_is_announced_and_nothing_of_it_can_be_taken_along(visit, site_url: str) -> None:
    """With a second implementation that is wrong about one record: an alert, no digest, no reports, no Markdown."""
    page = VerifyPage(visit().page, site_url)
    page.page.evaluate(WRONG)
    page.check(ENDORSEMENT)
    assert page.data("verdict") == "fault"
    assert page.data("digest") is None
    assert page.page.locator(".arf-card[role=alert]").count() == 1
    assert not page.page.get_by_role("button", name="Copy as Markdown").count()
    page.check(f"{CANONICAL.replace(':5}', ':4}')}\n{ENDORSEMENT}")
    assert [verdict for _, verdict in page.rows()] == ["valid", "fault"]
    assert "disagree on 1 record" in page.text("[data-faults]")
    assert not page.page.locator("[data-reports]").is_visible()


def test_on_paper_one_verdict_is_left(verify) -> None:
    """Printing hides form, list and buttons, and keeps heading, digest and canonical bytes."""
    page = verify.check(f"{ENDORSEMENT}\n{ENDORSEMENT}")
    page.page.emulate_media(media="print")
    try:
        for hidden in (".arf-form", ".arf-list", ".md-header", "[data-runtime]", ".arf-card__keep", "[data-force]"):
            assert not page.page.locator(hidden).first.is_visible(), hidden
        for kept in (".arf-card h2", "[data-digest]", "[data-canonical]", "[data-limit]", "[data-reproduce=posix]"):
            assert page.page.locator(kept).first.is_visible(), kept
    finally:
        page.page.emulate_media(media="screen")


@pytest.mark.parametrize("options", [{"viewport": {"width": 390, "height": 800}}, {"viewport": {"width": 640, "height": 512}}])
def test_on_a_small_screen_check_leads_to_the_verdict(visit, site_url: str, options: dict) -> None:
    """A phone, and a desktop at 200 %: the verdict is in sight after Check, and nothing sticks out sideways."""
    page = VerifyPage(visit(**options).page, site_url)
    page.check(ENDORSEMENT)
    place = "() => document.querySelector('.arf-card h2').getBoundingClientRect()"
    until(page.page, f"() => (({place})().top < innerHeight && ({place})().top > 0)")
    page.check(f"{ENDORSEMENT}\n" * 300 + "{")
    page.check(ENDORSEMENT, expect="0" * 64)
    page.page.click("summary:has-text('Hex view')")
    assert page.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_state_of_the_page_shuts_anybody_out(visit, site_url: str, axe, scheme: str, width: int) -> None:
    """axe finds nothing serious in a card, a mismatch with its text field, a list, and a failure."""
    page = VerifyPage(visit(color_scheme=scheme, viewport={"width": width, "height": 900}).page, site_url)
    page.check(ENDORSEMENT)
    page.page.click("summary:has-text('Hex view')")
    assert axe(page.page) == []
    page.check(ENDORSEMENT, expect="0" * 64).page.fill("[data-other]", CANONICAL)
    page.page.wait_for_selector("[data-other-digest]")
    assert axe(page.page) == []
    page.check(f"{ENDORSEMENT}\n" * 150 + "{\n" + '{"a":"\u200b"}')
    assert axe(page.page) == []
    page.check(ENDORSEMENT, expect="1")
    assert axe(page.page) == []


def test_the_digest_shown_is_the_published_one(verify) -> None:
    """The constant of these tests is the published digest of the canonical text written out above."""
    assert sha(CANONICAL) == DIGEST == verify.check(ENDORSEMENT).data("digest")
