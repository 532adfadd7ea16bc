"""Elements, tables and a whole document. Every text is escaped on its way out; nothing here takes markup."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from ...reporters.text import printable

Child = ET.Element | str

NOTHING = "\N{EN DASH}"

_WORDS = {
    "passed": "passed",
    "failed": "failed",
    "agent_error": "agent error",
    "environment_error": "not assessed",
    "ok": "ok",
    "tool_error": "tool error",
}


def el(tag: str, *children: Child, **attributes: str) -> ET.Element:
    """Return an element. A trailing underscore of an attribute's name is dropped, others become hyphens."""
    names = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    node = ET.Element(tag, names)
    last: ET.Element | None = None
    for child in children:
        if not isinstance(child, str):
            node.append(child)
            last = child
        elif last is None:
            node.text = (node.text or "") + printable(child)
        else:
            last.tail = (last.tail or "") + printable(child)
    return node


def table(label: str, head: Sequence[str], rows: Iterable[Sequence[Child]]) -> ET.Element:
    """Return a table that scrolls by itself where the page is narrow. The first cell of a row names the row."""
    body = [el("tr", el("th", row[0], scope="row"), *(el("td", cell) for cell in row[1:])) for row in rows]
    top = el("thead", el("tr", *(el("th", name, scope="col") for name in head)))
    inner = el("table", top, el("tbody", *body))
    return el("div", inner, class_="scroll", role="group", tabindex="0", aria_label=label)


def facts(label: str, rows: Iterable[tuple[str, Child]]) -> ET.Element:
    """Return names and values as a table."""
    return table(label, ("Name", "Value"), rows)


def status(word: str) -> ET.Element:
    """Return a status as a coloured word; the colour says nothing that the word does not."""
    return el("span", _WORDS.get(word, word), class_=f"status {word}")


def outcome(value: bool | None) -> ET.Element:
    """Return the outcome of a check."""
    if value is None:
        return el("span", "not assessed", class_="status environment_error")
    return el("span", "yes", class_="status passed") if value else el("span", "no", class_="status failed")


def number(value: float | None) -> str:
    """Return a number, or a dash where nothing was measured."""
    return NOTHING if value is None else f"{value:.8g}"


def code(value: Any) -> ET.Element:
    """Return a value as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return el("code", text)


def document(title: str, body: Sequence[ET.Element]) -> bytes:
    """Return a page as UTF-8. :param body: what follows the title."""
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    sheet = ET.Element("style")
    sheet.text = style
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=policy),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", title),
        sheet,
    )
    root = el("html", head, el("body", el("main", el("h1", title), *body)), lang="en")
    text: bytes = ET.tostring(root, encoding="utf-8", method="html")
    return b"<!DOCTYPE html>\n" + text + b"\n"


@cache
def _style() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
