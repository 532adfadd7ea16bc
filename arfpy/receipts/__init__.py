"""Evaluation administration receipts: verify one with its attestation and a keyring of trusted keys."""

from __future__ import annotations

from . import attestation
from .administration import verify
from .gates import Report
from .keyring import Keyring, load

__all__ = ["Keyring", "Report", "attestation", "load", "verify"]
