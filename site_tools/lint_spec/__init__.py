"""Hold the texts of the standard against its data: ``python -m site_tools.lint_spec [FOLDER]`` (exit 1 on a fault)."""

from __future__ import annotations

from pathlib import Path

from . import data, examples, fields, released, texts
from .standard import SPEC, Standard

CHECKS = (*texts.CHECKS, *data.CHECKS, *fields.CHECKS, *examples.CHECKS, *released.CHECKS)


def findings(folder: Path = SPEC) -> list[str]:
    """Return what is wrong as ``path:line: message``, in the order of the files and their lines."""
    standard = Standard(folder)
    found = {fault for check in CHECKS for fault in check(standard)}
    return [f"{name}:{line}: {message}" for name, line, message in sorted(found)]
