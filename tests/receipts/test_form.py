"""The form receipt-ascii: what its profile refuses, and that JavaScript reaches the same bytes for all it accepts."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.canonical import receipt_form
from arfpy.canonical.receipt_form import ProfileError

NODE = Path(__file__).resolve().parents[1] / "node"
SET = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors" / "receipts"

REFUSED = [
    ('{"r":"a\x7fb"}', "r"), ('{"r":"a\\u007fb"}', "r"), ('{"\uff5e":1}', ""), ('{"\U00010000":1}', ""),
    ('{"\\ue000":1}', ""), ('{"a\\u007f":1}', ""), ('{"n":1.0}', "n"), ('{"n":500.0}', "n"), ('{"n":1e2}', "n"),
    ("[1e16]", "[0]"), ("[123456789012345680.0]", "[0]"), ("[0.00001]", "[0]"), ("[1e-7]", "[0]"), ("[-0.0]", "[0]"),
    ("[-0]", "[0]"), ("[9007199254740992]", "[0]"), ("[9007199254740993]", "[0]"), ("[18446744073709551616]", "[0]"),
    ("[1e400]", "[0]"), ("[NaN]", "[0]"), ("[-Infinity]", "[0]"), ("[Infinity]", "[0]"), ("[" + "9" * 5000 + "]", "[0]"),
    ("[0.940]", "[0]"), ("[9.4e-1]", "[0]"), ("[1E1]", "[0]"), ("[1\uff12]", ""), ("[01]", ""), ('\ufeff{"a":1}', ""),
    ('{"a":1,"a":2}', "a"), ('{"a":1,"\\u0061":1}', "a"), ('{"b":{"a":1,"a":1}}', "b.a"), ('["\\ud83d"]', "[0]"),
    ('["\\ude00\\ud83d"]', "[0]"), ("", ""), ("{}{}", ""), ("{'a':1}", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "path"), REFUSED, ids=lambda value: str(value)[:30])
def test_what_the_profile_refuses(text: str, path: str) -> None:
    """A text on which languages differ is refused at its place, as text and as bytes."""
    for source in (text, text.encode("utf-8", "surrogatepass")):
        with pytest.raises(ProfileError) as caught:
            receipt_form.parse(source)
        assert path == caught.value.path


@pytest.mark.parametrize(
    "data",
    [
        b'["\xff"]',
        '{"a":1}'.encode("utf-16-le"),
        '{"a":1}'.encode("utf-16"),
        b"\xef\xbb\xbf{}",
        b"[" * 17 + b"]" * 17,
        b"[" * 2000 + b"]" * 2000,
        b"[" * 200_000,
        b'"' + b"a" * (256 * 1024) + b'"',
    ],
    ids=lambda data: str(data[:12]),
)
def test_bytes_that_the_profile_refuses(data: bytes) -> None:
    """Other encodings, marks, bytes that are no UTF-8, depth beyond 16 and length beyond 256 KiB are refused."""
    with pytest.raises(ProfileError):
        receipt_form.parse(data)


def test_the_limits_themselves_are_accepted() -> None:
    """Sixteen levels, 256 KiB and the largest integers pass."""
    assert receipt_form.parse("[" * 16 + "]" * 16)
    assert receipt_form.parse(b'"' + b"a" * (256 * 1024 - 2) + b'"')
    assert [9007199254740991, -9007199254740991, 0] == receipt_form.parse("[9007199254740991,-9007199254740991,0]")


@pytest.mark.parametrize(
    "value",
    [
        {1: "a"}, {True: 1, None: 2}, {"\x7f": 1}, ["\x7f"], ["\ud83d"], "\ud83d\ude00", 2**53, -(2**53), 1.0, 1e16, 1e-5,
        float("nan"), float("inf"), -0.0, (1, 2), {1, 2}, b"a", pytest.param(object(), id="an object"), [[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]],
    ],
    ids=repr,
)  # fmt: skip
def test_values_that_the_profile_refuses(value: object) -> None:
    """A value handed in is held to the same rules."""
    with pytest.raises(ProfileError):
        receipt_form.encode(value)


class Oracle:
    """The form in Node, one long-lived process."""

    def __init__(self) -> None:
        command = ["node", str(NODE / "receipt_form_oracle.mjs")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def canonical(self, data: bytes) -> bytes | None:
        """Return the canonical bytes that Node reaches, None where it refuses."""
        self.process.stdin.write(base64.b64encode(data) + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        return None if answer == b"-" else base64.b64decode(answer)


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    """The form in Node; the test is skipped where Node is missing."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    found = Oracle()
    yield found
    found.process.stdin.close()
    found.process.wait(timeout=10)
    found.process.stdout.close()


