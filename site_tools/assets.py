"""Files that the pages load: the browser's runtime, the second engine, the examples of the verifier."""

from __future__ import annotations

import json
from pathlib import Path

from arfpy import spec

from . import engine, runtime
from .spec_pages import ROOT, STANDARD

# Inputs that are refused, so that a reader sees what a refusal looks like: title and vector.
_REFUSED = (
    ("A member name twice", "strict-parsing/duplicate-escaped"),
    ("An integer that doubles change", "numbers/integer-2-53-plus-1"),
    ("Half of a surrogate pair", "strict-parsing/surrogate-high"),
    ("A byte-order mark", "strict-parsing/bom"),
    ("A required member misspelled", "validation/required-typo"),
    ("A weight above 5", "validation/range-weight-high"),
    ("A date that does not exist", "validation/instant-february-30"),
    ("A legacy bundle", "versions/bundle-legacy"),
    ("An unknown bundle version", "versions/bundle-version-next"),
    ("One bad line among good ones", "files/bad-line-syntax"),
)


def runtime_files() -> dict[str, Path]:
    """Build the runtime and return its files, and npm's ``canonicalize``, by their paths on the site."""
    files = {f"assets/runtime/{path.name}": path for path in runtime.published(runtime.build())}
    package = ROOT / "node_modules" / "canonicalize"
    entry = json.loads((package / "package.json").read_text(encoding="utf-8"))["exports"]["."]["import"]
    files["assets/vendor/canonicalize.mjs"] = package / entry
    return files


def unused(src_uri: str) -> bool:
    """Say whether no page loads a file: the theme's script, maps for debugging, and what is in the engine."""
    in_engine = src_uri in {path.relative_to(ROOT / "docs").as_posix() for path in engine.SOURCES}
    return in_engine or src_uri.startswith("assets/javascripts/") or src_uri.endswith(".map")


def examples() -> str:
    """Return the examples that the verifier offers, as JSON."""
    return json.dumps([*_published(), *_refused()], indent=1, ensure_ascii=False)


def _published() -> list[dict[str, str | None]]:
    found: list[dict[str, str | None]] = []
    for path in sorted((STANDARD / "examples").glob("*.ndjson")):
        type_name = path.stem
        title = spec.schemas()[type_name]["title"]
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            suffix = f" {number} of {len(lines)}" if len(lines) > 1 else ""
            found.append(_example(f"{type_name}-{number}", f"{title}{suffix}", type_name, "json", line))
        if len(lines) > 1:
            text = path.read_text(encoding="utf-8")
            found.append(_example(f"{type_name}-all", f"{title}: the whole file", type_name, "ndjson", text))
    return found


def _refused() -> list[dict[str, str | None]]:
    found = []
    for title, where in _REFUSED:
        path = next((STANDARD / "vectors").glob(f"{where}.input.*"))
        form = "ndjson" if path.suffix == ".ndjson" else "json"
        found.append(_example(path.name.partition(".")[0], title, None, form, path.read_text(encoding="utf-8")))
    return found


def _example(key: str, title: str, type_name: str | None, form: str, text: str) -> dict[str, str | None]:
    return {"id": key, "title": title, "type": type_name, "format": form, "text": text}
