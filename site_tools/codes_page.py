"""The error codes: a page that lists them, and one for each, with an example that is run when the site is built."""

from __future__ import annotations

import json
from typing import Any

from arfpy import receipts, spec

from . import vectors_page
from .example_pages import block
from .examples import Example, fault, read
from .pages import render
from .spec_pages import STANDARD, clause_link
from .vectors.checks import gate_codes

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


def pages() -> dict[str, str]:
    """Return the Markdown of the page of every code by its path below docs/. :raises ValueError: an example fails."""
    texts = json.loads((STANDARD / "code-pages.json").read_text(encoding="utf-8"))["pages"]
    examples = {example.code: example for example in reversed(read())}
    shown = _vectors()
    found = {}
    for code, entry in spec.codes().items():
        path = f"codes/{code}.md"
        listed = shown.get(code, [])
        found[path] = render(
            "code.md.j2",
            code=entry,
            text=texts[code],
            example=_example(examples[code], path) if code in examples else None,
            gate=_gate(code, listed) if code in _gates() else None,
            vectors=listed,
            reason=vectors_page.reasons().get(code),
            clause_link=clause_link,
        )
    return found


def _example(example: Example, path: str) -> str:
    if wrong := fault(example):
        raise ValueError(f"the example {example.id} does not come out as it says: {wrong}")
    return block(example, path)


def _vectors() -> dict[str, list[dict[str, Any]]]:
    """Return the vectors that call for each code, with the set that each is in."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, manifest in vectors_page.manifests().items():
        for vector in manifest["vectors"]:
            lines = (entry.get("code") for entry in vector.get("expect", ()))
            codes = {vector.get("code"), *vector.get("warnings", ()), *lines, *gate_codes(vector)}
            for code in codes - {None}:
                found.setdefault(str(code), []).append({**vector, "set": name})
    return found


def _gates() -> set[str]:
    return {code for code in spec.codes() if code.startswith(("receipt.", "attestation."))}


def _gate(code: str, listed: list[dict[str, Any]]) -> dict[str, Any]:
    """Run the gates on a vector that stops at this one, and return the vector with the report's reason."""
    clause = spec.codes()[code].clause
    vector = next((vector for vector in listed if vector["clause"] == clause), listed[0])
    folder = STANDARD / "vectors" / vector["set"]
    given = {
        name: (folder / vector[name]).read_bytes() for name in ("receipt", "attestation", "keyring") if vector[name]
    }
    keyring = receipts.load(given["keyring"]) if "keyring" in given else None
    report = receipts.verify(given["receipt"], given.get("attestation"), keyring, vector["caller_key"])
    stopped = report.evar if code.startswith("attestation.") else report
    number = stopped.failed_gate["number"] if stopped and stopped.failed_gate else None
    if stopped is None or code != f"{code.partition('.')[0]}.gate-{number}":
        raise ValueError(f"the vector {vector['id']} does not stop at {code}")
    return {**vector, "reason": stopped.reason, "path": stopped.path}
