"""The page of reported runs, and the operation of the browser's door."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from arfpy.browser import handle
from arfpy.conformance import cases
from arfpy.errors import UsageError
from site_tools import conformance_page, conformance_runs, vectors_page

VECTORS = json.loads(vectors_page.all_vectors())
ONE = "digest/numbers/one-point-zero"
DIGEST_OF_1 = "sha256:080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"  # of [1], by hashlib


def judged(answers: bytes) -> dict:
    request = {"op": "conformance", "file": "mine.jsonl", "name": "mine", "version": "1", "date": "2026-12-01"}
    data = json.dumps({"vectors": VECTORS, "answers": base64.b64encode(answers).decode()})
    return json.loads(handle(json.dumps(request), data.encode()))


def test_the_published_vectors_are_the_installed_ones():
    """The one file of the site gives the same cases in the same order, and so the same digest."""
    assert cases.published(VECTORS) == cases.installed()


def test_the_door_judges_answers():
    """One right answer among all of an operation: the rest is missing, and each failure has its rows."""
    answer = judged(json.dumps({"id": ONE, "result": "accept", "digest": DIGEST_OF_1}).encode())
    report = answer["report"]
    due = [case.id for case in cases.installed() if case.op == "digest"]
    assert (answer["ok"], report["summary"]["passed"], report["summary"]["errored"]) == (True, 1, len(due) - 1)
    assert set(answer["shown"]) == set(due) - {ONE}
    assert json.loads(answer["text"]) == report
    assert report["vectors"]["digest"] == cases.set_digest(cases.installed())


def test_the_door_names_the_place_of_a_bad_answer():
    """A fault of the file is a usage error with file and line."""
    answer = judged(b'\n{"id": 1}')
    assert (answer["ok"], answer["kind"]) == (False, "usage")
    assert answer["message"] == "mine.jsonl:2: there is no case 1"


def test_every_reported_run_is_on_the_page(root: Path):
    """A row and a section for each file, with its counts and the command that repeats it."""
    text = conformance_page.page()
    names = [path.stem for path in (root / "docs" / "conformance" / "results").glob("*.json")]
    assert set(names) >= set(conformance_runs.NAMES)
    for row in conformance_page.rows():
        assert f"{{ #{row.name} }}" in text
        assert row.report["repeat"] in text
        assert row.reasons in text


def test_every_run_of_this_project_has_its_reasons():
    """Whoever reads a row finds why it differs."""
    assert all(row.reasons for row in conformance_page.rows() if row.name in conformance_runs.NAMES)


def test_a_file_that_is_no_report_stops_the_build(tmp_path: Path):
    """The message names the file and the place."""
    (tmp_path / "vendor.json").write_text('{"report": "arf-conformance-v1"}')
    with pytest.raises(UsageError, match=r"^vendor\.json:1:1: the member spec is missing$"):
        conformance_page.rows(tmp_path)


def test_a_run_over_another_vector_set_says_so(tmp_path: Path, root: Path):
    """A report that names another digest is an older row."""
    report = json.loads((root / "docs" / "conformance" / "results" / "jcs.json").read_bytes())
    report["vectors"]["digest"] = "sha256:" + "0" * 64
    (tmp_path / "jcs.json").write_text(json.dumps(report))
    assert [row.current for row in conformance_page.rows(tmp_path)] == [False]
