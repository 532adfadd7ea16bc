"""The linked attestation: what a tenant reported for one evaluation run, and its eight gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..instants import nanoseconds
from . import envelope
from .envelope import Envelope
from .gates import Gate, Report, run

if TYPE_CHECKING:
    from .keyring import Keyring

TYPE = "eval-attestation"


def verify(source: Any, keyring: Keyring | None, prefix: str = "", *, held: bool = False) -> Report:
    """Run the eight gates on an attestation.

    :param source: text, bytes or value. :param keyring: the trusted keys; a caller's key is never used here.
    :param prefix: what stands before the paths of the report, ``evar.`` inside another report.
    :param held: whether the source is a value that was held against the profile already.
    """
    document = Envelope(source, "attestation", "evaluation attestation", keyring, prefix, held=held)
    return run(GATES, document, Report())


def _signature(document: Envelope) -> None:
    """SIGNATURE: the trusted key signed; a caller's key plays no part (clause receipts.attestation)."""
    if not envelope.is_signed_by_trusted(document):
        raise document.fail("the trusted key did not produce this signature", "sig_b64u")


def _window_order(document: Envelope) -> None:
    """WINDOW_ORDER: the window opens before it closes (clause receipts.window-order)."""
    window, path = document.body["evaluation_window"], "signed_body.evaluation_window"
    opens, closes = nanoseconds(window["opens_at"]), nanoseconds(window["closes_at"])
    if opens is None:
        raise document.fail("opens_at is not a valid instant", f"{path}.opens_at")
    if closes is None:
        raise document.fail("closes_at is not a valid instant", f"{path}.closes_at")
    if opens > closes:
        raise document.fail("the window closes before it opens", f"{path}.closes_at")


def _results_present(document: Envelope) -> None:
    """RESULTS_PRESENT: results, each metric once (clause receipts.results-present)."""
    path = "signed_body.results"
    metrics: set[str] = set()
    for index, result in enumerate(document.body["results"]):
        if result["metric"] in metrics:
            raise document.fail("a metric stands twice", f"{path}[{index}].metric")
        metrics.add(result["metric"])
    if not metrics:
        raise document.fail("there is no result", path)


def _item_floor(document: Envelope) -> None:
    """ITEM_FLOOR: counts of at least 1 (clause receipts.item-floor)."""
    body = document.body
    if body["items_evaluated"] < 1:
        raise document.fail("fewer than one item was evaluated", "signed_body.items_evaluated")
    if body.get("item_floor", 1) < 1:
        raise document.fail("the item floor is below one", "signed_body.item_floor")


GATES: tuple[Gate, ...] = (
    ("SCHEMA", envelope.gate_schema),
    ("ISSUER_KEY_MATCH", envelope.gate_issuer_key),
    ("PAYLOAD_DIGEST", envelope.gate_payload_digest),
    ("RECEIPT_ID", envelope.gate_receipt_id),
    ("SIGNATURE", _signature),
    ("WINDOW_ORDER", _window_order),
    ("RESULTS_PRESENT", _results_present),
    ("ITEM_FLOOR", _item_floor),
)
