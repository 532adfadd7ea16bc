"""The receipt page as its reader uses it, and the documents that its tests give it."""

from __future__ import annotations

import json
from pathlib import Path

from site_tools import receipt_examples
from site_tools.receipt_vectors.making import Making, make

CONTENT = receipt_examples.content()
EXAMPLES = {example["title"]: example for example in CONTENT["examples"]}
INDEPENDENT = {kind: CONTENT["documents"][EXAMPLES["Independent"][kind]] for kind in ("receipt", "attestation", "keyring")}
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


class ReceiptPage:
    """The page and what it shows."""

    def __init__(self, page, site_url: str) -> None:
        self.page = page
        self.results = page.locator("[data-results]")
        page.goto(f"{site_url}verify/receipt/")
        page.wait_for_selector("[data-runtime=ready]", timeout=60_000)
        page.wait_for_function("document.querySelectorAll('#arf-example option').length > 1")

    def example(self, title: str) -> ReceiptPage:
        """Choose an example and wait for its report."""
        self.clear()
        gate = EXAMPLES[title]["gate"]
        ending = "valid" if gate is None else f"gate {gate}"
        self.page.select_option("#arf-example", label=f"{title} ({ending})")
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
