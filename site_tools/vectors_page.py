"""The vectors as a page, and all of them in one file for programs."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from .pages import render
from .spec_pages import STANDARD, clause_link

_SETS = ("canonicalization", "numbers", "strict-parsing", "validation", "bundles", "files")
_SETS += ("links", "disclosure", "receipts")
# The members of a vector that name a file.
_FILES = ("input", "canonical", "receipt", "attestation", "keyring")


@cache
def _manifests() -> dict[str, dict[str, Any]]:
    folder = STANDARD / "vectors"
    return {name: json.loads((folder / name / "manifest.json").read_text(encoding="utf-8")) for name in _SETS}


def page() -> str:
    """Return the page's Markdown: each set with its flags and a row per vector."""
    total = sum(manifest["count"] for manifest in _manifests().values())
    return render("vectors.md.j2", sets=_manifests(), total=total, clause_link=clause_link)


def all_vectors() -> str:
    """Return one JSON text with every vector of every set; the bytes of its files are hexadecimal."""
    sets = {}
    for name, manifest in _manifests().items():
        folder = STANDARD / "vectors" / name
        vectors = []
        for vector in manifest["vectors"]:
            named = {key: vector[key] for key in _FILES if vector.get(key)}
            full = {**vector, **{key: (folder / name).read_bytes().hex() for key, name in named.items()}}
            full.pop("hex", None)
            vectors.append(full)
        sets[name] = {**manifest, "vectors": vectors}
    return json.dumps({"spec": "0.1", "encoding": "hex", "sets": sets})
