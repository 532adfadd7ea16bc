"""The independence class: derived from the declared facts, never taken from whoever states it."""

from __future__ import annotations

from typing import Any

LEGS = ("selected_items_by", "ran_evaluation_by", "scored_results_by")


def derive(relationship: str, separation: dict[str, Any]) -> tuple[str, str]:
    """Return the class and the rule that decided it, first match wins.

    :param relationship: ``administrator_to_subject``. :param separation: the three legs and their actors.
    """
    if relationship == "same_legal_entity":
        return "self_administered", "the administrator and the subject are one legal entity"
    for leg in LEGS:
        if separation[leg] == "subject":
            return "self_administered", f"{leg} is the subject"
    if relationship == "affiliate":
        return "affiliated", "the administrator is an affiliate of the subject"
    if relationship == "contracted_vendor":
        return "contracted", "the administrator is a contracted vendor of the subject"
    if separation["selected_items_by"] != separation["scored_results_by"]:
        return "independent", "unaffiliated, and one party selected the items while another scored the results"
    return "undisclosed", "unaffiliated, and the same party selected the items and scored the results"


def incoherent_leg(relationship: str, separation: dict[str, Any]) -> str | None:
    """Return the first leg that a third party did although administrator and subject are one legal entity."""
    if relationship == "same_legal_entity":
        for leg in LEGS:
            if separation[leg] == "third_party":
                return leg
    return None
