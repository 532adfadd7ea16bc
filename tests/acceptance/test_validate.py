"""``arf validate``: what it prints, where, and how it exits."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from arfpy import parse

CLAIM = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3"
VALIDATOR = "d2f602ae-9be6-43c0-8c1e-622980547d49"


@pytest.fixture
def good(tmp_path: Path, endorsement: bytes) -> str:
    """A file with the published Endorsement."""
    (tmp_path / "good.json").write_bytes(endorsement)
    return "good.json"


@pytest.fixture
def mixed(tmp_path: Path, endorsement: bytes) -> str:
    """A file of lines: a good record, a blank line, a cut-off record, a wrong one, and no final newline."""
    lines = [endorsement, b"", endorsement[:100], endorsement.replace(b'"weight":5', b'"weight":9')]
    (tmp_path / "mixed.ndjson").write_bytes(b"\n".join(lines))
    return "mixed.ndjson"


def test_a_good_record_passes(arf, good: str) -> None:
    """One PASS line, the count, nothing on stderr, exit 0."""
    outcome = arf("validate", good)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "PASS good.json:1 (endorsement)\n1 passed, 0 failed\n"


def test_one_bad_line_never_stops_the_others(arf, mixed: str) -> None:
    """Each line gets its verdict with its own number, reasons indented below it; exit 1."""
    outcome = arf("validate", mixed)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "PASS mixed.ndjson:1 (endorsement)\n"
        "FAIL mixed.ndjson:3 (no type) unreadable\n"
        "  3:101 expected the closing quote of the string, found the end of the text [json.syntax]\n"
        "    Correct the text at the place named. Comments, single quotes and trailing commas are not JSON.\n"
        "FAIL mixed.ndjson:4 (endorsement)\n"
        "  4:253 /weight 9 is above 5 [schema.maximum]\n"
        "    Use a number inside the range named.\n"
        "1 passed, 2 failed\n"
    )


def test_several_files_are_reported_in_order(arf, good: str, mixed: str) -> None:
    """Files are read in the order given, the same one twice if so named."""
    outcome = arf("validate", "-q", good, mixed, good)
    assert outcome.out.splitlines()[-1] == "3 passed, 2 failed"
    outcome = arf("validate", good, good)
    assert outcome.out == "PASS good.json:1 (endorsement)\n" * 2 + "2 passed, 0 failed\n"


@pytest.mark.parametrize("links", [[], ["--links"]])
def test_an_unreadable_path_leaves_the_others_reported(arf, tmp_path: Path, links: list[str]) -> None:
    """A missing file and a folder are told about on stderr, the other files are judged, and the exit code is 2."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "lonely.json").write_text(
        '{"id":"00000000-0000-4000-8000-000000000000","name":"x","type":"human","createdAt":"2026-01-01T00:00:00Z"}'
    )
    outcome = arf("validate", *links, "missing.json", "folder", "lonely.json")
    assert outcome.code == 2
    assert outcome.out == "PASS lonely.json:1 (validator)\n1 passed, 0 failed\n"
    assert outcome.err == (
        "arf: cannot read missing.json: No such file or directory\nCheck the path and its permissions.\n"
        "arf: cannot read folder: Is a directory\nCheck the path and its permissions.\n"
    )


def test_an_empty_name_is_a_path_like_another(arf) -> None:
    """An empty argument, as an unset shell variable gives, is a path that does not exist."""
    outcome = arf("validate", "")
    assert outcome.code == 2
    assert outcome.err.startswith("arf: cannot read : No such file or directory\n")


def test_a_type_can_be_forced(arf, good: str) -> None:
    """With --type the record is judged as that type, whatever its members look like."""
    assert arf("validate", "--type", "endorsement", good).code == 0
    outcome = arf("validate", "--type=claim", good)
    assert outcome.code == 1
    assert outcome.out.startswith("FAIL good.json:1 (claim)\n  1:1 the member statement is missing [schema.required]\n")


@pytest.mark.parametrize("name", ["Claim", "", "claims"])
def test_a_type_that_does_not_exist_is_a_usage_error(arf, good: str, name: str) -> None:
    """The message names the word given and the hint lists all eleven types; nothing is checked."""
    outcome = arf("validate", "--type", name, good)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        f"arf: {name!r} is not a record type\n"
        "The types are artifact, bundle, chain-record, challenge, claim, endorsement, evaluation, question, "
        "revision, source, validator.\n"
    )


