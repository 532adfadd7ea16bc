"""What a file is: its name says the format, and a stream is cut into records without touching their bytes."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arfpy.inputs import format_of, split


def lines(data: bytes) -> list[tuple[int, bytes]]:
    """Cut bytes into the records of NDJSON."""
    return [tuple(text) for text in split(io.BytesIO(data), "ndjson")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("claim.ndjson", "ndjson"),
        ("a/b.c/claim.jsonl", "ndjson"),
        ("claim.json", "json"),
        ("claim.txt", "json"),
        ("ndjson", "json"),
        (".ndjson", "ndjson"),
        ("claim.ndjson.json", "json"),
        ("-", "json"),
        ("", "json"),
    ],
)
def test_the_name_says_the_format(name: str, expected: str) -> None:
    """Only the suffixes .ndjson and .jsonl mean a record per line; stdin and everything else is one text."""
    assert format_of(name) == expected


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n{}\n", b"\xff\r"])
def test_json_is_one_record_of_exactly_the_bytes(data: bytes) -> None:
    """One JSON text is the whole stream, empty or broken, from line 1."""
    assert [tuple(text) for text in split(io.BytesIO(data), "json")] == [(1, data)]


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\r\n", b" \t\r\n\n ", b"\r"])
def test_blank_lines_hold_no_record(data: bytes) -> None:
    """Nothing, line ends and JSON's white space alone give no record."""
    assert lines(data) == []


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_a_final_newline_is_optional(end: bytes) -> None:
    """The last record is found with and without a newline after it."""
    assert lines(b"1\n2" + end) == [(1, b"1"), (2, b"2")]


def test_line_numbers_count_blank_lines() -> None:
    """A record is reported by its line in the file, whatever stands on the lines before."""
    assert lines(b"\n1\n \t\n\n2\n") == [(2, b"1"), (5, b"2")]


def test_crlf_ends_a_line() -> None:
    """With CRLF line ends the records are the same; a CR that stays is white space of JSON."""
    assert [(line, data.rstrip(b"\r")) for line, data in lines(b"1\r\n\r\n2\r\n3")] == [(1, b"1"), (3, b"2"), (4, b"3")]


def test_only_lf_ends_a_line() -> None:
    """U+2028, U+2029, U+0085, form feed, vertical tab and a lone CR inside a record do not cut it."""
    inside = '"a\u2028b\u2029c\u0085d"'.encode() + b"\x0b\x0c\r1"
    assert lines(inside + b"\n2") == [(1, inside), (2, b"2")]


def test_white_space_around_a_record_stays() -> None:
    """Cutting takes the newline alone; other white space is white space of the record's text."""
    assert lines(b"\t 1 \n") == [(1, b"\t 1 ")]


def test_characters_that_only_look_blank_are_content() -> None:
    """A no-break space, a byte-order mark and a NUL make a line that holds a (broken) record."""
    assert [line for line, _ in lines(b"\xc2\xa0\n\xef\xbb\xbf\n\x00\n")] == [1, 2, 3]


def test_lines_are_read_one_at_a_time() -> None:
    """The first record is given out before the second line is read."""

    class Slow(io.RawIOBase):
        def __init__(self) -> None:
            self.served = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:
            self.served += 1
            if self.served > 1:
                pytest.fail("read on before the first record was given out")
            buffer[:4] = b"1\n2\n"
            return 4

    texts = split(io.BufferedReader(Slow()), "ndjson")
    assert [tuple(next(texts)), tuple(next(texts))] == [(1, b"1"), (2, b"2")]


@given(st.lists(st.sampled_from([b"1", b"{}", b"", b" ", b"\r", b"\xe2\x80\xa8"]), max_size=12))
def test_records_and_line_numbers_agree_with_a_plain_split(pieces: list[bytes]) -> None:
    """Splitting at LF by hand and leaving out what is only white space gives the same lines."""
    data = b"\n".join(pieces)
    expected = [(n, text) for n, text in enumerate(data.split(b"\n"), start=1) if not re.fullmatch(rb"[ \t\r]*", text)]
    assert [(n, text.rstrip(b"\r")) for n, text in lines(data)] == [(n, text.rstrip(b"\r")) for n, text in expected]
