"""Receipts and attestations for a person: the gates as a checklist, and what stands behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..receipts.gates import Report

_STATUS = {"pass": "pass", "fail": "FAIL", "not_run": "not reached"}
_CLASS_NOTES = {"undisclosed": "undisclosed, or not separated"}
_ORDERS = {True: "holds", False: "DOES NOT HOLD", None: "cannot be compared"}

NOT_ATTESTED = """\
What a valid receipt does not attest
  - that relationship, separation, instants and the administrator's identity are true: they are as stated
  - any score or result of the evaluation
  - that the test set was fit or representative, and reached the subject in no other way
  - that method and administrator were adequate
  It is no accreditation, certificate or audit."""


def checklist(name: str, report: Report) -> Iterator[str]:
    """Yield the verdict, one line for each gate, and the advisories under their own heading."""
    yield f"{'VALID' if report.valid else 'NOT VALID'} {printable(name)}"
    for gate in report.gates:
        line = f"  {gate['number']:>2} {gate['name']:<22} {_STATUS[gate['status']]}"
        yield f"{line}  {_why(report)}" if gate["status"] == "fail" else line
    if report.advisories:
        yield "Not checked by the gates"
        for advisory in report.advisories:
            yield f"  {advisory['code']} {advisory['path']}: {advisory['detail']}"


def digests(explanation: dict[str, Any]) -> Iterator[str]:
    """Yield the digest of each document's body."""
    yield "Digests of the bodies"
    for name, found in explanation["digests"].items():
        if found is None:
            yield f"  {name:<12} none: the linked one is not here"
        else:
            yield f"  {name:<12} sha256:{found['computed']}"
            if found["stated"] != found["computed"]:
                yield f"  {'':<12} its envelope says {found['stated']}"


def explanation_lines(explanation: dict[str, Any]) -> Iterator[str]:
    """Yield the derivation, the two orders of the instants, the signed text and the digests."""
    independence = explanation["independence"]
    derived = independence["derived"]
    yield "Independence class"
    for name, value in independence["facts"].items():
        yield f"  {name:<26} {value}"
    yield f"  {'gives':<26} {_CLASS_NOTES.get(derived, derived)}"
    yield f"  {'because':<26} {independence['rule']}"
    yield f"  {'the receipt states':<26} {independence['stated']}"
    precommitment = explanation["precommitment"]
    yield "Order of the instants (gate 10)"
    for name, instant in precommitment["instants"].items():
        yield f"  {name:<26} {instant or 'not a valid instant, or the linked attestation is not here'}"
    for order in precommitment["orders"]:
        apart = f", {order['apart']} apart" if order["apart"] else ""
        yield f"  {order['earlier']} <= {order['later']}: {_ORDERS[order['holds']]}{apart}"
    yield "Signed text"
    yield f"  {explanation['signing_string']}"
    yield from digests(explanation)


def _why(report: Report) -> str:
    where = f"{printable(report.path)}: " if report.path else ""
    return f"{where}{printable(report.reason or '')}"
