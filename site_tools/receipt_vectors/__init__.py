"""The vectors of receipts in `spec/v0.1/vectors/receipts`, made from cases written by hand.

`python -m site_tools.receipt_vectors` writes them. Every file is a function of the cases and of the marked test keys,
so a second run writes the same bytes.
"""

from __future__ import annotations

import json
from typing import Any

from site_tools.vectors import Files, formatted

from . import claim_cases, envelope_cases, valid_cases
from .cases import Case
from .flags import FLAGS
from .making import make

SET = "receipts"
CASES: list[Case] = [*valid_cases.CASES, *envelope_cases.CASES, *claim_cases.CASES]

HEAD: dict[str, Any] = {
    "set": SET,
    "spec": "0.1",
    "op": "verify-receipt",
    "about": "Evaluation administration receipts, each with the attestation, the keyring and the caller's key that a "
    "verifier is handed, and the gate that stops it.",
    "provenance": {
        "origin": "Written for this specification, by hand from its clauses, and signed with test keys that anyone can "
        "compute: the Ed25519 seeds are 32 bytes of 01 (issuer-a), 02 (issuer-b) and 09 (intruder).",
        "checked_with": ["json and cryptography under Python 3.11", "JSON.parse and node:crypto under Node 20.20.2"],
    },
    "flags": FLAGS,
}


def files() -> Files:
    """Return every file of the set by its path below the folder of the vectors; documents in common stand once."""
    found: Files = {}
    names: dict[bytes, str] = {}

    def name_of(data: bytes | None, kind: str, stem: str) -> str | None:
        if data is None:
            return None
        name = names.setdefault(data, f"{stem}.{kind}.json")
        found[f"{SET}/{name}"] = data
        return name

    vectors = []
    for case in CASES:
        made = make(case.making)
        vectors.append(
            {
                "id": case.id,
                "clause": case.clause,
                "flags": [case.flag],
                "comment": case.comment,
                "receipt": name_of(made.receipt, "receipt", case.id),
                "attestation": name_of(made.attestation, "attestation", case.id),
                "keyring": name_of(made.keyring, "keyring", case.id),
                "caller_key": made.caller_key,
                "expected": case.expected(),
            }
        )
    found[f"{SET}/manifest.json"] = json.dumps({**HEAD, "vectors": vectors}).encode()
    return formatted(found)


__all__ = ["CASES", "SET", "files"]
