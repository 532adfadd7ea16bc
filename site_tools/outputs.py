"""Other forms of the site's content: ``llms.txt``, and the address of the latest version, which keeps the fragment."""

from __future__ import annotations

from . import spec_pages, vectors_page, whole
from .pages import render

_LATEST = "spec/latest"


def llms() -> str:
    """Return ``llms.txt``: what the site is, and where a program finds its content as text and as data."""
    pages = {path: _title(text) for path, text in spec_pages.pages().items() if path != spec_pages.VECTORS_README}
    return render("llms.txt.j2", pages=pages, sets=vectors_page.manifests(), whole=whole.FILE)


def _title(markdown: str) -> str:
    return next(line.removeprefix("# ") for line in markdown.split("\n") if line.startswith("# "))


def latest() -> dict[str, str]:
    """Return a page below ``spec/latest/`` for each page of the specification: a link, and a script that follows it."""
    found = {}
    for path, text in spec_pages.pages().items():
        name = path.removeprefix("spec/v0.1/").removesuffix(".md")
        place = "" if name == "README" else f"{name}/"
        up = "../" * (2 + place.count("/"))
        found[f"{_LATEST}/{place}index.html"] = render(
            "latest.html.j2", title=_title(text), target=f"{up}spec/v0.1/{place}", script=f"{up}assets/latest.mjs"
        )
    return found
