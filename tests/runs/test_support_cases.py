"""The generator of support-routing reproduces the published fingerprints and tickets."""

from __future__ import annotations

import pytest

from arfpy.runs.fingerprints import cases_sha256
from arfpy.runs.support_routing.cases import cases

FINGERPRINTS = {
    (17,): "b7cd8663c69da9e1715d5c8e1d707514863dcc333fefc57acc3315053ebc85df",
    (41,): "5fab779b54cb87966b26e7c7f863a8fbad42f35725428baea214f27bb79ec5d7",
    (97,): "5765ad5394ca0d334abf1613112ea2b15899fad96c32e1fc19f7ea5a1977a70d",
    (17, 41, 97): "9b5fd533fb10fe67e9338cbf6e6e37e91fe63aa802b7bb826a8de6f77cdc81ad",
}


@pytest.mark.parametrize("seeds", FINGERPRINTS)
def test_the_cases_have_the_published_fingerprint(seeds):
    """Every ticket, rule, note and fault of these seeds goes into it."""
    assert cases_sha256([case for seed in seeds for case in cases(seed)]) == FINGERPRINTS[seeds]


def test_the_tickets_of_seed_17_are_the_published_ones():
    """Target, its category, the queue for it, and the other ticket."""
    found = [
        (case.target, case.initial[case.target]["category"], case.routing_rules[case.initial[case.target]["category"]], list(case.initial)[1])
        for case in cases(17)
    ]
    assert found == [
        ("T-85a0bcc1", "technical", "queue-0-2", "U-6a06e9ab"),
        ("T-c41f9dfd", "billing", "queue-1-0", "U-b48438b5"),
        ("T-3fb81d27", "technical", "queue-2-1", "U-62590992"),
        ("T-cd68615c", "billing", "queue-3-0", "U-51436d1f"),
    ]


def test_seeds_give_other_fingerprints_in_another_order():
    """The order of the seeds is part of the input."""
    one, two = (cases_sha256([c for seed in seeds for c in cases(seed)]) for seeds in ((17, 41), (41, 17)))
    assert one != two


def test_a_record_shares_no_memory_with_its_case():
    """Whoever changes a record changes no case."""
    case = cases(17)[0]
    case.record()["initial"][case.target]["queue"] = "elsewhere"
    assert case.initial[case.target]["queue"] == "inbox"