def test_where_the_languages_differ_the_profile_refuses(oracle: Oracle) -> None:
    """Every text above that Node reads and Python's writer spells otherwise is refused here."""
    differing = 0
    for text, _ in REFUSED:
        node = oracle.canonical(text.encode("utf-8", "surrogatepass"))
        try:
            python = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")).encode()
        except ValueError:
            continue
        differing += node != python
    assert differing >= 15


@pytest.mark.node
@pytest.mark.parametrize("text", ['{"10":"a","9":"b"}', '{"__proto__":{"x":"y"},"a":"b"}', '{"":"\\u2028 é e\u0301 😀 \\u0000/"}', "[0.94,0.30000000000000004,-0.0001,1234567890123456.8]"])  # fmt: skip
def test_what_both_languages_spell_alike(text: str, oracle: Oracle) -> None:
    """Names like numbers, __proto__, line separators, composed and decomposed letters, plain decimals."""
    assert oracle.canonical(text.encode()) == receipt_form.encode(receipt_form.parse(text))


_names = st.text(st.characters(codec="utf-8"), max_size=4) | st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=4) | st.sampled_from(["10", "9", "__proto__", "constructor", ""])  # fmt: skip
_scalars = (
    st.none() | st.booleans() | st.integers() | st.integers(-(2**53) - 2, -(2**53) + 2) | st.integers(2**53 - 2, 2**53 + 2)
    | st.floats() | st.floats(1e-5, 1e17) | st.decimals(places=3, allow_nan=False, min_value=-1000, max_value=1000).map(float)
    | st.text(max_size=8) | st.text(st.characters(max_codepoint=0x9F), max_size=8)
)  # fmt: skip
_values = st.recursive(_scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_names, inner, max_size=4), max_leaves=12)  # fmt: skip
_numbers = st.from_regex(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@pytest.mark.node
@settings(max_examples=400, deadline=None)
@given(_values, st.booleans(), st.sampled_from([None, 1, 4]))
def test_all_that_is_accepted_has_one_spelling(oracle: Oracle, value: object, ascii_only: bool, indent: int | None) -> None:
    """A text accepted here has the canonical bytes that Node reaches; they are ASCII and their own canonical form."""
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    try:
        accepted = receipt_form.parse(text)
    except ProfileError:
        return
    ours = receipt_form.encode(accepted)
    assert oracle.canonical(text.encode()) == ours
    assert ours.isascii()
    assert ours == receipt_form.encode(receipt_form.parse(ours))


@pytest.mark.node
@settings(max_examples=400, deadline=None)
@given(_numbers)
def test_a_number_accepted_is_written_as_it_was(oracle: Oracle, token: str) -> None:
    """The profile takes a number only in the spelling that both languages write."""
    try:
        accepted = receipt_form.parse(token)
    except ProfileError:
        return
    assert token.encode() == receipt_form.encode(accepted) == oracle.canonical(token.encode())


@pytest.mark.node
def test_node_agrees_with_every_valid_vector() -> None:
    """node:crypto reaches digest, link and signature of every valid receipt and of its attestation."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    asked = []
    for vector in json.loads((SET / "manifest.json").read_bytes())["vectors"]:
        if vector["expected"]["valid"]:
            receipt, evar, ring = (
                json.loads((SET / vector[part]).read_bytes()) for part in ("receipt", "attestation", "keyring")
            )
            linked = receipt["signed_body"]["evar_ref"]
            asked.append({"id": vector["id"], "document": receipt, "keyring": ring, "linked": None})
            asked.append({"id": f"{vector['id']} linked", "document": evar, "keyring": ring, "linked": linked})
    command = ["node", str(NODE / "receipt_second_opinion.mjs")]
    done = subprocess.run(command, input=json.dumps(asked).encode(), capture_output=True, check=True, timeout=60)
    answers = json.loads(done.stdout)
    assert {question["id"]: [] for question in asked} == answers
    assert len(asked) >= 40
