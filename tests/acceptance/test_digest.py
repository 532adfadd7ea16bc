"""``arf digest`` and ``arf canonicalize``: bytes and digests on stdout, reasons on stderr."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

LEGACY = (
    b'{"schemaVersion":"atlas/artifact/v1","artifact":{},"claims":[],"sources":[],'
    b'"publishedBy":"x","publishedAt":"2026-01-01T00:00:00Z"}'
)
UNKNOWN_VERSION = b'{"canonicalizationVersion":"rfc8785-jcs-v2","anything":1}'
OTHER = "sha256:" + "0" * 64


@pytest.fixture
def good(tmp_path: Path, endorsement: bytes) -> str:
    """A file with the published Endorsement and a final newline."""
    (tmp_path / "good.json").write_bytes(endorsement + b"\n")
    return "good.json"


@pytest.fixture
def three(tmp_path: Path, endorsement: bytes) -> str:
    """A file of lines: the published Endorsement, a blank line, a broken line, a small object."""
    (tmp_path / "three.ndjson").write_bytes(endorsement + b'\n\n{"a":1,"a":2}\n{ "b": 1.50 }\n')
    return "three.ndjson"


def test_one_record_gives_its_digest_alone(arf, good: str, endorsement_digest: str, endorsement: bytes) -> None:
    """The published digest and a newline, whether the record is read from a file or from stdin."""
    for outcome in (arf("digest", good), arf("digest", "-", stdin=endorsement)):
        assert (outcome.code, outcome.out, outcome.err) == (0, f"{endorsement_digest}\n", "")


def test_several_records_are_told_apart(arf, three: str, endorsement_digest: str) -> None:
    """Each digest with its path and line; a record without one is explained on stderr; exit 1."""
    outcome = arf("digest", three)
    small = hashlib.sha256(b'{"b":1.5}').hexdigest()
    assert outcome.code == 1
    assert outcome.out == f"{endorsement_digest}  three.ndjson:1\nsha256:{small}  three.ndjson:4\n"
    assert outcome.err == (
        "FAIL three.ndjson:3 (no type) unreadable\n"
        "  3:8 /a the member name 'a' stands twice in one object [json.duplicate-key]\n"
        "    Keep one of the two members. Names are compared after escapes are undone.\n"
    )


def test_no_schema_is_checked(arf) -> None:
    """Any strict JSON text has a digest, a record or not."""
    outcome = arf("digest", "-", stdin=b' [1.0, "\\u00e9"] ')
    assert outcome.code == 0
    canonical = '[1,"é"]'.encode()
    assert outcome.out == f"sha256:{hashlib.sha256(canonical).hexdigest()}\n"


@pytest.mark.parametrize(
    ("record", "verdict", "code"),
    [
        (LEGACY, "legacy_top_level_only", "bundle.legacy"),
        (UNKNOWN_VERSION, "unsupported-version", "bundle.version-unsupported"),
        (b"{", "unreadable", "json.syntax"),
    ],
)
@pytest.mark.parametrize("command", ["digest", "canonicalize", "reproduce"])
def test_nothing_is_printed_that_must_not_be_trusted(arf, command: str, record: bytes, verdict: str, code: str) -> None:
    """Legacy, unknown version, unreadable: no digest, bytes or line on stdout, the verdict on stderr, exit 1."""
    outcome = arf(command, "-", stdin=record)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.splitlines()[0].endswith(f" {verdict}")
    assert f"[{code}]" in outcome.err


@pytest.mark.parametrize(
    "given",
    [
        "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e",
        "56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e",
        "56C223F1DAC62072D1999E00CD3BA854352682294425FA10AD102F1A0C73EA6E",
        "56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e  -",
        "56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e *record.canonical.json\n",
        "\\56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e  a\\nb.json",
        "SHA256 (a (1).json) = 56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e",
        "SHA2-256(record.canonical.json)= 56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e\n",
        "SHA256(a.json)= 56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e",
        "(stdin)= 56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e",
    ],
)
def test_an_expected_digest_may_be_pasted_as_found(arf, good: str, endorsement_digest: str, given: str) -> None:
    """With or without the prefix, in capitals, or a whole line of shasum, BSD sha256 or openssl: equal digests exit 0."""
    outcome = arf("digest", "--expect", given, good)
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{endorsement_digest}\n", "")


def test_a_mismatch_shows_both_digests(arf, good: str, endorsement_digest: str) -> None:
    """The computed digest stands on stdout, the verdict with both and a next step on stderr; exit 1."""
    outcome = arf("digest", "--expect", OTHER, good)
    assert (outcome.code, outcome.out) == (1, f"{endorsement_digest}\n")
    assert outcome.err == (
        "FAIL good.json:1 (endorsement) mismatch\n"
        f"  1:1 expected {OTHER}, computed {endorsement_digest} [digest.mismatch]\n"
        "    Compare the canonical bytes of both. White space around a record changes nothing; "
        "a newline that was hashed with them does.\n"
    )


def test_a_well_known_mistake_is_named(arf, good: str) -> None:
    """The digest of the canonical bytes with a newline is a mismatch, and stderr says where it comes from."""
    with_newline = arf("canonicalize", good).out + "\n"
    outcome = arf("digest", "--expect", hashlib.sha256(with_newline.encode()).hexdigest(), good)
    assert outcome.code == 1
    assert outcome.err.endswith(
        "    The expected digest is that of the canonical text with a newline at its end. "
        "Hash the canonical bytes, and only those.\n"
    )


@pytest.mark.parametrize("given", ["", "sha256:", "56c223f1", "sha512:" + "0" * 64, f"SHA512 (a) = {'0' * 64}", f"SHA256 (a) = {'0' * 63}", OTHER + "0", "g" * 64, "sha256:81ea9018…db24d673"])
def test_a_malformed_expected_digest_is_a_usage_error(arf, good: str, given: str) -> None:
    """What is no SHA-256 digest is never compared: exit 2, nothing on stdout, the forms accepted on stderr."""
    outcome = arf("digest", "--expect", given, good)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "arf: the expected digest is not one\n"
        "Give sha256: and 64 hexadecimal digits, the digits alone, or a line that shasum printed.\n"
    )


@pytest.mark.parametrize("output", ["text", "json"])
def test_an_expected_digest_goes_with_one_record(arf, good: str, three: str, output: str) -> None:
    """Several records, in one file or in two, are a usage error before any digest is printed."""
    for files in ([three], [good, good]):
        outcome = arf("digest", "--expect", OTHER, "--output", output, *files)
        assert (outcome.code, outcome.err.splitlines()[0]) == (2, "arf: --expect goes with one record, and there are several")
        assert not outcome.out.startswith("sha256:")


def test_digest_speaks_json(arf, endorsement: bytes, endorsement_digest: str) -> None:
    """--output json gives the same report as validate, also for stdin, which is read once only."""
    outcome = arf("digest", "--output", "json", "-", stdin=endorsement)
    assert (outcome.code, outcome.err) == (0, "")
    report = json.loads(outcome.out)
    assert report["results"][0]["digest"] == endorsement_digest
    assert report["summary"] == {"passed": 1, "failed": 0, "verdicts": {"valid": 1}}


def test_digests_can_go_to_a_file(arf, good: str, tmp_path: Path, endorsement_digest: str) -> None:
    """--output-file holds what stdout would."""
    outcome = arf("digest", "--output-file", "d.txt", good)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert (tmp_path / "d.txt").read_text() == f"{endorsement_digest}\n"


def test_quiet_and_verbose_digests(arf, good: str, three: str, endorsement_digest: str) -> None:
    """-v adds the size, -q leaves only what fails, -qq nothing."""
    assert arf("digest", "-v", good).out == f"{endorsement_digest}  293 bytes\n"
    assert arf("digest", "-q", good).out == ""
    quiet = arf("digest", "-q", three)
    assert (quiet.code, quiet.out, quiet.err[:4]) == (1, "", "FAIL")
    silent = arf("digest", "-qq", three)
    assert (silent.code, silent.out, silent.err) == (1, "", "")


def test_an_unreadable_path_leaves_the_other_digests(arf, good: str, three: str) -> None:
    """The digests of the readable files are printed, the trouble is told, and the exit code is 2."""
    outcome = arf("digest", "missing.json", good, three)
    assert (outcome.code, len(outcome.out.splitlines())) == (2, 3)
    assert "arf: cannot read missing.json: No such file or directory\n" in outcome.err


def test_no_record_is_a_usage_error(arf, tmp_path: Path) -> None:
    """An empty file of lines has no digest to print: exit 2."""
    (tmp_path / "empty.ndjson").write_bytes(b"")
    for command in ("digest", "canonicalize", "reproduce"):
        outcome = arf(command, "empty.ndjson")
        assert (outcome.code, outcome.out) == (2, "")
        assert "there is no record in " in outcome.err


def test_canonicalize_writes_exactly_the_bytes(arf, good: str) -> None:
    """293 bytes, no newline at the end, members in the order of RFC 8785."""
    outcome = arf("canonicalize", good)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out_bytes == (
        b'{"claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3","comment":"Strong evidence from the Shumailov et al. paper. '
        b'Model collapse is well-documented.","createdAt":"2026-03-25T20:17:56.727Z",'
        b'"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","weight":5}'
    )
    assert len(outcome.out_bytes) == 293


def test_canonicalize_reads_stdin_without_arguments(arf) -> None:
    """With no file named, the record is read from stdin."""
    outcome = arf("canonicalize", stdin='{"\U0001f600":1,"\ufb33":2,"\\u20ac":"\\u0007\\/"}'.encode())
    assert outcome.out_bytes == '{"€":"\\u0007/","\U0001f600":1,"\ufb33":2}'.encode()


def test_canonicalize_writes_to_a_file(arf, good: str, tmp_path: Path) -> None:
    """--output-file holds the bytes and stdout nothing; an unwritable path is a usage error."""
    outcome = arf("canonicalize", "--output-file", "out.json", good)
    assert (outcome.code, outcome.out_bytes, (tmp_path / "out.json").stat().st_size) == (0, b"", 293)
    outcome = arf("canonicalize", "--output-file", "no/such/folder", good)
    assert (outcome.code, outcome.err.splitlines()[0]) == (2, "arf: cannot write no/such/folder: No such file or directory")


def test_a_line_of_a_file_can_be_named(arf, three: str) -> None:
    """FILE:LINE picks the record that begins on that line."""
    assert arf("canonicalize", f"{three}:4").out == '{"b":1.5}'
    two_lines = ["canonicalize", "--input-format", "ndjson"]
    assert arf(*two_lines, "-", stdin=b"1\n2\n").err.endswith(" by its line, for example -- -:1.\n")
    assert arf(*two_lines, "--", "-:2", stdin=b"1\n2\n").out == "2"


@pytest.mark.parametrize("line", ["2", "5", "0", "99999999999999999999999"])
def test_a_line_without_a_record_is_a_usage_error(arf, three: str, line: str) -> None:
    """A blank line, a line past the end, line 0 and an absurd number hold no record."""
    outcome = arf("canonicalize", f"{three}:{line}")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("arf: ")


def test_an_existing_file_wins_over_a_line(arf, tmp_path: Path) -> None:
    """A file really named x:3 is read whole, and its own lines can still be named."""
    (tmp_path / "x").write_text('"x"')
    (tmp_path / "x:3").write_text('"x:3"')
    assert arf("canonicalize", "x:3").out == '"x:3"'
    assert arf("canonicalize", "x:3:1").out == '"x:3"'
    assert arf("canonicalize", "x:1").out == '"x"'


def test_several_records_need_a_line(arf, three: str) -> None:
    """Without a line, a file of several records is a usage error that shows how to name one."""
    for command in ("canonicalize", "reproduce"):
        outcome = arf(command, three)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == (
            "arf: three.ndjson holds more than one record\n"
            "Name one of them by its line, for example three.ndjson:1.\n"
        )


def test_canonical_bytes_are_a_fixed_point(arf, three: str) -> None:
    """Canonical bytes canonicalize to themselves."""
    once = arf("canonicalize", f"{three}:1").out_bytes
    assert arf("canonicalize", stdin=once).out_bytes == once


def test_one_record_of_many_is_named_by_its_line(arf, tmp_path: Path, endorsement: bytes, endorsement_digest: str) -> None:
    """FILE:LINE goes with digest and validate too, so that one expected digest can be checked in a file of many."""
    (tmp_path / "many.ndjson").write_bytes(b"{}\n" + endorsement + b"\n[]\n")
    outcome = arf("digest", "--expect", endorsement_digest, "many.ndjson:2")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{endorsement_digest}\n", "")
    outcome = arf("validate", "many.ndjson:2")
    assert (outcome.code, outcome.out) == (0, "PASS many.ndjson:2 (endorsement)\n1 passed, 0 failed\n")
    outcome = arf("validate", "many.ndjson:9")
    assert (outcome.code, "there is no record in the input" in outcome.err) == (2, True)


@pytest.mark.parametrize("command", ["validate", "digest"])
def test_stdin_is_given_once(arf, command: str) -> None:
    """Naming stdin twice is a wrong call, not a second, empty record."""
    outcome = arf(command, "-", "-")
    assert outcome.code == 2
    assert "stdin is named twice" in outcome.err


def test_canonical_bytes_never_overwrite_their_file(arf, tmp_path: Path, endorsement: bytes) -> None:
    """--output-file that names the input is refused and leaves the input as it was."""
    (tmp_path / "many.ndjson").write_bytes(b"{}\n" + endorsement + b"\n")
    before = (tmp_path / "many.ndjson").read_bytes()
    outcome = arf("canonicalize", "--output-file", "many.ndjson", "many.ndjson:2")
    assert outcome.code == 2
    assert before == (tmp_path / "many.ndjson").read_bytes()
