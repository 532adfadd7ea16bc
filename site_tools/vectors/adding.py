"""One vector more: its canonical bytes come from a second implementation, or from the person who adds it."""

from __future__ import annotations

import hashlib
import json

import rfc8785

from .files import LINES, Files, Vector, dump, formatted, manifests


class RefusedError(Exception):
    """The command cannot do what was asked; its text says why. Nothing was written."""


def second_opinion(data: bytes) -> bytes | None:
    """Return the canonical bytes that `rfc8785` makes of a JSON text, or None where it refuses."""
    try:
        return rfc8785.dumps(json.loads(data))
    except ValueError:
        return None


def with_vector(files: Files, set_name: str, vector: Vector, data: bytes, canonical: bytes | None = None) -> Files:
    """Return the files with one vector more.

    `vector` holds what a person decides; for `result` accept the canonical bytes are those of `rfc8785`, and
    `canonical` gives them only where `rfc8785` refuses. Raises RefusedError.
    """
    found = manifests(files)
    if set_name not in found:
        raise RefusedError(f"There is no set {set_name}. Sets: {', '.join(found)}.")
    manifest, stem = found[set_name], vector["id"]
    if any(v["id"] == stem for m in found.values() for v in m["vectors"]):
        raise RefusedError(f"The id {stem} is taken. An id is never used twice.")
    ending = "ndjson" if manifest["op"] in LINES else "json"
    new = vector | {"input": f"{stem}.input.{ending}"}
    result = files | {f"{set_name}/{new['input']}": data}
    if vector.get("result") == "accept":
        computed = second_opinion(data)
        if computed is None and canonical is None:
            raise RefusedError(f"{stem}: rfc8785 refuses this input. Give the canonical bytes with --canonical.")
        exact = computed if canonical is None else canonical
        assert exact is not None
        if computed not in (None, exact):
            raise RefusedError(f"{stem}: rfc8785 says {computed!r}, --canonical says {canonical!r}.")
        new |= {"canonical": f"{stem}.canonical.json", "hex": f"{stem}.hex"}
        new |= {"size": len(exact), "digest": digest(exact)}
        result[f"{set_name}/{new['canonical']}"] = exact
        result[f"{set_name}/{new['hex']}"] = exact.hex().encode() + b"\n"
    manifest["vectors"].append(new)
    result[f"{set_name}/manifest.json"] = dump(manifest)
    return formatted(result)


def digest(canonical: bytes) -> str:
    """Return the digest of canonical bytes, as ARF writes it."""
    return "sha256:" + hashlib.sha256(canonical).hexdigest()
