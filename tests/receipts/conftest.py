"""What the proofs of receipts share: the keyring of test keys, and a verifier of edited base documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arfpy import receipts
from site_tools.receipt_vectors.making import Making, keyring, make


class Judge:
    """arfpy on a receipt made to order; also the outcome in short."""

    def report(self, **making: Any) -> receipts.Report:
        """Return the report on what is made."""
        made = make(Making(**making))
        ring = None if made.keyring is None else receipts.load(made.keyring)
        return receipts.verify(made.receipt, made.attestation, ring, made.caller_key)

    def gate(self, **making: Any) -> int | None:
        """Return the number of the gate that fails, None where the receipt is valid."""
        report = self.report(**making)
        assert report.valid == (report.failed_gate is None)
        assert not json.loads(json.dumps(report.as_dict())).get("internal_error")
        return None if report.failed_gate is None else report.failed_gate["number"]

    def advisories(self, **making: Any) -> set[str]:
        """Return the codes of the advisories."""
        return {entry["code"] for entry in self.report(**making).advisories}


@pytest.fixture(scope="session")
def judge() -> Judge:
    """The verifier."""
    return Judge()


@pytest.fixture(scope="session")
def trusted() -> receipts.Keyring:
    """The keyring of the two trusted test keys."""
    return receipts.load(keyring("issuer-a", "issuer-b"))
