"""``arf links``, ``trace``, ``bundle`` and ``disclosure``: what a person types, and what comes back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

C = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3"
ARTIFACT = "a6f41d93-8e05-4b7a-92cc-1f3e60d7b825"
SOURCE = "bafb465b-47be-45fd-b94f-ea6599153e4f"
BUNDLE_DIGEST = "sha256:bddeec7e825c808b3649e469a2667069d2d13decd0b2dd9cf4733d74e1f75b6f"
PARTS = ("artifact", "claim", "question", "source")


@pytest.fixture
def examples(root: Path, tmp_path: Path) -> list[str]:
    """The example files, copied beside the command."""
    names = []
    for path in sorted((root / "spec" / "v0.1" / "examples").glob("*.ndjson")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
        names.append(path.name)
    return names


@pytest.fixture
def public(arf, examples: list[str]) -> str:
    """Statements that make every part of the example artifact public."""
    files = [name for name in examples if name.removesuffix(".ndjson") in PARTS]
    assert 0 == arf("disclosure", "state", "public", *files, "--by", "x", "--at", "2026-03-30T11:00:00Z", "--out", "d.ndjson").code
    return "d.ndjson"


def build(arf, *more: str):
    """Build the example's bundle with the publisher and the instant of the published one."""
    files = [f"{name}.ndjson" for name in PARTS]
    fixed = ("--published-by", "example editors", "--published-at", "2026-04-02T08:00:00Z")
    return arf("bundle", "build", ARTIFACT, *files, *fixed, *more)


def test_all_links_of_the_examples_resolve(arf, examples: list[str]) -> None:
    """Twenty-one links, and the records that nothing points at are listed on request."""
    outcome = arf("links", *examples)
    assert (0, "16 records, 21 of 21 links resolve, 4 records that nothing points at\n") == (outcome.code, outcome.out)
    assert 4 == arf("links", "-v", *examples).out.count("nothing points at ")


def test_a_link_that_leads_nowhere_is_named_with_its_file_and_line(arf, examples: list[str]) -> None:
    """Without the sources, each claim and the artifact miss them; the rest is still followed."""
    outcome = arf("links", *(name for name in examples if name != "source.ndjson"))
    assert 1 == outcome.code
    assert "FAIL claim.ndjson:1 (claim)\n" in outcome.out
    assert f"/sourceIds/0 no source with id {SOURCE} is among the records given [link.unresolved]" in outcome.out
    assert "13 records, 16 of 21 links resolve" in outcome.out


def test_a_broken_line_stops_nothing(arf, examples: list[str], tmp_path: Path) -> None:
    """A line that is no JSON and one that is no record are problems of their own."""
    (tmp_path / "bad.ndjson").write_text('{"a":\n[]\n')
    outcome = arf("links", *examples, "bad.ndjson", "--output", "json")
    report = json.loads(outcome.out)
    assert [("bad.ndjson", 1, "json.syntax"), ("bad.ndjson", 2, "record.not-an-object")] == [
        (one["source"], one["record_line"], one["code"]) for one in report["problems"]
    ]
    assert (1, 18, 21) == (outcome.code, report["counts"]["records"], report["counts"]["resolved"])


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_million_brackets_are_left_out_with_their_reason(arf, examples: list[str], tmp_path: Path, opening: str) -> None:
    """Deep nesting is a problem of its own line; the other records are followed all the same."""
    (tmp_path / "deep.json").write_text(opening * 1_000_000)
    links = arf("links", *examples, "deep.json")
    assert (1, 1) == (links.code, links.out.count("[json.too-deep]"))
    traced = arf("trace", C, *examples, "deep.json")
    assert (0, 1) == (traced.code, traced.err.count("[json.too-deep]"))


def test_unreadable_paths_and_empty_inputs_are_usage_errors(arf, examples: list[str], tmp_path: Path) -> None:
    """Exit 2 says that not everything was looked at."""
    (tmp_path / "empty.ndjson").write_bytes(b"\n")
    assert 2 == arf("links", *examples, "missing.ndjson").code
    assert 2 == arf("links", "empty.ndjson").code
    assert 2 == arf("trace", C, "missing.ndjson").code
    assert 2 == arf("trace", C).code


