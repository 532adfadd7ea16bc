"""Report files: what is refused at reading, and the form they are written in."""

from __future__ import annotations

import os

import pytest

from arfpy.runs.files import ReportError, parse_report, read_bytes, read_report, report_bytes
from tests.peers import REPORTS, needs_reports


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'"x"',
        b'{"a": 1} {}',
        b'{"a": 1, "a": 1}',
        b'{"a": [{"b": 1, "\\u0062": 2}]}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": "\xff"}',
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"{'a': 1}",
    ],
)
def test_what_is_no_strict_report_is_refused(text):
    """With a reason, never with another exception."""
    with pytest.raises(ReportError):
        parse_report(text)


def test_numbers_stay_as_they_were_written():
    """A summary is compared as text, where 1 and 1.0 differ."""
    assert repr(parse_report(b'{"a": [1, 1.0, 10.50]}')) == "{'a': [1, 1.0, 10.5]}"


def test_a_symbolic_link_is_not_followed(tmp_path):
    """Not even to a sound report."""
    (tmp_path / "report").write_bytes(b"{}")
    (tmp_path / "link").symlink_to("report")
    with pytest.raises(ReportError, match="symbolic link"):
        read_report(tmp_path / "link")


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path):
    """It is no regular file."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ReportError, match="not a regular file"):
        read_report(tmp_path / "pipe")


def test_a_folder_and_a_missing_file_are_refused(tmp_path):
    """With the reason that the system gives."""
    for path in (tmp_path, tmp_path / "nothing", tmp_path / "a\0b"):
        with pytest.raises(ReportError):
            read_report(path)


def test_the_limit_is_the_last_length_that_is_read(tmp_path):
    """One byte more is refused."""
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(tmp_path / "file", 5) == b"12345"
    with pytest.raises(ReportError, match="longer than 4"):
        read_bytes(tmp_path / "file", 4)


def test_the_written_form_is_indented_not_escaped_and_ends_in_a_newline():
    """Half a surrogate pair, which has no UTF-8, keeps its escape."""
    assert report_bytes({"a": "λ", "b": ["\ud83d"]}) == '{\n  "a": "λ",\n  "b": [\n    "\\ud83d"\n  ]\n}\n'.encode()


@needs_reports
def test_the_peers_reports_are_written_alike():
    """Reading and writing one again gives its bytes."""
    reports = sorted(REPORTS.rglob("*.json"))
    assert len(reports) > 10
    for path in reports:
        assert report_bytes(parse_report(path.read_bytes())) == path.read_bytes()
