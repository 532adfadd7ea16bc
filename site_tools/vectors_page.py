"""The vectors as pages, one for each set, and all of them in one file for programs."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from typing import Any

from .example_pages import entries
from .pages import render
from .spec_pages import STANDARD, clause_link

# The members of a vector that name a file.
_FILES = ("input", "canonical", "receipt", "attestation", "keyring")


@cache
def manifests() -> dict[str, dict[str, Any]]:
    """Return the manifest of every set by its name, in alphabetical order."""
    paths = sorted((STANDARD / "vectors").glob("*/manifest.json"))
    return {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def reasons() -> dict[str, str]:
    """Return why a clause or a code has no vector, by its name."""
    found: dict[str, str] = json.loads((STANDARD / "vectors" / "without.json").read_text(encoding="utf-8"))
    return found


def page() -> str:
    """Return the Markdown of the page that lists the sets."""
    total = sum(manifest["count"] for manifest in manifests().values())
    return render("vectors.md.j2", sets=manifests(), total=total)


def pages() -> dict[str, str]:
    """Return the Markdown of the page of every set by its path below docs/: its flags, and a row for each vector."""
    return {
        f"vectors/{name}.md": render(
            "vector_set.md.j2", name=name, manifest=manifest, groups=_groups(manifest), clause_link=clause_link
        )
        for name, manifest in manifests().items()
    }


def _groups(manifest: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the vectors of a set by type where each has one, else by clause."""
    key = "type" if all(vector.get("type") for vector in manifest["vectors"]) else "clause"
    found = sorted(manifest["vectors"], key=lambda vector: vector[key])
    return [(name, list(group)) for name, group in groupby(found, key=lambda vector: vector[key])]


def all_vectors() -> str:
    """Return one JSON text with every vector and every example; the bytes of files and inputs are hexadecimal."""
    sets = {}
    for name, manifest in manifests().items():
        folder = STANDARD / "vectors" / name
        vectors = []
        for vector in manifest["vectors"]:
            named = {key: vector[key] for key in _FILES if vector.get(key)}
            full = {**vector, **{key: (folder / name).read_bytes().hex() for key, name in named.items()}}
            full.pop("hex", None)
            vectors.append(full)
        sets[name] = {**manifest, "vectors": vectors}
    return json.dumps({"spec": "0.1", "encoding": "hex", "sets": sets, "examples": entries()})
