"""Canonical bytes: against two other implementations, and against themselves."""

from __future__ import annotations

import enum
import json
import random

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import CanonicalizationError, parse
from arfpy.canonical import jcs

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=6), max_leaves=25
)


def canonical(text: bytes) -> bytes:
    return jcs.canonical_bytes(parse(text))


@settings(max_examples=400, deadline=None)
@given(VALUES)
def test_equals_rfc8785(value) -> None:
    """Every value that the rfc8785 package accepts has the same canonical bytes here."""
    expected = rfc8785.dumps(value)
    assert expected == jcs.encode(value)
    assert expected == canonical(json.dumps(value).encode())


@pytest.mark.node
@settings(max_examples=400, deadline=None)
@given(value=VALUES)
def test_equals_node(node, value) -> None:
    """Every value has the canonical bytes that npm's canonicalize reaches under Node."""
    text = json.dumps(value, ensure_ascii=False).encode()
    assert node.canonical(text) == canonical(text)


@settings(max_examples=300, deadline=None)
@given(VALUES)
def test_canonical_text_is_its_own_canonical_text(value) -> None:
    """Canonicalization is idempotent."""
    once = jcs.encode(value)
    assert once == canonical(once)


@pytest.mark.node
@settings(max_examples=300, deadline=None)
@given(token=st.from_regex(r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?", fullmatch=True))
def test_every_accepted_number_is_written_as_node_writes_it(node, token: str) -> None:
    """A number that is accepted keeps the value that JavaScript gives it, and reads back as itself."""
    text = f"[{token}]".encode()
    try:
        ours = canonical(text)
    except ValueError:
        return
    assert node.canonical(text) == ours
    assert ours == canonical(ours)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(NAMES, SCALARS, min_size=2, max_size=8), st.randoms())
def test_member_order_does_not_matter(value: dict, rng: random.Random) -> None:
    """Two texts that differ only in the order of members have one canonical form."""
    items = list(value.items())
    rng.shuffle(items)
    assert canonical(json.dumps(value).encode()) == canonical(json.dumps(dict(items)).encode())


@settings(max_examples=200, deadline=None)
@given(st.lists(SCALARS, min_size=2, max_size=6))
def test_array_order_does_matter(value: list) -> None:
    """An array and its reverse have one canonical form only if they are the same array."""
    forward, backward = jcs.encode(value), jcs.encode(value[::-1])
    same = [jcs.encode(item) for item in value] == [jcs.encode(item) for item in value[::-1]]
    assert same == (forward == backward)


def test_names_are_sorted_by_utf16_code_units() -> None:
    """U+1F600 sorts before U+FF5E in UTF-16, after it by code point."""
    assert '{"\U0001f600":1,"\uff5e":2}'.encode() == canonical('{"\uff5e":2,"\U0001f600":1}'.encode())


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        ({"a": [float("nan")]}, "number.not-finite", "/a/0"),
        ([float("-inf")], "number.not-finite", "/0"),
        ([2**53 + 1], "number.inexact-integer", "/0"),
        ([10**400], "number.overflow", "/0"),
        ([10**5000], "number.overflow", "/0"),
        ({"a/b": "\ud800"}, "json.lone-surrogate", "/a~1b"),
        ({"\udc00": 1}, "json.lone-surrogate", ""),
    ],
)
def test_values_without_a_canonical_form_are_refused(value, code: str, pointer: str) -> None:
    """A Python value that strict JSON could not have held is refused with the code of that rule."""
    with pytest.raises(CanonicalizationError) as refusal:
        jcs.encode(value)
    assert (code, pointer) == (refusal.value.code, refusal.value.pointer)


def test_a_value_nested_too_deep_is_refused() -> None:
    """Depth 256 has canonical bytes, depth 257 is refused, and a cycle ends there too."""
    value: list = []
    for _ in range(255):
        value = [value]
    assert b"[" * 256 + b"]" * 256 == jcs.encode(value)
    with pytest.raises(CanonicalizationError) as refusal:
        jcs.encode([value])
    assert refusal.value.code == "json.too-deep"
    cycle: list = []
    cycle.append(cycle)
    with pytest.raises(CanonicalizationError):
        jcs.encode(cycle)


@pytest.mark.parametrize("value", [b"x", {1: 2}, {None: 1}, object(), {1, 2}, enum.IntEnum("E", "a").a, 1j])
def test_types_that_json_lacks_are_a_type_error(value) -> None:
    """bytes, sets, enum members and non-string names are programming errors, not records."""
    with pytest.raises(TypeError):
        jcs.encode(value)


def test_true_is_not_one() -> None:
    """bool is a subclass of int in Python and another type in JSON."""
    assert b'[true,1,false,0]' == jcs.encode([True, 1, False, 0])