def test_links_are_resolved_over_all_files(arf, good: str, tmp_path: Path) -> None:
    """A reference to a record of another file resolves; without that file it is a failure at its place."""
    (tmp_path / "more.ndjson").write_text(
        f'{{"id":"{CLAIM}","statement":"Ten letters.","confidence":"low","sourceIds":["{VALIDATOR}"],'
        '"createdAt":"2026-01-01T00:00:00Z"}\n'
        f'{{"id":"{VALIDATOR}","name":"x","type":"human","createdAt":"2026-01-01T00:00:00Z"}}\n'
    )
    outcome = arf("validate", "--links", good, "more.ndjson")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == (
        "PASS good.json:1 (endorsement)\n"
        "FAIL more.ndjson:1 (claim)\n"
        f"  1:105 /sourceIds/0 {VALIDATOR} is the id of a validator, not of a source [link.wrong-type]\n"
        "    Point at a record of the type named.\n"
        "PASS more.ndjson:2 (validator)\n"
        "2 passed, 1 failed\n"
    )
    alone = arf("validate", "--links", good)
    assert alone.code == 1
    assert f"/claimId no claim with id {CLAIM} is among the records given [link.unresolved]" in alone.out
    assert arf("validate", good).code == 0


def test_links_work_on_what_can_be_read_only_once(arf, endorsement: bytes) -> None:
    """Stdin is read once and serves both passes of --links, also where a record points at another line of it."""
    validator = f'{{"id":"{VALIDATOR}","name":"x","type":"human","createdAt":"2026-01-01T00:00:00Z"}}'.encode()
    outcome = arf("validate", "--links", "--input-format", "ndjson", "-", stdin=endorsement + b"\n" + validator)
    assert outcome.code == 1
    assert "link.unresolved" in outcome.out
    assert "validatorId" not in outcome.out
    assert outcome.out.endswith("PASS stdin:2 (validator)\n1 passed, 1 failed\n")


def test_stdin_is_one_json_text_unless_told_otherwise(arf, endorsement: bytes) -> None:
    """Two lines on stdin are one text with trailing content; --input-format ndjson makes them two records."""
    two = endorsement + b"\n" + endorsement
    as_json = arf("validate", "-", stdin=two)
    assert (as_json.code, "2:1 { (U+007B) follows" in as_json.out) == (1, True)
    as_lines = arf("validate", "--input-format", "ndjson", "-", stdin=two)
    assert as_lines.code == 0
    assert as_lines.out == "PASS stdin:1 (endorsement)\nPASS stdin:2 (endorsement)\n2 passed, 0 failed\n"


def test_the_input_format_overrides_the_name(arf, tmp_path: Path, endorsement: bytes) -> None:
    """A pretty-printed record in a file named .ndjson passes with --input-format json only."""
    (tmp_path / "pretty.ndjson").write_bytes(endorsement.replace(b",", b",\n"))
    assert arf("validate", "pretty.ndjson").code == 1
    assert arf("validate", "--input-format", "json", "pretty.ndjson").code == 0


def test_quiet_and_verbose_change_how_much_is_said(arf, mixed: str, good: str, endorsement_digest: str) -> None:
    """-q leaves failures and the count, -qq nothing, -v adds digest and size; the exit code stays."""
    assert [line[:4] for line in arf("validate", "-q", mixed).out.splitlines() if line[0] != " "] == [
        "FAIL",
        "FAIL",
        "1 pa",
    ]
    silent = arf("validate", "-qq", mixed)
    assert (silent.code, silent.out, silent.err) == (1, "", "")
    outcome = arf("validate", "-v", good)
    assert outcome.out == f"PASS good.json:1 (endorsement) {endorsement_digest} 293 bytes\n1 passed, 0 failed\n"


def test_color_is_a_choice(arf, good: str) -> None:
    """Colour is written when always asked for, and neither by default into a pipe nor with never."""
    assert "\x1b[32mPASS\x1b[0m good.json:1" in arf("validate", "--color", "always", good).out
    assert "\x1b" not in arf("validate", "--color", "never", good).out
    assert "\x1b" not in arf("validate", good).out


