"""The strict parser: what it returns, what it refuses and where; its fast and careful readers agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import StrictJsonError, parse
from arfpy.canonical import jcs
from arfpy.lines import Lines
from arfpy.places import read
from arfpy.strict_json import MAX_DEPTH

ROOT = Path(__file__).resolve().parents[2]

# Values as JSON.parse and a strict reader both know them.
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=20
)
# Texts that are nearly JSON: pieces that meet every branch of the grammar.
PIECES = st.sampled_from(
    ['{', '}', '[', ']', ':', ',', '"a"', '"b"', '"\\u0061"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\udc00x"', '"\\n"',
     '"', '\\', ' ', '\n', '\r\n', '\t', 'true', 'false', 'null', 'NaN', '-Infinity', '0', '-0', '1', '-1', '1.0', '.5',
     '1e5', '1e-400', '1e400', '9007199254740993', '9007199254740994', '1152921504606847000', '5e-324', '0.1',
     '"\U0001f600"', '"\ue000"', '"\x7f"', '\x00', '01', '1.', '/', '//', "'", '\ufeff', '\u00a0']
)


def verdict_of(function, text: str):
    try:
        return function(text)
    except StrictJsonError as error:
        return (error.code, error.pointer, error.line, error.column)


@settings(max_examples=600, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_fast_and_careful_reader_give_one_verdict(text: str) -> None:
    """Whatever the text, both readers return the same value or the same refusal at the same place."""

    def fast(text: str):
        document = parse(text.encode("utf-8"))
        return repr(document.value), [code for code, _, _ in document.warnings]

    def careful(text: str):
        places = read(text)
        return repr(places.value), [code for code, _, _ in places.warnings]

    if text.startswith("\ufeff"):
        assert verdict_of(fast, text) == ("json.byte-order-mark", "", 1, 1)
    else:
        assert verdict_of(careful, text) == verdict_of(fast, text)


@settings(max_examples=300, deadline=None)
@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_accepted_values_are_those_of_the_standard_library(value, indent, ascii_only) -> None:
    """A text that json.dumps wrote is read back as an equal value, however it was spaced and escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert value == parse(text.encode("utf-8")).value
    assert value == read(text).value


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=40))
def test_any_bytes_are_a_value_or_a_typed_refusal(data: bytes) -> None:
    """No bytes make the parser raise anything but its own error, and every refusal names its place."""
    try:
        parse(data)
    except StrictJsonError as error:
        assert error.line >= 1
        assert error.column >= 1
        assert error.clause.startswith("canonicalization.")
        assert error.hint


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_plain_documents_are_written_alike_by_both_writers(value) -> None:
    """Where the fast writer is allowed, the general writer reaches the same bytes."""
    document = parse(json.dumps(value, ensure_ascii=False).encode("utf-8"))
    assert jcs.encode(document.value) == jcs.canonical_bytes(document)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('{"a":1.5,"b":[true,null,"x"]}', True),
        ('{"\ud7ff":1}', True),
        ('{"\ue000":1}', True),
        ('{"\\ue000":1}', True),
        ('{"a":{"\U0001f600":1}}', True),
        ('["\ue000","\U0001f600"]', True),
        ('["\\ue000","\\ud83d\\ude00"]', True),
        ('{"\ue000":1,"\U0001f600":2}', False),
        ('{"\\uFFFF":1,"\\uD83D\\uDE00":2}', False),
        ('{"\\ue000":"\U0001f600"}', False),
        ('{"\ue000":"\\ud83d\\ude00"}', False),
        ('["\U000e0001",{"\uffee":1}]', False),
        ('[0.0001]', True),
        ('[0.00009]', False),
        ('[-0.00009]', False),
        ('[9007199254740991.0]', True),
        ('[9007199254740992.0]', False),
        ('[-9007199254740992.0]', False),
        ('[999999999999999]', True),
        ('[9007199254740992]', False),
        ('[1e21]', False),
        ('[0.0]', True),
        ('[-0.0e9]', True),
        ('[1e-400, 0.0]', False),
        ('[1e-400]', False),
    ],
)
def test_each_condition_of_the_fast_writer_is_seen(text: str, plain: bool) -> None:
    """Both sides of each condition of the fast path are told apart, and reach the general writer's bytes."""
    document = parse(text.encode("utf-8"))
    assert plain == document.plain
    assert jcs.encode(document.value) == jcs.canonical_bytes(document)


