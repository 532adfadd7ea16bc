"""The page in a real Chromium: from opening it to the first verdict, and how the time grows with the input."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from site_tools import chromium
from site_tools.serve import SITE, server

from . import data, peer, reading
from .timing import Comparison, Run, byte_count, interleave

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright, Response

OURS = "arfpy in the worker"
SECOND = "canonicalize + WebCrypto, digest only"
PATIENCE = 120_000  # milliseconds
STAY = 3_000  # milliseconds: a reader stays a while, and browsers keep compiled code only of pages that lasted

# The published Endorsement and its published digest.
ENDORSEMENT = (
    '{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    '"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","comment":"Strong evidence from the Shumailov et al. paper. '
    'Model collapse is well-documented.","weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
DIGEST = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"

# The list of examples is filled by the page's script, so from then on it takes input.
TAKES_INPUT = "() => document.querySelector('#arf-verify select[name=example]')?.options.length > 1"

# Puts a text into the page as a paste does and answers when its verdict stands there.
PASTE = """text => new Promise((resolve) => {
  const results = document.querySelector("#arf-verify [data-results]");
  const area = document.querySelector("#arf-verify textarea");
  results.querySelector("[data-verdict]")?.remove();
  const start = performance.now();
  new MutationObserver((_, observer) => {
    const card = results.querySelector("[data-verdict]");
    if (card === null) return;
    observer.disconnect();
    const digest = card.querySelector("[data-digest]")?.dataset.digest;
    const now = performance.now();
    resolve({ verdict: card.dataset.verdict, digest, sinceOpen: now, sincePaste: now - start });
  }).observe(results, { childList: true, subtree: true });
  const pasted = new DataTransfer();
  pasted.setData("text/plain", text);
  area.select();
  const event = new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true });
  if (area.dispatchEvent(event)) {
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
})"""

# The two engines of the page, asked directly: the modules of the site itself, with no drawing around them.
ENGINES = """async () => {
  const at = (name) => new URL(`../assets/verify/${name}`, location).href;
  const { RuntimeClient } = await import(at("runtime-client.mjs"));
  const { compare, secondDigest } = await import(at("second-engine.mjs"));
  const bytes = new TextEncoder().encode(window.benchText);
  const request = { op: "record", name: "pasted text", format: "json", type: null, expect: null, line: 1 };
  const client = await new Promise((resolve) => {
    const made = new RuntimeClient(({ phase }) => phase === "ready" && resolve(made));
  });
  const { result } = await client.ask(request, bytes);
  const timed = async (work, times) => {
    const start = performance.now();
    for (let count = 0; count < times; count += 1) await work();
    return (performance.now() - start) / 1000 / times;
  };
  window.bench = {
    ours: (times) => timed(() => client.ask(request, bytes), times),
    second: (times) => timed(() => secondDigest(bytes), times),
  };
  return { verdict: result.verdict, state: compare(await secondDigest(bytes), result.digest).state };
}"""


# Receipts, asked of the worker directly once it has answered one.
RECEIPTS = """async ({ questions, times }) => {
  const { RuntimeClient } = await import(new URL("../assets/verify/runtime-client.mjs", location).href);
  const encoder = new TextEncoder();
  const client = await new Promise((resolve) => {
    const made = new RuntimeClient(({ phase }) => phase === "ready" && resolve(made));
  });
  const ask = (question) => client.ask({ op: "receipts" }, encoder.encode(question));
  let valid = (await ask(questions[0])).results[0].report.valid;
  const waits = [];
  for (let count = 0; count < times; count += 1) {
    const start = performance.now();
    const { report } = (await ask(questions[count % questions.length])).results[0];
    waits.push((performance.now() - start) / 1000);
    valid = valid && report.valid;
  }
  return { valid, waits };
}"""


# Pyodide as npm brings it, started the way its own documentation starts it in a worker: what ours is held against.
UNTOUCHED = {
    "index.html": """<!doctype html><title>Untouched</title><body><script type="module">
      const worker = new Worker("worker.mjs", { type: "module" });
      worker.onmessage = ({ data }) => { document.body.dataset.said = data; document.body.dataset.at = performance.now(); };
    </script>""",
    "worker.mjs": """import { loadPyodide } from "./pyodide.mjs";
      const python = await loadPyodide({ stdout: (text) => self.postMessage(text) });
      python.runPython("print(1)");""",
}
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
KEPT = "() => document.querySelector('[data-offline]')?.dataset.offline === 'kept'"


@dataclass(frozen=True)
class Loading:
    """How long readers wait for the first verdict, in seconds since the page was opened, and what they load.

    Untouched is what Pyodide of the same version takes from opening a page to printing 1, in the same rounds.
    """

    cold: list[float]
    warm: list[float]
    untouched_cold: list[float]
    untouched_warm: list[float]
    files: int
    size: int
    gzipped: int


@dataclass(frozen=True)
class Pasting:
    """From pasting into a page that is ready to the verdict that is shown, in seconds."""

    title: str
    size: int
    times: list[float]


def missing() -> str | None:
    """Say what is missing before a browser can take part, or None."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    if chromium.find() is None:
        return "no Chromium or Chrome is installed"
    return None if (SITE / "verify" / "index.html").is_file() else "the site is not built"


