"""Templates of generated pages, and the repairs that every page of the theme needs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

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
    """Name the search dialog, which the theme leaves without a name."""
    dialog = '<div class="md-search" data-md-component="search" role="dialog"'
    return html.replace(dialog, f'{dialog} aria-label="Search"')
