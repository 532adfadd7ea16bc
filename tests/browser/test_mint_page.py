"""The mint page in a real Chromium: honest and unflattering test receipts, refusals with their reason, marked keys."""

from __future__ import annotations

import json
import re

import pytest

from arfpy import receipts

pytestmark = pytest.mark.browser

# What each case to start from comes to, written by hand: a class, or the document refused, the gate and the path.
MINTED = {
    "Independent": "independent",
    "Self administered": "self administered",
    "Affiliated": "affiliated",
    "Contracted": "contracted",
    "Not separated: one party selects and scores": "undisclosed, or not separated",
}
TESTSET = "signed_body.testset_ref"
REFUSED = {
    "Test set committed after the subject was told": ("receipt", "10", f"{TESTSET}.committed_at"),
    "Subject told after the window opened": ("receipt", "10", f"{TESTSET}.disclosed_to_subject_at"),
    "No items": ("receipt", "11", f"{TESTSET}.item_count"),
    "One legal entity with a third party": ("receipt", "12", "signed_body.separation.selected_items_by"),
    "States independent, the subject selected": ("receipt", "", "independence_class"),
    "A score in place of a role": ("receipt", "14", "signed_body.administrator.role"),
    "An attestation of another tenant": ("receipt", "9", "signed_body.tenant_id"),
    "A window that closes before it opens": ("attestation", "6", "signed_body.evaluation_window.closes_at"),
}
FILES = ["TEST-receipt.json", "TEST-attestation.json", "TEST-keyring.json"]
SETTLED = """() => {
  const results = document.querySelector("[data-results]");
  return !results.hasAttribute("aria-busy") && !("stale" in results.dataset) && results.querySelector("h2");
}"""


class MintPage:
    """The page as its reader uses it."""

    def __init__(self, page, site_url: str) -> None:
        self.page = page
        self.results = page.locator("[data-results]")
        page.goto(f"{site_url}verify/mint/")
        page.wait_for_selector("[data-runtime=ready]", timeout=60_000)

    def start(self, title: str, **fields: str) -> MintPage:
        """Choose a case to start from, and write into fields."""
        self.page.evaluate("document.querySelector('[data-results]').replaceChildren()")
        self.page.select_option("#arf-preset", label=title)
        for name, value in fields.items():
            self.page.locator(f"[name={name}]").fill(value)
        return self

    def mint(self) -> MintPage:
        """Press the button and wait."""
        self.page.get_by_role("button", name="Mint with test keys").click()
        return self.settled()

    def settled(self) -> MintPage:
        """Wait until nothing is under way."""
        self.page.wait_for_function(SETTLED, timeout=40_000)
        return self

    def saved(self, name: str) -> bytes:
        """Press the button that saves a file, and return what arrives."""
        with self.page.expect_download() as coming:
            self.page.locator(f"[data-save='{name}']").click()
        assert coming.value.suggested_filename == name
        return coming.value.path().read_bytes()

    @property
    def heard(self) -> str:
        """What a screen reader is told."""
        return self.page.locator("[data-spoken]").inner_text()


@pytest.fixture(scope="module")
def opened(browser, site_url: str):
    """One page for many tests."""
    context = browser.new_context()
    yield MintPage(context.new_page(), site_url)
    context.close()


def test_the_cases_are_those_of_the_table(opened) -> None:
    """Every case to start from is in one of the two tables above, in its group."""
    for group, titles in (("Minted", MINTED), ("Refused", REFUSED)):
        found = opened.page.locator(f"#arf-preset optgroup[label={group}] option").all_inner_texts()
        assert found == list(titles)


@pytest.mark.parametrize("title", list(MINTED))
def test_a_case_is_minted_with_its_class(opened, title: str) -> None:
    """Fourteen gates pass, the class is the derived one, both implementations agree, and the key is called a test key."""
    page = opened.start(title).mint()
    assert page.results.locator("[data-verdict-class]").inner_text() == MINTED[title]
    gates = page.results.locator("section > .arf-gates > li")
    assert gates.evaluate_all("gates => gates.map(gate => gate.dataset.status)") == ["pass"] * 14
    assert page.results.locator("[data-comparison=agree]").count() == 1
    assert page.results.locator("[data-test-key]").count() == 1
    assert page.heard.startswith("Minted with test keys. Valid: passed all 14 gates.")


