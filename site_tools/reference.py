"""The field reference: every field of every type in one table per type."""

from __future__ import annotations

from arfpy import spec

from .fields import TYPES, clause_of, field_id, fields
from .pages import render
from .spec_pages import clause_link


def page() -> str:
    """Return the page's Markdown: every type with every field."""
    types = [(name, spec.schemas()[name], fields(name)) for name in TYPES]
    return render("reference.md.j2", types=types, clause_of=clause_of, clause_link=clause_link, field_id=field_id)
