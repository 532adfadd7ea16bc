"""The vendor kit: the vectors as cases, any program put to them, one report (spec/v0.1/conformance.md)."""
