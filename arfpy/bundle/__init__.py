"""The publish-time envelope: its versions, how it is built, verified and compared (bundle.md)."""

from .versions import CANONICALIZATION_VERSION, SCHEMA_VERSION, check_versions

__all__ = ["CANONICALIZATION_VERSION", "SCHEMA_VERSION", "check_versions"]
