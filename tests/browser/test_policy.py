"""What a page and its worker may do, proven on a server that sends no headers of its own."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from site_tools import policy
from site_tools.serve import server

pytestmark = pytest.mark.browser

READY = "[data-runtime=ready]"


class Elsewhere(ThreadingHTTPServer):
    """Another origin, which answers whatever it is asked, allows everybody, and counts."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), ElsewhereHandler)
        self.url = f"http://127.0.0.1:{self.server_port}/"


class ElsewhereHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Type", "text/javascript")
        self.end_headers()
        self.wfile.write(b"export {};")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere():
    running = Elsewhere()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


# Each answers "done" where it is allowed; %s is the address of the other origin.
REACHING = {
    "fetch": "async () => { await fetch(%s); return 'done'; }",
    "import": "async () => { await import(%s); return 'done'; }",
    "request": """() => new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("GET", %s);
      request.onload = () => resolve("done");
      request.onerror = () => reject(new Error("refused"));
      request.send();
    })""",
}
IN_A_PAGE = {
    "script": """() => new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = () => resolve("done");
      script.onerror = reject;
      script.src = %s;
      document.head.append(script);
    })""",
    "image": """() => new Promise((resolve) => {
      const image = new Image();
      image.onload = image.onerror = () => resolve("done");
      image.src = %s;
    })""",
}
CODE = {
    "eval": "() => { eval('1'); return 'done'; }",
    "function": "() => { new Function('1')(); return 'done'; }",
    "timer": """() => new Promise((resolve, reject) => {
      setTimeout("globalThis.late = 1");
      setTimeout(() => (globalThis.late ? resolve("done") : reject(new Error("did not run"))), 50);
    })""",
}
MARKUP = {
    "markup": "() => { document.createElement('p').innerHTML = '<b>x</b>'; return 'done'; }",
    "inline script": """() => {
      const script = document.createElement("script");
      script.append("document.title = 'taken'");
      document.head.append(script);
      if (document.title !== "taken") throw new Error("did not run");
      return "done";
    }""",
    "inline style": """() => {
      document.body.setAttribute("style", "color: rgb(1, 2, 3)");
      if (getComputedStyle(document.body).color !== "rgb(1, 2, 3)") throw new Error("did not apply");
      return "done";
    }""",
    "another worker": "() => { new Worker('assets/frame/frame.mjs'); return 'done'; }",
    "another policy": "() => { trustedTypes.createPolicy('other', {}); return 'done'; }",
}


def tried(where, deeds: dict[str, str], address: str) -> set[str]:
    """Try each deed and return those that were done."""
    done = set()
    for name, deed in deeds.items():
        code = deed.replace("%s", f"{address + name!r}")
        # A while later: what a debugger's call does at once is not bound by the policy.
        later = "await new Promise((resolve) => setTimeout(resolve));"
        answer = where.evaluate(f"async () => {{ {later} try {{ return await ({code})(); }} catch (error) {{ return String(error); }} }}")
        if answer == "done":
            done.add(name)
    return done


def test_a_page_reaches_nobody_and_makes_no_code_from_text(visit, site_url: str, elsewhere) -> None:
    """Requests to another origin, text as code, text as markup, inline script and style are all refused."""
    page = visit().page
    page.goto(site_url)
    everything = {**REACHING, **IN_A_PAGE, **CODE, **MARKUP}
    # An image that is refused answers at once and like one that is broken; whether it was asked for is counted elsewhere.
    assert tried(page, everything, elsewhere.url) <= {"image"}
    assert elsewhere.asked == []


