"""A case: what is made, and what a verifier has to say. The outcomes are written by hand, from the specification."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .making import Making

GATES = (
    "SCHEMA",
    "ISSUER_KEY_MATCH",
    "PAYLOAD_DIGEST",
    "RECEIPT_ID",
    "SIGNATURE",
    "SIGNER_IDENTITY",
    "EVAR_LINK",
    "EVAR_INTEGRITY",
    "TENANT_MATCH",
    "TESTSET_PRECOMMITMENT",
    "ITEM_COUNT_POSITIVE",
    "SEPARATION_COHERENCE",
    "INDEPENDENCE_RECOMPUTE",
    "NO_SCORE_RESTATEMENT",
)


@dataclass(frozen=True)
class Case:
    """One vector before it is written: `gate` is the number that fails, or None where the receipt is valid."""

    id: str
    clause: str
    flag: str
    comment: str
    gate: int | None
    path: str | None
    nested: str | None
    making: Making

    def expected(self) -> dict[str, Any]:
        """Return the outcome as the manifest writes it."""
        name = None if self.gate is None else GATES[self.gate - 1]
        outcome = {"valid": self.gate is None, "gate": self.gate, "name": name, "path": self.path}
        return outcome | ({"nested": self.nested} if self.nested else {})


def valid(name: str, clause: str, flag: str, comment: str, **making: Any) -> Case:
    """Return a case that passes all gates."""
    return Case(f"receipt-{name}", f"receipts.{clause}", flag, comment, None, None, None, Making(**making))


def fails(
    gate: int,
    path: str,
    name: str,
    clause: str,
    flag: str,
    comment: str,
    *,
    nested: str | None = None,
    **making: Any,
) -> Case:
    """Return a case that a gate stops, with the path that is reported."""
    return Case(f"receipt-{name}", f"receipts.{clause}", flag, comment, gate, path, nested, Making(**making))
