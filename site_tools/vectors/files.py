"""The folder of the vectors, in memory and on disk, and the one form of its manifests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SPEC = Path(__file__).resolve().parents[2] / "spec" / "v0.1"
ROOT = SPEC / "vectors"

Files = dict[str, bytes]
Vector = dict[str, Any]

COMMON = ("id", "clause", "flags", "comment", "type", "input", "result")
ACCEPT = ("canonical", "hex", "size", "digest", "warnings")
REJECT = ("verdict", "code", "pointer", "line", "column")
# Operations on a file of lines; what is expected of it stands in `expect`.
LINES = ("file", "links", "disclosure")
DOCUMENTS = ("receipt", "attestation", "keyring")
RECEIPT = ("id", "clause", "flags", "comment", *DOCUMENTS, "caller_key", "expected")
ORDER = (*COMMON, *ACCEPT, *REJECT, "expect", *RECEIPT)
HEAD = ("set", "spec", "op", "count", "about", "provenance", "flags", "vectors")


def read(root: Path) -> Files:
    """Return every file under `root` by its path relative to it."""
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def write(root: Path, files: Files) -> None:
    """Write the files that differ from those on disk, each in one step."""
    for name, data in files.items():
        target = root / name
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            part.write_bytes(data)
            part.replace(target)


def manifests(files: Files) -> dict[str, dict[str, Any]]:
    """Return the manifest of each set, by the name of its folder."""
    names = sorted(n for n in files if n.endswith("/manifest.json"))
    return {name.split("/")[0]: json.loads(files[name]) for name in names}


def dump(value: Any) -> bytes:
    """Return the one way this tool writes JSON."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def formatted(files: Files) -> Files:
    """Return the files with every manifest counted, sorted by clause and id, its members in a fixed order."""
    result = dict(files)
    for name, manifest in manifests(files).items():
        vectors = sorted(manifest["vectors"], key=lambda v: (v["clause"], v["id"]))
        manifest["count"] = len(vectors)
        manifest["flags"] = dict(sorted(manifest["flags"].items()))
        manifest["vectors"] = [_in_order(vector, ORDER) for vector in vectors]
        result[f"{name}/manifest.json"] = dump(_in_order(manifest, HEAD))
    return result


def _in_order(value: dict[str, Any], order: tuple[str, ...]) -> dict[str, Any]:
    known = {key: value[key] for key in order if key in value}
    return known | {key: value[key] for key in value if key not in known}
