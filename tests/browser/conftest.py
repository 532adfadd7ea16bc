"""The built site on a loopback port, and a real Chromium that records what the page asks for and complains about."""

from __future__ import annotations

import os
import threading

import pytest

from site_tools import chromium
from site_tools.serve import SITE, server
from tests.browser.receipt_page import ReceiptPage
from tests.browser.verifying import VerifyPage

SERIOUS = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
}"""


@pytest.fixture(scope="session")
def site_url() -> str:
    """The address of the built site; `make test` builds it first."""
    if not (SITE / "index.html").is_file():
        pytest.skip("site/ is not built: run make site")
    running = server(SITE, 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/"
    running.shutdown()


@pytest.fixture(scope="session")
def browser():
    """Chromium through Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
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
        self.context = browser.new_context(**options)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page = self.context.new_page()
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))


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
    """Run axe-core on a page and return its serious and critical violations."""
    source = root / "node_modules" / "axe-core" / "axe.min.js"
    if not source.is_file():
        pytest.skip("axe-core is not installed: run npm ci")
    script = source.read_text(encoding="utf-8")

    def serious(page) -> list[str]:
        page.evaluate(script)
        return page.evaluate(SERIOUS)

    return serious


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
