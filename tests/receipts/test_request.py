"""The request's reader: each member's own bytes, and a refusal of everything that RFC 8259 does not allow."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.receipts.request import RequestError, members

R = frozenset({"r"})
RX = frozenset({"r", "x"})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b'{"r":1}', {"r": b"1"}),
        (b' { "r" : {"a": [1 , {}] } ,\r\n\t"x":"]}" } \n', {"r": b'{"a": [1 , {}] }', "x": b'"]}"'}),
        (b'{"r":{"a":1,"a":2}}', {"r": b'{"a":1,"a":2}'}),
        (b'{"r":{"r":[{"r":{}}]},"x":[]}', {"r": b'{"r":[{"r":{}}]}', "x": b"[]"}),
        (b'{"r":5.00e2}', {"r": b"5.00e2"}),
        (b'{"\\u0072":null}', {"r": b"null"}),
        ('{"r":"é\x7f\\ud800\\"\\\\"}'.encode(), {"r": '"é\x7f\\ud800\\"\\\\"'.encode()}),
        (b'{"r":-0,"x":[true,false,-1.5E+3]}', {"r": b"-0", "x": b"[true,false,-1.5E+3]"}),
        (b'{"r":' + b"9" * 5000 + b"}", {"r": b"9" * 5000}),
    ],
)
def test_members_are_cut_out_as_they_stand(text: bytes, found: dict):
    """White space, repeated names, spellings and escapes inside a document reach its own judge unchanged."""
    assert found == members(text, R, frozenset({"x"}))


@pytest.mark.parametrize(
    "text",
    [
        b"", b" ", b"{", b"}", b'{"r"', b'{"r":', b'{"r":1', b'{"r":1,', b'{"r":1,}', b'{,"r":1}', b'{"r" 1}', b'{"r"::1}', b'{"r":1]',
        b'{"r":[1,]}', b'{"r":[,1]}', b'{"r":[1 2]}', b'{"r":{"a"}}', b'{"r":{1:2}}', b'{"r":{]}', b'{"r":[}', b'{"r":1}}', b'{"r":1}{}',
        b'{"r":01}', b'{"r":+1}', b'{"r":1.}', b'{"r":.5}', b'{"r":1e}', b'{"r":0x1}', b'{"r":NaN}', b'{"r":Infinity}', b'{"r":-}',
        b'{"r":True}', b'{"r":nul}', b'{"r":nullx}', b"{'r':1}", b'{"r":"\x00"}', b'{"r":"\n"}', b'{"r":"\\x41"}', b'{"r":"\\u12"}',
        b'{"r":"\\u{41}"}', b'{"r":"', b'{"r":"\\"}', b'{"r":"\xff"}', b'{"r":"\xed\xa0\x80"}', b'{"r":"\xc0\xaf"}', b'\xef\xbb\xbf{"r":1}',
        '{"r":1}'.encode("utf-16"), b'{"r":1}\x00', b'{"r":\x0b1}', b'{"r":1\xa0}', '{"r":１}'.encode(), b'{"r":1}//', b'{"r":[[[[}',
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused(text: bytes):
    """Cut off, badly closed, other spellings of numbers and literals, other encodings, a byte-order mark."""
    with pytest.raises(RequestError, match="not JSON"):
        members(text, R)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"[]", "not a JSON object"), (b"1", "not a JSON object"), (b'"r"', "not a JSON object"), (b"[{}]", "not a JSON object"),
        (b"{}", "lacks the member r"), (b'{"x":1}', "lacks the member r"), (b'{"r":1,"r":1}', "r stands twice"),
        (b'{"r":1,"\\u0072":2}', "r stands twice"), (b'{"r":1,"secret":2}', "not defined"), (b'{"r":1,"\\ud800":2}', "not defined"),
        (b'{"r":1,"R":2}', "not defined"), (b'{"r":1,"":2}', "not defined"),
    ],
)  # fmt: skip
def test_other_wrappers_are_refused(text: bytes, said: str):
    """No object, a member missing, twice or unknown; the sentence repeats nothing of the request."""
    with pytest.raises(RequestError, match=said) as caught:
        members(text, R, frozenset({"x"}))
    assert "secret" not in caught.value.reason


def test_depth_ends_nothing():
    """Three hundred thousand levels are cut out like any value, and left open they are refused."""
    deep = b"[" * 300_000 + b"]" * 300_000
    assert members(b'{"r":' + deep + b"}", R) == {"r": deep}
    with pytest.raises(RequestError):
        members(b'{"r":' + deep[:-1] + b"}", R)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(VALUES, VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_each_slice_is_the_value(first, second, indent, ascii_only: bool):
    """However the wrapper is written, the slices read back to the values that were put in."""
    text = json.dumps({"r": first, "x": second}, indent=indent, ensure_ascii=ascii_only)
    found = members(text.encode("utf-8"), RX)
    assert [json.loads(found["r"]), json.loads(found["x"])] == [first, second]


@settings(max_examples=500, deadline=None)
@given(VALUES, st.integers(0, 10_000), st.sampled_from([*'{}[],:"\\0-.eE+x tn', ""]))
def test_the_grammar_is_that_of_pythons_reader(value, where: int, change: str):
    """With one character of a sound text replaced, it is refused exactly when Python's own reader refuses it."""
    text = json.dumps({"r": value})
    at = where % len(text)
    text = text[:at] + change + text[at + 1 :]
    try:
        read = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} was written"))
    except json.JSONDecodeError:
        with pytest.raises(RequestError):
            members(text.encode("utf-8"), R)
        return
    if type(read) is dict and list(read) == ["r"]:
        try:
            assert json.loads(members(text.encode("utf-8"), R)["r"]) == read["r"]
        except RequestError as error:
            assert "twice" in error.reason
