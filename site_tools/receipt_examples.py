"""The examples of the page "Check a receipt": ``python -m site_tools.receipt_examples`` writes them anew.

They are made like the vectors of receipts, with the same TEST KEYS, whose secrets are public. Nobody may trust these
keys for anything else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .receipt_vectors.making import Making, make, public

PATH = Path(__file__).parent.parent / "docs" / "assets" / "receipt-examples.json"

_SELF_ADMINISTERED = {
    "relationship.administrator_to_subject": "same_legal_entity",
    "separation.selected_items_by": "subject",
    "independence_class": "self_administered",
}
# Title, the gate where the example ends (None: valid), and what is changed of the base receipt.
_EXAMPLES = (
    ("Independent administration", None, Making()),
    ("Self administered, and says so", None, Making(body=_SELF_ADMINISTERED)),
    ("One count changed after signing", 3, Making(after={"signed_body.testset_ref.item_count": 501})),
    ("Signed by a key that is not trusted", 6, Making(signer="intruder", caller_key=public("intruder"))),
    ("The attestation is withheld", 7, Making(attestation=None)),
    (
        "Test set committed after the subject was told",
        10,
        Making(body={"testset_ref.committed_at": "2026-03-10T08:55:00.001Z"}),
    ),
    ("A test set of zero items", 11, Making(body={"testset_ref.item_count": 0})),
    (
        "Calls itself independent, against its own facts",
        13,
        Making(body={"separation.scored_results_by": "subject"}),
    ),
    ("A score in place of a role", 14, Making(body={"administrator.role": "0.94"})),
)


def examples() -> list[dict[str, Any]]:
    """Return the examples: title, gate, and the four texts (None: not given)."""
    found = []
    for title, gate, making in _EXAMPLES:
        made = make(making)
        texts = {"receipt": made.receipt, "attestation": made.attestation, "keyring": made.keyring}
        shown = {name: None if text is None else text.decode() for name, text in texts.items()}
        found.append({"title": title, "gate": gate, **shown, "caller_key": made.caller_key})
    return found


def main() -> None:
    """Write the examples."""
    note = "Signed with TEST KEYS whose secrets are public. Made by python -m site_tools.receipt_examples."
    PATH.write_text(json.dumps({"note": note, "examples": examples()}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
