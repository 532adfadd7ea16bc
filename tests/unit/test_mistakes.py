"""Well-known mistakes: the digest of other bytes of the same record is recognised, and named."""

from __future__ import annotations

import hashlib
import json
import subprocess

import pytest

from arfpy import Check

RECORD = '{ "b": "é",\r\n  "a": [1, {"a": 2, "c": true}] }\r\n'.encode()
CANONICAL = '{"a":[1,{"a":2,"c":true}],"b":"é"}'
VALUE = {"b": "é", "a": [1, {"a": 2, "c": True}]}
INDENTED_2 = '{\n  "b": "é",\n  "a": [\n    1,\n    {\n      "a": 2,\n      "c": true\n    }\n  ]\n}'
INDENTED_4 = INDENTED_2.replace("  ", "    ")


def hint(hashed: bytes, record: bytes = RECORD) -> str:
    """Return what is said where the digest of other bytes was expected."""
    expected = "sha256:" + hashlib.sha256(hashed).hexdigest()
    result = Check(schema=False, expected=expected).record(record, "f")
    assert (result.verdict, [problem.code for problem in result.problems]) == ("mismatch", ["digest.mismatch"])
    return result.as_dict()["problems"][0]["hint"]


@pytest.mark.parametrize(
    ("hashed", "named"),
    [
        (CANONICAL + "\n", "the canonical text with a newline at its end."),
        (CANONICAL + "\r\n", "the canonical text with CR LF at its end."),
        (RECORD.decode(), "the text as it was given."),
        (RECORD.decode().replace("\r", ""), "the text as it was given, with LF as line ends."),
        (RECORD.decode().strip(), "the text as it was given, without white space around it."),
        (INDENTED_2, "the record printed with an indent of 2 spaces."),
        (INDENTED_2 + "\n", "the record printed with an indent of 2 spaces with a newline at its end."),
        (INDENTED_4, "the record printed with an indent of 4 spaces."),
        (INDENTED_4.replace("\n", "\r\n"), "the record printed with an indent of 4 spaces and CR LF as line ends."),
        ('{"b":"é","a":[1,{"a":2,"c":true}]}', "the compact text with its names in the order given, not sorted."),
        ('{"a":[1,{"a":2,"c":true}],"b":"\\u00e9"}', "the compact text with sorted names in which everything beyond ASCII is escaped."),
        ('{"a": [1, {"a": 2, "c": true}], "b": "é"}', "the text with sorted names with a space after each comma and colon."),
        ("\ufeff" + CANONICAL, "the canonical text with a byte-order mark in front."),
        ('{"a":[1,{"a":2}],"b":"é"}', "only those members whose names stand at the top level, as early bundles were hashed."),
    ],
)
def test_the_bytes_that_were_hashed_instead_are_named(hashed: str, named: str) -> None:
    """Texts written by hand, each the result of one usual slip."""
    assert hint(hashed.encode()).startswith(f"The expected digest is that of {named} Hash the canonical bytes")


def test_utf_16_is_named() -> None:
    """What PowerShell's older redirections write."""
    assert "UTF-16 with a byte-order mark" in hint(CANONICAL.encode("utf-16"))


@pytest.mark.node
def test_what_node_prints_is_recognised() -> None:
    """JSON.stringify with and without an indent, run in Node itself on a record with a float and escapes."""
    record = b'{"z":1.50,"b":"\\u000a\\u20ac \\/","a":1e21,"n":100.0}'
    for layout in ("", ",null,2", ",null,4", ",null,'\\t'"):
        script = f"process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]){layout}))"
        printed = subprocess.run(["node", "-e", script, record], capture_output=True, check=True).stdout
        assert hint(printed, record).startswith("The expected digest is that of ")


def test_any_other_digest_keeps_the_usual_advice() -> None:
    """Where no slip is recognised, the code's own next step is given."""
    assert hint(b"something else").startswith("Compare the canonical bytes of both.")
    assert json.loads(CANONICAL) == VALUE


def test_a_very_large_record_is_not_searched() -> None:
    """Beyond 4 MiB the reader would wait for some forty hashes."""
    large = b'"' + b"a" * (4 * 1024 * 1024) + b'"'
    assert hint(large + b"\n", large).startswith("Compare the canonical bytes of both.")
