"""The whole specification as one text: for print as a page, and as one Markdown file."""

from __future__ import annotations

import re

from .clauses import SPEC, texts

PAGE = "spec/v0.1/whole.md"
FILE = "spec/v0.1/arf-v0.1.md"
_FIRST, _LAST = "README.md", "CHANGELOG.md"
_HEADING = re.compile(r"(#{1,5}) (.+?)(?: \{ #(\S+) \})?")
_LINK = re.compile(r"\]\(([A-Za-z-]+\.md)?(?:#([^)\s]+))?\)")
_INTRO = """# ARF v0.1, the whole specification

Every text of the specification in one: version 0.1, provisional. Schemas, codes and vectors are files beside it.
"""


def order() -> list[str]:
    """Return the names of the texts: the front page, then in the order in which it lists them, the changelog last."""
    listed = re.findall(r"^\| \[([a-z-]+\.md)\]", (SPEC / _FIRST).read_text(encoding="utf-8"), re.MULTILINE)
    others = [path.name for path in texts() if path.name not in {_FIRST, _LAST, *listed}]
    return [_FIRST, *listed, *others, _LAST]


def markdown() -> str:
    """Return the whole specification as one Markdown text, whose addresses lead to its own headings."""
    names = order()
    return "\n".join([_INTRO, *(_part(name, names) for name in names)])


def _part(name: str, names: list[str]) -> str:
    """Return one text, a level lower, with ids that no other text has."""
    lines = []
    fence = False
    for line in (SPEC / name).read_text(encoding="utf-8").split("\n"):
        fence ^= line.startswith("```")
        match = None if fence else _HEADING.fullmatch(line)
        if match:
            mark, title, key = match.groups()
            anchor = _anchor(name, None if mark == "#" else key)
            lines.append(f"#{mark} {title}" + (f" {{ #{anchor} }}" if key or mark == "#" else ""))
        else:
            lines.append(line if fence else _LINK.sub(lambda found: _link(found, name, names), line))
    return "\n".join(lines)


def _anchor(name: str, key: str | None) -> str:
    """Return an id in the whole: a lasting id as it is, another with the name of its text before it."""
    stem = name.removesuffix(".md").lower()
    if key is None:
        return stem
    return key if "." in key else f"{stem}-{key}"


def _link(found: re.Match[str], name: str, names: list[str]) -> str:
    target, key = found.group(1) or name, found.group(2)
    if found.group() == "]()" or target not in names:
        return found.group()
    return f"](#{_anchor(target, key)})"
