"""The page while it reads: 50 MB of records, the longest time in which it answers nobody, and the provisional digest."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import data

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SIZE = 50_000_000
PATIENCE = 600_000  # milliseconds

# Notes the longest time between two turns of the page's own event loop.
WATCH = """() => {
  window.longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    setTimeout(tick);
  };
  tick();
}"""
# Notes when the first row, the end and the provisional digest are there, on the page's own clock.
NOTE = """() => {
  window.noted = {};
  const seen = { row: ".arf-row", end: "[data-reports]:not([hidden])", provisional: "[data-provisional]" };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(seen)) {
      if (document.querySelector(selector)) window.noted[name] ??= performance.now();
    }
  }).observe(document, { attributes: true, childList: true, subtree: true });
  document.addEventListener("change", () => { window.noted.chosen ??= performance.now(); }, { capture: true });
}"""


@dataclass(frozen=True)
class Reading:
    """One reading of a file of records, in seconds since it was chosen; ``stall`` is the longest without an answer."""

    size: int
    records: int
    first_row: float
    total: float
    stall: float


@dataclass(frozen=True)
class Provisional:
    """From opening a link to the digest of the second implementation, in seconds."""

    times: list[float]


def file_of_records(folder: Path, size: int) -> Path:
    """Write records, one per line, until the file is about ``size`` bytes long."""
    path = folder / "records.ndjson"
    written = 0
    with path.open("wb") as out:
        for record in data.records(size):
            written += out.write(record + b"\n")
            if written >= size:
                return path
    return path


def reading(page: Page, path: Path) -> Reading:
    """Choose a file in an open page and wait until it is read."""
    page.evaluate(f"() => {{ ({NOTE})(); ({WATCH})(); }}")
    page.set_input_files("#arf-file", path)
    page.wait_for_selector("[data-reports]:not([hidden])", timeout=PATIENCE)
    noted = page.evaluate("() => window.noted")
    counts = page.evaluate("() => ({ ...document.querySelector('.arf-list').dataset })")
    if counts["failed"] != "0":
        raise RuntimeError(f"the page shows {counts} for valid records")
    return Reading(
        size=path.stat().st_size,
        records=int(counts["passed"]),
        first_row=(noted["row"] - noted["chosen"]) / 1000,
        total=(noted["end"] - noted["chosen"]) / 1000,
        stall=page.evaluate("() => window.longest") / 1000,
    )


def provisional(open_page: Callable[[str], Page], text: str, rounds: int) -> Provisional:
    """Open the link to a record and note when its digest stands there."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode("utf-8")) + packer.flush()
    fragment = f"#v=1&r={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    times = []
    for _ in range(rounds):
        page = open_page(fragment)
        page.wait_for_selector("[data-provisional], [data-verdict]", timeout=PATIENCE)
        times.append(page.evaluate("() => window.noted.provisional") / 1000)
        page.close()
    return Provisional(times)


def run(context: BrowserContext, address: str, folder: Path, text: str, rounds: int) -> Iterator[Reading | Provisional]:
    """Measure both in a browser that knows the site."""

    def open_page(fragment: str) -> Page:
        page = context.new_page()
        page.add_init_script(f"({NOTE})()")
        page.goto(f"{address}verify/{fragment}", wait_until="commit")
        return page

    yield provisional(open_page, text, rounds)
    page = open_page("")
    page.wait_for_selector("[data-runtime=ready]", timeout=PATIENCE)
    yield reading(page, file_of_records(folder, SIZE))
    page.close()
