"""Writing records from a program, and the types that editors learn the fields from."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import arfpy
from arfpy import InvalidRecordError, new_id, now, record_line, record_types, spec
from arfpy.formats import FORMATS
from arfpy.instants import is_instant
from site_tools import record_types as writer

VALIDATOR = {"name": "Léa 😀", "id": "58e3c9a7-1d6b-4f20-9a84-b7f0d2e6153c", "type": "agent", "createdAt": "2026-02-01T00:00:00Z"}


def test_a_valid_record_is_one_line_in_its_own_order() -> None:
    """Members are not sorted and text is not escaped; the line ends with its newline."""
    assert (
        '{"name":"Léa 😀","id":"58e3c9a7-1d6b-4f20-9a84-b7f0d2e6153c","type":"agent","createdAt":"2026-02-01T00:00:00Z"}\n'
        == record_line(VALIDATOR, "validator")
    )


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"type": "robot"}, "schema.enum", "/type"),
        ({"reputation": 101}, "schema.maximum", "/reputation"),
        ({"extra": 1}, "schema.unknown-member", "/extra"),
        ({"name": "\ud800"}, "json.invalid-utf8", ""),
        ({"reputation": float("nan")}, "number.not-finite", "/reputation"),
        ({"validationCount": 2**53 + 1}, "number.inexact-integer", "/validationCount"),
    ],
)
def test_an_invalid_record_is_never_written(change: dict, code: str, pointer: str) -> None:
    """The error has the code and the pointer of the first problem, and holds the whole result."""
    with pytest.raises(InvalidRecordError) as caught:
        record_line({**VALIDATOR, **change}, "validator")
    assert (code, pointer) == (caught.value.code, caught.value.pointer)
    assert not caught.value.result.passed


def test_what_json_does_not_have_is_a_type_error() -> None:
    """A set or bytes are no value of a record."""
    with pytest.raises(TypeError):
        record_line({**VALIDATOR, "expertise": {"a"}}, "validator")


def test_ids_and_instants_have_the_forms_of_the_standard() -> None:
    """What the helpers make passes the checks of the formats."""
    assert FORMATS["uuid"](new_id())
    assert new_id() != new_id()
    assert is_instant(now())


def test_the_typed_dictionaries_are_those_of_the_schemas() -> None:
    """The module on disk is what its writer makes, and each class has its schema's members, required and not."""
    made = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--stdin-filename", "arfpy/record_types.py", "-"],
        input=writer.module(), capture_output=True, text=True, check=True, cwd=writer.TARGET.parent.parent,
    )  # fmt: skip
    assert made.stdout == writer.TARGET.read_text("utf-8")
    for name, schema in spec.schemas().items():
        found = getattr(record_types, "".join(part.capitalize() for part in name.split("-")))
        assert (set(schema["required"]), set(schema["properties"])) == (found.__required_keys__, set(typing.get_type_hints(found)))


def test_every_block_of_the_page_runs(root: Path) -> None:
    """The page about Python is a doctest."""
    outcome = doctest.testfile(str(root / "docs" / "python.md"), module_relative=False)
    assert outcome.attempted > 15
    assert outcome.failed == 0


def test_a_type_checker_finds_a_wrong_member(tmp_path: Path) -> None:
    """A misspelled member and a value outside an enumeration are errors before anything runs."""
    (tmp_path / "wrong.py").write_text(
        "from arfpy.record_types import Claim\n"
        'claim: Claim = {"id": "x", "statement": "s", "confidence": "sure", "sourceIds": [], "createdAt": "t"}\n'
        'claim["sourceids"] = []\n'
    )
    environment_root = Path(arfpy.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(tmp_path / "wrong.py")],
        capture_output=True, text=True, check=False, cwd=environment_root,
    )  # fmt: skip
    assert 'wrong.py:2: error: Incompatible types (expression has type "Literal[\'sure\']"' in done.stdout.replace(str(tmp_path) + "/", "")
    assert '"Claim" has no key "sourceids"' in done.stdout


def test_the_line_is_strict_json() -> None:
    """What is written reads back as the same value."""
    assert VALIDATOR == json.loads(record_line(VALIDATOR, "validator"))
