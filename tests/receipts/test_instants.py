"""Instants: one rule, whatever the libraries of a language accept."""

from __future__ import annotations

import pytest

from arfpy.instants import nanoseconds, span

INVALID = [
    "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T23:59:60Z",
    "2016-12-31T23:59:60Z", "2026-03-01T10:00:00", "2026-03-01", "2026-03-01T10:00Z", "1", "2026", "March 1, 2026",
    "20260301T100000Z", "2026-W09-7", "2026-03-01T10:00:00,5Z", "2026-03-01T10:00:00+02", "2026-03-01T10:00:00+02:60",
    "2026-03-01T10:00:00+24:00", "2026-03-01t10:00:00z", "2026-03-01T10:00:00z", "2026-03-01 10:00:00Z",
    "2026-03-01T10:00:00.0000000000001Z", "2026-03-01T10:00:00.Z", " 2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z\n",
    "0000-01-01T00:00:00Z", "2026-03-01T10:00:0\u0661Z", "2026-13-01T10:00:00Z", "2026-00-01T10:00:00Z",
    "2026-03-00T10:00:00Z", "2026-03-01T10:60:00Z", "2025-02-29T10:00:00Z", "1900-02-29T10:00:00Z", "soon",
]  # fmt: skip


@pytest.mark.parametrize("text", INVALID)
def test_what_is_no_instant(text: str, judge) -> None:
    """It has no place in time, and a receipt committed at it stops at gate 10."""
    assert nanoseconds(text) is None
    report = judge.report(body={"testset_ref.committed_at": text})
    assert (10, "signed_body.testset_ref.committed_at") == (report.failed_gate["number"], report.path)


@pytest.mark.parametrize("text", INVALID)
def test_what_is_no_instant_for_the_other_two(text: str, judge) -> None:
    """The disclosure stops at gate 10 as well, the opening inside gate 8."""
    report = judge.report(body={"testset_ref.disclosed_to_subject_at": text})
    assert (10, "signed_body.testset_ref.disclosed_to_subject_at") == (report.failed_gate["number"], report.path)
    report = judge.report(evar_body={"evaluation_window.opens_at": text})
    assert (8, "evar.signed_body.evaluation_window.opens_at") == (report.failed_gate["number"], report.path)


@pytest.mark.parametrize(
    ("earlier", "later", "difference"),
    [
        ("2026-03-01T10:00:00.0005Z", "2026-03-01T10:00:00.000500001Z", 1),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00.000Z", 0),
        ("2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00Z", 0),
        ("2026-03-01T10:00:00-00:00", "2026-03-01T10:00:00+00:00", 0),
        ("2026-03-01T10:00:00Z", "2026-03-01T08:00:00-05:00", 3 * 3600 * 10**9),
        ("2024-02-28T23:59:59Z", "2024-02-29T00:00:00Z", 10**9),
        ("1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z", 1),
        ("0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00Z", (23 * 3600 + 59 * 60) * 10**9),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999-23:59", (23 * 3600 + 59 * 60) * 10**9),
    ],
)
def test_how_far_apart_two_instants_are(earlier: str, later: str, difference: int) -> None:
    """Instants are nanoseconds, and offsets are taken into account."""
    assert difference == nanoseconds(later) - nanoseconds(earlier)


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (0, "0 ns"),
        (1, "1 ns"),
        (1_000_000, "1 ms"),
        (60 * 10**9, "1 min"),
        (300 * 10**9, "5 min"),
        ((8 * 24 + 22) * 3600 * 10**9 + 55 * 60 * 10**9, "8 d 22 h 55 min"),
        (86_400 * 10**9 - 1, "23 h 59 min 59 s 999 ms 999 us 999 ns"),
        (3_652_058 * 86_400 * 10**9, "3652058 d"),
    ],
)
def test_a_length_of_time_in_words(length: int, words: str) -> None:
    """It is exact, and leaves out what is nothing."""
    assert words == span(length)
