"""Which versions of a bundle are known (bundle.md)."""

from __future__ import annotations

from typing import Any

from ..canonical import jcs
from ..errors import BundleVersionError
from ..schema import shown

SCHEMA_VERSION = "atlas/artifact/v1"
CANONICALIZATION_VERSION = jcs.VERSION


def check_versions(value: Any, type_name: str | None) -> None:
    """Refuse a bundle whose versions are not known, before anything of it is judged or hashed.

    A value counts as a bundle when that is its type, or when it carries ``canonicalizationVersion`` or
    ``schemaVersion``, which no other type has: an unknown version is never hashed by a default.

    :param type_name: the type that was named or inferred, or None.
    :raises BundleVersionError: ``bundle.legacy``, ``bundle.version-unsupported`` or
        ``bundle.schema-version-unsupported`` (clauses of the same names).
    """
    if not isinstance(value, dict):
        return
    has_canonicalization, has_schema = "canonicalizationVersion" in value, "schemaVersion" in value
    if not (has_canonicalization or has_schema or type_name == "bundle"):
        return
    if has_canonicalization and value["canonicalizationVersion"] != CANONICALIZATION_VERSION:
        message = f"canonicalizationVersion {shown(value['canonicalizationVersion'])} is not known here"
        raise BundleVersionError("bundle.version-unsupported", message, pointer="/canonicalizationVersion")
    if has_schema and value["schemaVersion"] != SCHEMA_VERSION:
        message = f"schemaVersion {shown(value['schemaVersion'])} is not known here"
        raise BundleVersionError("bundle.schema-version-unsupported", message, pointer="/schemaVersion")
    if not has_canonicalization:
        message = "the bundle has no canonicalizationVersion, so an old hash of it covers only its top-level members"
        raise BundleVersionError("bundle.legacy", message)
