"""Addresses of the built site that lead nowhere: ``python -m site_tools.lint_site [FOLDER]`` (exit 1 on a finding).

Looked at are the addresses of every page, of ``llms.txt`` and of the Markdown files. An address leads somewhere when
the file is there and has the id that the fragment names. What lies outside of the site is not asked for.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .serve import SITE

_MARKDOWN = re.compile(r"\]\(([^)\s]+)\)")
_MARKDOWN_ID = re.compile(r"^#+ .*\{ #(\S+) \}$|\bid=([a-z0-9-]+) ", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_ATTRIBUTES = {"href", "src", "srcset", "data"}
# Fragments that a page reads as data: they name no element.
_DATA = re.compile(r"v=\d+&")


class _Page(HTMLParser):
    """The ids and addresses of one page, each address with its line."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: list[tuple[int, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up the id of an element and the addresses that it names."""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in _ATTRIBUTES and value:
                self.addresses.append((self.getpos()[0], value))


def findings(site: Path = SITE) -> list[str]:
    """Return what leads nowhere as ``path:line: message``, in the order of the paths."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        dead = [(line, address) for line, address in page.addresses if not _leads(site, path, address, pages)]
        found += [f"{path.relative_to(site)}:{line}: the address leads nowhere: {address}" for line, address in dead]
    for path in sorted([*site.rglob("*.md"), *site.glob("llms.txt")]):
        text = path.read_text(encoding="utf-8")
        anchors = {name for pair in _MARKDOWN_ID.findall(text) for name in pair if name}
        for address in _MARKDOWN.findall(_FENCE.sub("", text)):
            inside = address.startswith("#") and address[1:] in anchors
            if not inside and not _leads(site, path, address, pages):
                found.append(f"{path.relative_to(site)}:1: the address leads nowhere: {address}")
    return found


def _leads(site: Path, path: Path, address: str, pages: dict[Path, _Page]) -> bool:
    """Say whether an address in a file of the site leads somewhere, or out of the site."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return True
    base = site if parts.path.startswith("/") else path.parent
    target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    fragment = unquote(parts.fragment)
    if not fragment:
        return True
    if target not in pages:
        return target != path
    return fragment in pages[target].ids or _DATA.match(fragment) is not None


if __name__ == "__main__":
    wrong = findings(*(Path(name).resolve() for name in sys.argv[1:2]))
    print("\n".join(wrong) or "nothing found")
    sys.exit(1 if wrong else 0)