def test_a_trace_tells_the_story_of_a_claim(arf, examples: list[str]) -> None:
    """What must be known first, what the claim rests on, and what rests on it."""
    outcome = arf("trace", C, *examples)
    know, rests, uses = (outcome.out.index(heading) for heading in ("Know first", "Rests on", "What rests on it"))
    assert 0 == outcome.code
    assert know < rests < uses
    assert f"└─ sourceIds: source {SOURCE}" in outcome.out or f"├─ sourceIds: source {SOURCE}" in outcome.out
    assert f"used in: artifact {ARTIFACT}" in outcome.out[uses:]


def test_a_number_is_answered_with_its_evaluation_and_pointer(arf, tmp_path: Path) -> None:
    """One line for each place at which the number stands; exit 1 when no Evaluation holds it."""
    record = '{"id":"%s","claimIds":["%s"],"engine":"e","protocolVersion":"1","payload":{"score":0.9375},"createdAt":"2026-01-01T00:00:00Z"}'
    (tmp_path / "e.ndjson").write_text(record % (ARTIFACT, C))
    found = arf("trace", "--score", "0.93750", "e.ndjson")
    assert (0, f"{ARTIFACT}  /payload/score  e.ndjson:1\n") == (found.code, found.out)
    nothing = arf("trace", "--score", "0.82", "e.ndjson")
    assert (1, "") == (nothing.code, nothing.out)
    assert 2 == arf("trace", "--score", "0,9375", "e.ndjson").code


def test_the_example_bundle_is_built_again_to_the_byte(arf, public: str) -> None:
    """The same records, publisher and instant give the published content hash."""
    outcome = build(arf, "--disclosures", public, "--out", "bundle-again.ndjson")
    assert 0 == outcome.code
    assert f"content hash {BUNDLE_DIGEST}, 2359 bytes\n" == outcome.err
    assert f"{BUNDLE_DIGEST}\n" == arf("digest", "bundle-again.ndjson").out


@pytest.mark.parametrize("part", PARTS)
def test_a_record_that_is_not_stated_public_is_not_published(arf, public: str, tmp_path: Path, part: str) -> None:
    """One record taken back, or one that was changed after the statement, and nothing is written."""
    line = (tmp_path / f"{part}.ndjson").read_text("utf-8").splitlines()[0]
    digest = arf("digest", "-", stdin=line.encode()).out.strip()
    kept = [one for one in (tmp_path / public).read_text("utf-8").splitlines() if digest not in one]
    (tmp_path / "less.ndjson").write_text("\n".join(kept) + "\n", "utf-8")
    outcome = build(arf, "--disclosures", "less.ndjson", "--out", "b.ndjson")
    assert (1, "") == (outcome.code, outcome.out)
    assert f"the {part} at {part}.ndjson:1 is not stated public but private ({digest})" in outcome.err
    assert not (tmp_path / "b.ndjson").exists()


def test_missing_doubled_and_incomplete_records_are_refused_together(arf, public: str, tmp_path: Path) -> None:
    """Every reason is told at once, each with the record and its place."""
    claims = (tmp_path / "claim.ndjson").read_text("utf-8").splitlines()
    one, two = json.loads(claims[0]), json.loads(claims[1])
    del one["status"]
    (tmp_path / "claim.ndjson").write_text("\n".join(map(json.dumps, (one, two, {**two, "confidence": "low"}))), "utf-8")
    (tmp_path / "source.ndjson").write_text("\n", "utf-8")
    outcome = build(arf, "--disclosures", public)
    assert 1 == outcome.code
    assert "the claim at claim.ndjson:1 has no status, which a bundle needs" in outcome.err
    assert f"two different records are the claim {two['id']}: claim.ndjson:2 and claim.ndjson:3" in outcome.err
    assert f"names the source {SOURCE}, and no record given has that id" in outcome.err


