"""The compiled schemas of receipt and attestation say yes exactly when the validator finds nothing."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.receipts import shapes
from site_tools.receipt_vectors.making import Making, make

MADE = make(Making())
BASES = {"receipt": json.loads(MADE.receipt), "attestation": json.loads(MADE.attestation)}
# Values near the edge of some rule: lengths, constants, types, real dates, counts of entries.
ODD = st.sampled_from(
    [None, True, 0, -1, 1.5, 500.0, "", "x", "x" * 32, "x" * 33, "x" * 64, "x" * 65, "x" * 200, "x" * 201, "é" * 500, "é" * 501, "\x1f",
     "a b", "0a" * 32, "0A" * 32, "0a" * 32 + "\n", "subject", "joint", "2026-02-29T00:00:00.000Z", "2026-02-28T00:00:00.000Z", [], {}, [{}],
     [{"metric": "m", "value": 1}], [{"metric": "m", "value": 1}] * 256, [{"metric": "m", "value": 1}] * 257, [{"metric": "M", "value": 0.5}],
     [{"metric": "m", "value": "1"}], [{"metric": "m", "value": 1, "unit": "x" * 33}], {"id": "x"}, {"id": "x", "role": "y"}]
)  # fmt: skip


def objects(value) -> list[dict]:
    """Every object of a document, itself included."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] * isinstance(value, dict) + [found for item in inner for found in objects(item)]


@pytest.mark.parametrize("name", BASES)
def test_sound_documents_are_accepted(name: str):
    """The differential test below starts from documents that both sides accept."""
    assert shapes.acceptor(name)(BASES[name])
    assert list(shapes._validator(name).iter_errors(BASES[name])) == []


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(list(BASES)), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), ODD, st.sampled_from("sda")), max_size=3))
def test_both_give_one_verdict(name: str, changes):
    """However a sound document is changed, the compiled schema agrees with jsonschema."""
    value = copy.deepcopy(BASES[name])
    for where, which, odd, how in changes:
        targets = objects(value)
        target = targets[where % len(targets)]
        names = sorted(target)
        if how == "a" or not names:
            target["extra"] = copy.deepcopy(odd)
        elif how == "d":
            del target[names[which % len(names)]]
        else:
            target[names[which % len(names)]] = copy.deepcopy(odd)
    assert shapes.acceptor(name)(value) == shapes._validator(name).is_valid(value)


@pytest.mark.parametrize("name", BASES)
def test_values_that_are_no_objects_are_refused(name: str):
    """Arrays, texts, numbers and null are no documents, and the fault is that of the whole."""
    for value in ([], "x", 1, 0.5, None, True):
        assert not shapes.acceptor(name)(value)
        assert shapes.first_fault(name, value) == ("it has the wrong JSON type", "")