def test_without_its_policy_the_page_would(visit, site, elsewhere, tmp_path) -> None:
    """The same page without the policy does all of it, so the test above sees what it looks for."""
    text = (site / "index.html").read_text(encoding="utf-8")
    (tmp_path / "index.html").write_text(re.sub(r"<meta http-equiv[^>]*>", "", text), encoding="utf-8")
    running = server(tmp_path, 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    page = visit().page
    page.goto(f"http://127.0.0.1:{running.server_port}/")
    everything = {**REACHING, **IN_A_PAGE, **CODE, **MARKUP}
    assert tried(page, everything, elsewhere.url) == set(everything)
    running.shutdown()
    running.server_close()
    assert {path.strip("/") for path in elsewhere.asked} == {*REACHING, *IN_A_PAGE}


@pytest.mark.parametrize("address", ["verify/", "verify/receipt/"])
def test_the_worker_and_its_page_have_no_network(visit, site_url: str, elsewhere, address: str) -> None:
    """Where arfpy runs nothing can be asked of anybody, of this site neither, and no text becomes code."""
    page = visit().page
    page.goto(site_url + address)
    page.wait_for_selector(READY, timeout=60_000)
    (worker,) = page.workers
    own = {name: deed for name, deed in REACHING.items() if name != "import"}
    for where in (worker, page):
        assert tried(where, {**REACHING, **CODE}, elsewhere.url) == set()
        assert tried(where, own, f"{site_url}?") == set()
    assert elsewhere.asked == []


@pytest.mark.parametrize(
    ("file", "still_there"),
    [
        ("assets/verify/dom.mjs", "() => document.querySelectorAll('#arf-example option').length === 1"),
        ("assets/frame/scheme.js", "() => document.body.dataset.mdColorScheme === 'default'"),
        ("stylesheets/arf.css", "() => getComputedStyle(document.body).getPropertyValue('--arf-paper') === ''"),
    ],
)
def test_a_changed_script_or_style_is_not_used(visit, site_url: str, file: str, still_there: str) -> None:
    """One more byte in what a page loads, also by way of another module, and the page goes without it."""
    visited = visit(color_scheme="dark")

    def serve(route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.body() + b"\n")

    visited.context.route(f"**/{file}", serve)
    visited.page.goto(f"{site_url}verify/")
    visited.page.wait_for_timeout(500)
    assert visited.page.evaluate(still_there)
    assert any("integrity" in complaint for complaint in visited.complaints)


@pytest.mark.parametrize("file", ["engine.mjs", "python_stdlib.zip", "pyodide.asm.wasm"])
def test_a_changed_file_of_the_runtime_is_not_run(visit, site_url: str, file: str) -> None:
    """A byte exchanged in what the checker is made of: it does not start, and the page says which file it was."""
    visited = visit()

    def serve(route) -> None:
        response = route.fetch()
        body = bytearray(response.body())
        body[len(body) // 2] ^= 1
        route.fulfill(response=response, body=bytes(body))

    visited.context.route(f"**/runtime/{file}", serve)
    page = visited.page
    page.goto(f"{site_url}verify/")
    page.wait_for_selector("[data-runtime=failed]", timeout=60_000)
    said = page.locator("[data-runtime-message]").inner_text()
    assert f"{file} is not the file that the site's list names" in said
    assert page.workers == []


def test_the_page_says_what_is_loading_and_how_much(visit, site_url: str) -> None:
    """While one file is kept back, the bar shows how many megabytes of how many have come."""
    visited = visit()
    held = []
    visited.context.route("**/runtime/python_stdlib.zip", lambda route: held.append(route))  # noqa: PLW0108 - the driver writes on it
    page = visited.page
    page.goto(f"{site_url}verify/")
    page.wait_for_function(
        "/1[0-9]\\.[0-9] of 1[0-9]\\.[0-9] MB/.test(document.querySelector('[data-runtime-message]').textContent)", timeout=60_000
    )
    value, most = page.locator("progress").evaluate("bar => [bar.value, bar.max]")
    assert 0 < value < most
    for route in held:
        route.continue_()
    page.wait_for_selector(READY, timeout=60_000)


def test_every_page_carries_the_policy_that_the_headers_send(site) -> None:
    """The policy in each page is that of `_headers`, but for the one rule that only a header can say."""
    sent = re.search(r"Content-Security-Policy: (.*)", (site / "_headers").read_text(encoding="utf-8")).group(1)
    hashes = re.compile(r" 'sha256-[^']+'")
    assert hashes.sub("", sent) == f"{policy.META}; frame-ancestors 'none'"
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        (carried,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        assert hashes.sub("", carried) == policy.META, path
        assert set(hashes.findall(carried)) <= set(hashes.findall(sent)), path
        assert text.index("http-equiv") < min(text.find(mark) % len(text) for mark in ("<script", '<link rel="style')), path
        assert not re.search(r"<script(?! type=.importmap|[^>]*\bsrc=)|\son\w+=|<style|\sstyle=|javascript:", text), path
