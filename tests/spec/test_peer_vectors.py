"""Test data of other projects: RFC 8785 and its author's files, and JSONTestSuite.

The data lies in `shared/peer-vectors` beside the project. Where it is absent these tests are skipped.
"""

from __future__ import annotations

import base64
import json
import struct
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from arfpy import Check, Result

PEERS = Path(__file__).resolve().parents[3] / "shared" / "peer-vectors"
pytestmark = pytest.mark.skipif(not PEERS.is_dir(), reason="the peer vectors are not beside the project")

CHECK = Check(schema=False)

# Accepted by the suite, refused here on purpose: RFC 8785 takes no object with a name twice.
REFUSED_ON_PURPOSE = {"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"}

# Left out of the peer data for their size.
GENERATED = {
    "n_structure_100000_opening_arrays.json": b"[" * 100_000,
    "n_structure_open_array_object.json": b'[{"":' * 50_000,
}

# What the suite leaves to the implementation: a code, or the canonical text and the codes of its warnings.
LEFT_OPEN: dict[str, str | tuple[str, list[str]]] = {
    "i_number_double_huge_neg_exp.json": ("[0]", ["number.underflow"]),
    "i_number_huge_exp.json": "number.overflow",
    "i_number_neg_int_huge_exp.json": "number.overflow",
    "i_number_pos_double_huge_exp.json": "number.overflow",
    "i_number_real_neg_overflow.json": "number.overflow",
    "i_number_real_pos_overflow.json": "number.overflow",
    "i_number_real_underflow.json": ("[0]", ["number.underflow"]),
    "i_number_too_big_neg_int.json": "number.inexact-integer",
    "i_number_too_big_pos_int.json": ("[100000000000000000000]", []),
    "i_number_very_big_negative_int.json": "number.inexact-integer",
    "i_object_key_lone_2nd_surrogate.json": "json.lone-surrogate",
    "i_string_1st_surrogate_but_2nd_missing.json": "json.lone-surrogate",
    "i_string_1st_valid_surrogate_2nd_invalid.json": "json.lone-surrogate",
    "i_string_UTF-16LE_with_BOM.json": "json.invalid-utf8",
    "i_string_UTF-8_invalid_sequence.json": "json.invalid-utf8",
    "i_string_UTF8_surrogate_U+D800.json": "json.invalid-utf8",
    "i_string_incomplete_surrogate_and_escape_valid.json": "json.lone-surrogate",
    "i_string_incomplete_surrogate_pair.json": "json.lone-surrogate",
    "i_string_incomplete_surrogates_escape_valid.json": "json.lone-surrogate",
    "i_string_invalid_lonely_surrogate.json": "json.lone-surrogate",
    "i_string_invalid_surrogate.json": "json.lone-surrogate",
    "i_string_invalid_utf-8.json": "json.invalid-utf8",
    "i_string_inverted_surrogates_U+1D11E.json": "json.lone-surrogate",
    "i_string_iso_latin_1.json": "json.invalid-utf8",
    "i_string_lone_second_surrogate.json": "json.lone-surrogate",
    "i_string_lone_utf8_continuation_byte.json": "json.invalid-utf8",
    "i_string_not_in_unicode_range.json": "json.invalid-utf8",
    "i_string_overlong_sequence_2_bytes.json": "json.invalid-utf8",
    "i_string_overlong_sequence_6_bytes.json": "json.invalid-utf8",
    "i_string_overlong_sequence_6_bytes_null.json": "json.invalid-utf8",
    "i_string_truncated-utf-8.json": "json.invalid-utf8",
    "i_string_utf16BE_no_BOM.json": "json.invalid-utf8",
    "i_string_utf16LE_no_BOM.json": "json.invalid-utf8",
    "i_structure_500_nested_arrays.json": "json.too-deep",
    "i_structure_UTF-8_BOM_empty_object.json": "json.byte-order-mark",
}

# Inputs on which parsers are known to differ, in the same form.
TRANSFORMED: dict[str, str | tuple[str, list[str]]] = {
    "number_-9223372036854775808.json": ("[-9223372036854776000]", []),
    "number_-9223372036854775809.json": "number.inexact-integer",
    "number_1.0.json": ("[1]", []),
    "number_1.000000000000000005.json": ("[1]", []),
    "number_1000000000000000.json": ("[1000000000000000]", []),
    "number_10000000000000000999.json": "number.inexact-integer",
    "number_1e-999.json": ("[0]", ["number.underflow"]),
    "number_1e6.json": ("[1000000]", []),
    "number_9223372036854775807.json": "number.inexact-integer",
    "number_9223372036854775808.json": ("[9223372036854776000]", []),
    "object_key_nfc_nfd.json": ('{"e\u0301":"NFD","\u00e9":"NFC"}', []),
    "object_key_nfd_nfc.json": ('{"e\u0301":"NFD","\u00e9":"NFC"}', []),
    "object_same_key_different_values.json": "json.duplicate-key",
    "object_same_key_same_value.json": "json.duplicate-key",
    "object_same_key_unclear_values.json": "json.duplicate-key",
    "string_1_escaped_invalid_codepoint.json": "json.lone-surrogate",
    "string_1_invalid_codepoint.json": "json.invalid-utf8",
    "string_2_escaped_invalid_codepoints.json": "json.lone-surrogate",
    "string_2_invalid_codepoints.json": "json.invalid-utf8",
    "string_3_escaped_invalid_codepoints.json": "json.lone-surrogate",
    "string_3_invalid_codepoints.json": "json.invalid-utf8",
    "string_with_escaped_NULL.json": ('["A\\u0000B"]', []),
}


