"""Receipts at once: each is verified on its own, against the attestation that it refers to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..canonical import receipt_form
from ..errors import UsageError
from .administration import verify
from .explain import explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .gates import Report
    from .keyring import Keyring


class Document(NamedTuple):
    """The exact bytes of one document, and the name that reports show: its file, and its line where there are many."""

    name: str
    data: bytes


class Attestations:
    """The attestations at hand. One alone is held against every receipt; among several, the id decides.

    ``passed_over`` names those of several in which no id can be read.

    :raises UsageError: two of them have one id.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        found = list(documents)
        self.passed_over: list[str] = []
        self._alone = found[0] if len(found) == 1 else None
        self._by_id: dict[str, Document] = {}
        for document in found:
            receipt_id = _member(document.data, "receipt_id")
            if receipt_id is None:
                if len(found) > 1:
                    self.passed_over.append(document.name)
            elif receipt_id in self._by_id:
                message = f"two attestations have the id {receipt_id}"
                raise UsageError(message, "Give only the one that the receipt refers to.")
            else:
                self._by_id[receipt_id] = document

    def linked(self, receipt: bytes) -> Document | None:
        """Return the attestation to hold against a receipt, or None."""
        if self._alone is not None:
            return self._alone
        receipt_id = _member(receipt, "signed_body", "evar_ref", "receipt_id")
        return self._by_id.get(receipt_id) if receipt_id is not None else None


@dataclass(frozen=True, slots=True)
class Judged:
    """A receipt, the attestation it was held against, and what the gates said."""

    receipt: Document
    attestation: Document | None
    report: Report

    def explanation(self) -> dict[str, Any] | None:
        """Return what stands behind the verdict, or None where the receipt does not have the shape of one."""
        return explain(self.receipt.data, self.attestation.data if self.attestation else None)


def judge(
    receipts: Iterable[Document], attestations: Attestations, keyring: Keyring | None, caller_key: str | None = None
) -> Iterator[Judged]:
    """Verify receipts one after the other; no one of them changes the verdict on another."""
    for receipt in receipts:
        evar = attestations.linked(receipt.data)
        report = verify(receipt.data, evar.data if evar else None, keyring, caller_key)
        yield Judged(receipt, evar, report)


def _member(data: bytes, *names: str) -> str | None:
    try:
        value = receipt_form.parse(data)
    except receipt_form.ProfileError:
        return None
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None
