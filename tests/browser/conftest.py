"""The built site on a loopback port, and a real Chromium that records what the page asks for and complains about."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

import pytest

from site_tools import chromium
from site_tools.serve import SITE, server
from tests.browser.receipt_page import ReceiptPage
from tests.browser.verifying import VerifyPage

VIOLATIONS = """async () => {
  // What depends on the size of things is settled two frames after a change.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
}"""


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site; `make test` builds it first."""
    if not (SITE / "index.html").is_file():
        pytest.skip("site/ is not built: run make site")
    return SITE


@pytest.fixture(scope="session")
def site_url(site: Path) -> str:
    """The address of the built site."""
    running = server(site, 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/"
    running.shutdown()


def wait_for_function(page, expression: str, *, arg=None, timeout: float = 30_000) -> None:
    """Wait until an expression, or a function's answer, is true.

    Playwright's own method evaluates the text inside the page, which the policy of our pages forbids; asking from
    outside is not bound by it.
    """
    end = time.monotonic() + timeout / 1000
    while not page.evaluate(expression, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"never true within {timeout} ms: {expression}")
        page.wait_for_timeout(20)


@pytest.fixture(scope="session")
def browser():
    """Chromium through Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.Page.wait_for_function = wait_for_function
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium or Chrome is installed: python -m site_tools.chromium")
    arguments = ["--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-quic"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=arguments)
        yield running
        running.close()


class Visit:
    """One page with a record of its requests, console errors and uncaught errors."""

    def __init__(self, browser, **options) -> None:
        # A copy of the whole site for every visit would only cost time; the tests of it ask for it.
        self.context = browser.new_context(**{"service_workers": "block", **options})
        self.requests: list[str] = []
        self.complaints: list[str] = []
        # A blob is what the page made itself: its address leads nowhere else.
        self.context.on("request", lambda request: request.url.startswith("blob:") or self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))


    def unseal(self, address: str) -> None:
        """Serve a page without its digests, so that a test may put another file in the place of one that it loads."""

        def serve(route) -> None:
            response = route.fetch()
            route.fulfill(response=response, body=re.sub(r' integrity="[^"]+"|<script type="importmap">.*?</script>', "", response.text()))

        self.context.route(address, serve)


@pytest.fixture
def visit(browser):
    """Open a fresh visit; options go to Playwright's new_context."""
    opened: list[Visit] = []

    def open_visit(**options) -> Visit:
        opened.append(Visit(browser, **options))
        return opened[-1]

    yield open_visit
    for one in opened:
        one.context.close()


@pytest.fixture(scope="module")
def opened(browser, site_url: str):
    """One verify page for many tests: it has to answer whatever it was given before."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    yield VerifyPage(context.new_page(), site_url)
    context.close()


@pytest.fixture
def verify(opened) -> VerifyPage:
    """The open page, emptied."""
    opened.page.click("[data-clear]")
    return opened


@pytest.fixture
def axe(root):
    """Run axe-core on a page and return its violations, all of them."""
    source = root / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        pytest.skip("axe-core is not installed: run npm ci")
    script = source.read_text(encoding="utf-8")

    def violations(page) -> list[str]:
        page.evaluate(script)
        return page.evaluate(VIOLATIONS)

    return violations


@pytest.fixture(scope="module")
def opened_receipt_page(browser, site_url: str):
    """One receipt page for many tests: it has to answer whatever it was given before."""
    context = browser.new_context()
    yield ReceiptPage(context.new_page(), site_url)
    context.close()


@pytest.fixture
def receipt(opened_receipt_page) -> ReceiptPage:
    """The open receipt page, emptied."""
    opened_receipt_page.clear()
    return opened_receipt_page
