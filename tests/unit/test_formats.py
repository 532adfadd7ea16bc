"""Formats: UUIDs, instants and URIs, each asserted by our own check."""

from __future__ import annotations

import calendar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfpy.formats import is_uri, is_uuid
from arfpy.instants import is_instant

UUID = "602d54e3-0650-40c8-898c-e6d3c0e71d71"


@pytest.mark.parametrize("text", [UUID, UUID.upper(), "00000000-0000-0000-0000-000000000000"])
def test_uuids_in_either_case_are_accepted(text: str) -> None:
    """8-4-4-4-12 hexadecimal digits, whatever the version."""
    assert is_uuid(text)


@pytest.mark.parametrize(
    "text", ["", UUID + "\n", " " + UUID, "{" + UUID + "}", "urn:uuid:" + UUID, UUID.replace("-", ""), UUID[:-1], UUID + "0", "g" + UUID[1:], "６" + UUID[1:]]
)
def test_anything_around_or_inside_a_uuid_is_refused(text: str) -> None:
    """Braces, prefixes, line ends, missing hyphens and digits of other scripts are not UUIDs."""
    assert not is_uuid(text)


@pytest.mark.parametrize(
    "text",
    ["2026-03-25T20:17:56.727Z", "2026-03-25T20:17:56Z", "2026-03-25T20:17:56+00:00", "2026-03-25T20:17:56-00:00", "2024-02-29T00:00:00Z",
     "2000-02-29T23:59:59.123456789Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59+23:59", "2026-03-25T20:17:56.7-08:00"],
)
def test_instants(text: str) -> None:
    """RFC 3339 with upper-case letters, seconds, an offset and up to nine decimals."""
    assert is_instant(text)


@pytest.mark.parametrize(
    "text",
    ["", "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2100-02-29T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T23:59:60Z",
     "2016-12-31T23:59:60Z", "2026-03-01T10:00:00", "2026-03-01", "2026-03-01T10:00Z", "1", "2026", "March 1, 2026", "20260301T100000Z",
     "2026-03-01T10:00:00,5Z", "2026-03-01T10:00:00+02", "2026-03-01T10:00:00+02:60", "2026-03-01T10:00:00+24:00", "2026-03-01t10:00:00z",
     "2026-03-01 10:00:00Z", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00.1234567891Z", "0000-01-01T00:00:00Z", "2026-13-01T00:00:00Z",
     "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-03-01T10:60:00Z", "2026-03-01T10:00:00Z\n", " 2026-03-01T10:00:00Z", "２026-03-01T10:00:00Z"],
)
def test_texts_that_are_not_instants(text: str) -> None:
    """What library parsers roll over, guess or let pass is refused."""
    assert not is_instant(text)


@given(st.integers(1, 9999), st.integers(1, 12), st.integers(1, 31))
def test_the_calendar_is_the_real_one(year: int, month: int, day: int) -> None:
    """A date is accepted exactly when the standard library's calendar has it."""
    assert (day <= calendar.monthrange(year, month)[1]) == is_instant(f"{year:04}-{month:02}-{day:02}T00:00:00Z")


@pytest.mark.parametrize(
    "text",
    ["https://example.org", "https://example.org/a/b?c=d&e#f", "http://user:pw@example.org:8080/", "urn:isbn:0451450523", "mailto:a@example.org",
     "file:///etc/hosts", "http://[::1]/", "http://[2001:db8::7]/c=GB?one", "http://[::ffff:192.0.2.1]/", "ldap://[2001:db8::7]/c=GB", "x:", "data:,a%20b",
     "http://[v1.fe80::a+en1]/", "http://192.0.2.16:80/", "http://example.org/%C3%A9", "HTTPS://EXAMPLE.ORG", "doi:10.1038/s41586-024-07566-y"],
)
def test_absolute_uris(text: str) -> None:
    """A scheme and whatever RFC 3986 lets follow it."""
    assert is_uri(text)


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "//example.org/a", "/a", "a b:c", "1a:b", ":a", "http://exämple.org/", "http://example.org/é", "http://example.org/%zz", "http://example.org/a b",
     "http://[::1", "http://[1:2:3:4:5:6:7:8:9]/", "http://[::1::2]/", "http://[12345::]/", "http://a[b]/", "http://example.org/\n", "http://example.org:8a/", "http://e/<>",
     'http://e/"', "http://e/{}", "http://e/|", "http://e/\\", "http://e/^", "http://e/`", "http://e/#a#b"],
)
def test_texts_that_are_not_absolute_uris(text: str) -> None:
    """Relative references, characters outside ASCII and characters that need percent-encoding are refused."""
    assert not is_uri(text)
