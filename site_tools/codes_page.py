"""The page of error codes, from ``codes.json``."""

from __future__ import annotations

from arfpy import spec

from .pages import render
from .spec_pages import clause_link

_FAMILIES = {
    "json": "Reading: strict JSON",
    "number": "Reading: numbers",
    "schema": "Records: what the schemas require",
    "record": "Records: types and rules between members",
    "link": "References between records",
    "bundle": "Bundles and their versions",
    "digest": "Digests",
    "receipt": "Receipts: the gates",
    "attestation": "Attestations: the gates",
    "internal": "Faults of the checker",
}


def page() -> str:
    """Return the page's Markdown: the codes by family, each with its clause and next step."""
    families: dict[str, list[spec.Code]] = {name: [] for name in _FAMILIES}
    for code in spec.codes().values():
        families[code.code.partition(".")[0]].append(code)
    groups = [(title, families[name]) for name, title in _FAMILIES.items()]
    return render("codes.md.j2", groups=groups, clause_link=clause_link)