def test_the_json_report_holds_the_documented_keys(arf, mixed: str, endorsement_digest: str) -> None:
    """--output json writes one strict JSON text: each result with its keys, a summary, no more on either stream."""
    outcome = arf("validate", "--output", "json", "-v", mixed)
    assert (outcome.code, outcome.err) == (1, "")
    report = parse(outcome.out_bytes).value
    assert list(report) == ["report", "arfpy", "spec", "results", "summary"]
    assert (report["report"], report["spec"]) == ("arf-check-v1", "0.1")
    assert report["summary"] == {"passed": 1, "failed": 2, "verdicts": {"invalid": 1, "unreadable": 1, "valid": 1}}
    assert report["results"][0] == {
        "source": "mixed.ndjson",
        "line": 1,
        "type": "endorsement",
        "verdict": "valid",
        "digest": endorsement_digest,
        "canonical_size": 293,
        "problems": [],
    }
    assert report["results"][1]["digest"] is None
    assert report["results"][2]["problems"] == [
        {
            "severity": "error",
            "code": "schema.maximum",
            "clause": "records.ranges",
            "pointer": "/weight",
            "line": 4,
            "column": 253,
            "message": "9 is above 5",
            "hint": "Use a number inside the range named.",
        }
    ]


def test_the_json_report_stays_json_when_a_path_is_unreadable(arf, good: str) -> None:
    """The trouble goes to stderr, stdout is a whole JSON text, and the exit code is 2."""
    outcome = arf("validate", "--output", "json", "missing.json", good)
    assert outcome.code == 2
    assert json.loads(outcome.out)["summary"]["passed"] == 1
    assert outcome.err.startswith("arf: cannot read missing.json: ")


def test_a_report_can_go_to_a_file(arf, good: str, tmp_path: Path) -> None:
    """--output-file holds the report, stdout nothing; a path that cannot be written is a usage error."""
    outcome = arf("validate", "--output-file", "report.txt", good)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert (tmp_path / "report.txt").read_bytes() == b"PASS good.json:1 (endorsement)\n1 passed, 0 failed\n"
    outcome = arf("validate", "--output-file", "no/such/folder.txt", good)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "arf: cannot write no/such/folder.txt: No such file or directory\nChoose another path.\n"


def test_a_report_never_overwrites_an_input(arf, good: str, tmp_path: Path, endorsement: bytes) -> None:
    """Naming an input as --output-file is refused before anything is written."""
    outcome = arf("validate", "--output-file", str(tmp_path / "good.json"), good)
    assert outcome.code == 2
    assert outcome.err.endswith(" is one of the inputs\nChoose another path for the output.\n")
    assert (tmp_path / "good.json").read_bytes() == endorsement


@pytest.mark.parametrize("args", [["validate"], ["validate", "--typ", "x", "f"], ["val"], ["validate", "--output", "x"]])
def test_a_wrong_call_exits_2_and_points_at_help(arf, args: list[str]) -> None:
    """What is missing or unknown is said on stderr with the way to --help; stdout stays empty."""
    outcome = arf(*args)
    assert (outcome.code, outcome.out) == (2, "")
    assert "--help' for help." in outcome.err


def test_the_published_examples_pass(arf, root: Path) -> None:
    """Each of the standard's own example records passes, and every reference among them resolves."""
    files = sorted(str(path) for path in (root / "spec" / "v0.1" / "examples").glob("*.ndjson"))
    assert len(files) >= 8
    outcome = arf("validate", "--links", *files)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[-1] == f"{len(outcome.out.splitlines()) - 1} passed, 0 failed"


def test_a_build_server_reads_the_junit_report(arf, good: str) -> None:
    """Two records of two files, one of them failing: two cases, one failure, exit 1, nothing on stderr."""
    outcome = arf("validate", "--output", "junit", good, "-", stdin=b'{"a":1,"a":2}')
    suite = ET.fromstring(outcome.out)[0]
    assert (outcome.code, outcome.err) == (1, "")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [(case.get("file"), len(case)) for case in suite] == [("good.json", 0), ("stdin", 1)]


def test_github_is_told_file_and_line(arf, good: str) -> None:
    """One annotation for the record that fails, none for the other, and the count."""
    outcome = arf("validate", "--output", "github", good, "-", stdin=b'{"a":1,\n"a":2}')
    assert outcome.code == 1
    assert [line.split("::")[1] for line in outcome.out.splitlines()[:-1]] == [
        "error file=stdin,line=2,col=1,title=unreadable%3A json.duplicate-key"
    ]
    assert outcome.out.splitlines()[-1] == "1 passed, 1 failed"
