"""The validator class and the compiled acceptor: one verdict, and the meaning that ECMA-262 gives patterns."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import schema, spec
from arfpy.accept import acceptor, compile_acceptor
from arfpy.formats import ecma_pattern
from arfpy.schema import UnknownSchemaWordError, validator_class, violations

UUID = "602d54e3-0650-40c8-898c-e6d3c0e71d71"
TIME = "2026-03-25T20:17:56.727Z"
HASH = "sha256:" + "0a" * 32
BY_NAME = {
    "uuid": UUID, "instant": TIME, "uri": "https://example.org/a?b#c", "sha256": HASH, "strings": ["x"], "ids": [UUID],
    "extractionMeta": {"model": "m", "extractionConfidence": 0.5, "extractedAt": TIME, "more": None},
}


def sound(definition: dict, root: dict):
    """A value that a schema of ours accepts, with every member present."""
    if "$ref" in definition:
        name = definition["$ref"].rpartition("/")[2]
        return copy.deepcopy(BY_NAME[name]) if name in BY_NAME else sound(root["definitions"][name], root)
    if "const" in definition:
        return definition["const"]
    if "enum" in definition:
        return definition["enum"][-1]
    kind = definition.get("type")
    if kind == "object":
        return {name: sound(inner, root) for name, inner in definition.get("properties", {}).items()}
    if kind == "array":
        return [sound(definition["items"], root)]
    if kind == "string":
        return "text of ten or more"
    if kind in ("number", "integer"):
        return definition.get("minimum", 7)
    return {"any": [None, 1.5, "value"]}


TYPES = list(spec.schemas())
# Values that stand near the edge of some keyword or format.
ODD = st.sampled_from(
    [None, True, False, 0, 1, -1, 1.5, 5, 5.0000001, 101, 1e300, "", "x", "123456789", "\U0001f600" * 5, "\U0001f600" * 10, [], {}, [None],
     [UUID, UUID], [UUID, UUID.upper()], [UUID + "\n"], UUID, UUID + "\n", "{" + UUID + "}", TIME, TIME.lower(), "2026-02-29T00:00:00Z",
     HASH, HASH + "\n", HASH.upper(), "human", "Human", "high", "http://é", "relative/path", "urn:a:b", "local", [[]], {"a": {}}, "open"]
)


@settings(max_examples=800, deadline=None)
@given(st.sampled_from(TYPES), st.lists(st.tuples(st.integers(0, 30), ODD, st.sampled_from("sdai")), max_size=3))
def test_the_acceptor_and_jsonschema_give_one_verdict(type_name: str, changes) -> None:
    """However a sound record is changed, the compiled schema says yes exactly when jsonschema finds nothing."""
    value = sound(spec.schemas()[type_name], spec.schemas()[type_name])
    targets = [value] + [inner for inner in value.values() if isinstance(inner, dict)]
    for where, sampled, how in changes:
        odd = copy.deepcopy(sampled)  # a list that is changed here must not be the one drawn next
        target = targets[where % len(targets)]
        names = sorted(target)
        if how == "a" or not names:
            target["extra" + str(where)] = odd
        elif how == "d":
            del target[names[where % len(names)]]
        elif how == "i" and isinstance(target[names[where % len(names)]], list):
            target[names[where % len(names)]].append(odd)
        else:
            target[names[where % len(names)]] = odd
    assert (violations(value, type_name) == []) == acceptor(type_name)(value)


@pytest.mark.parametrize("type_name", TYPES)
def test_a_record_with_every_member_is_accepted(type_name: str) -> None:
    """The differential test above starts from values that both sides accept."""
    value = sound(spec.schemas()[type_name], spec.schemas()[type_name])
    assert acceptor(type_name)(value)
    assert [] == violations(value, type_name)


@pytest.mark.parametrize("type_name", TYPES)
def test_values_that_are_no_objects_are_refused_by_both(type_name: str) -> None:
    """Arrays, strings, numbers and null are not records of any type."""
    for value in ([], "x", 1, None, True):
        assert not acceptor(type_name)(value)
        assert ["schema.type"] == [violation.code for violation in violations(value, type_name)]


def test_schemas_are_draft_07_and_closed() -> None:
    """Each schema is valid draft-07, names itself in the namespace and allows no unknown member."""
    for name, definition in spec.schemas().items():
        validator_class().check_schema(definition)
        assert f"https://korvo.xyz/arf/ns/v0.1/{name}" == definition["$id"]
        assert definition["additionalProperties"] is False
        assert set(definition["required"]) <= set(definition["properties"])


def test_missing_and_unknown_members_are_reported_one_by_one() -> None:
    """Two missing and two unknown members are four problems, each with its own pointer and name."""
    value = {"id": UUID, "claimId": UUID, "validatorId": UUID, "a/b": 1, "c~d": 2}
    found = [(v.code, v.pointer, v.message, v.on_name) for v in violations(value, "endorsement")]
    assert [
        ("schema.unknown-member", "/a~1b", "the member 'a/b' is not defined here", True),
        ("schema.unknown-member", "/c~0d", "the member 'c~d' is not defined here", True),
        ("schema.required", "", "the member weight is missing", False),
        ("schema.required", "", "the member createdAt is missing", False),
    ] == found


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("^[0-9a-f]{2}$", "0a", True), ("^[0-9a-f]{2}$", "0a\n", False), (r"^\d+$", "12", True), (r"^\d+$", "١٢", False),
        (r"^\w$", "é", False), (r"^\W$", "é", True), (r"^\s$", "\u2028", True), (r"^\s$", "\x1c", False), (r"^[\s]$", "\ufeff", True),
        ("^.$", "\u2028", False), ("^.$", "a", True), (r"^\.$", ".", True), (r"^\.$", "a", False), ("^[.$]$", "$", True),
        ("b", "abc", True), ("^(?:a|b)$", "b", True), ("^(?!a)", "b", True), ("^[[]$", "[", True), (r"^\\$", "\\", True),
    ],
)
def test_patterns_mean_what_ecma262_says(pattern: str, text: str, matches: bool) -> None:
    """`$` matches at the very end only, digits and word characters are ASCII, `.` stops at every line end."""
    assert matches == (ecma_pattern(pattern).search(text) is not None)


@pytest.mark.parametrize("pattern", [r"\p{L}", r"(?<name>a)", r"(?i)a", r"\b", r"\x41", r"(?P<n>a)", r"[\S]", "a\\", "[]a]", "[^]a]", "[^]]", "a{,3}", "a++", "a*+", "x{2}{3}", "a?+"])
def test_patterns_outside_the_shared_subset_are_refused(pattern: str) -> None:
    """A construct that the two languages do not share is an error of the schema, never a guess."""
    with pytest.raises(ValueError, match="subset"):
        ecma_pattern(pattern)


@pytest.mark.parametrize(
    "definition",
    [
        {"type": "string", "format": "hostname"}, {"type": "string", "contentEncoding": "base64"}, {"type": "null"}, {"oneOf": []},
        {"enum": [1, 2]}, {"type": "object", "required": ["a"]}, {"type": "array", "contains": {}}, {"type": ["string", "null"]},
        {"type": "number", "multipleOf": 2}, {"type": "object", "additionalProperties": {"type": "string"}}, {"type": "object", "minProperties": 1},
    ],
)
def test_the_compiler_refuses_words_it_does_not_know(definition: dict) -> None:
    """A keyword, type or format that is not compiled stops the compilation; nothing is accepted unseen."""
    with pytest.raises(UnknownSchemaWordError):
        compile_acceptor(definition)


def test_a_format_that_is_not_asserted_is_refused_by_jsonschema_too() -> None:
    """An unknown format raises instead of passing silently."""
    with pytest.raises(UnknownSchemaWordError):
        schema.explain(validator_class()({"format": "hostname"}), "x")


def test_links_name_fields_that_exist() -> None:
    """Every reference in links.json is a member of its type's schema, and every target is a type."""
    for type_name, fields in spec.links().items():
        for name, target in fields.items():
            assert name in spec.schemas()[type_name]["properties"]
            assert target in spec.schemas()


def test_members_named_at_are_instants() -> None:
    """Every member whose name ends in At is an instant, in every schema."""
    def walk(node) -> None:
        if isinstance(node, dict):
            for name, inner in node.get("properties", {}).items():
                if name.endswith("At"):
                    assert inner["$ref"] == "#/definitions/instant", name
            for inner in node.values():
                walk(inner)

    for definition in spec.schemas().values():
        walk(json.loads(json.dumps(definition)))
