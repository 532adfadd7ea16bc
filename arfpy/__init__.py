"""arfpy: strict JSON, canonical bytes, digests and validation of ARF v0.1 records."""

from __future__ import annotations

from ._version import __version__
from .check import Check
from .digest import digest_of, expected_digest
from .errors import (
    ArfError,
    BundleVersionError,
    CanonicalizationError,
    InternalFault,
    StrictJsonError,
    UsageError,
)
from .results import Problem, Result, Summary
from .strict_json import Document, parse
from .writing import InvalidRecordError, new_id, now, record_line

__all__ = [
    "ArfError",
    "BundleVersionError",
    "CanonicalizationError",
    "Check",
    "Document",
    "InternalFault",
    "InvalidRecordError",
    "Problem",
    "Result",
    "StrictJsonError",
    "Summary",
    "UsageError",
    "__version__",
    "digest_of",
    "expected_digest",
    "new_id",
    "now",
    "parse",
    "record_line",
]
