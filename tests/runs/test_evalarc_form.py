"""The canonical text of fingerprints (facts of the format, not RFC 8785)."""

from __future__ import annotations

import pytest

from arfpy.canonical.evalarc_form import evalarc_text
from arfpy.errors import CanonicalizationError


def test_names_are_sorted_and_characters_outside_ascii_escaped():
    """The published example of the form."""
    assert evalarc_text({"b": 1, "a": [True, None, "λ"]}) == r'{"a": [true, null, "\u03bb"], "b": 1}'


def test_one_one_point_zero_and_true_are_three_texts():
    """No number is rewritten, unlike in RFC 8785."""
    assert [evalarc_text(value) for value in (1, 1.0, True)] == ["1", "1.0", "true"]


def test_names_are_sorted_by_code_point():
    """U+E000 stands before U+1D306, which UTF-16 code units would put first."""
    assert evalarc_text({"\U0001d306": 1, "\ue000": 2}) == r'{"\ue000": 2, "\ud834\udf06": 1}'


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_not_finite_is_refused(number):
    """It has no JSON form."""
    with pytest.raises(CanonicalizationError):
        evalarc_text([number])


@pytest.mark.parametrize("value", [{1: 2}, {"a": [{None: 1}]}, {"a": {1, 2}}, b"x"])
def test_what_json_does_not_have_is_a_type_error(value):
    """A number as a name is not turned into a string."""
    with pytest.raises(TypeError):
        evalarc_text(value)