@pytest.mark.parametrize("title", list(REFUSED))
def test_a_case_is_refused_with_its_reason(opened, title: str) -> None:
    """Nothing can be saved; the document, the gate where it came to that, and the path are named."""
    document, gate, path = REFUSED[title]
    page = opened.start(title).mint()
    refusal = page.results.locator("[data-refused]")
    assert refusal.get_attribute("data-refused") == document
    assert refusal.get_attribute("data-gate") == gate
    assert refusal.locator("[data-path]").first.get_attribute("data-path") == path
    assert page.results.locator("[data-save], [data-valid]").count() == 0
    assert page.heard.startswith("Nothing was minted.")
    assert "94%" not in page.heard + page.results.inner_text()


def test_what_is_saved_is_valid_elsewhere_and_marked(opened) -> None:
    """The three files pass natively; every key id and file name says test; the private key is the receipt's."""
    page = opened.start("Contracted").mint()
    receipt, attestation, keyring = (page.saved(name) for name in FILES)
    assert receipts.verify(receipt, attestation, receipts.load(keyring)).valid
    assert json.loads(receipt)["signed_body"]["independence_class"] == "contracted"
    ids = [entry["key_id"] for entry in json.loads(keyring)["keys"]]
    assert ids == ["test-lab", "test-tenant"]
    assert (json.loads(receipt)["key_id"], json.loads(attestation)["key_id"]) == tuple(ids)
    private = json.loads(page.saved("TEST-PRIVATE-KEY-test-lab.json"))
    assert (private["key_id"], len(private["seed_b64u"])) == ("test-lab", 43)
    assert private["seed_b64u"].encode() not in receipt + attestation + keyring
    names = page.results.locator("[data-save]").evaluate_all("buttons => buttons.map(button => button.dataset.save)")
    assert all(name.startswith("TEST-") for name in names)


def test_the_receipt_opens_where_receipts_are_checked(opened, site_url: str) -> None:
    """The link brings the three documents along, and the verdict there is the same."""
    page = opened.start("Self administered").mint()
    saved = page.saved("TEST-receipt.json").decode()
    with page.page.context.expect_page() as coming:
        page.page.locator("[data-open]").click()
    other = coming.value
    other.wait_for_selector("[data-gate]", timeout=60_000)
    assert other.url.startswith(f"{site_url}verify/receipt/#v=1&receipt=")
    assert other.input_value("#arf-receipt") == saved
    assert other.locator("[data-verdict-class]").inner_text() == "self administered"
    other.close()