def _load(name: str) -> Any:
    path = PEERS / name
    return json.loads(path.read_bytes()) if path.is_file() else {}


SUITE = {
    name: entry | {"data": base64.b64decode(entry["base64"])}
    for name, entry in _load("json-parsing/jsontestsuite_parsing.json").items()
}
TRANSFORM = {
    name: base64.b64decode(entry["base64"])
    for name, entry in _load("json-parsing/jsontestsuite_transform.json").items()
}


def _of(letter: str) -> list[str]:
    return [name for name, entry in SUITE.items() if entry["expect"] == letter]


def _answer(data: bytes) -> tuple[Result, str | tuple[str, list[str]]]:
    result = CHECK.record(data, "peer")
    codes = [problem.code for problem in result.problems]
    if result.canonical is None:
        return result, codes[0]
    return result, (result.canonical.decode(), codes)


@pytest.mark.parametrize("name", ["arrays", "french", "structures", "unicode", "values", "weird"])
def test_files_of_the_rfc_author(name: str) -> None:
    """Each input has the canonical bytes given, as bytes and as hexadecimal digits."""
    folder = PEERS / "jcs-cyberphone"
    canonical = CHECK.record((folder / "input" / f"{name}.json").read_bytes(), name).canonical
    assert canonical is not None
    assert (folder / "output" / f"{name}.json").read_bytes() == canonical
    assert bytes.fromhex((folder / "outhex" / f"{name}.txt").read_text("ascii")) == canonical


@pytest.mark.parametrize(
    "row", _load("jcs-cyberphone/rfc8785_appendix_b.json").get("rows", []), ids=lambda row: row["ieee754_hex"]
)
def test_appendix_b(row: dict[str, str]) -> None:
    """Each double is written as RFC 8785 says, whichever of three decimals gave it; NaN and Infinity are refused."""
    (double,) = struct.unpack(">d", bytes.fromhex(row["ieee754_hex"]))
    if row["text"] is None:
        word = "NaN" if double != double else "Infinity"  # only NaN differs from itself
        assert "number.not-finite" == _answer(f"[{word}]".encode())[1]
        return
    for token in (repr(double), f"{double:.17g}", f"{Decimal(double):f}"):
        assert (f"[{row['text']}]", []) == _answer(f"[{token}]".encode())[1]


def test_the_suite_is_whole() -> None:
    """93 + 2 files must be accepted, 186 + 2 refused, 35 are left open."""
    counted = {letter: len(_of(letter)) for letter in "yni"}
    assert ({"y": 95, "n": 188 - len(GENERATED), "i": 35}, 22) == (counted, len(TRANSFORM))
    assert (set(_of("i")), set(TRANSFORM)) == (set(LEFT_OPEN), set(TRANSFORMED))
    assert set(_of("y")) > REFUSED_ON_PURPOSE


@pytest.mark.parametrize("name", _of("y"))
def test_what_must_be_accepted(name: str) -> None:
    """93 of the 95 files are accepted; the two with a name twice are refused for that."""
    result, answer = _answer(SUITE[name]["data"])
    if name in REFUSED_ON_PURPOSE:
        assert ("unreadable", "json.duplicate-key") == (result.verdict, answer)
    else:
        assert "valid" == result.verdict


@pytest.mark.parametrize("name", [*_of("n"), *GENERATED])
def test_what_must_be_refused(name: str) -> None:
    """All 188 files are refused as unreadable, with a place."""
    data = GENERATED.get(name) or SUITE[name]["data"]
    result, answer = _answer(data)
    assert "unreadable" == result.verdict
    assert str(answer).startswith("json.") or answer == "number.not-finite"
    assert None not in (result.problems[0].line, result.problems[0].column)


@pytest.mark.parametrize("name", _of("i"))
def test_what_the_suite_leaves_open(name: str) -> None:
    """Each file has the answer in the table above."""
    assert LEFT_OPEN[name] == _answer(SUITE[name]["data"])[1]


@pytest.mark.parametrize("name", TRANSFORM)
def test_inputs_on_which_parsers_differ(name: str) -> None:
    """Each input has the answer in the table above."""
    assert TRANSFORMED[name] == _answer(TRANSFORM[name])[1]
