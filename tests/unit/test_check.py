"""Checking one record: the order of the steps, what each leaves in the result, and faults of our own."""

from __future__ import annotations

import hashlib

import pytest

from arfpy import Check, UsageError, digest_of, expected_digest
from arfpy.schema import Violation

UUID = "602d54e3-0650-40c8-898c-e6d3c0e71d71"
ENDORSEMENT = (
    b'{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    b'"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","comment":"Strong evidence from the Shumailov et al. paper. '
    b'Model collapse is well-documented.","weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
PUBLISHED = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"


def test_the_published_endorsement_reaches_the_published_digest() -> None:
    """293 canonical bytes and the digest that the published page shows."""
    result = Check().record(ENDORSEMENT, "x")
    assert ("endorsement", "valid", PUBLISHED, 293) == (result.type, result.verdict, result.digest, len(result.canonical))
    assert result.passed
    assert [] == result.problems


def test_white_space_and_member_order_do_not_change_the_digest() -> None:
    """A pretty-printed copy with CRLF line ends has the same digest."""
    pretty = ENDORSEMENT.replace(b',"', b',\r\n    "').replace(b"{", b"{\r\n    ")
    assert PUBLISHED == Check().record(pretty, "x").digest


def test_the_expected_digest_is_compared() -> None:
    """Equal is valid; different is a mismatch that names both."""
    assert Check(expected=PUBLISHED).record(ENDORSEMENT, "x").passed
    other = "sha256:" + "0" * 64
    result = Check(expected=other).record(ENDORSEMENT, "x")
    assert ("mismatch", ["digest.mismatch"]) == (result.verdict, [p.code for p in result.problems])
    assert other in result.problems[0].message
    assert PUBLISHED in result.problems[0].message


def test_an_invalid_record_with_another_digest_is_invalid_and_says_both() -> None:
    """The verdict names the rule of the spec; the mismatch is still reported."""
    result = Check(expected=PUBLISHED).record(ENDORSEMENT.replace(b'"weight":5', b'"weight":6'), "x")
    assert "invalid" == result.verdict
    assert ["schema.maximum", "digest.mismatch"] == sorted((p.code for p in result.problems), reverse=True)


def test_places_are_those_of_the_file() -> None:
    """Problems of a record on line 7 are on line 7; those of a pretty-printed one on their own lines."""
    bad = ENDORSEMENT.replace(b'"weight":5', b'"weight":"5"')
    problem = Check().record(bad, "x", line=7).problems[0]
    assert ("schema.type", "/weight", 7, 253) == (problem.code, problem.pointer, problem.line, problem.column)
    problem = Check().record(bad.replace(b',"', b',\n"'), "x").problems[0]
    assert (5, 10) == (problem.line, problem.column)


def test_problems_come_in_the_order_of_the_text() -> None:
    """The reader meets the first fault first, whatever order the schema finds them in."""
    bad = b'{"id":"x","claimId":"y","weight":9,"zzz":1,"validatorId":"z","createdAt":"never"}'
    assert ["/id", "/claimId", "/weight", "/zzz", "/validatorId", "/createdAt"] == [
        problem.pointer for problem in Check().record(bad, "x").problems
    ]


@pytest.mark.parametrize(
    ("data", "verdict", "code"),
    [
        (b'{"a":1,"a":2}', "unreadable", "json.duplicate-key"),
        (b"", "unreadable", "json.empty"),
        (b'{"canonicalizationVersion":"x"}', "unsupported-version", "bundle.version-unsupported"),
        (
            b'{"schemaVersion":"atlas/artifact/v1","artifact":{},"claims":[],"sources":[],"publishedBy":"","publishedAt":""}',
            "legacy_top_level_only",
            "bundle.legacy",
        ),
    ],
)
def test_no_digest_is_stated_for_what_must_not_be_hashed(data: bytes, verdict: str, code: str) -> None:
    """Unreadable, unsupported and legacy inputs have no digest and no canonical bytes, with or without schema."""
    for check in (Check(), Check(schema=False)):
        result = check.record(data, "x")
        assert (verdict, None, None) == (result.verdict, result.digest, result.canonical)
        assert [code] == [problem.code for problem in result.problems]
        assert not result.passed


def test_without_schema_any_json_value_has_a_digest() -> None:
    """`arf digest` is about bytes: a bare string has canonical bytes too."""
    result = Check(schema=False).record(b' "a" ', "x")
    assert ("valid", "sha256:" + hashlib.sha256(b'"a"').hexdigest()) == (result.verdict, result.digest)


def test_a_warning_does_not_change_the_verdict() -> None:
    """A number that becomes zero is reported with its place, and the record passes."""
    data = (b'{"id":"%s","claimIds":["%s"],"engine":"e","protocolVersion":"1","payload":\n[1e-400],"createdAt":"2026-03-25T20:17:56Z"}'
            % (UUID.encode(), UUID.encode()))
    result = Check().record(data, "x", line=3)
    assert ("valid", ["number.underflow"]) == (result.verdict, [p.code for p in result.problems])
    assert ("/payload/0", 4, 2) == (result.problems[0].pointer, result.problems[0].line, result.problems[0].column)
    assert "warning" == result.as_dict()["problems"][0]["severity"]


def test_a_fault_of_ours_is_never_a_verdict_about_the_record() -> None:
    """Whatever breaks inside a rule becomes internal-error, without a digest."""

    def broken(_value: object, _type_name: str) -> list[Violation]:
        raise ZeroDivisionError("a rule that divides by zero")

    result = Check(references=broken).record(ENDORSEMENT, "x")
    assert ("internal-error", None, None) == (result.verdict, result.digest, result.canonical)
    assert ["internal.fault"] == [problem.code for problem in result.problems]
    assert not result.passed


def test_digests_are_written_in_one_way() -> None:
    """sha256: and 64 lower-case digits, of the bytes as they are."""
    assert "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" == digest_of(b"")


@pytest.mark.parametrize(
    "text", [PUBLISHED, PUBLISHED[7:], PUBLISHED[7:].upper(), f"{PUBLISHED[7:]}  -\n", f"{PUBLISHED[7:]} *a file.json", f" {PUBLISHED} ", f"sha256:{PUBLISHED[7:].upper()}"]
)
def test_an_expected_digest_may_be_a_line_of_shasum(text: str) -> None:
    """A person may give the digest in any form that a tool prints it in."""
    assert PUBLISHED == expected_digest(text)


def test_problems_of_every_kind_come_in_the_order_of_the_text() -> None:
    """A warning that stands first is told first, and a mismatch stands at the first character of the record."""
    data = b'\n  {"id":1e-400,\n"statement":"x"}'
    result = Check(type_name="claim", expected=PUBLISHED).record(data, "x")
    places = [(problem.line, problem.column) for problem in result.problems]
    assert sorted(places) == places
    assert (2, 3) == next((p.line, p.column) for p in result.problems if p.code == "digest.mismatch")
    assert "number.underflow" in [problem.code for problem in result.problems]


@pytest.mark.parametrize("text", ["", "sha256:", f"{PUBLISHED[7:]}  a\n{'0' * 64}  b\n", PUBLISHED[:-1], PUBLISHED + "0", "sha512:" + "0" * 128, "md5:" + "0" * 32, f"x{PUBLISHED}", f"{PUBLISHED[7:]}x"])
def test_anything_else_is_not_a_digest(text: str) -> None:
    """A cut, longer or other hash is a usage error, never a mismatch."""
    with pytest.raises(UsageError):
        expected_digest(text)


def test_a_text_is_no_bytes() -> None:
    """A str has no exact bytes; giving one is a mistake of the program, not a fault of ours or of the record."""
    with pytest.raises(TypeError, match="bytes"):
        Check().record("{}", "x")