def test_every_fact_reaches_the_document(opened) -> None:
    """What is written into the fields stands in the documents, and nothing else does."""
    fields = {
        "receipt_key": "issuer", "attestation_key": "issuer", "tenant_id": "tenant-1a",
        "administrator_id": "lab-9", "administrator_role": "Prüfstelle", "subject_id": "model-9", "subject_role": "model",
        "committed_at": "2026-01-01T00:00:00Z", "disclosed_to_subject_at": "2026-01-02T00:00:00+01:00",
        "item_count": "12", "digest_sha256": "b" * 64, "opens_at": "2026-01-03T00:00:00Z",
        "closes_at": "2026-01-04T00:00:00Z", "items_evaluated": "11", "item_floor": "", "metric": "f1", "value": "0.5",
        "unit": "", "attestation_subject": "model-10", "attestation_digest": "c" * 64,
    }  # fmt: skip
    page = opened.start("Independent", **fields)
    for name in ("selected_items_by", "ran_evaluation_by", "scored_results_by"):
        page.page.select_option(f"[name={name}]", "undisclosed")
    page.page.select_option("[name=relationship]", "affiliate")
    page.page.select_option("[name=independence_class]", "affiliated")
    receipt, attestation, keyring = (json.loads(page.mint().saved(name)) for name in FILES)
    body, evar = receipt["signed_body"], attestation["signed_body"]
    assert [entry["key_id"] for entry in keyring["keys"]] == ["test-issuer"]
    assert page.page.input_value("[name=receipt_key]") == "test-issuer"
    del body["boundary"], body["evar_ref"], evar["boundary"]
    assert body == {
        "receipt_type": "eval-administration",
        "tenant_id": "tenant-1a",
        "administrator": {"id": "lab-9", "role": "Prüfstelle"},
        "subject": {"id": "model-9", "role": "model"},
        "testset_ref": {
            "digest_sha256": "b" * 64,
            "item_count": 12,
            "committed_at": "2026-01-01T00:00:00Z",
            "disclosed_to_subject_at": "2026-01-02T00:00:00+01:00",
        },
        "relationship": {"administrator_to_subject": "affiliate"},
        "separation": dict.fromkeys(("selected_items_by", "ran_evaluation_by", "scored_results_by"), "undisclosed"),
        "independence_class": "affiliated",
    }
    assert evar == {
        "receipt_type": "eval-attestation",
        "tenant_id": "tenant-1a",
        "subject": {"id": "model-10"},
        "evaluation_window": {"opens_at": "2026-01-03T00:00:00Z", "closes_at": "2026-01-04T00:00:00Z"},
        "testset_digest_sha256": "c" * 64,
        "items_evaluated": 11,
        "results": [{"metric": "f1", "value": 0.5}],
    }
    codes = page.results.locator("[data-advisory]").evaluate_all("found => found.map(one => one.dataset.advisory)")
    expected = ["UNDISCLOSED_LEG"] * 3 + ["TESTSET_DIGEST_DIFFERS", "SUBJECT_DIFFERS", "ITEM_COUNT_DIFFERS", "COMMITMENT_NOT_WITNESSED"]
    assert codes == expected


def test_keys_are_kept_until_they_are_forgotten(opened) -> None:
    """Two receipts in a row have one key; after Forget the next one has another."""
    page = opened.start("Independent").mint()
    first = page.saved("TEST-keyring.json")
    assert page.start("Affiliated").mint().saved("TEST-keyring.json") == first
    page.page.get_by_role("button", name="Forget the keys").click()
    assert page.results.locator("[data-save]").count() == 0
    assert page.start("Affiliated").mint().saved("TEST-keyring.json") != first


def test_the_derived_class_is_said_before_anything_is_minted(opened) -> None:
    """Each choice of a fact renews the sentence that says which class the facts give, and by which rule."""
    page = opened.start("Independent")
    said = page.page.locator("[data-derived]")
    page.page.wait_for_selector("[data-derived=independent]")
    page.page.select_option("[name=ran_evaluation_by]", "subject")
    page.page.wait_for_selector("[data-derived=self_administered]")
    assert said.inner_text() == "These facts give self administered: ran_evaluation_by is the subject."


