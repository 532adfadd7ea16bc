"""Type inference, the rules beyond the schema, and bundle versions."""

from __future__ import annotations

import itertools

import pytest

from arfpy import BundleVersionError, UsageError, spec
from arfpy.bundle import check_versions
from arfpy.records import infer_type, known_type, unknown_type, violations

TYPES = spec.schemas()
UUID = "602d54e3-0650-40c8-898c-e6d3c0e71d71"
OTHER = "702d54e3-0650-40c8-898c-e6d3c0e71d71"
TIME = "2026-03-25T20:17:56.727Z"
HASH = "sha256:" + "0a" * 32


@pytest.mark.parametrize("type_name", TYPES)
def test_required_members_alone_name_their_type(type_name: str) -> None:
    """The smallest sound record of each type is told apart from all others."""
    assert type_name == infer_type(dict.fromkeys(TYPES[type_name]["required"]))


@pytest.mark.parametrize("type_name", TYPES)
def test_every_optional_member_keeps_the_type(type_name: str) -> None:
    """Adding all optional members, in any order, changes nothing."""
    assert type_name == infer_type(dict.fromkeys(sorted(TYPES[type_name]["properties"])))


@pytest.mark.parametrize("type_name", TYPES)
def test_one_slip_still_leaves_the_type_plain(type_name: str) -> None:
    """A record with one misspelled or one missing telling member is explained as what it was meant to be.

    Where the member that is missing is the one that tells two types apart, the type may be open, but it is
    never a wrong one unless the rest fits that type exactly.
    """
    required = TYPES[type_name]["required"]
    for name in required:
        rest = [one for one in required if one != name]
        assert infer_type(dict.fromkeys([*rest, name + "x"])) in (type_name, None), name
        inferred = infer_type(dict.fromkeys(rest))
        exact = [one for one, schema in TYPES.items() if set(schema["required"]) <= set(rest) <= set(schema["properties"])]
        assert inferred in (type_name, None, *exact), name


def test_a_nearly_right_claim_is_a_claim() -> None:
    """A misspelled statement, a missing confidence and an unknown member are explained on a claim."""
    assert infer_type({"id": 1, "statment": 1, "confidence": 1, "sourceIds": 1, "createdAt": 1}) == "claim"
    assert infer_type({"id": 1, "statement": 1, "sourceIds": 1, "createdAt": 1}) == "claim"
    assert infer_type({"id": 1, "statement": 1, "confidence": 1, "sourceIds": 1, "createdAt": 1, "x": 1, "y": 2}) == "claim"


def test_members_that_every_type_has_decide_nothing() -> None:
    """id and createdAt alone name no type; the answer says which are nearest where there are some."""
    for names in ([], ["id"], ["id", "createdAt"], ["foo"], ["id", "publishedAt"]):
        assert infer_type(dict.fromkeys(names)) is None
    found = unknown_type({"id": UUID, "type": "x", "createdAt": TIME})
    assert found.code == "record.type-unknown"
    assert found.message.endswith("nearest are source, validator")


@pytest.mark.parametrize("value", [[], "x", 1, None, True])
def test_a_record_is_an_object(value) -> None:
    """Anything else has no type, whether one was named or not."""
    assert ["record.not-an-object"] == [v.code for v in violations(value, None)]
    assert ["record.not-an-object"] == [v.code for v in violations(value, "claim")]


def test_an_object_with_very_many_members_is_not_remembered() -> None:
    """Inference works beyond the size that is cached."""
    value = dict.fromkeys([*TYPES["claim"]["required"], *(f"m{n}" for n in range(200))])
    assert infer_type(value) is None or infer_type(value) in TYPES


def test_type_names_of_people_are_checked() -> None:
    """A type that does not exist is a usage error that lists those that do."""
    assert known_type("claim") == "claim"
    with pytest.raises(UsageError, match="Claim") as refusal:
        known_type("Claim")
    assert "chain-record" in refusal.value.hint


