"""The receipt page in a real Chromium: each example ends at its gate, and the report says what it must and no more."""

from __future__ import annotations

import json

import pytest

from site_tools import receipt_examples

pytestmark = pytest.mark.browser

# The gate where each example ends, written by hand: None is valid.
ENDINGS = {
    "Independent administration": None,
    "Self administered, and says so": None,
    "One count changed after signing": (3, "PAYLOAD_DIGEST", "payload_sha256"),
    "Signed by a key that is not trusted": (6, "SIGNER_IDENTITY", "key_id"),
    "The attestation is withheld": (7, "EVAR_LINK", "signed_body.evar_ref"),
    "Test set committed after the subject was told": (10, "TESTSET_PRECOMMITMENT", "signed_body.testset_ref.committed_at"),
    "A test set of zero items": (11, "ITEM_COUNT_POSITIVE", "signed_body.testset_ref.item_count"),
    "Calls itself independent, against its own facts": (13, "INDEPENDENCE_RECOMPUTE", "signed_body.independence_class"),
    "A score in place of a role": (14, "NO_SCORE_RESTATEMENT", "signed_body.administrator.role"),
}
EXAMPLES = {example["title"]: example for example in receipt_examples.examples()}
INDEPENDENT = EXAMPLES["Independent administration"]
# The payload digest that the published form of this body has, worked out apart from arfpy.
DIGEST = "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d"
SIGNED = f"hive-receipt rcpt_eval-administration_{'b2' * 16} {DIGEST} 2026-03-11T08:00:00.000Z"
SETTLED = """() => {
  const results = document.querySelector("[data-results]");
  return !results.hasAttribute("aria-busy") && !("stale" in results.dataset) && results.querySelector("h2");
}"""
DROP = """files => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector("#arf-receipt-check form").dispatchEvent(event);
}"""


class ReceiptPage:
    """The page as its reader uses it."""

    def __init__(self, page, site_url: str) -> None:
        self.page = page
        self.results = page.locator("[data-results]")
        page.goto(f"{site_url}verify/receipt/")
        page.wait_for_selector("[data-runtime=ready]", timeout=60_000)
        page.wait_for_function("document.querySelectorAll('#arf-example option').length > 1")

    def example(self, title: str) -> ReceiptPage:
        """Choose an example and wait for its report."""
        self.clear()
        self.page.select_option("#arf-example", label=title)
        return self.settled()

    def check(self, receipt: str, attestation: str = "", keyring: str = "", caller_key: str = "") -> ReceiptPage:
        """Type the documents, press Check and wait."""
        self.clear()
        for name, text in (("receipt", receipt), ("attestation", attestation), ("keyring", keyring)):
            self.page.fill(f"#arf-{name}", text)
        if caller_key:
            self.page.click("[data-caller] summary")
            self.page.fill("#arf-caller-key", caller_key)
        self.page.get_by_role("button", name="Check", exact=True).click()
        return self.settled()

    def clear(self) -> None:
        """Empty the page."""
        self.page.click("[data-clear]")

    def settled(self) -> ReceiptPage:
        """Wait until no check is under way."""
        self.page.wait_for_function(SETTLED, timeout=40_000)
        return self

    @property
    def title(self) -> str:
        """The verdict in words."""
        return self.results.locator("h2").inner_text()

    @property
    def gate(self) -> str | None:
        """The number of the failed gate, empty where all passed."""
        return self.results.locator("[data-gate]").get_attribute("data-gate")

    @property
    def heard(self) -> str:
        """What a screen reader is told."""
        return self.page.locator("[data-spoken]").inner_text()

    def statuses(self) -> list[str]:
        """The status of each of the fourteen gates, in order."""
        gates = self.results.locator("section > .arf-gates > li")
        return gates.evaluate_all("gates => gates.map(gate => gate.dataset.status)")


@pytest.fixture(scope="module")
def opened(browser, site_url: str):
    """One page for many tests: it has to answer whatever it was given before."""
    context = browser.new_context()
    yield ReceiptPage(context.new_page(), site_url)
    context.close()


@pytest.fixture
def receipt(opened) -> ReceiptPage:
    """The open page, emptied."""
    opened.clear()
    return opened


def test_the_examples_on_the_site_are_what_their_generator_makes() -> None:
    """The committed file holds these examples, and no title is missing from the table above."""
    assert json.loads(receipt_examples.PATH.read_text(encoding="utf-8"))["examples"] == list(EXAMPLES.values())
    assert list(EXAMPLES) == list(ENDINGS)


@pytest.mark.parametrize("title", [title for title, ending in ENDINGS.items() if ending])
def test_each_failing_example_ends_at_its_gate(receipt, title: str) -> None:
    """The gates before passed, those after did not run, and only the failing one is open, with reason and path."""
    number, name, path = ENDINGS[title]
    page = receipt.example(title)
    assert page.gate == str(number)
    assert page.statuses() == ["pass"] * (number - 1) + ["fail"] + ["not_run"] * (14 - number)
    opened = page.results.locator("details[open]")
    assert opened.locator("summary code").all_inner_texts() == [name]
    assert opened.locator("[data-path]").get_attribute("data-path") == path
    assert page.results.locator("[data-facts]").count() == 0


