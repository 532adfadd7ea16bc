"""``arf import csv``: from a table and a mapping file to records, and nothing dropped in silence."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arfpy.importers import mapping as mappings
from arfpy.importers import table
from arfpy.importers.records import make

CLAIM = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c4"
MAPPING = f"""
createdAt = "2026-11-01T10:00:00Z"
[table]
numbers = ["score"]
[question]
id = "7ebb02e3-c3db-4010-a03c-13d7e7ca4df9"
text = "Does model B answer more than model A?"
status = "open"
[[claims]]
id = "{CLAIM}"
statement = "Model B answers most of the mathematics questions."
confidence = "medium"
match = {{ model = "B" }}
"""
TABLE = "model,task,score\nA,math,0.71\nB,math,0.82\nB,code,0.5\n"


@pytest.fixture
def run(arf, tmp_path: Path):
    """Import a table with a mapping, given as texts or bytes; the records go to ``out.ndjson``."""

    def start(rows: str | bytes = TABLE, mapping: str = MAPPING):
        (tmp_path / "t.csv").write_bytes(rows.encode() if isinstance(rows, str) else rows)
        (tmp_path / "m.toml").write_text(mapping, "utf-8")
        return arf("import", "csv", "t.csv", "--mapping", "m.toml", "--out", "out.ndjson")

    return start


def evaluations(folder: Path) -> list[dict]:
    """Return the evaluations that were written."""
    records = [json.loads(line) for line in (folder / "out.ndjson").read_text("utf-8").splitlines()]
    return [record for record in records if "payload" in record]


def test_rows_that_a_claim_is_about_become_evaluations(run, arf, tmp_path: Path) -> None:
    """The records are valid, point at each other, and are the same when the import is repeated."""
    outcome = run()
    assert 1 == outcome.code
    assert "not in a record: line 2: no claim of the mapping is about it, so it has no Evaluation\n" in outcome.err
    assert [{"model": "B", "task": "math", "score": 0.82}, {"model": "B", "task": "code", "score": 0.5}] == [
        one["payload"] for one in evaluations(tmp_path)
    ]
    assert arf("validate", "--links", "out.ndjson").out.endswith("5 passed, 0 failed\n")
    first = (tmp_path / "out.ndjson").read_bytes()
    run()
    assert first == (tmp_path / "out.ndjson").read_bytes()


def test_nothing_left_out_is_exit_0(run) -> None:
    """Every row has its Evaluation."""
    assert 0 == run("model,task,score\nB,math,0.82\n").code


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("B,math,NaN", "line 2: 'NaN' in column 'score' is not a number as JSON writes it"),
        ('B,math,"1,5"', "line 2: '1,5' in column 'score' is not a number as JSON writes it"),
        ("B,math,", "line 2: '' in column 'score' is not a number as JSON writes it"),
        ("B,math,+1", "line 2: '+1' in column 'score' is not a number as JSON writes it"),
        ("B,math,true", "line 2: 'true' in column 'score' is not a number as JSON writes it"),
        ("B,math,9007199254740993", "line 2: '9007199254740993' in column 'score' is not a number as JSON writes it"),
        ("B,math", "line 2: 2 cells under 3 columns"),
        ("B,math,1,1", "line 2: 4 cells under 3 columns"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_and_the_others_are_imported(run, tmp_path: Path, row: str, reason: str) -> None:
    """One bad row has its line and its reason; the next one is imported all the same."""
    outcome = run(f"model,task,score\n{row}\nB,code,0.5\n")
    assert 1 == outcome.code
    assert f"not in a record: {reason}\n" in outcome.err
    assert [0.5] == [one["payload"]["score"] for one in evaluations(tmp_path)]


def test_a_table_as_spreadsheets_write_it(run, tmp_path: Path) -> None:
    """A byte-order mark, semicolons, CRLF, quotes and line ends inside cells are read; cells stay as they are."""
    mapping = MAPPING.replace('numbers = ["score"]', 'numbers = ["score"]\ndelimiter = ";"\nid = "run"\nengine = "judge"\nprotocolVersion = "2"')
    outcome = run('\ufeffrun;model;score;note\r\nr1;B;1.50;"a ""b"";\r\nc "\r\n', mapping)
    assert 0 == outcome.code
    (found,) = evaluations(tmp_path)
    assert {"run": "r1", "model": "B", "score": 1.5, "note": 'a "b";\r\nc '} == found["payload"]
    assert ("judge", "2") == (found["engine"], found["protocolVersion"])


def test_an_id_that_stands_twice_is_imported_once(run, tmp_path: Path) -> None:
    """The second row of an id is named, not merged."""
    mapping = MAPPING.replace('numbers = ["score"]', 'numbers = ["score"]\nid = "task"')
    outcome = run("model,task,score\nB,math,1\nB,math,2\n", mapping)
    assert "not in a record: line 3: the id 'math' stands on an earlier line\n" in outcome.err
    assert [1] == [one["payload"]["score"] for one in evaluations(tmp_path)]


@pytest.mark.parametrize(
    ("rows", "mapping", "reason"),
    [
        (TABLE, "x = 1", "holds x, which is not defined"),
        (TABLE, "[[claims", "is not TOML"),
        (TABLE, 'createdAt = "2026-11-01T10:00:00Z"', "states no claim, and an Evaluation is about claims"),
        (TABLE, MAPPING.replace('createdAt = "2026-11-01T10:00:00Z"', ""), "does not say when its results were made"),
        (TABLE, MAPPING.replace("2026-11-01T10", "2026-11-01 10"), "is no valid question"),
        (TABLE, MAPPING.replace('confidence = "medium"', 'confidence = "sure"'), "claim 1 of the mapping is no valid claim"),
        (TABLE, MAPPING.replace('model = "B"', 'model = "C"'), "claim 1 of the mapping is about no result in t.csv"),
        (TABLE, MAPPING.replace('model = "B"', 'modell = "B"'), "has no column 'modell', which the mapping names"),
        (TABLE, MAPPING.replace('match = {', 'sourceIds = []\nmatch = {'), "holds sourceIds, which the import sets"),
        (TABLE, MAPPING.replace('["score"]', '["score"]\ndelimiter = "::"'), "is not one character"),
        ("", MAPPING, "t.csv is empty"),
        ("a,a\n1,2\n", MAPPING, "has two columns named 'a'"),
        (b"model,task,score\n\xff,math,1\n", MAPPING, "is not UTF-8: byte 18"),
        ('model,task,score\nB,"math,1\n', MAPPING, "breaks the form of a table at line 2"),
    ],
)
def test_what_cannot_be_imported_at_all_is_a_usage_error(run, tmp_path: Path, rows, mapping: str, reason: str) -> None:
    """Exit 2 with one sentence, and no file is written."""
    outcome = run(rows, mapping)
    assert (2, "") == (outcome.code, outcome.out)
    assert reason in outcome.err
    assert not (tmp_path / "out.ndjson").exists()


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from("AB"), CELL), min_size=1, max_size=6))
def test_every_row_is_in_a_record_or_named(rows: list[tuple[str, str]]) -> None:
    """However odd the cells are, payloads hold them verbatim, and rows plus what is left out are all there were."""
    text = io.StringIO()
    csv.writer(text).writerows([("model", "note"), *rows, ("B", "last")])
    data = text.getvalue().encode()
    stated = mappings.load(MAPPING.replace('numbers = ["score"]', ""), "m.toml")
    made = make(data, "t.csv", table.read(data, "t.csv", stated), stated)
    payloads = [json.loads(line)["payload"] for line in made.lines["evaluation"]]
    assert [{"model": model, "note": note} for model, note in [*rows, ("B", "last")] if model == "B"] == payloads
    assert len(rows) + 1 == len(payloads) + len(made.left)