@pytest.mark.usefixtures("examples")
def test_a_bundle_is_verified_against_hash_records_and_chain(arf, tmp_path: Path) -> None:
    """What was given is compared, what was not is said to be open, and a changed record is named."""
    alone = arf("bundle", "verify", "bundle.ndjson")
    assert (0, 3) == (alone.code, alone.out.count("OPEN "))
    record = {
        "id": C, "artifactId": ARTIFACT, "contentHash": BUNDLE_DIGEST, "chain": "local", "txHash": f"local:{BUNDLE_DIGEST}",
        "publishedAt": "2026-04-02T08:00:00Z",
    }  # fmt: skip
    (tmp_path / "chain.ndjson").write_text(json.dumps(record))
    full = arf("bundle", "verify", "bundle.ndjson", *(f"{part}.ndjson" for part in PARTS), "chain.ndjson", "--expect", BUNDLE_DIGEST)
    assert (0, 5) == (full.code, full.out.count("PASS "))
    (tmp_path / "chain.ndjson").write_text(json.dumps({**record, "contentHash": "sha256:" + "0" * 64, "txHash": "local:sha256:" + "0" * 64}))
    assert "FAIL publication" in arf("bundle", "verify", "bundle.ndjson", "chain.ndjson").out
    (tmp_path / "source.ndjson").write_text((tmp_path / "source.ndjson").read_text("utf-8").replace("recursively", "rarely"), "utf-8")
    changed = arf("bundle", "verify", "bundle.ndjson", "source.ndjson", "--output", "json")
    assert 1 == changed.code
    assert ["/sources/0/title differs from source.ndjson:1"] == json.loads(changed.out)["steps"][3]["reasons"]


@pytest.mark.usefixtures("examples")
def test_a_wrong_hash_and_a_legacy_bundle_are_no_pass(arf, tmp_path: Path) -> None:
    """A content hash that differs fails; a legacy bundle is told apart and has no digest."""
    assert 1 == arf("bundle", "verify", "bundle.ndjson", "--expect", "0" * 64).code
    value = json.loads((tmp_path / "bundle.ndjson").read_text("utf-8"))
    del value["canonicalizationVersion"]
    (tmp_path / "legacy.json").write_text(json.dumps(value), "utf-8")
    outcome = arf("bundle", "verify", "legacy.json")
    assert 1 == outcome.code
    assert "FAIL the bundle by itself: legacy_top_level_only" in outcome.out
    assert "sha256:" not in outcome.out


@pytest.mark.usefixtures("examples")
def test_differences_name_the_record_and_the_member(arf, tmp_path: Path) -> None:
    """A changed statement, a claim left out and an order that differs; a bundle has no difference from itself."""
    same = arf("bundle", "diff", "bundle.ndjson", "bundle.ndjson")
    assert (0, "0 differences\n") == (same.code, same.out)
    value = json.loads((tmp_path / "bundle.ndjson").read_text("utf-8"))
    first, second = value["claims"]
    value["claims"] = [second, {**first, "confidence": "low"}]
    del value["question"]
    (tmp_path / "other.json").write_text(json.dumps(value), "utf-8")
    outcome = arf("bundle", "diff", "bundle.ndjson", "other.json")
    assert 1 == outcome.code
    assert f'changed: claim {first["id"]} confidence\n  - "high"\n  + "low"\n' in outcome.out
    assert re.search(r"removed: question \S+\n", outcome.out)
    assert "moved: bundle claims\n3 differences\n" in outcome.out


def test_states_are_shown_for_every_record(arf, public: str) -> None:
    """Public where it was stated, private where nobody said anything, and exit 1 unless all are public."""
    assert 0 == arf("disclosure", "check", "claim.ndjson", "--disclosures", public).code
    outcome = arf("disclosure", "check", "claim.ndjson:1", "validator.ndjson:1", "--disclosures", public)
    assert (1, "public      claim.ndjson:1 (claim)\nprivate     validator.ndjson:1 (validator)\n") == (outcome.code, outcome.out)


def test_a_file_of_statements_with_a_bad_line_is_refused_whole(arf, public: str, tmp_path: Path) -> None:
    """The line that cannot be read may take permission back, so no line counts."""
    with (tmp_path / public).open("a") as file:
        file.write('{"recordDigest":\n')
    outcome = arf("disclosure", "check", "claim.ndjson", "--disclosures", public)
    assert (2, "") == (outcome.code, outcome.out)
    assert "d.ndjson:10 is no disclosure statement" in outcome.err


def test_no_statement_is_made_for_a_record_that_is_not_valid(arf, tmp_path: Path) -> None:
    """A statement about a broken record would be about nothing."""
    (tmp_path / "bad.ndjson").write_text('{"id":1}\n')
    outcome = arf("disclosure", "state", "public", "bad.ndjson", "--by", "x")
    assert (1, "") == (outcome.code, outcome.out)