def evaluation(**members):
    return {"id": UUID, "claimIds": [UUID], "engine": "e", "protocolVersion": "1", "payload": {}, "createdAt": TIME, **members}


def claim(**members):
    return {"id": UUID, "statement": "0123456789", "confidence": "low", "sourceIds": [UUID], "createdAt": TIME, **members}


def chain_record(**members):
    return {"id": UUID, "artifactId": UUID, "contentHash": HASH, "chain": "local", "txHash": f"local:{HASH}", "publishedAt": TIME, **members}


def test_a_repeated_source_is_a_warning_and_a_repeated_claim_of_an_evaluation_an_error() -> None:
    """sourceIds may repeat an id; claimIds of an Evaluation may not."""
    found = violations(claim(sourceIds=[OTHER, UUID, OTHER, OTHER]), "claim")
    assert [("record.repeated-reference", "/sourceIds/2")] == [(v.code, v.pointer) for v in found]
    found = violations(evaluation(claimIds=[UUID, UUID]), "evaluation")
    assert ["schema.unique-items"] == [v.code for v in found]
    assert [] == violations(claim(sourceIds=[UUID, UUID.upper()]), "claim")


def test_on_chain_local_the_transaction_is_the_content_hash() -> None:
    """txHash is local: and the content hash there, and free on any other chain."""
    assert [] == violations(chain_record(), "chain-record")
    assert [] == violations(chain_record(chain="base", txHash="0xabc"), "chain-record")
    found = violations(chain_record(txHash=HASH), "chain-record")
    assert [("record.local-tx-hash", "/txHash")] == [(v.code, v.pointer) for v in found]


@pytest.mark.parametrize("forced", [None, "bundle", "claim"])
@pytest.mark.parametrize("version", ["rfc8785-jcs-v2", "", None, 1, [], {}, "RFC8785-JCS-V1", True])
def test_an_unknown_canonicalization_version_is_refused_whatever_else_the_value_is(version, forced) -> None:
    """There is no default to fall back to, and naming another type does not help."""
    with pytest.raises(BundleVersionError) as refusal:
        check_versions({"canonicalizationVersion": version, "statement": "x"}, forced)
    assert ("bundle.version-unsupported", "/canonicalizationVersion") == (refusal.value.code, refusal.value.pointer)


def bundle_names(*without: str) -> dict:
    names = dict.fromkeys(TYPES["bundle"]["required"])
    names |= {"schemaVersion": "atlas/artifact/v1", "canonicalizationVersion": "rfc8785-jcs-v1"}
    return {name: value for name, value in names.items() if name not in without}


def test_legacy_and_unknown_bundles_are_told_apart() -> None:
    """No canonicalizationVersion is legacy; another schemaVersion is unknown; both known pass."""
    check_versions(bundle_names(), None)
    crowded = bundle_names("canonicalizationVersion") | dict.fromkeys(TYPES["artifact"]["properties"])
    few = {"schemaVersion": "atlas/artifact/v1", "artifact": {}}
    for forced, value in itertools.product([None, "bundle", "claim"], [bundle_names("canonicalizationVersion"), crowded, few]):
        with pytest.raises(BundleVersionError) as refusal:
            check_versions(value, forced)
        assert refusal.value.code == "bundle.legacy"
    with pytest.raises(BundleVersionError) as refusal:
        check_versions(bundle_names("canonicalizationVersion", "schemaVersion"), "bundle")
    assert refusal.value.code == "bundle.legacy"
    with pytest.raises(BundleVersionError) as refusal:
        check_versions({**bundle_names(), "schemaVersion": "atlas/artifact/v2"}, None)
    assert ("bundle.schema-version-unsupported", "/schemaVersion") == (refusal.value.code, refusal.value.pointer)


def test_versions_of_other_records_are_nobodys_business() -> None:
    """A record that is no bundle, and a value that is no object, pass this check."""
    check_versions(["canonicalizationVersion"], None)
    check_versions(claim(), "claim")
