"""References between records: resolved by id and by type, over all the records given."""

from __future__ import annotations

import pytest

from arfpy.check import Check
from arfpy.links import Index

A, B, C, D = (f"{letter * 8}-0000-4000-8000-000000000000" for letter in "abcd")


def found(index: Index, value, type_name: str) -> list[tuple[str, str, str]]:
    """Return code, pointer and message of each violation."""
    return [(violation.code, violation.pointer, violation.message) for violation in index.violations(value, type_name)]


@pytest.fixture
def index() -> Index:
    """An index that knows a source, a claim and a validator."""
    known = Index()
    known.add({"id": A}, "source")
    known.add({"id": B}, "claim")
    known.add({"id": C}, "validator")
    return known


def test_references_that_resolve_are_no_problem(index: Index) -> None:
    """Ids of the right types, in single fields and in lists, break nothing."""
    assert found(index, {"claimId": B, "validatorId": C}, "endorsement") == []
    assert found(index, {"sourceIds": [A, A]}, "claim") == []


def test_an_unresolved_reference_is_named_with_its_place(index: Index) -> None:
    """Each id that no record has is a violation at its own pointer, entries of a list one by one."""
    assert found(index, {"claimId": D, "validatorId": C}, "endorsement") == [
        ("link.unresolved", "/claimId", f"no claim with id {D} is among the records given")
    ]
    assert [(code, pointer) for code, pointer, _ in found(index, {"sourceIds": [A, D, A, D]}, "claim")] == [
        ("link.unresolved", "/sourceIds/1"),
        ("link.unresolved", "/sourceIds/3"),
    ]


def test_a_reference_to_another_type_says_both_types(index: Index) -> None:
    """An id that belongs to a record of another type is told with what was found and what was wanted."""
    assert found(index, {"claimId": C, "validatorId": C}, "endorsement") == [
        ("link.wrong-type", "/claimId", f"{C} is the id of a validator, not of a claim")
    ]


def test_an_id_that_two_types_share_serves_both(index: Index) -> None:
    """Where one id stands on records of several types, each of them can be pointed at by it."""
    index.add({"id": B}, "question")
    assert found(index, {"questionId": B, "sourceIds": [A]}, "claim") == []
    assert found(index, {"claimId": B, "validatorId": B}, "endorsement") == [
        ("link.wrong-type", "/validatorId", f"{B} is the id of a claim and question, not of a validator")
    ]


def test_ids_match_byte_for_byte(index: Index) -> None:
    """The same UUID in capitals is another id, and told apart from one that nobody has."""
    assert found(index, {"claimId": B.upper(), "validatorId": C}, "endorsement") == [
        ("link.case", "/claimId", f"no claim has the id {B.upper()}; {B} differs in the case of letters only")
    ]


def test_a_record_may_point_at_one_that_comes_later() -> None:
    """All texts are indexed before anything is judged, so order does not matter."""
    claim = f'{{"id":"{B}","statement":"Ten letters","confidence":"low","sourceIds":["{A}"],"createdAt":"x"}}'
    source = f'{{"id":"{A}","type":"url","title":"t","createdAt":"x"}}'
    index = Index()
    index.add_all(text.encode() for text in (claim, source))
    assert found(index, {"sourceIds": [A]}, "claim") == []
    assert found(index, {"claimId": B, "validatorId": B}, "endorsement")[0][1] == "/validatorId"


def test_texts_that_are_no_records_are_passed_over() -> None:
    """Broken JSON, values without an id and ids that are no text index nothing and raise nothing."""
    index = Index()
    index.add_all([b"", b"{", b"\xff", b"[" * 100_000, b"1", b"[]", b'{"id":1}', b'{"id":null,"weight":1}', b"{}"])
    assert [code for code, _, _ in found(index, {"claimId": "1"}, "endorsement")] == ["link.unresolved"]


def test_a_forced_type_is_the_type_of_every_record() -> None:
    """With a type named, records count as that type whatever their members look like."""
    index = Index()
    index.add_all([f'{{"id":"{A}"}}'.encode()], "claim")
    assert found(index, {"claimId": A}, "challenge") == []


@pytest.mark.parametrize("held", [None, 1, True, {}, {"id": A}, [[A]], [None, 7]])
def test_values_that_are_no_ids_are_left_to_the_schema(index: Index, held) -> None:
    """What is not a text is no reference: the schema says what is wrong with it."""
    assert found(index, {"claimIds": held, "claimId": held, "sourceIds": held}, "artifact") == []
    assert found(index, {"claimIds": held, "claimId": held, "sourceIds": held}, "challenge") == []


@pytest.mark.parametrize("value", [None, [], "x", 1])
def test_a_value_that_is_no_object_has_no_references(index: Index, value) -> None:
    """A record that is no object is refused elsewhere; here it points at nothing."""
    assert found(index, value, "claim") == []


def test_types_without_references_point_at_nothing(index: Index) -> None:
    """A question, a source and a validator have no fields that point at records."""
    for type_name in ("question", "source", "validator"):
        assert found(index, {"claimId": D, "sourceIds": [D], "claims": [{"sourceIds": [D]}]}, type_name) == []


def test_a_bundle_makes_the_references_of_the_records_inside_it(index: Index) -> None:
    """They resolve inside the bundle or among the records given, and are placed inside the bundle."""
    bundle = {"claims": [{"id": B, "sourceIds": [A, D, "x"]}], "sources": [{"id": D}]}
    assert found(index, bundle, "bundle") == [
        ("link.unresolved", "/claims/0/sourceIds/2", "no source with id x is among the records given")
    ]


def test_a_check_places_link_problems_in_the_text(index: Index) -> None:
    """In a result, a link problem has line and column of the id at fault, and makes the record invalid."""
    record = f'{{\n "id":"{D}",\n "claimId":"{D}",\n "validatorId":"{C}",\n "weight":1,\n "createdAt":"2026-01-01T00:00:00Z"\n}}'
    result = Check(references=index.violations).record(record.encode(), "x", 7)
    assert (result.verdict, [(p.code, p.pointer, p.line, p.column) for p in result.problems]) == (
        "invalid",
        [("link.unresolved", "/claimId", 9, 12)],
    )
    assert Check().record(record.encode(), "x").verdict == "valid"
