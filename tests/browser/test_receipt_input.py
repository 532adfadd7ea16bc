"""What the receipt page is given: typed, chosen, dropped, several at once, or in a link; and what it makes of it."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from tests.browser.receipt_page import (
    CONTENT,
    EXAMPLES,
    INDEPENDENT,
    SETTLED,
    ReceiptPage,
    compact,
    several,
    vector_text,
)

pytestmark = pytest.mark.browser


def test_without_an_attestation_it_is_not_verified(receipt) -> None:
    """Gates 1 to 6 pass, gate 7 has nothing to look at, and the words do not call the receipt false."""
    page = receipt.check(INDEPENDENT["receipt"], keyring=INDEPENDENT["keyring"])
    assert page.gate == "7"
    assert page.title == "Passed 1–6; not verified: no attestation"
    assert "Not valid" not in page.heard


def test_another_attestation_is_a_refusal(receipt) -> None:
    """A wrong attestation is not the same as none."""
    other = INDEPENDENT["attestation"].replace("a1" * 16, "a3" * 16)
    page = receipt.check(INDEPENDENT["receipt"], other, INDEPENDENT["keyring"])
    assert page.title == "Not valid: failed at gate 7 EVAR_LINK"


def test_without_a_keyring_nobody_is_trusted(receipt) -> None:
    """Gate 2 fails, and a caller's key does not help."""
    assert receipt.check(INDEPENDENT["receipt"], INDEPENDENT["attestation"]).gate == "2"
    key = json.loads(INDEPENDENT["keyring"])["keys"][0]["public_key_b64u"]
    assert receipt.check(INDEPENDENT["receipt"], INDEPENDENT["attestation"], caller_key=key).gate == "2"


@pytest.mark.parametrize(
    "text",
    ["7", "[]", "not JSON", "[" * 5000, "[" * 5000 + "]" * 5000, '{"a":"' + "x" * 300 * 1024 + '"}', '{"a":1,"a":2}', "\ufeff{}"],
    ids=["number", "array", "words", "brackets", "deep", "300 KiB", "member twice", "byte-order mark"],
)
def test_bad_documents_are_verdicts(receipt, text: str) -> None:
    """As a receipt: gate 1. As the attestation of a good receipt: gate 7. The next check works."""
    assert receipt.check(text, INDEPENDENT["attestation"], INDEPENDENT["keyring"]).gate == "1"
    assert receipt.check(INDEPENDENT["receipt"], text, INDEPENDENT["keyring"]).gate == "7"
    assert receipt.check(*INDEPENDENT.values()).gate == ""


def test_an_untrusted_signer_is_named_only_by_the_callers_key(receipt) -> None:
    """The same receipt ends at gate 5 without the key and at gate 6 with it."""
    example = EXAMPLES["A stranger signed and offers the key"]
    documents = [CONTENT["documents"][example[kind]] for kind in ("receipt", "attestation", "keyring")]
    assert receipt.check(*documents).gate == "5"
    assert receipt.check(*documents, caller_key=example["caller_key"]).gate == "6"


def test_a_bad_keyring_is_a_message_and_the_next_check_works(receipt) -> None:
    """A keyring that cannot be used gives no verdict, says why, and breaks nothing."""
    page = receipt.check(INDEPENDENT["receipt"], INDEPENDENT["attestation"], '{"keyring_version":2,"keys":[]}')
    assert page.results.locator("[data-failure=usage]").count() == 1
    assert page.results.locator("[data-valid]").count() == 0
    assert "keyring is refused" in page.heard
    assert receipt.example("Independent").gate == ""


def test_markup_in_a_receipt_stays_text(receipt) -> None:
    """A member name that looks like markup is shown as it was written."""
    text = INDEPENDENT["receipt"].replace('"role"', '"<img src=x onerror=alert(1)>"', 1)
    page = receipt.check(text, INDEPENDENT["attestation"], INDEPENDENT["keyring"])
    assert page.gate == "1"
    assert page.results.locator("img").count() == 0


