"""The independence class: all 256 arrangements against tables written by hand."""

from __future__ import annotations

from collections import Counter
from itertools import product

from arfpy.receipts import independence
from site_tools.receipt_vectors.valid_cases import arrangement

RELATIONSHIPS = ("same_legal_entity", "affiliate", "contracted_vendor", "unaffiliated")
ACTORS = ("subject", "administrator", "third_party", "undisclosed")
CLASSES = {
    "S": "self_administered",
    "F": "affiliated",
    "C": "contracted",
    "I": "independent",
    "U": "undisclosed",
}

# Rows: who selected; columns: who scored; both in the order of ACTORS. One table where the subject did not run the
# evaluation, and all S where it did.
TABLES = {
    "same_legal_entity": "SSSS SSSS SSSS SSSS",
    "affiliate": "SSSS SFFF SFFF SFFF",
    "contracted_vendor": "SSSS SCCC SCCC SCCC",
    "unaffiliated": "SSSS SUII SIUI SIIU",
}


def _by_table(relationship: str, selected: str, ran: str, scored: str) -> str:
    if ran == "subject":
        return "self_administered"
    row = TABLES[relationship].split()[ACTORS.index(selected)]
    return CLASSES[row[ACTORS.index(scored)]]


def _derived(relationship: str, selected: str, ran: str, scored: str) -> str:
    legs = {"selected_items_by": selected, "ran_evaluation_by": ran, "scored_results_by": scored}
    return independence.derive(relationship, legs)[0]


ROWS = list(product(RELATIONSHIPS, ACTORS, ACTORS, ACTORS))


def test_every_arrangement_has_the_class_of_the_table() -> None:
    """All 256 rows agree with the tables."""
    assert 256 == len(ROWS)
    assert [] == [row for row in ROWS if _derived(*row) != _by_table(*row)]


def test_the_counts_by_relationship() -> None:
    """Each relationship has its number of rows of each class."""
    counts = {name: Counter(_derived(*row) for row in ROWS if row[0] == name) for name in RELATIONSHIPS}
    assert counts == {
        "same_legal_entity": {"self_administered": 64},
        "affiliate": {"self_administered": 37, "affiliated": 27},
        "contracted_vendor": {"self_administered": 37, "contracted": 27},
        "unaffiliated": {"self_administered": 37, "independent": 18, "undisclosed": 9},
    }


def test_the_counts_with_three_actors() -> None:
    """Without the actor undisclosed there are 108 rows: 84, 8, 8, 4 and 4."""
    rows = [row for row in ROWS if "undisclosed" not in row[1:]]
    assert Counter(_derived(*row) for row in rows) == {
        "self_administered": 84,
        "affiliated": 8,
        "contracted": 8,
        "independent": 4,
        "undisclosed": 4,
    }


def test_coherence_takes_37_rows_and_leaves_219() -> None:
    """One legal entity with a third party leg is incoherent; nothing else is."""
    names = ("selected_items_by", "ran_evaluation_by", "scored_results_by")
    coherent = [row for row in ROWS if independence.incoherent_leg(row[0], dict(zip(names, row[1:], strict=True))) is None]
    gone = set(ROWS) - set(coherent)
    assert all(row[0] == "same_legal_entity" and "third_party" in row[1:] for row in gone)
    assert (37, 219) == (len(gone), len(coherent))
    assert Counter(_derived(*row) for row in coherent) == {
        "self_administered": 138,
        "affiliated": 27,
        "contracted": 27,
        "independent": 18,
        "undisclosed": 9,
    }


def test_every_arrangement_through_the_gates(judge) -> None:
    """Stated as the table says a receipt is valid or incoherent; stated otherwise it stops at gate 13."""
    for row in ROWS:
        stated = _by_table(*row)
        incoherent = row[0] == "same_legal_entity" and "third_party" in row[1:]
        assert (12 if incoherent else None) == judge.gate(body=arrangement(*row, stated))
        other = "contracted" if stated != "contracted" else "independent"
        assert (12 if incoherent else 13) == judge.gate(body=arrangement(*row, other))
