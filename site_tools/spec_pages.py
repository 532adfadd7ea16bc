"""The standard as pages and as downloads: one source, ``spec/v0.1``."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from arfpy import spec

from .example_pages import rendered

ROOT = Path(__file__).resolve().parent.parent
STANDARD = ROOT / "spec" / "v0.1"
_AT = "spec/v0.1"
VECTORS_README = f"{_AT}/vectors/running.md"
_INLINE_CODE = re.compile(r"(?<![`\[])`([a-z0-9.-]+)`(?![`\]])")
# The id of a clause stands below its heading, where a reader and the search find it.
_CLAUSE = re.compile(r"^(#+ .*\{ #([a-z]+\.[a-z0-9-]+) \})$", re.MULTILINE)
_SHOWN_ID = r"\1\n\n`\2`\n{ .arf-clause }"
_FIELD = re.compile(r"^(#+) (`[^`]+`) \{ #([a-z]+\.[a-z-]+\.\S+) \}$", re.MULTILINE)
_SHOWN_FIELD = r"\1 \2 { #\3 .arf-field }"
_FENCE = re.compile(r"^(```|~~~)", re.MULTILINE)
# Longest first. What stands in inline code is only mentioned, and is passed over.
_KEY_WORD = re.compile(r"`[^`]*`|\b(?:(?:MUST|SHALL|SHOULD)(?:\s+NOT)?|MAY|(?:NOT\s+)?RECOMMENDED|REQUIRED|OPTIONAL)\b")
# Written as HTML, because MkDocs knows neither address.
_STATUS = """
<p class="arf-status">ARF v0.1, <strong>provisional</strong>: any rule may change before v1.0.
<a href="{latest}">The latest version of this page</a> has an address that stays. Also all texts
<a href="{whole}">on one page</a>, for print, and <a href="{file}">as one Markdown file</a>.</p>
"""


def pages() -> dict[str, str]:
    """Return the Markdown of every text of the standard by its path on the site."""
    found = {f"{_AT}/{path.name}": path for path in sorted(STANDARD.glob("*.md"))}
    # Under its own name it would be taken for the front page of a section.
    found[VECTORS_README] = STANDARD / "vectors" / "README.md"
    return {path: source.read_text(encoding="utf-8") for path, source in found.items()}


def published_files() -> dict[str, Path]:
    """Return every data file of the standard by its path on the site."""
    found = [path for path in STANDARD.rglob("*") if path.is_file() and path.suffix != ".md"]
    return {f"{_AT}/{path.relative_to(STANDARD).as_posix()}": path for path in sorted(found)}


def shown(markdown: str, src_uri: str) -> str:
    """Return the Markdown of a page as it is built: examples run out, key words marked, codes linked, status said.

    :param src_uri: the page's path below docs/.
    """
    if not src_uri.startswith(f"{_AT}/"):
        return linked(rendered(markdown, src_uri), src_uri)
    return linked(rendered(key_words(with_status(markdown, src_uri)), src_uri), src_uri)


def with_status(markdown: str, src_uri: str) -> str:
    """Say below the title which version a page is of, and where its other forms are."""
    name = posixpath.relpath(src_uri.removesuffix(".md"), _AT)
    place = "" if name == "README" else f"{name}/"
    up = "../" * place.count("/")
    latest = f"{up}../latest/{'' if name == 'whole' else place}"
    links = {"latest": latest, "whole": f"{up}whole/", "file": f"{up}arf-v0.1.md"}
    status = _STATUS.format(**links)
    title, end, rest = markdown.partition("\n")
    return f"{title}{end}{status}{rest}"


def key_words(markdown: str) -> str:
    """Mark the key words of BCP 14, outside of code."""
    return _outside_blocks(markdown, lambda text: _KEY_WORD.sub(_key_word, text))


def _key_word(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith("`") else f'<em class="arf-must">{match.group()}</em>'


def linked(markdown: str, src_uri: str) -> str:
    """Link every error code that stands as inline code, outside of fenced blocks, and show the id of each clause.

    :param src_uri: the page's path below docs/, to which the link is relative.
    """
    if src_uri == "codes.md" or src_uri.startswith("codes/"):
        return markdown
    target = posixpath.relpath("codes", posixpath.dirname(src_uri) or ".")
    known = _codes()

    def link(match: re.Match[str]) -> str:
        code = match.group(1)
        return f"[`{code}`]({target}/{code}.md)" if code in known else match.group()

    return _outside_blocks(markdown, lambda text: _with_ids(_INLINE_CODE.sub(link, text)))


def _with_ids(text: str) -> str:
    return _FIELD.sub(_SHOWN_FIELD, _CLAUSE.sub(_SHOWN_ID, text))


def _outside_blocks(markdown: str, change: Callable[[str], str]) -> str:
    """Return a text with a change made to everything outside of its fenced blocks."""
    parts = _FENCE.split(markdown)
    # split() yields text, fence, text, fence, …: every second pair of fences encloses a block.
    inside = False
    out = []
    for part in parts:
        if part in ("```", "~~~"):
            inside = not inside
            out.append(part)
        else:
            out.append(part if inside else change(part))
    return "".join(out)


@cache
def _codes() -> frozenset[str]:
    return frozenset(spec.codes())


def clause_link(clause: str) -> str:
    """Return the address of a clause relative to a page at the top of docs/."""
    return f"{_AT}/{clause.partition('.')[0]}.md#{clause}"
