"""What the receipt page shows: each example ends at its gate, and the report says what it must and no more."""

from __future__ import annotations

import hashlib

import pytest

from tests.browser.receipt_page import CONTENT, EXAMPLES, INDEPENDENT, OPEN_ALL, ReceiptPage, several, vector_text

pytestmark = pytest.mark.browser

B, EVAR = "signed_body", "evar.signed_body"
COMMITTED, DISCLOSED = f"{B}.testset_ref.committed_at", f"{B}.testset_ref.disclosed_to_subject_at"
# Where each example ends, written by hand: gate, name, path. The first twenty are the cases of an adversary.
ENDINGS = {
    "No keyring, but the right key offered": (2, "ISSUER_KEY_MATCH", "key_id"),
    "Moved to another trusted key": (5, "SIGNATURE", "sig_b64u"),
    "Another trusted key signed and is offered": (6, "SIGNER_IDENTITY", "key_id"),
    "The attestation's signature pasted in": (5, "SIGNATURE", "sig_b64u"),
    "A count spelled 500.0": (1, "SCHEMA", f"{B}.testset_ref.item_count"),
    "Two classes in one receipt": (1, "SCHEMA", f"{B}.independence_class"),
    "A character written in two ways": (1, "SCHEMA", f"{B}.administrator.role"),
    "A signature spelled another way": (1, "SCHEMA", "sig_b64u"),
    "An identifier of another type": (4, "RECEIPT_ID", "receipt_id"),
    "The attestation edited, its claimed digest kept": (7, "EVAR_LINK", f"{B}.evar_ref.payload_sha256"),
    "The attestation's own digest zeroed": (8, "EVAR_INTEGRITY", "evar.payload_sha256"),
    "A receipt in place of the attestation": (8, "EVAR_INTEGRITY", f"{EVAR}.administrator"),
    "A window that closes before it opens": (8, "EVAR_INTEGRITY", f"{EVAR}.evaluation_window.closes_at"),
    "Told one millisecond after the window opened": (10, "TESTSET_PRECOMMITMENT", DISCLOSED),
    "Committed one nanosecond too late": (10, "TESTSET_PRECOMMITMENT", COMMITTED),
    "Early as a text, late in time": (10, "TESTSET_PRECOMMITMENT", COMMITTED),
    "Committed on 30 February": (10, "TESTSET_PRECOMMITMENT", COMMITTED),
    "Calls itself less than it is": (13, "INDEPENDENCE_RECOMPUTE", f"{B}.independence_class"),
    "Undisclosed twice, called independent": (13, "INDEPENDENCE_RECOMPUTE", f"{B}.independence_class"),
    "A tenant named 1": (14, "NO_SCORE_RESTATEMENT", f"{B}.tenant_id"),
    "Independent": None,
    "Self administered, and says so": None,
    "Edited, with its digest made to fit": (5, "SIGNATURE", "sig_b64u"),
    "A stranger signed and offers the key": (6, "SIGNER_IDENTITY", "key_id"),
    "The class edited after signing": (3, "PAYLOAD_DIGEST", "payload_sha256"),
    "The attestation is withheld": (7, "EVAR_LINK", f"{B}.evar_ref"),
    "A reference to another digest": (7, "EVAR_LINK", f"{B}.evar_ref.payload_sha256"),
    "The attestation of another tenant": (9, "TENANT_MATCH", f"{B}.tenant_id"),
    "Committed after the subject was told": (10, "TESTSET_PRECOMMITMENT", COMMITTED),
    "A test set of zero items": (11, "ITEM_COUNT_POSITIVE", f"{B}.testset_ref.item_count"),
    "One legal entity with a third party": (12, "SEPARATION_COHERENCE", f"{B}.separation.selected_items_by"),
    "Calls itself independent, the subject selected": (13, "INDEPENDENCE_RECOMPUTE", f"{B}.independence_class"),
    "A score in place of a role": (14, "NO_SCORE_RESTATEMENT", f"{B}.administrator.role"),
}
# The payload digest that the published form of this body has, worked out apart from arfpy.
DIGEST = "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d"
SIGNED = f"hive-receipt rcpt_eval-administration_{'b2' * 16} {DIGEST} 2026-03-11T08:00:00.000Z"
ATTESTATION_DIGEST = "491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f"
BOUNDARY = "0b94b0635ad9cbfeba5487371a8d3c181cf2e9d2628a19668ae07f6ffab28343"  # SHA-256 of the text
SHORT = {"committed_at": "committed", "disclosed_to_subject_at": "subject told", "opens_at": "window opens"}


def test_each_example_has_an_ending_and_a_sentence(visit, site_url: str) -> None:
    """The table above names every example; the sentence of one that is refused names the gate that refuses it."""
    assert set(EXAMPLES) == set(ENDINGS)
    for title, ending in ENDINGS.items():
        assert ending is None or ending[1] in EXAMPLES[title]["sentence"], title
        assert (ending and ending[0]) == EXAMPLES[title]["gate"], title
    answer = visit().page.request.get(f"{site_url}assets/receipt-examples.json")
    assert CONTENT == answer.json()


