"""``evalarc.verification.v1``: what was verified, from which files, and what that means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import ReportError
from ..suite import summary
from .kinds import KINDS, Check, Part
from .suites import suite_
from .tree import Tree

SCHEMA = "evalarc.verification.v1"

_KINDS: dict[str, tuple[str, Check]] = {**KINDS, summary.SCHEMA: ("suite", suite_)}
# Where a folder is named, the result in it; the widest first.
_LEADING = ("suite.json", "repetition.json", "comparison.json", "audit.json", "evaluation.json")
_SCOPE = (
    "The saved files agree with each other. Replayed: the recorded cases are those of their seeds, and give the same "
    "outcome again. Nothing here says who produced the files, or whether a candidate ever ran."
)


def verify(path: Path) -> dict[str, Any]:
    """Verify a saved evaluation, audit, repetition, comparison or suite, named by its file or its folder.

    Nothing is executed. A run that was rejected or could not be assessed verifies like any other.

    :returns: the verification. ``replayed`` is false where a task is not known here; where something does not hold,
        ``verified`` is false and ``error`` says what.
    """
    kind: str | None = None
    files: dict[str, dict[str, Any]] = {}
    try:
        folder, name = _located(path)
        tree = Tree(folder)
        files = tree.files
        report = tree.report(name)
        kind, check = _kind_of(report, name)
        facts = check(Part(tree), name, report)
    except ReportError as error:
        return {
            "schema_version": SCHEMA,
            "verified": False,
            "kind": kind,
            "files": files,
            "scope": _SCOPE,
            "error": error.sentence(),
        }
    return {
        "schema_version": SCHEMA,
        "verified": True,
        "kind": kind,
        **facts,
        "replayed": tree.replayed,
        "files": files,
        "scope": _SCOPE,
    }


def _located(path: Path) -> tuple[Path, str]:
    if not path.is_dir():
        return path.parent, path.name
    for name in _LEADING:
        if (path / name).exists() or (path / name).is_symlink():
            return path, name
    raise ReportError(f"holds none of {', '.join(_LEADING)}", file=str(path))


def _kind_of(report: dict[str, Any], name: str) -> tuple[str, Check]:
    schema = report.get("schema_version")
    if not isinstance(schema, str) or schema not in _KINDS:
        raise ReportError(f"must be one of {', '.join(_KINDS)}", "/schema_version", name)
    return _KINDS[schema]
