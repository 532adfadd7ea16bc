"""The examples of receipts: what is changed of a base receipt, made and signed with test keys, and judged by the gates.

The text of such a block is a JSON object with the members of :class:`site_tools.receipt_vectors.making.Making`; a
caller's key is named by its test key.
"""

from __future__ import annotations

import json

from arfpy import receipts

from .receipt_vectors.making import Made, Making, make, public


def made(data: bytes) -> Made:
    """Return the documents of a block. :raises ValueError: it names a member that a making does not have."""
    changes = json.loads(data)
    try:
        making = Making(**changes | ({"caller_key": public(changes["caller_key"])} if "caller_key" in changes else {}))
    except TypeError as error:
        raise ValueError(str(error)) from error
    return make(making)


def fault(data: bytes, code: str | None, path: str | None) -> str | None:
    """Run the gates; return what came out where it is not the code and path stated (both None: valid), else None."""
    documents = made(data)
    keyring = receipts.load(documents.keyring) if documents.keyring is not None else None
    report = receipts.verify(documents.receipt, documents.attestation, keyring, documents.caller_key)
    stops = (
        {None} if report.valid else {f"receipt.gate-{report.failed_gate['number']}"} if report.failed_gate else set()
    )
    if report.evar and report.evar.failed_gate:
        stops.add(f"attestation.gate-{report.evar.failed_gate['number']}")
    return None if code in stops and path == report.path else f"it ends at {stops}, {report.path}"
