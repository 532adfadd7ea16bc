"""The tool that owns the vectors: what it refuses, and that it then leaves the disk alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_tools import vectors
from site_tools.vectors import Files
from site_tools.vectors.__main__ import main

SET = "numbers/manifest.json"
RECEIPTS = "receipts/manifest.json"
ADD = [
    "add",
    "numbers",
    "--id",
    "seven",
    "--clause",
    "canonicalization.numbers",
    "--flag",
    "WholeFloat",
    "--comment",
    "Seven.",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the published vectors."""
    vectors.write(tmp_path, vectors.read(vectors.ROOT))
    return tmp_path


def _edit(files: Files, change: Callable[[dict[str, Any]], Any], name: str = SET) -> None:
    value = json.loads(files[name])
    change(value)
    files[name] = vectors.dump(value)


def _vector(manifest: dict[str, Any], result: str = "accept") -> dict[str, Any]:
    return next(v for v in manifest["vectors"] if v["result"] == result)


def test_published_vectors_have_no_fault() -> None:
    """The vectors on disk pass the lint."""
    assert [] == vectors.faults(vectors.read(vectors.ROOT))


@pytest.mark.parametrize(
    ("word", "name", "change"),
    [
        ("no manifest names", None, lambda files: files.update({"numbers/left-over.json": b""})),
        ("is missing", None, lambda files: files.pop("numbers/negative-zero.hex")),
        ("the size is", None, lambda files: files.update({"numbers/negative-zero.canonical.json": b"[0]\n"})),
        ("the hex is not", None, lambda files: files.update({"numbers/negative-zero.hex": b"5b305d\r\n"})),
        ("the digest is not", SET, lambda m: _vector(m).update(digest="sha256:" + "0" * 64)),
        ("there is no clause", SET, lambda m: _vector(m).update(clause="canonicalization.luck")),
        ("there is no code", SET, lambda m: _vector(m, "reject").update(code="number.odd")),
        ("the clause of", SET, lambda m: _vector(m, "reject").update(clause="canonicalization.numbers")),
        ("does not count from 1", SET, lambda m: _vector(m, "reject").update(line=0)),
        ("its members are not", SET, lambda m: _vector(m, "reject").pop("pointer")),
        ("an id is used once", SET, lambda m: _vector(m).update(id="keys-ascii")),
        ("an id is used once", SET, lambda m: _vector(m).update(id="Upper_Case")),
        ("is not defined", SET, lambda m: m["flags"].pop("Overflow")),
        ("is used by no vector", SET, lambda m: m["flags"].update(Idle={"effect": "None.", "links": ["RFC 8785"]})),
        ("needs an effect and links", SET, lambda m: m["flags"]["Overflow"].update(effect="")),
        ("a flag must say why", SET, lambda m: _vector(m).update(flags=[])),
        ("the comment is a sentence", SET, lambda m: _vector(m).update(comment="")),
        ("calls itself", SET, lambda m: m.update(set="digits")),
        ("run fmt", SET, lambda m: m["vectors"].reverse()),
        ("run fmt", SET, lambda m: m.update(count=1)),
        ("an outcome is valid", RECEIPTS, lambda m: m["vectors"][0]["expected"].update(gate=15)),
        ("an outcome is valid", RECEIPTS, lambda m: m["vectors"][0]["expected"].update(valid=False)),
        ("its members are not", RECEIPTS, lambda m: m["vectors"][0].pop("caller_key")),
        ("is missing", None, lambda files: files.pop("receipts/receipt-independent.keyring.json")),
        ("gives no reason", "without.json", lambda w: w.pop("records.verdicts")),
        ("which has a vector", "without.json", lambda w: w.update({"records.uuid": "Too many."})),
        ("does not exist", "without.json", lambda w: w.update({"records.luck": "Rare."})),
    ],
)
def test_lint_names_what_is_wrong(word: str, name: str | None, change: Callable[[Any], Any]) -> None:
    """A copy with one thing broken is not passed, and a sentence says what it is."""
    files = vectors.read(vectors.ROOT)
    if name is None:
        change(files)
    else:
        _edit(files, change, name)
    assert any(word in fault for fault in vectors.faults(files))


def test_lint_command_fails_on_a_broken_copy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line returns 1 and prints the faults."""
    (folder / "numbers" / "negative-zero.hex").write_bytes(b"")
    assert 1 == main(["--root", str(folder), "lint"])
    assert "numbers/negative-zero: the hex is not that of the canonical bytes." in capsys.readouterr().err


def test_add_computes_what_can_be_computed(folder: Path) -> None:
    """An accepted vector gets canonical bytes, hex, size and digest, and is counted."""
    before = json.loads((folder / SET).read_bytes())["count"]
    assert 0 == main(["--root", str(folder), *ADD, "--text", "[7.0]"])
    manifest = json.loads((folder / SET).read_bytes())
    added = next(v for v in manifest["vectors"] if v["id"] == "seven")
    assert before + 1 == manifest["count"]
    assert b"[7]" == (folder / "numbers" / "seven.canonical.json").read_bytes()
    assert b"5b375d\n" == (folder / "numbers" / "seven.hex").read_bytes()
    # printf '%s' '[7]' | shasum -a 256
    assert (3, "sha256:589ffd3acf522ae81192579f297589e93b0c41f748b224d1b4bb5c857a2f70cb") == (
        added["size"],
        added["digest"],
    )


@pytest.mark.parametrize(
    ("word", "more"),
    [
        ("is taken", ["--id", "nan", "--text", "[7.0]"]),
        ("rfc8785 refuses", ["--text", "[9007199254740994]"]),
        ("--canonical says", ["--text", "[7.0]", "--canonical", "[7.0]"]),
        ("is not defined", ["--text", "[7.0]", "--flag", "Novel"]),
        (
            "there is no code",
            ["--text", "[7,]", "--code", "number.odd", "--verdict", "invalid", "--line", "1", "--column", "4"],
        ),
    ],
)
def test_a_refused_addition_leaves_the_disk_alone(
    word: str, more: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a failure every file is as it was."""
    before = vectors.read(folder)
    assert 1 == main(["--root", str(folder), *ADD, *more])
    assert word in capsys.readouterr().err
    assert before == vectors.read(folder)


def test_fmt_restores_order_and_count(folder: Path) -> None:
    """Formatting a shuffled manifest gives back the published bytes."""
    published = (folder / SET).read_bytes()
    manifest = json.loads(published)
    manifest["vectors"] = [dict(reversed(v.items())) for v in reversed(manifest["vectors"])]
    (folder / SET).write_text(json.dumps(manifest | {"count": 0}))
    assert 0 == main(["--root", str(folder), "fmt"])
    assert published == (folder / SET).read_bytes()
