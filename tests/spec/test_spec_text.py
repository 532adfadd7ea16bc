"""The lint of the standard's texts: the texts pass, and each kind of fault is found."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from site_tools import released_ids
from site_tools.clauses import clauses, sections
from site_tools.lint_spec import findings


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """A copy of the standard that a test may break."""
    folder = tmp_path / "v0.1"
    shutil.copytree(root / "spec" / "v0.1", folder, ignore=shutil.ignore_patterns("*.input.*", "*.canonical.*", "*.hex"))
    return folder


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_standard_passes() -> None:
    """Nothing is wrong with the texts as they are published."""
    assert [] == findings()


def test_the_copy_passes(copy: Path) -> None:
    """The copy passes before it is broken, so what a test finds is the fault that it made."""
    assert [] == findings(copy)


BROKEN = {
    "a rule outside of a clause": (
        "README.md", "## Versions\n", "## Versions\n\nA record MUST carry no version.\n",
        "a rule stands outside of a clause",
    ),
    "a key word in lower case": (
        "records.md", "Letter case counts.\n", "Letter case must count.\n", "'must' is not in capitals",
    ),
    "a code that does not exist": (
        "records.md", "`record.not-an-object`", "`record.no-object`", "there is no code record.no-object",
    ),
    "a code that its clause leaves out": (
        "records.md", "`schema.unknown-member`", "an error",
        "the clause records.unknown-members does not mention its code schema.unknown-member",
    ),
    "a code of a clause that does not exist": (
        "codes.json", '"clause": "records.urls"', '"clause": "records.addresses"',
        "schema.format.uri names the clause records.addresses, which does not exist",
    ),
    "a clause without vectors": (
        "vectors/without.json", '"records.verdicts"', '"records.verdict"', "records.verdicts has no vector",
    ),
    "a clause that no vector names any more": (
        "canonicalization.md", "{ #canonicalization.key-order }", "{ #canonicalization.name-order }",
        "canonicalization.name-order has no vector",
    ),
    "a clause in the wrong file": (
        "bundle.md", "{ #bundle.legacy }", "{ #records.legacy }",
        "the clause records.legacy does not begin with the name of its file",
    ),
    "an id used twice": (
        "records.md", "{ #records.urls }", "{ #records.uuid }", "the id records.uuid is used twice",
    ),
    "a field that is missing": (
        "schemas/question.schema.json", '"context":', '"background":',
        "the block of question background is not that of its schema",
    ),
    "a field without vectors": (
        "schemas/question.schema.json", '"context":', '"background":',
        "no vector shows that background is refused with schema.type",
    ),
    "a nested field of another name": (
        "records.md", "#### `extractionMeta.model`", "#### `extractionMeta.engine`",
        "the block of claim extractionMeta.model is not that of its schema",
    ),
    "a required field called optional": (
        "records.md", "_Required._ Text, at least 10 characters.\n\nThe statement", "_Optional._ Text, at least 10 characters.\n\nThe statement",
        "the block of claim statement is not that of its schema",
    ),
    "a value that the block leaves out": (
        "records.md", "`high`, `verified`", "`high`", "the block of claim confidence is not that of its schema",
    ),
    "a refusal that the block leaves out": (
        "records.md", "**Reject** an empty\narray: `schema.min-items`.", "**Warn** of an empty\narray: `schema.min-items`.",
        "is not that of its schema",
    ),
    "a field of the bundle that is missing": (
        "bundle.md", "#### `claims[].status`", "#### `claims[].state`",
        "the block of bundle claims[].status is not that of its schema",
    ),
    "a schema that refuses more than the blocks say": (
        "schemas/validator.schema.json", '"maximum": 100', '"maximum": 90',
        "the block of validator reputation is not that of its schema",
    ),
    "a field of a receipt that is missing": (
        "receipts.md", "| `signed_body.separation.ran_evaluation_by` |", "| `signed_body.separation.run_by` |",
        "receipts.body does not list the field signed_body.separation.ran_evaluation_by",
    ),
    "a value of a receipt that the table leaves out": (
        "receipts.md", "one of `same_legal_entity`, `affiliate`,", "one of `same_legal_entity`,",
        "the schema allows other values of signed_body.relationship.administrator_to_subject",
    ),
    "a required field of a receipt called optional": (
        "receipts.md", "| `signed_body.tenant_id` | yes |", "| `signed_body.tenant_id` | no |",
        "the schema says otherwise about signed_body.tenant_id being required",
    ),
    "a boundary text that differs": (
        "receipts.md", "recognises it as one.", "recognizes it as one.",
        "the schema allows other values of signed_body.boundary",
    ),
    "a link that the table leaves out": (
        "records.md", "| Claim | `sourceIds` | Source |\n", "", "the link Claim `sourceIds` Source is missing",
    ),
    "a link that does not exist": (
        "records.md", "| Claim | `sourceIds` | Source |", "| Claim | `sourceIds` | Artifact |",
        "links.json has no link Claim `sourceIds` Artifact",
    ),
    "a permission outside of a clause": (
        "README.md", "## Versions\n", "## Versions\n\nA record MAY carry no version.\n",
        "a rule stands outside of a clause",
    ),
    "a code without a vector": (
        "vectors/without.json", '"digest.mismatch"', '"digest.match"', "digest.mismatch has no vector",
    ),
    "a code of a gate that no vector stops at": (
        "vectors/receipts/manifest.json", '"nested": "ISSUER_KEY_MATCH"', '"nested": "SIGNATURE"',
        "attestation.gate-2 has no vector",
    ),
    "a refusal that the list leaves out": (
        "records.md", "- an array has too few entries: `schema.min-items` ([records.arrays](#records.arrays))\n", "",
        "the list reject-if has no line for schema.min-items",
    ),
    "a refusal listed under another clause": (
        "records.md", "`schema.min-items` ([records.arrays](#records.arrays))",
        "`schema.min-items` ([records.lengths](#records.lengths))", "the clause of schema.min-items is another one",
    ),
    "a refusal listed without its clause": (
        "bundle.md", "`bundle.legacy` ([bundle.legacy](#bundle.legacy))", "`bundle.legacy`",
        "a line of this list ends in a code and its clause",
    ),
    "a refusal of another text": (
        "bundle.md", "`bundle.legacy` ([bundle.legacy](#bundle.legacy))",
        "`schema.type` ([records.types](records.md#records.types))", "a line of this list ends in a code and its clause",
    ),
    "a refusal listed twice": (
        "records.md", "- a text is too short: `schema.min-length`", "- a text is too short: `schema.min-items`",
        "schema.min-items is listed twice, or is no code of this text",
    ),
    "an example that is not run": (
        "records.md", "```text\nValidator", "```json\nValidator", "an example that is not run: make the block an arf-example",
    ),
    "an example that cannot be read": (
        "records.md", " pointer=/sourceIds at=5:16", " pointer=/sourceIds", "a rejected example has a code and a place",
    ),
    "an example that comes out otherwise": (
        "records.md", '"sourceIds": [],', '"sourceIds": ["6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3"],',
        "the example claim-no-source does not come out as it says: it is accepted",
    ),
    "an example at another place": (
        "records.md", " pointer=/sourceIds at=5:16", " pointer=/sourceIds at=5:17",
        "the example claim-no-source does not come out as it says",
    ),
    "an example with another canonical text": (
        "canonicalization.md", '{"A":2,"a":1}\n', '{"a":1,"A":2}\n', "the example names-differ-by-case does not come out as it says",
    ),
    "an example of a code of another clause": (
        "records.md", "code=schema.min-items pointer=/sourceIds at=5:16 clause=records.arrays",
        "code=schema.min-items pointer=/sourceIds at=5:16 clause=records.lengths",
        "the example claim-no-source has the code schema.min-items, which is not one of its clause",
    ),
    "an example of a clause that does not exist": (
        "records.md", "expect=accept clause=records.claim ", "expect=accept clause=records.statement ",
        "the example sound-claim names the clause records.statement, which does not exist",
    ),
    "an example that is no vector yet": (
        "records.md", "id=claim-no-source ", "id=claim-source-forgotten ",
        "the example claim-source-forgotten is not the vector of its id",
    ),
    "an id of an example used twice": (
        "records.md", "id=claim-no-source ", "id=claim-evaluated-twice ",
        "the example claim-evaluated-twice has an id that is used twice",
    ),
    "a released clause that is lost": (
        "canonicalization.md", "{ #canonicalization.key-order }", "{ #canonicalization.name-order }",
        "version 0.1 had canonicalization.key-order among its clauses, and it is lost",
    ),
    "a released field that is lost": (
        "records.md", "{ #records.claim.status }", "{ #records.claim.state }",
        "version 0.1 had records.claim.status among its fields, and it is lost",
    ),
    "a released code that is lost": (
        "codes.json", '"json.empty"', '"json.nothing"', "version 0.1 had json.empty among its codes, and it is lost",
    ),
    "a released vector that is lost": (
        "vectors/numbers/manifest.json", '"id": "nan"', '"id": "not-a-number"',
        "version 0.1 had nan among its vectors, and it is lost",
    ),
    "a released example that is lost": (
        "records.md", "id=claim-no-source ", "id=claim-without-source ",
        "version 0.1 had claim-no-source among its examples, and it is lost",
    ),
    "an address that leads nowhere": (
        "README.md", "](records.md)", "](record.md)", "the link leads nowhere: record.md",
    ),
    "an anchor that leads nowhere": (
        "README.md", "](records.md#records.links)", "](records.md#records.link)",
        "no heading there has the id: records.md#records.link",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_found(copy: Path, fault: str) -> None:
    """Each kind of fault is reported as path, line and message."""
    name, old, new, message = BROKEN[fault]
    _replace(copy / name, old, new)
    found = [finding for finding in findings(copy) if message in finding]
    assert found
    path, line, _ = found[0].split(":", 2)
    assert (copy / path).is_file()
    assert int(line) >= 1


def test_the_command_says_so_by_its_status(root: Path, copy: Path) -> None:
    """The command ends with 0 on a sound folder, and with 1 and the finding on a broken one."""
    command = [sys.executable, "-m", "site_tools.lint_spec", str(copy)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (0, "nothing found\n") == (done.returncode, done.stdout)
    _replace(copy / "records.md", "Letter case counts.\n", "Letter case must count.\n")
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert 1 == done.returncode
    assert done.stdout.startswith("records.md:")


def test_released_ids_are_only_added_to(copy: Path) -> None:
    """A release takes up the ids of its day; none is written while one of an earlier release is missing."""
    content = released_ids.released(copy, "0.2")
    assert ["0.1", "0.2"] == list(content["versions"])
    assert content["versions"]["0.1"] == json.loads((copy / released_ids.NAME).read_bytes())["versions"]["0.1"]
    assert "records.uuid" in content["versions"]["0.2"]["clauses"]
    _replace(copy / "records.md", "{ #records.uuid }", "{ #records.ids }")
    with pytest.raises(ValueError, match=r"^ids that were released before are missing: records\.uuid$"):
        released_ids.released(copy, "0.2")


def test_the_line_is_that_of_the_fault(copy: Path) -> None:
    """The line named is the one that holds the fault."""
    _replace(copy / "CHANGELOG.md", "The first version.", "The first version.\n\nIt should last.")
    number = (copy / "CHANGELOG.md").read_text(encoding="utf-8").split("\n").index("It should last.") + 1
    assert [f"CHANGELOG.md:{number}: 'should' is not in capitals: use another word"] == findings(copy)


def test_mentions_of_key_words_and_code_blocks_are_no_rules(copy: Path) -> None:
    """A key word in inline code or in a code block binds nobody and is not reported."""
    text = "The word `MUST` and the word `must` are mentioned.\n\n```text\nThis MUST not be seen, nor must this.\n```\n"
    _replace(copy / "README.md", "## Versions\n", f"## Versions\n\n{text}")
    assert [] == findings(copy)


def test_the_clauses_are_those_that_were_agreed() -> None:
    """Clause ids are lasting: this list, written apart from the texts, only ever grows."""
    agreed = {
        "canonicalization": "utf-8 byte-order-mark one-text grammar duplicate-keys surrogates depth non-finite overflow integers"
        " underflow key-order array-order strings numbers white-space unicode idempotent digest",
        "records": "object type required unknown-members types enums lengths arrays ranges patterns uuid instants urls"
        " repeated-references local-chain links file verbatim verdicts question source artifact claim evaluation validator"
        " challenge endorsement revision chain-record",
        "bundle": "members schema-version canonicalization-version legacy content-hash",
        "links": "exact-match unique-ids bundles history unreferenced",
        "disclosure": "statement absent newest publishing",
        "receipts": "envelope signing-string body profile canonical-form gates report schema issuer-key-match "
        "payload-digest receipt-id signature signer-identity evar-link evar-integrity tenant-match "
        "testset-precommitment item-count-positive separation-coherence independence-recompute "
        "no-score-restatement independence attestation window-order results-present item-floor keyring "
        "ed25519 caller-key advisories mint testset-commitment http http-verify http-mint limits",
        "conformance": "cases outcomes xfail command jsonl process answers vector-set levels report",
    }
    assert {f"{file}.{name}" for file, names in agreed.items() for name in names.split()} == set(clauses())


def test_a_clause_knows_its_place(root: Path) -> None:
    """A clause has its file, the line of its heading, its title, and the lines below it."""
    clause = clauses()["records.uuid"]
    lines = (root / "spec" / "v0.1" / clause.file).read_text(encoding="utf-8").split("\n")
    assert (clause.file, clause.title) == ("records.md", "UUIDs")
    assert "### UUIDs { #records.uuid }" == lines[clause.line - 1]
    assert "`schema.format.uuid`" in clause.text


def test_a_heading_inside_a_code_block_is_none(tmp_path: Path) -> None:
    """A line of a code block that looks like a heading begins no section."""
    path = tmp_path / "text.md"
    path.write_text("# One\n\n```sh\n# a comment\n```\n\n## Two { #text.two }\n", encoding="utf-8")
    assert [("", None), ("One", None), ("Two", "text.two")] == [(one.title, one.id) for one in sections(path)]
