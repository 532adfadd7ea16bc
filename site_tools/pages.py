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
    """Name the search dialog, which the theme leaves without a name, and keep tables from growing out of the page."""
    dialog = '<div class="md-search" data-md-component="search" role="dialog"'
    return breakable(html.replace(dialog, f'{dialog} aria-label="Search"'))


def breakable(html: str) -> str:
    """Let long names in table cells break after a point or an underscore, and nowhere else."""

    def cell(match: re.Match[str]) -> str:
        return _CODE.sub(lambda code: _BREAK_AFTER.sub(r"\1<wbr>", code.group()), match.group())

    return _CELL.sub(cell, html)
