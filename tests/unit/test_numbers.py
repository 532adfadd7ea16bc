"""Numbers: ECMAScript spelling, and which large integers are exact."""

from __future__ import annotations

import struct

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.canonical.numbers import exact_integer, number_text


@settings(max_examples=2000, deadline=None)
@given(st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack(">d", struct.pack(">Q", bits))[0]))
def test_random_doubles_are_spelled_as_rfc8785_spells_them(number: float) -> None:
    """Any bit pattern that is a finite double gets the text that the rfc8785 package gives it."""
    if number == number and abs(number) != float("inf"):
        assert rfc8785.dumps(number).decode() == number_text(number)


@pytest.mark.node
def test_random_doubles_are_spelled_as_node_spells_them(node) -> None:
    """Node's JSON.stringify reaches the same text for doubles near every power of ten and of two."""
    numbers = [s * f * 10.0**e for e in range(-323, 309) for f in (1.0, 1.5, 9.999999999999999) for s in (1, -1)]
    numbers += [2.0**e for e in range(-1074, 1024)]
    numbers = [n for n in numbers if abs(n) != float("inf")]
    expected = node.canonical(("[" + ",".join(map(repr, numbers)) + "]").encode())
    assert expected == ("[" + ",".join(map(number_text, numbers)) + "]").encode()


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"), (-0.0, "0"), (1e21, "1e+21"), (1e20, "100000000000000000000"), (123456789012345680.0, "123456789012345680"),
        (1e-6, "0.000001"), (1e-7, "1e-7"), (-1.5e-9, "-1.5e-9"), (5e-324, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (333333333.3333333, "333333333.3333333"), (1e23, "1e+23"), (0.1, "0.1"), (-12.5, "-12.5"), (2.0**60, "1152921504606847000"),
    ],
)
def test_numbers_at_the_edges_of_each_form(number: float, text: str) -> None:
    """Plain from 1e-6 up to 1e21, an exponent outside."""
    assert text == number_text(number)


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("0", 0), ("-0", 0), ("9007199254740991", 2**53 - 1), ("-9007199254740991", -(2**53) + 1),
        ("9007199254740992", 2.0**53), ("9007199254740993", None), ("9007199254740994", 2.0**53 + 2),
        ("1152921504606846976", 2.0**60), ("1152921504606847000", 2.0**60), ("1152921504606847001", None),
        ("1000000000000000000000", 1e21), ("100000000000000000000000", None), ("18446744073709551616", 2.0**64),
        ("18446744073709552000", 2.0**64), ("18446744073709551615", None),
        (str(2**1023), 2.0**1023), ("1" + "0" * 309, float("inf")), ("-1" + "0" * 400, float("-inf")), ("9" * 5000, float("inf")),
    ],
)
def test_integers_are_exact_or_their_own_spelling(token: str, value: float | None) -> None:
    """Beyond 2**53 - 1 an integer passes when a double holds it or when it is the spelling of its double."""
    assert value == exact_integer(token)
    assert type(value) is type(exact_integer(token))


@given(st.floats(min_value=2.0**53, max_value=1e21, exclude_max=True).filter(float.is_integer))
def test_the_spelling_of_a_double_is_always_accepted(number: float) -> None:
    """Canonical text can be read again: rule (b) of canonicalization.integers."""
    assert number == exact_integer(number_text(number))
