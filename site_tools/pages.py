"""Templates of generated pages, and the repairs that every page of the theme needs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

_CELL = re.compile(r"<td.*?</td>", re.DOTALL)
_CODE = re.compile(r"(?<=<code>)[^<]+(?=</code>)")
_BREAK_AFTER = re.compile(r"([._](?=\w))")
# A section of the menu, which the theme makes a landmark of its own with a name that may be empty.
_SECTION = re.compile(r'(<nav class="md-nav" data-md-level="\d") aria-labelledby="[^"]*" aria-expanded="[^"]*"')
_TEMPLATES = Path(__file__).resolve().parent / "templates"


@cache
def _environment() -> jinja2.Environment:
    # The templates write Markdown, in which MkDocs escapes nothing; every value comes from spec/.
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701
    )


def render(template: str, **values: Any) -> str:
    """Return a page's Markdown from a template of ``templates/``."""
    return _environment().get_template(template).render(**values)


def accessible(html: str) -> str:
    """Leave one landmark for the menu instead of one per section, and keep tables from growing out of the page."""
    return breakable(_SECTION.sub(r'\1 role="none"', html))


def breakable(html: str) -> str:
    """Let long names in table cells break after a point or an underscore, and nowhere else."""

    def cell(match: re.Match[str]) -> str:
        return _CODE.sub(lambda code: _BREAK_AFTER.sub(r"\1<wbr>", code.group()), match.group())

    return _CELL.sub(cell, html)
