"""The publish-time envelope: which versions are known (bundle.md)."""

from __future__ import annotations

from typing import Any

from .canonical import jcs
from .errors import BundleVersionError
from .records import infer_type

SCHEMA_VERSION = "atlas/artifact/v1"
CANONICALIZATION_VERSION = jcs.VERSION


def check_versions(value: Any, type_name: str | None) -> None:
    """Refuse a bundle whose versions are not known, before anything of it is judged or hashed.

    A value counts as a bundle when that is its type, when its members say so, or when it carries a
    ``canonicalizationVersion``: an unknown version is never hashed by a default.

    :param type_name: the type that was named or inferred, or None.
    :raises BundleVersionError: ``bundle.legacy``, ``bundle.version-unsupported`` or
        ``bundle.schema-version-unsupported`` (clauses of the same names).
    """
    if not isinstance(value, dict):
        return
    named = "canonicalizationVersion" in value
    is_bundle = named or (type_name or infer_type(value)) == "bundle"
    if not is_bundle:
        return
    if named and value["canonicalizationVersion"] != CANONICALIZATION_VERSION:
        message = f"canonicalizationVersion {_shown(value['canonicalizationVersion'])} is not known here"
        raise BundleVersionError("bundle.version-unsupported", message, pointer="/canonicalizationVersion")
    if "schemaVersion" in value and value["schemaVersion"] != SCHEMA_VERSION:
        message = f"schemaVersion {_shown(value['schemaVersion'])} is not known here"
        raise BundleVersionError("bundle.schema-version-unsupported", message, pointer="/schemaVersion")
    if not named:
        message = "the bundle has no canonicalizationVersion, so an old hash of it covers only its top-level members"
        raise BundleVersionError("bundle.legacy", message)


def _shown(value: Any) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