def one_record(size: int) -> str:
    """Return one Evaluation of about ``size`` bytes: its payload holds records."""
    record = json.loads(next(islice(data.records(3), 2, None)))
    if size > 1000:
        record["payload"] = json.loads(data.array(size))
    else:
        record["payload"]["note"] = "held-out " * 60
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def run(folder: Path, *, sizes: tuple[int, ...] = (1000, 100_000, 1_000_000, 10_000_000), rounds: int = 3) -> Iterator[Any]:
    """Measure loading, pasting, reading, then the engines alone; yields what each found."""
    from playwright.sync_api import sync_playwright

    with _site() as address, sync_playwright() as driver:
        yield loading(driver, address, folder, rounds)
        with contextlib.closing(_launch(driver, folder / "profile")) as context:
            page = _open(context, address)
            _paste(page, ENDORSEMENT)
            lines = b"\n".join(data.records(sizes[-1] // 400)).decode("utf-8")
            texts = [("one record", one_record(size)) for size in sizes] + [("records, one per line", lines)]
            yield [_pasting(page, title, text, rounds) for title, text in texts]
            page.close()
            yield from reading.run(context, address, folder, ENDORSEMENT, rounds)
            for size in sizes:
                yield _engines(context, address, one_record(size), rounds)


def receipts(folder: Path, questions: list[str], times: int) -> list[float]:
    """Return how long the worker takes for each verdict on a receipt, once it is loaded and has given one.

    :param questions: what the page sends for valid receipts, with attestation and keyring.
    """
    from playwright.sync_api import sync_playwright

    with _site() as address, sync_playwright() as driver, contextlib.closing(_launch(driver, folder / "p")) as context:
        found = _open(context, address).evaluate(RECEIPTS, {"questions": questions, "times": times})
    if not found["valid"]:
        raise RuntimeError("the page's worker finds a valid receipt not valid")
    return [float(wait) for wait in found["waits"]]


def loading(driver: Playwright, address: str, folder: Path, rounds: int) -> Loading:
    """Open the page in a new profile, and a third time in the same one, pasting as soon as it takes input.

    Between the first visit and the second the browser stores its copy of the site, as it does for a reader who stays.
    """
    cold: list[float] = []
    warm: list[float] = []
    untouched: list[tuple[float, float]] = []
    urls: set[str] = set()
    for number in range(rounds):
        untouched.append(_untouched(driver, folder / f"untouched-{number}"))
        with contextlib.closing(_launch(driver, folder / f"profile-{number}")) as context:
            responses: list[Response] = []

            def keep(response: Response, seen: list[Response] = responses) -> None:
                seen.append(response)

            context.on("response", keep)
            cold.append(_first_verdict(context, address, stored=True))
            loaded = {response.url for response in responses if response.status == 200}
            # What the copy for later takes is not what the reader waits for.
            urls = {url for url in loaded if not url.startswith("blob:")} & _loaded_by(address)
            _first_verdict(context, address)
            warm.append(_first_verdict(context, address))
    bodies = [_body(url) for url in urls]
    first, third = ([pair[index] for pair in untouched] for index in (0, 1))
    return Loading(cold, warm, first, third, len(bodies), sum(map(len, bodies)), sum(len(gzip.compress(body, 6)) for body in bodies))


def _untouched(driver: Playwright, folder: Path) -> tuple[float, float]:
    """Return the seconds from opening a page to Pyodide's 1, on the first visit and on the third."""
    site = folder / "site"
    site.mkdir(parents=True)
    for name, text in UNTOUCHED.items():
        (site / name).write_text(text, encoding="utf-8")
    for name in CORE:
        (site / name).symlink_to(peer.ROOT / "node_modules" / "pyodide" / name)
    with _site(site) as address, contextlib.closing(_launch(driver, folder / "profile")) as context:
        times = []
        for _ in range(3):
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(address, wait_until="commit")
            page.wait_for_selector("body[data-said='1']", state="attached")
            times.append(float(page.evaluate("() => document.body.dataset.at")) / 1000)
            page.wait_for_timeout(STAY)
            page.close()
    return times[0], times[2]


def _loaded_by(address: str) -> set[str]:
    """Return the addresses of all that the verify page loads, from the page's own text and the modules it names."""
    page = (SITE / "verify" / "index.html").read_text(encoding="utf-8")
    named = {urljoin(f"{address}verify/", found) for found in re.findall(r'(?:src|<link[^>]* href)="([^"]+)"', page)}
    return {f"{address}verify/", f"{address}assets/examples.json", *named}


def _first_verdict(context: BrowserContext, address: str, *, stored: bool = False) -> float:
    page = _open(context, address)
    found = _paste(page, ENDORSEMENT)
    if found["digest"] != DIGEST:
        raise RuntimeError(f"the page shows {found} for the published Endorsement")
    page.wait_for_timeout(STAY)
    while stored and not page.evaluate(KEPT):
        page.wait_for_timeout(100)
    page.close()
    return float(found["sinceOpen"]) / 1000


def _pasting(page: Page, title: str, text: str, rounds: int) -> Pasting:
    times = [float(_paste(page, text)["sincePaste"]) / 1000 for _ in range(rounds)]
    return Pasting(title, len(text.encode("utf-8")), times)


def _engines(context: BrowserContext, address: str, text: str, rounds: int) -> Comparison:
    page = _open(context, address)
    page.evaluate("text => { window.benchText = text; }", text)
    found = page.evaluate(ENGINES)
    if found != {"verdict": "valid", "state": "agree"}:
        raise RuntimeError(f"the page's engines answer {found}")
    size = len(text.encode("utf-8"))
    times = 50 if size < 10_000 else 1

    def ask(engine: str) -> Run:
        return lambda: float(page.evaluate(f"times => window.bench.{engine}(times)", times))

    found = interleave({OURS: ask("ours"), SECOND: ask("second")}, rounds)
    page.close()
    return Comparison(f"In the browser, one record of {byte_count(size)}: bytes to verdict", size / 1e6, "MB", found)


def _open(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}verify/", wait_until="commit")
    # A function, not a string, and polled from here: the page's policy allows no eval.
    while not page.evaluate(TAKES_INPUT):
        page.wait_for_timeout(5)
    return page


def _paste(page: Page, text: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(PASTE, text)
    if found["verdict"] != "valid":
        raise RuntimeError(f"the page shows {found['verdict']} for a valid record")
    return found


def _body(url: str) -> bytes:
    path = SITE / urlsplit(url).path.lstrip("/")
    return (path / "index.html" if path.is_dir() else path).read_bytes()


def _launch(driver: Playwright, profile: Path) -> BrowserContext:
    arguments = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return driver.chromium.launch_persistent_context(profile, executable_path=chromium.find(), args=arguments)


@contextlib.contextmanager
def _site(folder: Path = SITE) -> Iterator[str]:
    running = server(folder, 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/"
    running.shutdown()
    running.server_close()