def test_a_valid_receipt_shows_what_it_rests_on(receipt) -> None:
    """Verdict in words, the signed string, the digest, the class with its facts, and three instants in order."""
    page = receipt.example("Independent administration")
    assert page.title == "Valid: passed all 14 gates"
    assert page.heard.startswith("Valid: passed all 14 gates.")
    assert page.statuses() == ["pass"] * 14
    assert page.results.locator("[data-signed]").inner_text() == SIGNED
    assert page.results.locator("[data-digest]").inner_text() == DIGEST
    assert page.results.locator("[data-class]").inner_text() == "independent"
    facts = page.results.locator("[data-facts] dd").all_inner_texts()
    assert facts[:5] == ["unaffiliated", "third_party", "administrator", "administrator", "independent"]
    instants = page.results.locator("[data-instant]").all_inner_texts()
    assert instants == ["2026-03-01T10:00:00.000Z", "2026-03-10T08:55:00.000Z", "2026-03-10T09:00:00.000Z"]
    nested = page.results.locator("[data-name=EVAR_INTEGRITY] .arf-gates > li")
    assert nested.evaluate_all("gates => gates.map(gate => gate.dataset.status)") == ["pass"] * 8


def test_a_self_administered_receipt_is_valid_and_says_its_class(receipt) -> None:
    """A receipt that admits the weaker class passes, and the class stands on the page."""
    page = receipt.example("Self administered, and says so")
    assert page.statuses() == ["pass"] * 14
    assert page.results.locator("[data-class]").inner_text() == "self administered"


def test_advisories_and_limits_stand_beside_the_verdict(receipt) -> None:
    """What no gate checks has its own heading; what a receipt does not attest is said on a pass and on a refusal."""
    page = receipt.example("Independent administration")
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


def test_an_untrusted_signer_is_named_only_by_the_callers_key(receipt) -> None:
    """The same receipt ends at gate 5 without the key and at gate 6 with it."""
    example = EXAMPLES["Signed by a key that is not trusted"]
    documents = [example["receipt"], example["attestation"], example["keyring"]]
    assert receipt.check(*documents).gate == "5"
    assert receipt.check(*documents, caller_key=example["caller_key"]).gate == "6"


def test_a_bad_keyring_is_a_message_and_the_next_check_works(receipt) -> None:
    """A keyring that cannot be used gives no verdict, says why, and breaks nothing."""
    page = receipt.check(INDEPENDENT["receipt"], INDEPENDENT["attestation"], '{"keyring_version":2,"keys":[]}')
    assert page.results.locator("[data-failure=usage]").count() == 1
    assert page.results.locator("[data-valid]").count() == 0
    assert "keyring is refused" in page.heard
    assert receipt.example("Independent administration").gate == ""


def test_markup_in_a_receipt_stays_text(receipt) -> None:
    """A member name that looks like markup is shown as it was written."""
    text = INDEPENDENT["receipt"].replace('"role"', '"<img src=x onerror=alert(1)>"', 1)
    page = receipt.check(text, INDEPENDENT["attestation"], INDEPENDENT["keyring"])
    assert page.gate == "1"
    assert page.results.locator("img").count() == 0


def test_an_edit_marks_the_report_as_old(receipt) -> None:
    """After a change the old report says that it belongs to another input; Ctrl + Enter renews it."""
    page = receipt.example("Independent administration")
    page.page.focus("textarea[name=receipt]")
    page.page.keyboard.press("End")
    page.page.keyboard.type(" ")
    assert page.results.get_attribute("data-stale") == ""
    page.page.keyboard.press("Control+Enter")
    assert page.settled().gate == ""


def test_dropped_files_are_recognised_by_what_they_hold(receipt) -> None:
    """Three files in any order, with names that say nothing, land in their places and are checked."""
    files = [[f"{index}.json", INDEPENDENT[name]] for index, name in enumerate(("keyring", "attestation", "receipt"))]
    receipt.page.evaluate(DROP, files)
    page = receipt.settled()
    assert page.gate == ""
    assert "2.json" in page.page.locator("[data-file=receipt]").inner_text()


def test_a_dropped_file_of_another_kind_is_named(receipt) -> None:
    """What is not one of the documents is refused by its name."""
    receipt.page.evaluate(DROP, [["notes.txt", "hello"]])
    assert "notes.txt is not a receipt" in receipt.settled().heard


def test_a_chosen_file_is_checked_byte_for_byte(receipt) -> None:
    """A byte-order mark, which a text area would show as nothing, still reaches the first gate."""
    page = receipt.page
    page.fill("#arf-keyring", INDEPENDENT["keyring"])
    data = b"\xef\xbb\xbf" + INDEPENDENT["receipt"].encode()
    page.set_input_files("#arf-receipt-file", {"name": "r.json", "mimeType": "application/json", "buffer": data})
    assert receipt.settled().gate == "1"


def test_the_page_asks_nobody_else(visit, site_url: str) -> None:
    """Loading and checking stay on the site; a check makes no request at all, and the console stays empty."""
    visited = visit()
    page = ReceiptPage(visited.page, site_url)
    loaded = len(visited.requests)
    page.example("Independent administration")
    assert visited.requests[loaded:] == []
    assert [url for url in visited.requests if not url.startswith(site_url)] == []
    assert visited.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_report_shuts_anybody_out(visit, site_url: str, axe, scheme: str) -> None:
    """axe-core finds nothing serious on a pass, a refusal and a missing attestation."""
    page = ReceiptPage(visit(color_scheme=scheme).page, site_url)
    for title in ("Independent administration", "A score in place of a role", "The attestation is withheld"):
        page.example(title)
        assert axe(page.page) == [], title


def test_a_report_fits_a_phone(visit, site_url: str) -> None:
    """At 390 pixels nothing makes the page scroll sideways, with every gate open."""
    page = ReceiptPage(visit(viewport={"width": 390, "height": 800}).page, site_url)
    for title in ("Independent administration", "One count changed after signing"):
        page.example(title)
        page.page.evaluate("document.querySelectorAll('details').forEach(details => (details.open = true))")
        assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
