"""One record as the graph holds it: its type, id, digest, where it stands, and what it points at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .. import bundle, spec
from ..canonical import jcs
from ..digest import digest_of
from ..errors import ArfError, BundleVersionError
from ..links import Reference, embedded_ids, references
from ..records import infer_type, unknown_type
from ..results import Problem
from ..strict_json import parse

_DIGEST = re.compile(rb"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A record read for its links.

    ``digest`` is None for a bundle of a version that is not known here. ``embedded`` are the types and ids of the
    records inside a bundle, ``named`` the digests that the record's text holds.
    """

    source: str
    line: int
    type: str
    value: dict[str, Any]
    digest: str | None
    references: list[Reference]
    embedded: list[tuple[str, str]]
    named: frozenset[str]

    @property
    def id(self) -> str | None:
        """The record's id."""
        return _text(self.value, "id")

    @property
    def tx(self) -> str | None:
        """The transaction hash by which a later publication names this one."""
        return _text(self.value, "txHash") if self.type == "chain-record" else None

    @property
    def earlier(self) -> str | None:
        """The transaction hash of the publication before this one (clause links.history)."""
        field = spec.history_fields().get(self.type)
        return _text(self.value, field) if field else None


def read(data: bytes, source: str, line: int, type_name: str | None = None) -> Entry | Problem:
    """Read one record for the graph: strict JSON, its type, its digest and its references; no schema.

    :param type_name: the type to take it as; None infers it.
    :returns: the problem, instead of an entry, where the text is not strict JSON or its type is not known.
    """
    try:
        document = parse(data)
    except ArfError as error:
        at = line if error.line is None else line + error.line - 1
        return Problem(error.code, error.message, error.pointer, at, error.column)
    value = document.value
    kind = type_name or infer_type(value)
    if kind is None or not isinstance(value, dict):
        violation = unknown_type(value)
        return Problem(violation.code, violation.message, line=line)
    canonical = jcs.canonical_bytes(document)
    try:
        bundle.check_versions(value, kind)
        digest = digest_of(canonical)
    except BundleVersionError:
        digest = None
    named = frozenset(found.decode() for found in _DIGEST.findall(canonical))
    return Entry(source, line, kind, value, digest, references(value, kind), embedded_ids(value, kind), named)


def _text(value: dict[str, Any], name: str) -> str | None:
    held = value.get(name)
    return held if isinstance(held, str) else None
