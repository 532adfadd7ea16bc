"""Reporters: nothing from a record can act on a terminal, long values are cut, and JSON stays JSON."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfpy import Check, Result, Summary, parse
from arfpy.reporters import REPORTERS
from arfpy.reporters.text import DigestReporter, TextReporter, printable
from arfpy.results import Problem


def text_of(*results: Result, verbosity: int = 1, color: bool = False) -> str:
    """Return the text report of some results."""
    out = io.StringIO()
    reporter = TextReporter(out, verbosity, color)
    for result in results:
        reporter.record(result)
    reporter.end(Summary.of(results))
    return out.getvalue()


def json_of(*results: Result) -> dict:
    """Return the JSON report of some results, read back by our own strict parser."""
    out = io.StringIO()
    reporter = REPORTERS["json"](out, 1, False)
    for result in results:
        reporter.record(result)
    reporter.end(Summary.of(results))
    return parse(out.getvalue().encode()).value


def member(name: str) -> bytes:
    """Return a claim with one unknown member of a given name."""
    return json.dumps(
        {
            "id": "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",
            "statement": "A statement.",
            "confidence": "low",
            "sourceIds": ["6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3"],
            "createdAt": "2026-01-01T00:00:00Z",
            name: 1,
        }
    ).encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 漢 \U0001f600", "plain é 漢 \U0001f600"),
        ("\x1b[31mred\x07", "\\u001b[31mred\\u0007"),
        ("a\nPASS b", "a\\u000aPASS b"),
        ("\r\t\x00\x7f\x9b", "\\u000d\\u0009\\u0000\\u007f\\u009b"),
        ("\u202eabc\u2066\u200b\ufeff\u2028", "\\u202eabc\\u2066\\u200b\\ufeff\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
    ],
)
def test_only_harmless_characters_are_shown_as_they_are(text: str, shown: str) -> None:
    """Controls, bidirectional and zero-width characters, line ends and half surrogates become escapes."""
    assert printable(text) == shown


@given(st.text())
def test_printable_text_is_printable(text: str) -> None:
    """Whatever goes in, each character that comes out is one that a terminal shows and UTF-8 can hold."""
    assert printable(text).isprintable()
    assert printable(printable(text)) == printable(text)
    printable(text).encode()


@pytest.mark.parametrize("name", ["\x1b]0;owned\x07", "x\nPASS forged.json:1 (claim)", "\u202egnp.exe"])
def test_a_record_cannot_act_on_the_terminal(name: str) -> None:
    """A member name with escapes, line ends or bidirectional marks adds neither lines nor controls to the report."""
    report = text_of(Check().record(member(name), "x.json"))
    assert len(report.splitlines()) == 4
    assert all(line.isprintable() for line in report.splitlines())
    assert report.startswith("FAIL x.json:1 (claim)\n  1:")
    assert "[schema.unknown-member]\n" in report


def test_a_source_name_cannot_forge_a_verdict() -> None:
    """A file name with a line end and an escape stays on its line."""
    assert text_of(Result("a\nPASS b:1 (claim)\x1b[A", 1, "claim")) == (
        "PASS a\\u000aPASS b:1 (claim)\\u001b[A:1 (claim)\n1 passed, 0 failed\n"
    )


@pytest.mark.parametrize("data", [member("n" * 100_000), b'{"a' + b"a" * 100_000 + b'":1,"id":[' + b"[" * 300])
def test_long_values_are_cut(data: bytes) -> None:
    """A report about a record with a huge name or a deep place still has short lines, with code and next step."""
    report = text_of(Check().record(data, "x.json"))
    assert max(len(line) for line in report.splitlines()) < 500
    assert "... " in report


def test_the_text_report_by_verbosity() -> None:
    """0 leaves out what passed, below 0 is silent, 2 adds digest and size."""
    good, bad = Check(schema=False).record(b"{}", "a", 1), Check().record(b"[", "b", 2)
    assert text_of(good, bad, verbosity=0).splitlines()[0] == "FAIL b:2 (no type) unreadable"
    assert text_of(good, bad, verbosity=0).splitlines()[-1] == "1 passed, 1 failed"
    assert text_of(good, bad, verbosity=-1) == ""
    # The digest of two bytes, {}, as sha256sum prints it.
    assert text_of(good, verbosity=2).splitlines()[0] == (
        "PASS a:1 (no type) sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a 2 bytes"
    )


def test_every_verdict_is_told_apart() -> None:
    """valid is PASS and invalid is FAIL; every other verdict stands by its name on the line."""
    for verdict in ("mismatch", "unreadable", "unsupported-version", "legacy_top_level_only", "internal-error"):
        assert text_of(Result("a", 1, None, verdict)).splitlines()[0] == f"FAIL a:1 (no type) {verdict}"
    assert text_of(Result("a", 1, "claim", "invalid")).splitlines()[0] == "FAIL a:1 (claim)"
    assert text_of(Result("a", 1, "claim", "valid")).splitlines()[0] == "PASS a:1 (claim)"


def test_a_warning_is_shown_on_a_pass() -> None:
    """A warning is called one and changes neither PASS nor the count."""
    result = Result("a", 1, "claim", problems=[Problem("number.underflow", "so small", "/x", 3, 4)])
    assert text_of(result) == (
        "PASS a:1 (claim)\n"
        "  3:4 /x warning: so small [number.underflow]\n"
        "    If the value matters, use a string. The canonical form holds 0.\n"
        "1 passed, 0 failed\n"
    )


def test_color_marks_words_only() -> None:
    """In colour PASS is green, FAIL red and warning yellow, each closed again; the text is the same."""
    results = [
        Result("a", 1, "claim", problems=[Problem("number.underflow", "so small", "", 1, 1)]),
        Result("b", 1, "claim", "invalid"),
    ]
    colored = text_of(*results, color=True)
    for painted in ("\x1b[32mPASS\x1b[0m a", "\x1b[31mFAIL\x1b[0m b", "\x1b[33mwarning: \x1b[0mso small"):
        assert painted in colored
    plain = colored
    for code in ("\x1b[32m", "\x1b[31m", "\x1b[33m", "\x1b[0m"):
        plain = plain.replace(code, "")
    assert plain == text_of(*results)


def test_the_json_report_is_strict_json_with_the_documented_keys() -> None:
    """Whatever names and records hold, the report is one strict JSON text in which they are unchanged."""
    name = 'x\n\u2028\x1b"\\.json'
    report = json_of(Check().record(member("\x1b\u202e\n"), name, 3), Check().record(b"\xff", "y", 4))
    assert list(report) == ["report", "arfpy", "spec", "results", "summary"]
    first, second = report["results"]
    assert list(first) == ["source", "line", "type", "verdict", "digest", "canonical_size", "problems"]
    assert list(first["problems"][0]) == ["severity", "code", "clause", "pointer", "line", "column", "message", "hint"]
    assert (first["source"], first["problems"][0]["pointer"]) == (name, "/\x1b\u202e\n")
    assert (second["digest"], second["canonical_size"], second["verdict"]) == (None, None, "unreadable")
    assert report["summary"] == {"passed": 0, "failed": 2, "verdicts": {"invalid": 1, "unreadable": 1}}


def test_the_json_report_of_nothing_is_json() -> None:
    """Without any result the report is whole and its list empty."""
    assert json_of()["results"] == []


def test_the_json_report_streams() -> None:
    """Each result is written when it comes, not kept until the end."""
    out = io.StringIO()
    reporter = REPORTERS["json"](out, 1, False)
    sizes = []
    for line in range(3):
        reporter.record(Result("a", line, "claim"))
        sizes.append(len(out.getvalue()))
    assert sizes == sorted(set(sizes))
    assert out.getvalue().count('"source": "a"') == 3


def digests_of(*results: Result, verbosity: int = 1, alone: bool = False) -> tuple[str, str]:
    """Return what the digest reporter writes, and the reasons it gives beside it."""
    out, reasons = io.StringIO(), io.StringIO()
    reporter = DigestReporter(out, verbosity, TextReporter(reasons, verbosity, False), alone=alone)
    for result in results:
        reporter.record(result)
    reporter.end(Summary.of(results))
    return out.getvalue(), reasons.getvalue()


def test_digests_stand_apart_from_reasons() -> None:
    """Digests, with their places, go one way; a record without one is explained the other way."""
    good, bad = Check(schema=False).record(b"{}", "a\n", 1), Check(schema=False).record(b"[", "b", 2)
    digest = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    out, reasons = digests_of(good, bad)
    assert out == f"{digest}  a\\u000a:1\n"
    assert reasons.startswith("FAIL b:2 (no type) unreadable\n  2:2 ")
    assert digests_of(good, alone=True) == (f"{digest}\n", "")
    assert digests_of(good, alone=True, verbosity=2) == (f"{digest}  2 bytes\n", "")
    assert digests_of(good, bad, verbosity=-1) == ("", "")