def test_a_choice_in_words_writes_the_instant_and_an_instant_ends_the_choice(opened) -> None:
    """Before, at, after: the field beside it follows; another instant typed there is no choice any more."""
    page = opened.start("Independent")
    page.page.select_option("[name=commitment]", label="after the subject was told")
    assert page.page.input_value("[name=committed_at]") == "2026-03-10T08:55:00.001Z"
    page.page.locator("[name=committed_at]").fill("2026-02-30T00:00:00Z")
    assert page.page.locator("[name=commitment] option:checked").inner_text() == "at the instant below"
    refusal = page.mint().results.locator("[data-refused]")
    assert refusal.get_attribute("data-gate") == "10"


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"item_count": "many"}, "testset_ref.item_count"),
        ({"item_count": ""}, "testset_ref.item_count"),
        ({"item_count": "1.5"}, "testset_ref.item_count"),
        ({"value": "1e-9"}, "results[0].value"),
        ({"value": "1e400"}, "results[0].value"),
        ({"tenant_id": "two words"}, "tenant_id"),
        ({"metric": "<img src=x onerror=alert(1)>"}, "results[0].metric"),
        ({"administrator_role": "\u007f"}, "administrator.role"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_fact_of_the_wrong_shape_is_refused_with_its_place(opened, fields: dict[str, str], path: str) -> None:
    """No exception, no document: the reason and the path."""
    page = opened.start("Independent", **fields).mint()
    assert page.results.locator("[data-refused] [data-path]").first.get_attribute("data-path") == path
    assert page.results.locator("[data-save], img").count() == 0


def test_a_key_id_that_is_none_is_a_sentence(opened) -> None:
    """Nothing is minted, and the next mint works."""
    page = opened.start("Independent", receipt_key="not an id").mint()
    assert page.results.locator("[data-failure=usage]").count() == 1
    assert "key id" in page.heard
    assert opened.start("Independent", receipt_key="test-lab").mint().results.locator("[data-minted]").count() == 1


def test_a_change_marks_what_was_minted_as_old(opened) -> None:
    """After an edit the receipt on the page is shown as one of other facts."""
    page = opened.start("Independent").mint()
    page.page.locator("[name=subject_role]").fill("another model")
    assert page.results.get_attribute("data-stale") == ""


def test_the_page_says_what_its_keys_are(opened) -> None:
    """TEST KEYS, and never to use one for anything real, before and after minting."""
    page = opened.start("Independent").mint()
    text = page.page.locator("article").inner_text()
    assert text.count("TEST KEYS") == 2
    assert len(re.findall("Never use one for anything real", text)) == 2


def test_with_the_keyboard_alone(visit, site_url: str) -> None:
    """Tab to the cases, choose an unflattering one, tab to the button, press it, tab to the link, open it."""
    page = MintPage(visit().page, site_url)
    keyboard = page.page.keyboard
    page.page.locator("h1").click()
    tab_to(page.page, "preset")
    keyboard.press("ArrowDown")
    tab_to(page.page, "scored_results_by")
    keyboard.type("a third")
    tab_to(page.page, "Mint with test keys")
    keyboard.press("Enter")
    page.settled()
    assert page.results.locator("[data-refused]").get_attribute("data-gate") == "12"
    # The focus is on the outcome; back to the form, and away from one legal entity.
    tab_to(page.page, "relationship", "Shift+Tab")
    keyboard.type("unaff")
    keyboard.press("Control+Enter")
    page.page.wait_for_selector("[data-minted]", timeout=40_000)
    assert page.results.locator("[data-verdict-class]").inner_text() == "self administered"
    assert page.page.evaluate("document.activeElement.textContent") == "Minted with TEST KEYS"
    tab_to(page.page, "Open in Check a receipt (new tab)")
    with page.page.context.expect_page() as coming:
        keyboard.press("Enter")
    coming.value.wait_for_selector("[data-gate='']", timeout=60_000)


def tab_to(page, what: str, key: str = "Tab") -> None:
    """Press a key until the control with this name or text has the focus."""
    for _ in range(60):
        page.keyboard.press(key)
        if page.evaluate("[document.activeElement.name, document.activeElement.textContent]").count(what):
            return
    raise AssertionError(what)


def test_the_page_asks_nobody(visit, site_url: str) -> None:
    """Loading stays on the site, minting makes no request at all, and the console stays empty."""
    visited = visit()
    page = MintPage(visited.page, site_url)
    loaded = len(visited.requests)
    page.start("Independent").mint()
    assert [url for url in visited.requests[loaded:] if not url.startswith("blob:")] == []
    assert [url for url in visited.requests if not url.startswith((site_url, "blob:"))] == []
    assert visited.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_outcome_shuts_anybody_out(visit, site_url: str, axe, scheme: str, width: int) -> None:
    """axe-core finds nothing serious on the form, a receipt and refusals, and nothing is wider than the page."""
    # The theme fades its tabs when the page scrolls to the outcome; half faded they have too little contrast.
    options = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}, "reduced_motion": "reduce"}
    page = MintPage(visit(**options).page, site_url)
    assert axe(page.page) == []
    for title in ("Independent", "No items", "States independent, the subject selected"):
        page.start(title).mint()
        assert axe(page.page) == [], title
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width, title
