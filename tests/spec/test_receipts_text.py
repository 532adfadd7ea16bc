"""The text on receipts against its schemas, the program and second derivations written here."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arfpy.canonical import receipt_form
from arfpy.receipts import administration, advisories, attestation, scores
from site_tools.clauses import Section, clauses, sections

RELATIONSHIPS = ("same_legal_entity", "affiliate", "contracted_vendor", "unaffiliated")
ACTORS = ("subject", "administrator", "third_party", "undisclosed")
CLASSES = ("self_administered", "affiliated", "contracted", "independent", "undisclosed")
BOUNDARIES = {
    "receipts.body": ("receipt", 1070, "0b94b0635ad9cbfeba5487371a8d3c181cf2e9d2628a19668ae07f6ffab28343"),
    "receipts.attestation": ("attestation", 335, "6d7756ce9be5274fbc3912c89f7ec3ccb6dab471b7a524c202c13c695db272df"),
}


def _tables(clause: str) -> list[list[list[str]]]:
    """The tables of a clause as rows of cells, headings first, without marks of code."""
    found: list[list[list[str]]] = []
    last = 0
    for number, line in clauses()[clause].body:
        if line.startswith("|"):
            if number != last + 1:
                found.append([])
            if set(line) - set("|-: "):
                found[-1].append([cell.strip().strip("`") for cell in line.split("|")[1:-1]])
            last = number
    return found


def _class(relationship: str, selected: str, ran: str, scored: str) -> str:
    """The class, by exclusion: first what the subject touched, then the relationship, then who did both ends."""
    if "subject" in {selected, ran, scored} or relationship == "same_legal_entity":
        return "self_administered"
    by_relationship = {"affiliate": "affiliated", "contracted_vendor": "contracted"}
    return by_relationship.get(relationship) or ("undisclosed" if selected == scored else "independent")


@pytest.mark.parametrize("clause", BOUNDARIES)
def test_a_boundary_text_is_the_constant(root: Path, clause: str) -> None:
    """The block of the text and the constant of the schema have the length and the SHA-256 that were written down."""
    schema_name, length, sha256 = BOUNDARIES[clause]
    schema = json.loads((root / "spec/v0.1/schemas" / f"{schema_name}.schema.json").read_text(encoding="utf-8"))
    in_schema = schema["properties"]["signed_body"]["properties"]["boundary"]["const"]
    in_text = [line for _, line in clauses()[clause].fenced if not line.startswith("```")]
    assert [in_schema] == in_text
    assert (length, sha256) == (len(in_schema), hashlib.sha256(in_schema.encode("ascii")).hexdigest())
    assert f"`{sha256}`" in clauses()[clause].text
    assert f"{length} ASCII characters" in clauses()[clause].text


def test_the_counts_are_those_of_all_arrangements() -> None:
    """The table of counts is what the 256 arrangements give when they are derived a second time."""
    rows = {row[0]: [int(cell) for cell in row[1:]] for row in _tables("receipts.independence")[0][1:]}
    counts = {
        relationship: Counter(_class(relationship, *legs) for legs in itertools.product(ACTORS, repeat=3))
        for relationship in RELATIONSHIPS
    }
    assert [*RELATIONSHIPS, "all"] == list(rows)
    for relationship, count in counts.items():
        assert [*(count[name] for name in CLASSES), 64] == rows[relationship]
    assert [*(sum(count[name] for count in counts.values()) for name in CLASSES), 256] == rows["all"]


def test_the_other_counts_hold() -> None:
    """The numbers in the sentences about order and gate 12 are what a count gives."""
    arrangements = list(itertools.product(RELATIONSHIPS, ACTORS, ACTORS, ACTORS))
    reordered = {"affiliate": "affiliated", "contracted_vendor": "contracted"}
    changed = sum(_class(*one) != reordered.get(one[0], _class(*one)) for one in arrangements)
    stopped = [one for one in arrangements if one[0] == "same_legal_entity" and "third_party" in one[1:]]
    left = [one for one in arrangements if one not in stopped]
    own = sum(_class(*one) == "self_administered" for one in left)
    text = " ".join(clauses()["receipts.independence"].text.split())
    assert f"{changed} of the 256 arrangements" in text
    assert f"Gate 12 stops {len(stopped)} arrangements" in text
    assert f"Of the {len(left)} that reach gate 13, {own} are" in text


def test_the_table_of_unaffiliated_parties_holds_for_every_runner() -> None:
    """Each cell is the class for every actor who may have run the evaluation, other than the subject."""
    header, *rows = _tables("receipts.independence")[1]
    assert list(ACTORS) == header[1:] == [row[0] for row in rows]
    for selected, *cells in rows:
        for scored, cell in zip(ACTORS, cells, strict=True):
            for ran in ACTORS[1:]:
                assert cell == _class("unaffiliated", selected, ran, scored)


def _gate_titles(file: str, pattern: str) -> list[str]:
    """The names of gates in the headings of a text, in order; their numbers are checked on the way."""
    found = [re.fullmatch(pattern, section.title) for section in _sections(file)]
    matches = [match for match in found if match]
    first = int(matches[0].group(1))
    assert list(range(first, first + len(matches))) == [int(match.group(1)) for match in matches]
    return [match.group(2) for match in matches]


def _sections(file: str) -> list[Section]:
    return sections(Path(__file__).resolve().parents[2] / "spec" / "v0.1" / file)


def test_the_gates_are_those_of_the_program_in_order() -> None:
    """Headings and table name the fourteen gates with the names and numbers under which the program reports them."""
    names = [name for name, _ in administration.GATES]
    assert names == _gate_titles("receipts.md", r"Gate (\d+): ([A-Z_]+)")
    rows = [row[0] for row in _tables("receipts.gates")[0][1:]]
    assert [(n, name) for n, name in enumerate(names, start=1)] == [
        (int(number), name) for number, name in (re.findall(r"(\d+) \[([A-Z_]+)\]", row)[0] for row in rows)
    ]


def test_the_gates_of_an_attestation_are_those_of_the_program_in_order() -> None:
    """The table of the attestation names its eight gates in order, and the last three have headings."""
    names = [name for name, _ in attestation.GATES]
    assert [f"{n} {name}" for n, name in enumerate(names, start=1)] == [
        row[0] for row in _tables("receipts.attestation")[1][1:]
    ]
    assert names[5:] == _gate_titles("receipts.md", r"Attestation gate (\d+): ([A-Z_]+)")


def _receipt(role: str) -> dict[str, Any]:
    """What the advisories about one role look at."""
    separation = dict.fromkeys(("selected_items_by", "ran_evaluation_by", "scored_results_by"), "administrator")
    return {
        "ts": "2026-03-11T08:00:00.000Z",
        "signed_body": {
            "tenant_id": "tenant-acme",
            "administrator": {"id": "did:example:lab-3", "role": role},
            "subject": {"id": "did:example:model-7", "role": "model under test"},
            "relationship": {"administrator_to_subject": "unaffiliated"},
            "separation": separation,
            "testset_ref": {"item_count": 500, "committed_at": "", "disclosed_to_subject_at": ""},
        },
    }


@pytest.mark.parametrize("row", _tables("receipts.no-score-restatement")[0][1:], ids=lambda row: row[0])
def test_what_gate_14_passes_and_the_advisory_flags_is_as_listed(row: list[str]) -> None:
    """Each text of the table fails or passes the gate, and gets the advisory or not, as the table says."""
    role, gate, advisory = row
    receipt = _receipt(role)
    found = scores.find(receipt["signed_body"], "signed_body")
    assert ("fails" if found else "passes") == gate
    flagged = {entry["code"] for entry in advisories.of(receipt, None, caller_key_offered=False)}
    assert ("SCORE_LIKE_TEXT" in flagged) == advisory.startswith("given")


def test_every_advisory_of_the_program_is_listed(root: Path) -> None:
    """The codes of the table are those that the program can give."""
    source = (root / "arfpy" / "receipts" / "advisories.py").read_text(encoding="utf-8")
    assert set(re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', source)) == {
        row[0] for row in _tables("receipts.advisories")[0][1:]
    }


def test_the_members_of_a_report_are_listed() -> None:
    """The table of the report has the members of a report, and the one that is there after a fault of our own."""
    report = administration.verify("{}", None, None).as_dict()
    assert [*report, "internal_error"] == [row[0] for row in _tables("receipts.report")[0][1:]]


_TOKENS = [row for row in _tables("receipts.profile")[1][1:] if re.fullmatch(r"-?[0-9][0-9.e-]*|NaN", row[0])]


@pytest.mark.parametrize("row", _TOKENS, ids=lambda row: row[0])
def test_a_number_on_which_the_languages_differ_is_refused(row: list[str]) -> None:
    """Python writes what the table says, JavaScript is said to write something else, and the profile refuses it."""
    token, javascript, python = row
    assert json.dumps(json.loads(token)) == python != javascript
    with pytest.raises(receipt_form.ProfileError):
        receipt_form.parse(f"[{token}]")


def test_the_example_of_a_commitment_adds_up() -> None:
    """The lines of the example hold the hashes of its two items, and the commitment is the hash of the lines."""
    clause = clauses()["receipts.testset-commitment"]
    lines = [line for _, line in clause.fenced if not line.startswith("```")]
    items = ('{"answer":"4","prompt":"2+2"}', '{"answer":"6","prompt":"3+3"}')
    assert all(f"`{item}`" in clause.text for item in items)
    hashes = [hashlib.sha256(item.encode("ascii")).hexdigest() for item in items]
    assert ["arf-testset-v1", bytes(range(32)).hex(), "2", *hashes] == lines
    commitment = hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()
    assert f"`{commitment}`" in clause.text
