"""The lint of the standard's texts: the texts pass, and each kind of fault is found."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
        "records.question does not list the field background",
    ),
    "a field that the schema lacks": (
        "schemas/question.schema.json", '"context":', '"background":', "the schema of question has no field context",
    ),
    "a nested field that is missing": (
        "records.md", "| `extractionMeta.model` |", "| `extractionMeta.engine` |",
        "records.claim does not list the field extractionMeta.model",
    ),
    "a required field called optional": (
        "records.md", "| `statement` | yes |", "| `statement` | no |",
        "the schema says otherwise about statement being required",
    ),
    "a value that the table leaves out": (
        "records.md", "`high`, `verified`", "`high`",
        "the schema allows other values of confidence: low, medium, high, verified",
    ),
    "a field of the bundle that is missing": (
        "bundle.md", "| `claims[].status` |", "| `claims[].state` |",
        "bundle.members does not list the field claims[].status",
    ),
    "a field of a receipt that is missing": (
        "receipts.md", "| `signed_body.separation.ran_evaluation_by` |", "| `signed_body.separation.run_by` |",
        "receipts.body does not list the field signed_body.separation.ran_evaluation_by",
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
