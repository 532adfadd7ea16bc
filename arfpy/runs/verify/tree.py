"""The files a verification reads: each once, within limits, none through a symbolic link."""

from __future__ import annotations

import hashlib
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from ..files import MAX_JSON_BYTES, ReportError, parse_report, read_bytes

MAX_TOTAL_BYTES = 256 * 1024 * 1024


class Tree:
    """A folder of saved results.

    ``files`` notes the digest and size of everything that was read; ``replayed`` whether every evaluation so far is of
    a task known here, so that its cases were generated and its episodes replayed.
    """

    def __init__(self, root: Path) -> None:
        """:raises ReportError: a part of the path is a symbolic link, or it is no folder."""
        self.root = root.absolute()
        for part in (self.root, *self.root.parents):
            if part.is_symlink():
                raise ReportError(f"{part} is a symbolic link")
        if not self.root.is_dir():
            raise ReportError("is not a folder")
        self.files: dict[str, dict[str, Any]] = {}
        self.replayed = True
        self._total = 0

    def bytes_of(self, name: str, limit: int = MAX_JSON_BYTES) -> bytes:
        """Return the bytes of a file, by its path in the tree. :raises ReportError: see :mod:`arfpy.runs.files`."""
        try:
            self._refuse_links(name)
            data = read_bytes(self.root / name, min(limit, MAX_TOTAL_BYTES - self._total))
        except ReportError as error:
            raise ReportError(error.reason, error.pointer, name) from None
        self._total += len(data)
        self.files[name] = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        return data

    def report(self, name: str) -> dict[str, Any]:
        """Return the object of a JSON file. :raises ReportError: it cannot be read or is no report."""
        data = self.bytes_of(name)
        try:
            return parse_report(data)
        except ReportError as error:
            raise ReportError(error.reason, error.pointer, name) from None

    def entries(self, name: str) -> set[str]:
        """Return the names in a folder. :raises ReportError: it is none, or is reached through a link."""
        self._refuse_links(name)
        try:
            return {entry.name for entry in (self.root / name).iterdir()}
        except OSError as error:
            raise ReportError(f"cannot be read: {error.strerror}", file=name) from None

    def expect(self, name: str, required: AbstractSet[str], allowed: AbstractSet[str] = frozenset()) -> None:
        """Refuse a folder that lacks an entry or holds another one. :raises ReportError: it does."""
        found = self.entries(name)
        if missing := required - found:
            raise ReportError(f"lacks {min(missing)}", file=name)
        if more := found - required - allowed:
            raise ReportError(f"holds {min(more)!r}, which nothing declares", file=name)

    def _refuse_links(self, name: str) -> None:
        path = self.root
        for part in Path(name).parts:
            path /= part
            if path.is_symlink():
                raise ReportError("is a symbolic link", file=name)