def test_an_edit_marks_the_report_as_old(receipt) -> None:
    """After a change the old report says that it belongs to another input; Ctrl + Enter renews it."""
    page = receipt.example("Independent")
    page.page.focus("textarea[name=receipt]")
    page.page.keyboard.press("End")
    page.page.keyboard.type(" ")
    assert page.results.get_attribute("data-stale") == ""
    page.page.keyboard.press("Control+Enter")
    assert page.settled().gate == ""


def test_dropped_files_are_recognised_by_what_they_hold(receipt) -> None:
    """Three files in any order, with names that say nothing, land in their places and are checked."""
    page = receipt.drop(*((f"{n}.json", INDEPENDENT[name]) for n, name in enumerate(("keyring", "attestation", "receipt"))))
    assert page.gate == ""
    assert "2.json" in page.page.locator("[data-file=receipt]").inner_text()


def test_a_dropped_file_is_recognised_although_its_first_line_is_broken(receipt) -> None:
    """The line is refused in its place, and does not hide what the file holds."""
    found = ("r.ndjson", "{broken\n" + compact(INDEPENDENT["receipt"]))
    page = receipt.drop(found, ("a.json", INDEPENDENT["attestation"]), ("k.json", INDEPENDENT["keyring"]))
    assert page.results.locator(".arf-row__verdict").all_inner_texts() == ["Failed at gate 1", "Valid"]


def test_a_dropped_file_of_another_kind_is_named(receipt) -> None:
    """What is not one of the documents is refused by its name."""
    assert "notes.txt is not a receipt" in receipt.drop(("notes.txt", "hello")).heard


def test_several_receipts_are_each_verified_on_their_own(receipt) -> None:
    """NDJSON gives a row for each line, attestations are found by id, the first that fails is open, rows open others."""
    receipts, attestations = several()
    page = receipt.drop(("r.ndjson", receipts), ("a.ndjson", attestations), ("k.json", INDEPENDENT["keyring"]))
    rows = page.results.locator(".arf-row")
    assert rows.all_inner_texts() == [
        "r.ndjson:1\nValid",
        "r.ndjson:3\nValid",
        "r.ndjson:4\nFailed at gate 11",
        "r.ndjson:5\nFailed at gate 1",
    ]
    assert page.heard == "4 receipts, each verified on its own: 2 valid, 2 not."
    assert page.gate == "11"
    rows.nth(1).click()
    assert (page.gate, rows.nth(1).get_attribute("aria-current")) == ("", "true")
    assert page.heard.startswith("Valid: passed all 14 gates.")


def test_several_files_of_one_kind_are_taken_together(receipt) -> None:
    """Two receipt files make two rows; they are shown and not edited, and Clear gives the pane back."""
    page = receipt.drop(
        ("one.json", INDEPENDENT["receipt"]), ("two.json", vector_text("no-items", "receipt")),
        ("a.json", INDEPENDENT["attestation"]), ("k.json", INDEPENDENT["keyring"]),
    )  # fmt: skip
    assert page.results.locator(".arf-row").all_inner_texts() == ["one.json\nValid", "two.json\nFailed at gate 11"]
    assert not page.page.locator("#arf-receipt").is_editable()
    assert "2 files: one.json, two.json" in page.page.locator("[data-file=receipt]").inner_text()
    page.clear()
    assert page.page.locator("#arf-receipt").is_editable()


def test_receipts_pasted_one_per_line_are_several(receipt) -> None:
    """A text with a receipt on each line is read by line."""
    page = receipt.check(*several(), INDEPENDENT["keyring"])
    verdicts = page.results.locator(".arf-row__verdict").all_inner_texts()
    assert verdicts == ["Valid", "Valid", "Failed at gate 11", "Failed at gate 1"]


def test_two_attestations_with_one_id_are_a_usage_error(receipt) -> None:
    """As on the command line: no verdict, the id is named."""
    page = receipt.drop(
        ("r.json", INDEPENDENT["receipt"]), ("a.json", INDEPENDENT["attestation"]),
        ("b.json", INDEPENDENT["attestation"]), ("k.json", INDEPENDENT["keyring"]),
    )  # fmt: skip
    assert page.results.locator("[data-failure=usage]").count() == 1
    assert page.heard.startswith(f"Two attestations have the id rcpt_eval-attestation_{'a1' * 16}.")


