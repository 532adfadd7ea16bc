"""A copy of the reference adapter with everything it stands on, and a fault in it."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def copied(folder: Path, edits: tuple[tuple[str, str, str], ...] = ()) -> Path:
    """Copy adapter, library and data into a folder, change them, and return the adapter.

    :param edits: ``(file, text, replacement)``; a text that does not stand in its file exactly once is a mistake here.
    """
    shutil.copytree(ROOT / "arfpy", folder / "arfpy", ignore=shutil.ignore_patterns("__pycache__", "cli", "conformance"))
    shutil.copytree(ROOT / "spec" / "v0.1", folder / "spec" / "v0.1", ignore=shutil.ignore_patterns("vectors", "*.md"))
    vendor = Path(shutil.copy(ROOT / "examples" / "vendors" / "arfpy" / "vendor.py", folder / "vendor.py"))
    for name, text, replacement in edits:
        path = folder / name
        before = path.read_text(encoding="utf-8")
        assert before.count(text) == 1, f"{name} holds {before.count(text)} times: {text}"
        path.write_text(before.replace(text, replacement), encoding="utf-8")
    return vendor
