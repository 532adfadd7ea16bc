"""The candidates that come with a task: a starter, the reference, and the reference with one fault each.

A task keeps them in its folder ``kit``. A fault is no program of its own but a passage of the reference and what
stands in its place, so that exactly one behaviour differs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ..errors import InternalFault
from .task import REFERENCE, STARTER

_SUFFIXES = {"python": "py", "javascript": "js"}
_HERE = Path(__file__).parent


def files_of(pack: str) -> Callable[[str, str], dict[str, bytes]]:
    """Return what gives the files of a candidate, by language and by ``starter``, ``reference`` or a fault's name."""
    kit = _HERE / pack / "kit"

    def files(language: str, variant: str) -> dict[str, bytes]:
        folder, suffix = kit / language, _SUFFIXES[language]
        found = {f"main.{suffix}": _main(folder, suffix, variant), "TASK.md": (kit / "TASK.md").read_bytes()}
        for name in ("evalarc.toml", "RUNTIME.md"):
            if (folder / name).is_file():
                found[name] = (folder / name).read_bytes()
        return found

    return files


def _main(folder: Path, suffix: str, variant: str) -> bytes:
    if variant in (STARTER, REFERENCE):
        return (folder / f"{variant}.{suffix}").read_bytes()
    reference = (folder / f"{REFERENCE}.{suffix}").read_text(encoding="utf-8")
    change = _faults(folder)[variant]
    if reference.count(change["replace"]) != 1:
        message = f"the passage that {variant} replaces does not stand exactly once in the {suffix} reference"
        raise InternalFault(message)
    return reference.replace(change["replace"], change["by"]).encode("utf-8")


@cache
def _faults(folder: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads((folder / "faults.toml").read_text(encoding="utf-8"))