def test_an_attestation_without_an_id_is_passed_over_and_said(receipt) -> None:
    """It helps nobody among several, and the page names it."""
    receipts, attestations = several()
    page = receipt.drop(("r.ndjson", receipts), ("a.ndjson", attestations + "{\n"), ("k.json", INDEPENDENT["keyring"]))
    assert "a.ndjson:3" in page.results.locator("[data-passed-over]").inner_text()
    assert page.results.locator(".arf-row__verdict").first.inner_text() == "Valid"


def test_two_keyrings_are_refused(receipt) -> None:
    """Trust comes from one keyring."""
    page = receipt.drop(("r.json", INDEPENDENT["receipt"]), ("k.json", INDEPENDENT["keyring"]), ("l.json", INDEPENDENT["keyring"]))
    assert "more than one keyring" in page.heard


def test_more_receipts_than_one_answer_holds(receipt) -> None:
    """Forty-five receipts are all checked, in their order."""
    lines = [compact(INDEPENDENT["receipt"])] * 44 + [compact(vector_text("no-items", "receipt"))]
    page = receipt.drop(("r.ndjson", "".join(lines)), ("a.json", INDEPENDENT["attestation"]), ("k.json", INDEPENDENT["keyring"]))
    assert page.results.locator(".arf-row__verdict").all_inner_texts() == ["Valid"] * 44 + ["Failed at gate 11"]


def test_a_chosen_file_is_checked_byte_for_byte(receipt) -> None:
    """A byte-order mark, which a text area would show as nothing, still reaches the first gate."""
    page = receipt.page
    page.fill("#arf-keyring", INDEPENDENT["keyring"])
    data = b"\xef\xbb\xbf" + INDEPENDENT["receipt"].encode()
    page.set_input_files("#arf-receipt-file", {"name": "r.json", "mimeType": "application/json", "buffer": data})
    assert receipt.settled().gate == "1"


def link(**documents: str) -> str:
    """A fragment that carries documents, packed by Python's zlib."""
    packer = {name: zlib.compressobj(wbits=-15) for name in documents}
    packed = {name: packer[name].compress(text.encode()) + packer[name].flush() for name, text in documents.items()}
    texts = {name: base64.urlsafe_b64encode(data).decode().rstrip("=") for name, data in packed.items()}
    return "#" + "&".join(["v=1", *(f"{name}={text}" for name, text in texts.items())])


def test_a_link_carries_the_documents(visit, site_url: str) -> None:
    """The three documents in the fragment are put in their places and checked; another fragment replaces them."""
    page = visit().page
    page.goto(f"{site_url}verify/receipt/{link(**INDEPENDENT)}")
    page.wait_for_function(SETTLED, timeout=60_000)
    assert page.locator("[data-gate]").get_attribute("data-gate") == ""
    assert page.input_value("#arf-receipt") == INDEPENDENT["receipt"]
    page.evaluate("fragment => (location.hash = fragment)", link(receipt=INDEPENDENT["receipt"]))
    page.wait_for_selector("[data-gate='2']")


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#v=2&receipt=AAAA", "newer version"),
        ("#v=1&receipt=@@@", "damaged"),
        ("#v=1&receipt=AAAA", "damaged"),
        (link(receipt="0" * 3_000_000), "damaged"),
    ],
    ids=["newer", "not base64", "not deflated", "unpacks to 3 MB"],
)
def test_a_link_that_cannot_be_read_is_a_sentence(visit, site_url: str, fragment: str, said: str) -> None:
    """Nothing is checked, the page says why, and the next input works."""
    page = ReceiptPage(visit().page, site_url)
    page.page.evaluate("fragment => (location.hash = fragment)", fragment)
    page.page.wait_for_selector("[data-failure=usage]")
    assert said in page.heard
    assert page.example("Independent").gate == ""


def test_the_page_asks_nobody_else(visit, site_url: str) -> None:
    """Loading and checking stay on the site; a check makes no request at all, and the console stays empty."""
    visited = visit()
    page = ReceiptPage(visited.page, site_url)
    loaded = len(visited.requests)
    page.example("Independent")
    assert visited.requests[loaded:] == []
    assert [url for url in visited.requests if not url.startswith(site_url)] == []
    assert visited.complaints == []