@pytest.mark.parametrize("title", [title for title, ending in ENDINGS.items() if ending])
def test_each_failing_example_ends_at_its_gate(receipt, title: str) -> None:
    """The gates before passed, those after did not run, and only the failing one is open, with reason and path."""
    number, name, path = ENDINGS[title]
    page = receipt.example(title)
    assert page.gate == str(number)
    assert page.statuses() == ["pass"] * (number - 1) + ["fail"] + ["not_run"] * (14 - number)
    opened = page.results.locator("section > .arf-gates > li > details[open]")
    assert opened.locator("> summary code").all_inner_texts() == [name]
    assert opened.locator("> p [data-path]").get_attribute("data-path") == path
    assert page.page.locator("[data-example-note]").inner_text() == EXAMPLES[title]["sentence"]
    assert page.comparison == ("not-compared" if number < 3 else "agree")
    # What the receipt states is shown only where a trusted key signed it.
    assert page.results.locator("[data-facts]").count() == (1 if number > 6 else 0)


def test_a_valid_receipt_shows_what_it_rests_on(receipt) -> None:
    """Verdict and class in words, the signed string, both digests, the boundary text, and the gates of the attestation."""
    page = receipt.example("Independent")
    assert page.title == "Valid: passed all 14 gates"
    assert page.heard.startswith("Valid: passed all 14 gates.")
    assert page.statuses() == ["pass"] * 14
    assert page.results.locator("[data-signed]").inner_text() == SIGNED
    assert page.results.locator("[data-digest]").inner_text() == DIGEST
    assert page.results.locator("[data-attestation-digest]").inner_text() == ATTESTATION_DIGEST
    assert page.results.locator("[data-verdict-class]").inner_text() == "independent"
    boundary = page.results.locator("[data-boundary]").text_content()
    assert hashlib.sha256(boundary.encode()).hexdigest() == BOUNDARY
    nested = page.results.locator("[data-name=EVAR_INTEGRITY] .arf-gates > li")
    assert nested.evaluate_all("gates => gates.map(gate => gate.dataset.status)") == ["pass"] * 8


@pytest.mark.parametrize(
    ("title", "declared", "decided", "derived"),
    [
        ("Independent", ["unaffiliated", "third party", "administrator", "administrator"], ["yes", "yes", "no", "yes"], "independent"),
        ("Self administered, and says so", ["same legal entity", "subject", "administrator", "administrator"], ["yes", "no", "no", "no"], "self administered"),
        ("Calls itself independent, the subject selected", ["unaffiliated", "subject", "administrator", "administrator"], ["no", "yes", "no", "no"], "self administered"),
        ("Undisclosed twice, called independent", ["unaffiliated", "undisclosed", "administrator", "undisclosed"], ["yes", "yes", "no", "yes"], "undisclosed, or not separated"),
    ],
)  # fmt: skip
def test_the_derivation_marks_the_facts_that_decided(receipt, title: str, declared: list[str], decided: list[str], derived: str) -> None:
    """A small table of the four facts, which of them decided, and the class that they give."""
    page = receipt.example(title)
    rows = page.results.locator(".arf-derivation tbody tr")
    assert rows.locator("td:nth-of-type(1)").all_inner_texts() == declared
    assert rows.locator("td:nth-of-type(2)").all_inner_texts() == decided
    assert page.results.locator("[data-class]").inner_text() == derived
    stated = page.results.locator("[data-facts]").inner_text()
    assert ("The receipt states the same." in stated) == (ENDINGS[title] is None)


@pytest.mark.parametrize(
    ("title", "drawn", "told"),
    [
        (
            "Independent",
            "committed_at disclosed_to_subject_at opens_at",
            ["committed ≤ subject told: holds, by 8 d 22 h 55 min", "subject told ≤ window opens: holds, by 5 min"],
        ),
        (
            "Committed one nanosecond too late",
            "disclosed_to_subject_at committed_at opens_at",
            [
                "committed ≤ subject told: does not hold: committed 1 ns after the subject was told",
                "subject told ≤ window opens: holds, by 5 min",
            ],
        ),
        (
            "Told one millisecond after the window opened",
            "committed_at opens_at disclosed_to_subject_at",
            [
                "committed ≤ subject told: holds, by 8 d 23 h 1 ms",
                "subject told ≤ window opens: does not hold: the subject was told 1 ms after the window opened",
            ],
        ),
        (
            "Committed on 30 February",
            "disclosed_to_subject_at opens_at",
            ["committed ≤ subject told: cannot be compared", "subject told ≤ window opens: holds, by 5 min"],
        ),
        (
            "The attestation is withheld",
            "committed_at disclosed_to_subject_at",
            ["committed ≤ subject told: holds, by 8 d 22 h 55 min", "subject told ≤ window opens: cannot be compared"],
        ),
    ],
)
def test_the_time_line_shows_both_inequalities(receipt, title: str, drawn: str, told: list[str]) -> None:
    """The instants stand in the order of time, and the words beside the drawing say the same."""
    page = receipt.example(title)
    assert page.results.locator("[data-timeline]").get_attribute("data-timeline") == drawn
    assert page.results.locator(".arf-timeline circle").count() == len(drawn.split())
    assert page.results.locator(".arf-order").all_inner_texts() == told
    names = page.results.locator(".arf-timeline svg > text").all_text_contents()
    assert names == [SHORT[name] for name in drawn.split()]


