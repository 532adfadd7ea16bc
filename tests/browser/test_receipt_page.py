"""The receipt page in a real Chromium: each example ends at its gate, and the report says what it must and no more."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path

import pytest

from site_tools import receipt_examples
from site_tools.receipt_vectors.making import Making, make

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
CONTENT = receipt_examples.content()
EXAMPLES = {example["title"]: example for example in CONTENT["examples"]}
INDEPENDENT = {kind: CONTENT["documents"][EXAMPLES["Independent"][kind]] for kind in ("receipt", "attestation", "keyring")}
# The payload digest that the published form of this body has, worked out apart from arfpy.
DIGEST = "b35903b238845ae9aded0317f25c6ada7f5137a84f35e4d386af3a933b34715d"
SIGNED = f"hive-receipt rcpt_eval-administration_{'b2' * 16} {DIGEST} 2026-03-11T08:00:00.000Z"
ATTESTATION_DIGEST = "491f9b9f597d5eb88feaf6724afae5d91fa1d01c737620199a97f8d7f3eb2f5f"
BOUNDARY = "0b94b0635ad9cbfeba5487371a8d3c181cf2e9d2628a19668ae07f6ffab28343"  # SHA-256 of the text
SHORT = {"committed_at": "committed", "disclosed_to_subject_at": "subject told", "opens_at": "window opens"}
VECTORS = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors" / "receipts"
SETTLED = """() => {
  const results = document.querySelector("[data-results]");
  return !results.hasAttribute("aria-busy") && !("stale" in results.dataset) && results.querySelector("h2");
}"""
OPEN_ALL = "document.querySelectorAll('details').forEach(details => (details.open = true))"
DROP = """files => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  document.querySelector("#arf-receipt-check form").dispatchEvent(event);
}"""


def vector_text(name: str, kind: str) -> str:
    """A document of a vector."""
    manifest = json.loads((VECTORS / "manifest.json").read_bytes())
    vector = next(vector for vector in manifest["vectors"] if vector["id"] == f"receipt-{name}")
    return (VECTORS / vector[kind]).read_bytes().decode()


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
        gate = "valid" if ENDINGS[title] is None else f"gate {ENDINGS[title][0]}"
        self.page.select_option("#arf-example", label=f"{title} ({gate})")
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

    def drop(self, *files: tuple[str, str]) -> ReceiptPage:
        """Empty the page, drop files, name and text, and wait."""
        self.clear()
        self.page.evaluate(DROP, files)
        return self.settled()

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

    @property
    def comparison(self) -> str | None:
        """What the second implementation said, as a state."""
        return self.results.locator("[data-comparison]").get_attribute("data-comparison")

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


def test_a_dropped_file_of_another_kind_is_named(receipt) -> None:
    """What is not one of the documents is refused by its name."""
    assert "notes.txt is not a receipt" in receipt.drop(("notes.txt", "hello")).heard


def compact(text: str | bytes) -> str:
    """A document on one line."""
    return json.dumps(json.loads(text)) + "\n"


def several() -> tuple[str, str]:
    """Four lines, one of them blank: two receipts with an attestation each, one of no items, one broken; and those two."""
    second = make(Making(evar_head={"receipt_id": f"rcpt_eval-attestation_{'c3' * 16}"}))
    receipts = [INDEPENDENT["receipt"], second.receipt, vector_text("no-items", "receipt")]
    first, *others = map(compact, receipts)
    attestations = compact(second.attestation) + compact(INDEPENDENT["attestation"])
    return "".join([first, "\n", *others, "{broken\n"]), attestations


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


def test_a_disagreement_of_the_two_is_a_fault_that_cannot_be_overlooked(visit, site_url: str) -> None:
    """With a browser that calls every signature bad, no pass is shown: the whole card is a fault."""
    visited = visit()
    visited.context.add_init_script("crypto.subtle.verify = async () => false;")
    page = ReceiptPage(visited.page, site_url).example("Independent")
    assert page.comparison == "fault"
    assert page.title == "Fault: the two implementations disagree"
    assert page.heard.startswith("Fault: the two implementations disagree.")
    assert page.results.locator("[data-valid=true]").count() == 0
    assert "Signature of the receipt: It found the signature bad, arfpy found it good." in page.results.inner_text()


def test_a_browser_without_ed25519_says_so(visit, site_url: str) -> None:
    """The verdict stands on arfpy, and only the digests are said to agree."""
    visited = visit()
    refusing = "crypto.subtle.importKey = async () => { throw new DOMException('no', 'NotSupportedError'); };"
    visited.context.add_init_script(refusing)
    page = ReceiptPage(visited.page, site_url).example("Independent")
    assert (page.gate, page.comparison) == ("", "digests-agree")
    assert "Digest agreement only" in page.results.inner_text()


def test_the_page_asks_nobody_else(visit, site_url: str) -> None:
    """Loading and checking stay on the site; a check makes no request at all, and the console stays empty."""
    visited = visit()
    page = ReceiptPage(visited.page, site_url)
    loaded = len(visited.requests)
    page.example("Independent")
    assert visited.requests[loaded:] == []
    assert [url for url in visited.requests if not url.startswith(site_url)] == []
    assert visited.complaints == []


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
