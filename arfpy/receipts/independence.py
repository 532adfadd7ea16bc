"""The independence class: derived from the declared facts, never stated by anybody (clause receipts.independence)."""

from __future__ import annotations

from typing import Any, NamedTuple

_RELATIONSHIP = "administrator_to_subject"
LEGS = ("selected_items_by", "ran_evaluation_by", "scored_results_by")


class Derived(NamedTuple):
    """A class, the rule that decided it in words, and the names of the facts that it looked at."""

    name: str
    rule: str
    facts: tuple[str, ...]


def derive(relationship: str, separation: dict[str, Any]) -> Derived:
    """Return the class and what decided it; the first rule that matches wins.

    :param relationship: ``administrator_to_subject``. :param separation: the three legs and their actors.
    """
    if relationship == "same_legal_entity":
        return Derived("self_administered", "the administrator and the subject are one legal entity", (_RELATIONSHIP,))
    for leg in LEGS:
        if separation[leg] == "subject":
            return Derived("self_administered", f"{leg} is the subject", (leg,))
    if relationship == "affiliate":
        return Derived("affiliated", "the administrator is an affiliate of the subject", (_RELATIONSHIP,))
    if relationship == "contracted_vendor":
        return Derived("contracted", "the administrator is a contracted vendor of the subject", (_RELATIONSHIP,))
    facts = (_RELATIONSHIP, "selected_items_by", "scored_results_by")
    if separation["selected_items_by"] != separation["scored_results_by"]:
        rule = "unaffiliated, and one party selected the items while another scored the results"
        return Derived("independent", rule, facts)
    return Derived("undisclosed", "unaffiliated, and the same party selected the items and scored the results", facts)


def incoherent_leg(relationship: str, separation: dict[str, Any]) -> str | None:
    """Return the first leg that a third party did although administrator and subject are one legal entity."""
    if relationship == "same_legal_entity":
        for leg in LEGS:
            if separation[leg] == "third_party":
                return leg
    return None