def test_equal_instants_share_a_point(receipt) -> None:
    """Three instants at one time are one point with three names, and both inequalities hold."""
    page = receipt.check(*(vector_text("three-equal-instants", kind) for kind in ("receipt", "attestation", "keyring")))
    assert page.gate == ""
    assert page.results.locator(".arf-timeline circle").count() == 1
    assert page.results.locator(".arf-timeline svg > text").count() == 3
    assert [told.split(": ")[1] for told in page.results.locator(".arf-order").all_inner_texts()] == ["holds, at the same instant"] * 2


def test_a_self_administered_receipt_is_valid_and_says_its_class(receipt) -> None:
    """A receipt that admits the weaker class passes, and the class stands on the page."""
    page = receipt.example("Self administered, and says so")
    assert page.statuses() == ["pass"] * 14
    assert page.results.locator("[data-verdict-class]").inner_text() == "self administered"


def test_advisories_and_limits_stand_beside_the_verdict(receipt) -> None:
    """What no gate checks has its own heading; what a receipt does not attest is said on a pass and on a refusal."""
    page = receipt.example("Independent")
    advisories = page.results.locator("[data-advisories]")
    assert advisories.locator("h3").inner_text() == "Not checked by the gates"
    assert advisories.locator("[data-advisory]").get_attribute("data-advisory") == "COMMITMENT_NOT_WITNESSED"
    limits = "What a valid receipt does not attest."
    assert limits in page.results.inner_text()
    assert limits in receipt.example("A test set of zero items").results.inner_text()


@pytest.mark.parametrize("title", list(ENDINGS))
def test_no_result_is_ever_repeated(receipt, title: str) -> None:
    """The results of the attestation, and a score in a role, stay out of the report and of what is spoken."""
    page = receipt.example(title)
    shown = page.results.evaluate("results => results.textContent") + page.heard
    assert "0.94" not in shown
    assert "812" not in shown


def test_a_disagreement_of_the_two_is_a_fault_that_cannot_be_overlooked(visit, site_url: str) -> None:
    """With a browser that calls every signature bad, no pass is shown: the whole card is a fault."""
    visited = visit()
    visited.context.add_init_script("crypto.subtle.verify = async () => false;")
    page = ReceiptPage(visited.page, site_url).example("Independent")
    assert page.comparison == "fault"
    assert page.title == "Fault: the two implementations disagree"
    assert page.heard.startswith("Fault: the two implementations disagree.")
    assert page.results.locator("[data-valid=true], [data-facts], [data-timeline]").count() == 0
    assert "what arfpy alone says" in page.results.inner_text()
    assert "Signature of the receipt: It found the signature bad, arfpy found it good." in page.results.inner_text()


def test_a_browser_without_ed25519_says_so(visit, site_url: str) -> None:
    """The verdict stands on arfpy, and only the digests are said to agree."""
    visited = visit()
    refusing = "crypto.subtle.importKey = async () => { throw new DOMException('no', 'NotSupportedError'); };"
    visited.context.add_init_script(refusing)
    page = ReceiptPage(visited.page, site_url).example("Independent")
    assert (page.gate, page.comparison) == ("", "digests-agree")
    assert "Digest agreement only" in page.results.inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_report_shuts_anybody_out(visit, site_url: str, axe, scheme: str, width: int) -> None:
    """axe-core finds nothing serious on a pass, refusals, a missing attestation and a list, with everything open."""
    page = ReceiptPage(visit(color_scheme=scheme, viewport={"width": width, "height": 900}).page, site_url)
    titles = ("Independent", "Committed one nanosecond too late", "A score in place of a role", "The attestation is withheld")
    for title in (*titles, "The class edited after signing"):
        page.example(title)
        page.page.evaluate(OPEN_ALL)
        assert axe(page.page) == [], title
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width, title
    receipts, attestations = several()
    page.drop(("r.ndjson", receipts), ("a.ndjson", attestations + "{\n"), ("k.json", INDEPENDENT["keyring"]))
    assert axe(page.page) == []
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