@pytest.mark.parametrize(("opener", "closer"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_depth_256_passes_and_257_does_not(opener: str, closer: str) -> None:
    """The outermost container has depth 1; a string full of brackets adds none."""
    times = MAX_DEPTH // (2 if opener.startswith("[{") else 1)
    inner = '"[[[[{{{{\\"[["'
    parse((opener * times + inner + closer * times).encode())
    with pytest.raises(StrictJsonError) as refusal:
        parse((opener * times + "[" + inner + "]" + closer * times).encode())
    assert refusal.value.code == "json.too-deep"


@pytest.mark.parametrize("text", ["[" * 1_000_000, '[{"":' * 500_000, "[" * 300_000 + "]" * 300_000])
def test_a_million_brackets_are_a_clean_error(text: str) -> None:
    """Deep nesting is refused at the bracket that opens depth 257, without recursion."""
    with pytest.raises(StrictJsonError) as refusal:
        parse(text.encode())
    assert ("json.too-deep", 1) == (refusal.value.code, refusal.value.line)


def test_many_shallow_containers_are_not_deep() -> None:
    """A long array of small objects is as shallow as one of them."""
    text = "[" + ",".join(['{"a":["]"],"b":"\\"{"}'] * 5000) + "]"
    document = parse(text.encode())
    assert document.plain
    assert 5000 == len(document.value)


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b'{"a":"\xff"}', 1, 7),
        ('{"é":"\U0001f600'.encode() + b'\xc3"}', 1, 8),
        (b'{\r\n "a":\r\n\xe2\x28\xa1}', 3, 1),
        (b"\xed\xa0\x80", 1, 1),
        (b"\xff\xfe{\x00}\x00", 1, 1),
    ],
)
def test_invalid_utf8_is_placed_by_code_points(data: bytes, line: int, column: int) -> None:
    """The column of invalid UTF-8 counts the code points before the bad byte."""
    with pytest.raises(StrictJsonError) as refusal:
        parse(data)
    assert ("json.invalid-utf8", line, column) == (refusal.value.code, refusal.value.line, refusal.value.column)


def test_a_carriage_return_is_no_column_and_ends_no_line() -> None:
    """Lines end at LF; CR is not counted."""
    assert (1, 1) == Lines("").place(0)
    assert (2, 2) == Lines("a\r\nbc").place(4)
    assert (1, 3) == Lines("a\rb\rc").place(4)
    assert (1, 3) == Lines("ab\n").place(2)
    assert (2, 1) == Lines("ab\n").place(3)


def test_numbers_keep_the_value_of_their_double() -> None:
    """Whole values up to 2**53 - 1 are ints, everything else is the double."""
    value = parse(b"[1, 1.0, -0, -0.0, 1e2, 2.5, 9007199254740991, 9007199254740994, 1e21]").value
    assert [1, 1, 0, 0, 100, 2.5, 2**53 - 1, float(2**53 + 2), 1e21] == value
    assert [int, int, int, int, int, float, int, float, float] == [type(number) for number in value]


def test_underflow_is_a_warning_with_a_place() -> None:
    """A number that is zero only because it is too small is reported; a written zero is not."""
    assert (("number.underflow", "/1/a", 8),) == tuple(parse(b'[0,{"a":1e-400}]').warnings)
    assert () == parse(b"[0e-400, 0.0, -0.000e9]").warnings


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("1e400x", "number.overflow", 1),
        ("9007199254740993x", "number.inexact-integer", 1),
        ("1.5x", "json.syntax", 4),
        ('"\\ud800\\u12"', "json.lone-surrogate", 2),
        ('"\\ud800\\ud800\\udc00"', "json.lone-surrogate", 2),
        ('{"\\ud800":1}', "json.lone-surrogate", 3),
    ],
)
def test_the_first_fault_is_the_one_reported(text: str, code: str, column: int) -> None:
    """A fault of a token that is complete comes before a fault of what follows it."""
    with pytest.raises(StrictJsonError) as refusal:
        parse(text.encode())
    assert (code, column, "") == (refusal.value.code, refusal.value.column, refusal.value.pointer)


def test_places_cost_no_more_than_the_text() -> None:
    """A long name above many values, and long names one in another, are placed in memory of the size of the text."""
    import tracemalloc

    wide = '{"' + "k" * 500_000 + '":[' + "0," * 250_000 + "1e-400]}"
    deep = '{"' + ('k' * 1000 + '":{"') * 200 + 'a":[' + "0," * 20_000 + "1e-400]" + "}" * 201
    for text in (wide, deep):
        tracemalloc.start()
        assert 1 == len(parse(text.encode()).warnings)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 300 * len(text)


def test_warnings_are_bounded() -> None:
    """Each warning carries its pointer, so a text with very many of them reports the first hundred."""
    assert 100 == len(parse(b"[" + b"1e-400," * 5000 + b"0]").warnings)


def test_without_the_c_scanner_the_careful_reader_decides() -> None:
    """json's scanner in pure Python reads digits of other scripts; no digest may come of that."""
    import subprocess
    import sys

    program = (
        "import sys; sys.modules['_json'] = None\n"
        "from arfpy import Check\n"
        "for text in ('1\u0661', '[1.\u0665]', '\"\\\\u+123\"', '\"\\\\u1_23\"'):\n"
        "    print(Check(schema=False).record(text.encode(), 'x').verdict)\n"
        "print(Check(schema=False).record(b'{\"b\":1.50,\"a\":[]}', 'x').canonical)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ["unreadable"] * 4 + ["b'{\"a\":[],\"b\":1.5}'"] == done.stdout.splitlines()
