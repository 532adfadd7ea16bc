"""Many records as one graph: look-ups, finding, and what a trace says first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy.errors import UsageError
from arfpy.graph import report
from arfpy.graph.finding import holding, number, one_record
from arfpy.graph.loading import load
from arfpy.graph.store import Store
from arfpy.graph.trace import trace
from arfpy.inputs import RecordText
from arfpy.reporters.trace import FORMATS, as_dot, as_json, as_mermaid, as_text

T = "2026-01-01T00:00:00Z"


def uuid(letter: str, number: int = 0) -> str:
    """Return a UUID that is easy to read."""
    return f"{letter * 8}-0000-4000-8000-{number:012d}"


Q, S, C, A, E, W = (uuid(letter) for letter in "abcdef")
QUESTION = {"id": Q, "text": "Which model is better?", "status": "open", "createdAt": T}
SOURCE = {"id": S, "type": "paper", "title": "A table", "contentHash": "anything", "createdAt": T}
CLAIM = {"id": C, "statement": "B is better than A.", "confidence": "low", "sourceIds": [S], "questionId": Q, "createdAt": T}
ARTIFACT = {"id": A, "title": "Two", "type": "memo", "body": "B.", "claimIds": [C], "sourceIds": [S], "createdAt": T}
EVALUATION = {"id": E, "claimIds": [C], "engine": "e", "protocolVersion": "1", "payload": {"score": 0.82}, "createdAt": T}
VALIDATOR = {"id": W, "name": "Reader", "type": "human", "createdAt": T}
CHALLENGE = {"id": uuid("1"), "claimId": C, "challengerId": W, "reason": "Seen in training.", "createdAt": "2026-03-01T00:00:00Z"}
ALL = [QUESTION, SOURCE, CLAIM, ARTIFACT, EVALUATION, VALIDATOR, CHALLENGE]


def stored(records: list[dict[str, Any]]) -> Store:
    """Return a store of records, each on a line of its own."""
    texts = [("r.ndjson", RecordText(line, json.dumps(one).encode())) for line, one in enumerate(records, start=1)]
    store, unread = load(texts, values=True)
    assert unread == []
    return store


@pytest.fixture
def store() -> Iterator[Store]:
    """A small set in which every kind of record stands in the story of one claim."""
    made = stored(ALL)
    yield made
    made.close()


def edges(found: list[Any]) -> list[tuple[int, str, int | None]]:
    """Return edges without what is missing."""
    return [(edge.origin, edge.relation, edge.target) for edge in found]


def test_a_trace_leads_from_an_evaluation_down_to_sources_and_up_from_its_claims(store: Store) -> None:
    """The claim, its question and source, the challenge and who made it; then what else uses the claim."""
    found = trace(store, one_record(store, E))
    assert edges(found.basis) == [
        (5, "claimIds", 3),
        (3, "questionId", 1),
        (3, "sourceIds", 2),
        (3, "challenged by", 7),
        (7, "challengerId", 6),
    ]
    assert edges(found.uses) == [(3, "used in", 4), (3, "evaluated in", 5)]


def test_what_is_contested_is_said_first_and_unchecked_digests_last(store: Store) -> None:
    """An open challenge stands before the remark that nobody compared the content with its hash."""
    first, *_, last = trace(store, one_record(store, E)).warnings
    assert f"claim {C} is challenged (open): Seen in training." == first
    assert f"source {S} states a content hash; whether the content has it was not checked here" == last


@pytest.mark.parametrize("status", ["disputed", "retracted"])
def test_a_claim_that_is_taken_back_is_said_first(status: str) -> None:
    """The status of a claim that no longer stands is the first thing a reader learns."""
    made = stored([QUESTION, SOURCE, {**CLAIM, "status": status}, EVALUATION])
    assert f"claim {C} is {status}" == trace(made, one_record(made, E)).warnings[0]


def test_a_missing_record_is_named_with_the_link_that_wants_it() -> None:
    """A link to nothing is an edge without a target, and a warning."""
    made = stored([CLAIM, EVALUATION])
    found = trace(made, one_record(made, E))
    assert [(edge.relation, edge.missing) for edge in found.basis if edge.target is None] == [
        ("questionId", f"question {Q}"),
        ("sourceIds", f"source {S}"),
    ]
    assert f"no record for source {S}, named by claim {C} (sourceIds)" in found.warnings


def test_what_came_later_was_not_known_then(store: Store) -> None:
    """A challenge made in March is no part of what was known in February."""
    found = trace(store, one_record(store, E), "2026-02-01T00:00:00Z")
    assert 7 not in found.nodes
    assert not any("challenged" in warning for warning in found.warnings)
    assert 7 in trace(store, one_record(store, E), "2026-03-01T00:00:00.000Z").nodes


def test_a_record_changed_since_is_said_to_be() -> None:
    """The files hold a later state of a record than the one that was known."""
    made = stored([QUESTION, SOURCE, {**CLAIM, "updatedAt": "2026-05-01T00:00:00Z"}, EVALUATION])
    warnings = trace(made, one_record(made, E), "2026-02-01T00:00:00Z").warnings
    assert f"claim {C} was changed after 2026-02-01T00:00:00Z; what it said then is not in these files" in warnings


def test_publications_are_followed_from_bundle_to_chain() -> None:
    """A bundle is found by the copy it holds, and a chain record by the content hash of the bundle."""
    bundle = {
        "schemaVersion": "atlas/artifact/v1", "canonicalizationVersion": "rfc8785-jcs-v1",
        "artifact": {"id": A, "title": "Two", "type": "memo", "body": "B.", "tags": [], "createdAt": T},
        "claims": [], "sources": [], "publishedBy": "Reader", "publishedAt": T,
    }  # fmt: skip
    digest = stored([bundle]).row(1).digest
    record = {"id": uuid("7"), "artifactId": A, "contentHash": digest, "chain": "base", "txHash": "0xb", "publishedAt": T}
    later = {**record, "id": uuid("7", 1), "txHash": "0xc", "previousVersionTx": "0xb", "contentHash": "sha256:" + "0" * 64}
    made = stored([ARTIFACT, bundle, record, later])
    found = trace(made, one_record(made, A))
    assert {(1, "published in", 3), (1, "copied into", 2), (3, "followed by", 4)} <= set(edges(found.uses))
    assert (3, "contentHash", 2) in edges(trace(made, one_record(made, uuid("7"))).basis)
    assert f"no bundle given has the content hash of chain-record {uuid('7', 1)}" in found.warnings


def test_records_are_found_by_id_by_digest_and_by_their_beginning(store: Store) -> None:
    """A whole id, a digest, and four letters of either name one record."""
    digest = store.row(3).digest
    assert digest is not None
    for name in (C, C[:4], digest, digest[:12]):
        assert one_record(store, name).key == 3


@pytest.mark.parametrize(("name", "words"), [("ccc", "no record"), ("sha256:", "names"), (C.upper(), "no record"), ("[c]*", "no record")])
def test_a_name_that_finds_nothing_or_too_much_is_refused(store: Store, name: str, words: str) -> None:
    """Too short, too common, in capitals, or a pattern: none of these is guessed."""
    with pytest.raises(UsageError, match=words):
        one_record(store, name)


def test_a_number_is_found_wherever_it_stands_in_a_payload() -> None:
    """Equal numbers are found however they are written; texts, other members and true are no numbers."""
    payload = {"a/b": [0.5, {"c~d": 5e-1}], "text": "0.5", "yes": True, "n": 1}
    made = stored([{**EVALUATION, "payload": payload, "tags": ["0.5"]}, {**EVALUATION, "id": uuid("e", 1), "payload": 0.50}])
    assert ["/payload/a~1b/0", "/payload/a~1b/1/c~0d", "/payload"] == [held.pointer for held in holding(made, number("0.50"))]
    assert ["/payload/n"] == [held.pointer for held in holding(made, number("1"))]


@pytest.mark.parametrize("text", ["1,5", "NaN", "true", '"1"', "", "1 2", "Infinity", "0x10"])
def test_what_is_no_json_number_is_refused(text: str) -> None:
    """A decimal comma is told apart from a point, and nothing is read as a number that JSON does not know."""
    with pytest.raises(UsageError, match="not a number"):
        number(text)


@pytest.mark.parametrize("form", list(FORMATS))
def test_every_form_names_every_record(store: Store, form: str) -> None:
    """The tree, the JSON and both graph languages hold the id of each record of the trace."""
    text = FORMATS[form](trace(store, one_record(store, E)))
    assert [one["id"] for one in ALL if str(one["id"]) not in text] == []


def test_texts_of_records_cannot_break_out_of_a_graph() -> None:
    """Quotes, line ends, backslashes and control characters stay inside their label."""
    hostile = 'a"]; x\\" --> y\n<script>\x1b[31m#quot;'
    made = stored([{**QUESTION, "text": hostile}])
    found = trace(made, one_record(made, Q))
    assert "\x1b" not in as_text(found) + as_mermaid(found) + as_dot(found)
    assert '"]; x' not in as_mermaid(found)
    assert all(line.count('"') - line.count('\\"') in (0, 2) for line in as_dot(found).splitlines())
    assert hostile == json.loads(as_json(found))["nodes"][0]["title"]


def test_a_hub_is_cut_in_the_tree_and_whole_in_json() -> None:
    """A person reads twenty records and how many there are more; a program gets all."""
    claims = [{**CLAIM, "id": uuid("c", index)} for index in range(500)]
    made = stored([QUESTION, SOURCE, *claims])
    found = trace(made, one_record(made, S))
    assert "and 480 more" in as_text(found)
    assert 500 == len(json.loads(as_json(found))["uses"])


def test_a_long_history_and_a_circle_come_to_an_end() -> None:
    """Ten thousand publications in a row are followed without recursion, and a circle is reported once."""
    count = 10_000
    record = {"artifactId": A, "contentHash": "x", "chain": "base", "publishedAt": T}
    rows = [{**record, "id": uuid("7", i), "txHash": str(i), "previousVersionTx": str(i - 1)} for i in range(count)]
    made = stored([QUESTION, SOURCE, CLAIM, ARTIFACT, *rows])
    assert [] == list(report.problems(made))
    assert "follows" in as_text(trace(made, one_record(made, uuid("7", count - 1))))
    rows[0]["previousVersionTx"] = str(count - 1)
    made = stored([QUESTION, SOURCE, CLAIM, ARTIFACT, *rows])
    assert ["link.cycle"] == [problem.code for _, problem in report.problems(made)]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.lists(st.integers(0, 4), min_size=1, max_size=3)), max_size=8), st.randoms())
def test_links_do_not_depend_on_the_order_of_the_records(claims: list[tuple[int, list[int]]], random: Any) -> None:
    """Whatever the order of the lines, as many links stay unresolved, and as many as a dictionary finds."""
    sources = [{**SOURCE, "id": uuid("b", index)} for index in range(3)]
    made = [
        {**CLAIM, "id": uuid("c", place), "sourceIds": [uuid("b", one) for one in targets], "questionId": uuid("b", question)}
        for place, (question, targets) in enumerate(claims)
    ]
    records = [*sources, *made]
    random.shuffle(records)
    wanted = sum(one > 2 for _, targets in claims for one in targets) + len(claims)
    assert wanted == len(list(report.problems(stored(records))))
