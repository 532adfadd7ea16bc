"""The verify page as its reader uses it. Asks the page through `evaluate`, which a strict policy allows."""

from __future__ import annotations

import time
from typing import Any

ENDORSEMENT = (
    '{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    '"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49",'
    '"comment":"Strong evidence from the Shumailov et al. paper. Model collapse is well-documented.",'
    '"weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
HASH = "56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"
DIGEST = f"sha256:{HASH}"
DUPLICATE = '{"a":1,\n "b":2,\n "a":3}'

SETTLED = """() => {
  const results = document.querySelector("[data-results]");
  return !results.hasAttribute("aria-busy") && !("stale" in results.dataset);
}"""


def until(page, function: str, argument: Any = None, *, seconds: float = 40) -> Any:
    """Wait until a function of the page returns something true, and return that."""
    deadline = time.monotonic() + seconds
    while not (found := page.evaluate(function, argument)):
        if time.monotonic() > deadline:
            raise TimeoutError(f"never true: {function}")
        page.wait_for_timeout(20)
    return found


class VerifyPage:
    """One open page."""

    def __init__(self, page, site_url: str, *, fragment: str = "", ready: bool = True) -> None:
        self.page = page
        self.page.goto(f"{site_url}verify/{fragment}")
        until(self.page, "() => document.querySelectorAll('#arf-example option').length > 1")
        if ready:
            self.page.wait_for_selector("[data-runtime=ready]", timeout=60_000)

    def check(self, text: str, *, expect: str = "", record_type: str = "", input_format: str = "") -> VerifyPage:
        """Put a text into the page, press Check and wait for the answer."""
        self.page.fill("#arf-expect", expect)
        self.page.select_option("#arf-type", record_type)
        self.page.select_option("#arf-format", input_format)
        self.page.fill("#arf-text", text)
        return self.press("Check").settled()

    def press(self, name: str) -> VerifyPage:
        """Press the button of a name."""
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    def paste(self, text: str) -> VerifyPage:
        """Paste over the whole text, from the clipboard."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.focus("#arf-text")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Control+V")
        return self.checked()

    def choose(self, *files: tuple[str, bytes]) -> VerifyPage:
        """Choose files."""
        chosen = [{"name": name, "mimeType": "application/json", "buffer": data} for name, data in files]
        self.page.set_input_files("#arf-file", chosen)
        return self.checked()

    def checked(self) -> VerifyPage:
        """Wait for a check that has just begun."""
        until(self.page, "() => document.querySelector('[data-results]').childElementCount > 0")
        return self.settled()

    def settled(self) -> VerifyPage:
        """Wait until no check is under way."""
        until(self.page, SETTLED)
        return self

    def data(self, name: str) -> str | None:
        """The value of a data attribute in the results, or None."""
        found = self.page.locator(f"[data-results] [data-{name}]")
        return found.first.get_attribute(f"data-{name}") if found.count() else None

    def text(self, selector: str) -> str:
        """The text of the first element of a selector."""
        return self.page.locator(selector).first.inner_text()

    def problem(self) -> tuple[str | None, ...]:
        """Code, line and column of the first problem."""
        return self.data("code"), self.data("line"), self.data("column")

    def rows(self) -> list[tuple[str | None, str | None]]:
        """Line and verdict of each row shown."""
        rows = self.page.locator("[data-row-verdict]").all()
        return [(row.get_attribute("data-row-line"), row.get_attribute("data-row-verdict")) for row in rows]
