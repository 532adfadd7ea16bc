"""``arf receipt``, ``arf attestation`` and ``arf testset`` as real processes, from a key to a verdict."""

from __future__ import annotations

import json
import re
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

GATES = [
    "SCHEMA",
    "ISSUER_KEY_MATCH",
    "PAYLOAD_DIGEST",
    "RECEIPT_ID",
    "SIGNATURE",
    "SIGNER_IDENTITY",
    "EVAR_LINK",
    "EVAR_INTEGRITY",
    "TENANT_MATCH",
    "TESTSET_PRECOMMITMENT",
    "ITEM_COUNT_POSITIVE",
    "SEPARATION_COHERENCE",
    "INDEPENDENCE_RECOMPUTE",
    "NO_SCORE_RESTATEMENT",
]
# A result that no output may repeat.
RESULT = 0.7316494


@dataclass
class Desk:
    """A folder after a whole round: keys, keyring, test set, attestation, receipt."""

    arf: object
    folder: Path
    digest: str

    def run(self, *args: str, stdin: bytes = b""):
        """Run arf, and hold every output against the rule that no result is echoed."""
        outcome = self.arf(*args, stdin=stdin)
        assert str(RESULT) not in outcome.out + outcome.err
        assert "Traceback" not in outcome.err
        return outcome

    def verify(self, *args: str):
        """Verify with the attestation and the keyring."""
        return self.run("receipt", "verify", *args, "--attestation", "evar.json", "--keyring", "keyring.json")

    def mint(self, *args: str):
        """Mint a receipt with the facts of the folder."""
        inputs = ("--facts", "facts.json", "--attestation", "evar.json", "--key", "key.json")
        return self.run("receipt", "mint", *inputs, "--keyring", "keyring.json", *args)

    def load(self, name: str) -> dict:
        """The value of a file."""
        return json.loads((self.folder / name).read_text())

    def save(self, name: str, value) -> str:
        """Write a value to a file and return its name."""
        (self.folder / name).write_text(value if isinstance(value, str) else json.dumps(value))
        return name


@pytest.fixture
def desk(arf, tmp_path: Path) -> Desk:
    """The whole round: keygen, testset commit, attestation mint, receipt mint; each exits 0."""
    made = arf("receipt", "keygen", "--key-id", "lab", "--test", "--out", "key.json", "--keyring", "keyring.json")
    assert made.code == 0, made.err
    (tmp_path / "items.ndjson").write_text('{"q":"one"}\n{"q":"two"}\n{"q":"three"}\n')
    committed = arf("testset", "commit", "items.ndjson", "--opening", "opening.json")
    assert committed.code == 0, committed.err
    digest = re.fullmatch(r"sha256:([0-9a-f]{64})  3 items\n", committed.out).group(1)
    desk = Desk(arf, tmp_path, digest)
    desk.save(
        "evar-facts.json",
        {
            "tenant_id": "tenant-acme",
            "subject": {"id": "model-7"},
            "evaluation_window": {"opens_at": "2026-03-10T09:00:00Z", "closes_at": "2026-03-10T17:00:00Z"},
            "testset_digest_sha256": digest,
            "items_evaluated": 3,
            "item_floor": 2,
            "results": [{"metric": "accuracy", "value": RESULT}],
        },
    )
    desk.save(
        "facts.json",
        {
            "tenant_id": "tenant-acme",
            "administrator": {"id": "lab-3", "role": "testing laboratory"},
            "subject": {"id": "model-7", "role": "model under test"},
            "testset_ref": {
                "digest_sha256": digest,
                "item_count": 3,
                "committed_at": "2026-03-01T10:00:00Z",
                "disclosed_to_subject_at": "2026-03-10T08:55:00Z",
            },
            "relationship": {"administrator_to_subject": "unaffiliated"},
            "separation": {
                "selected_items_by": "third_party",
                "ran_evaluation_by": "administrator",
                "scored_results_by": "administrator",
            },
        },
    )
    keys = ("--key", "key.json", "--keyring", "keyring.json")
    outcome = desk.run("attestation", "mint", "--facts", "evar-facts.json", *keys, "--out", "evar.json")
    assert (outcome.code, outcome.out) == (0, ""), outcome.err
    outcome = desk.mint("--out", "receipt.json")
    assert (outcome.code, outcome.out) == (0, ""), outcome.err
    return desk


def test_the_whole_round_ends_in_a_valid_receipt(desk: Desk) -> None:
    """Fourteen gates pass; digests, advisories and what is not attested are said; exit 0."""
    outcome = desk.verify("receipt.json")
    lines = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert lines[0] == "VALID receipt.json"
    assert [line.split() for line in lines[1:15]] == [[str(n), name, "pass"] for n, name in enumerate(GATES, 1)]
    assert lines[15] == "Not checked by the gates"
    assert lines[16].startswith("  COMMITMENT_NOT_WITNESSED ts: ")
    assert f"  receipt      sha256:{desk.load('receipt.json')['payload_sha256']}" in lines
    assert f"  attestation  sha256:{desk.load('evar.json')['payload_sha256']}" in lines
    assert "What a valid receipt does not attest" in lines
    attested = desk.run("attestation", "verify", "evar.json", "--keyring", "keyring.json")
    assert attested.code == 0
    assert attested.out.count(" pass\n") == 8


def test_the_json_report_is_the_report(desk: Desk) -> None:
    """One line with the members of the report, valid or not."""
    report = json.loads(desk.verify("receipt.json", "--output", "json").out)
    assert list(report) == ["valid", "failed_gate", "reason", "path", "gates", "evar", "advisories"]
    assert report["valid"] is True
    assert report["gates"] == [{"number": n, "name": name, "status": "pass"} for n, name in enumerate(GATES, 1)]
    assert report["evar"]["valid"] is True
    outcome = desk.run("receipt", "verify", "receipt.json", "--keyring", "keyring.json", "--output", "json")
    report = json.loads(outcome.out)
    assert (outcome.code, report["failed_gate"]) == (1, {"number": 7, "name": "EVAR_LINK"})


def test_a_failing_gate_is_named_with_reason_and_path(desk: Desk) -> None:
    """Those before it pass, those after it are not reached, nothing is said about valid receipts; exit 1."""
    receipt = desk.load("receipt.json")
    receipt["signed_body"]["tenant_id"] = "tenant-other"
    outcome = desk.verify(desk.save("edited.json", receipt))
    lines = outcome.out.splitlines()
    assert outcome.code == 1
    assert lines[0] == "NOT VALID edited.json"
    assert re.fullmatch(r" +3 PAYLOAD_DIGEST +FAIL  payload_sha256: the body hashes to .*", lines[3])
    assert [line.split(maxsplit=2)[2] for line in lines[4:15]] == ["not reached"] * 11
    assert "What a valid receipt" not in outcome.out


def test_explain_shows_what_stands_behind_the_verdict(desk: Desk) -> None:
    """The facts and the rule, both orders of the instants, the signed text, both digests."""
    receipt = desk.load("receipt.json")
    arguments = ("receipt.json", "--attestation", "evar.json", "--keyring", "keyring.json")
    outcome = desk.run("receipt", "explain", *arguments)
    assert outcome.code == 0
    signed = f"hive-receipt {receipt['receipt_id']} {receipt['payload_sha256']} {receipt['ts']}"
    for line in (
        "  administrator_to_subject   unaffiliated",
        "  selected_items_by          third_party",
        "  gives                      independent",
        "  opens_at                   2026-03-10T09:00:00Z",
        "  committed_at <= disclosed_to_subject_at: holds, 8 d 22 h 55 min apart",
        "  disclosed_to_subject_at <= opens_at: holds, 5 min apart",
        f"  {signed}",
        f"  receipt      sha256:{receipt['payload_sha256']}",
        f"  attestation  sha256:{desk.load('evar.json')['payload_sha256']}",
    ):
        assert line in outcome.out.splitlines()
    told = json.loads(desk.run("receipt", "explain", *arguments, "--output", "json").out)
    assert told["report"]["valid"] is True
    assert told["explanation"]["signing_string"] == signed
    broken = desk.run("receipt", "explain", desk.save("broken.json", "{"))
    assert (broken.code, "FAIL" in broken.out) == (1, True)


def test_what_is_no_instant_is_not_repeated(desk: Desk) -> None:
    """It could be a score: explain says that it is none, and that the order cannot be compared."""
    receipt = desk.load("receipt.json")
    receipt["signed_body"]["testset_ref"]["committed_at"] = "94.5%"
    outcome = desk.run("receipt", "explain", desk.save("edited.json", receipt), "--attestation", "evar.json")
    assert "94.5%" not in outcome.out
    assert "  committed_at               not a valid instant, or the linked attestation is not here" in outcome.out
    assert "  committed_at <= disclosed_to_subject_at: cannot be compared\n" in outcome.out


def test_private_files_are_the_owners_alone_and_never_written_over(desk: Desk) -> None:
    """Key and opening have rights 0600; a second keygen or commit to the same path exits 2 and changes nothing."""
    for name in ("key.json", "opening.json"):
        assert stat.S_IMODE((desk.folder / name).stat().st_mode) == 0o600
    before = {path.name: path.read_bytes() for path in desk.folder.iterdir()}
    for args in (
        ("receipt", "keygen", "--key-id", "b", "--out", "key.json"),
        ("receipt", "keygen", "--key-id", "b", "--out", "key.json", "--keyring", "new-keyring.json"),
        ("receipt", "keygen", "--key-id", "b", "--out", "new.json", "--keyring", "keyring.json"),
        ("testset", "commit", "items.ndjson", "--opening", "opening.json"),
    ):
        outcome = desk.run(*args)
        assert (outcome.code, outcome.out) == (2, "")
        assert "exists" in outcome.err
    assert {path.name: path.read_bytes() for path in desk.folder.iterdir()} == before


def test_keygen_prints_the_public_half_only(desk: Desk) -> None:
    """The printed entry is the keyring's entry; the seed is nowhere in the output; --test marks the id."""
    outcome = desk.run("receipt", "keygen", "--key-id", "b", "--out", "b.json", "--keyring", "b-ring.json")
    entry = json.loads(outcome.out)
    assert desk.load("b-ring.json") == {"keyring_version": 1, "keys": [entry]}
    assert entry["key_id"] == "b"
    assert desk.load("b.json")["seed_b64u"] not in outcome.out + outcome.err
    assert desk.load("key.json")["key_id"] == "test-lab"


def test_a_key_that_others_may_read_is_not_used(desk: Desk) -> None:
    """Exit 2, nothing minted, the rights are said."""
    (desk.folder / "key.json").chmod(0o644)
    outcome = desk.mint()
    assert (outcome.code, outcome.out) == (2, "")
    assert "0644" in outcome.err


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("independence_class", "affiliated", "independence_class"),
        ("score", "x", "at score"),
        ("tenant_id", "tenant-other", "TENANT_MATCH"),
        ("subject", {"id": "m", "role": "94%"}, "NO_SCORE_RESTATEMENT"),
    ],
)
def test_nothing_is_written_unless_every_gate_passes(desk: Desk, path: str, value, said: str) -> None:
    """A refused mint exits 1, says why on stderr, and leaves no file."""
    desk.save("facts.json", {**desk.load("facts.json"), path: value})
    outcome = desk.mint("--out", "second.json")
    assert (outcome.code, outcome.out) == (1, "")
    assert "nothing was minted" in outcome.err
    assert said in outcome.err
    assert "94%" not in outcome.err
    assert not (desk.folder / "second.json").exists()


def test_a_refused_attestation_does_not_repeat_its_results(desk: Desk) -> None:
    """A metric stated twice, an unknown fact: exit 1, no file, no value."""
    facts = desk.load("evar-facts.json")
    keys = ("--key", "key.json", "--keyring", "keyring.json", "--out", "second.json")
    for bad in ({**facts, "results": facts["results"] * 2}, {**facts, "x": RESULT}):
        outcome = desk.run("attestation", "mint", "--facts", desk.save("bad.json", bad), *keys)
        assert (outcome.code, outcome.out) == (1, "")
        assert not (desk.folder / "second.json").exists()


def test_several_receipts_in_one_file_are_verified_on_their_own(desk: Desk) -> None:
    """Each line has its verdict and its place; attestations are found by id; one failure makes exit 1."""
    first = (desk.folder / "receipt.json").read_text()
    keys = ("--key", "key.json", "--keyring", "keyring.json")
    assert desk.run("attestation", "mint", "--facts", "evar-facts.json", *keys, "--out", "other.json").code == 0
    other = (desk.folder / "other.json").read_text()
    second = desk.run("receipt", "mint", "--facts", "facts.json", "--attestation", "other.json", *keys).out
    desk.save("evars.ndjson", (desk.folder / "evar.json").read_text() + other + "{\n")
    desk.save("receipts.ndjson", first + "\n" + second + "{broken\n")
    arguments = ("receipts.ndjson", "--attestation", "evars.ndjson", "--keyring", "keyring.json")
    outcome = desk.run("receipt", "verify", *arguments)
    verdicts = [line for line in outcome.out.splitlines() if "VALID" in line]
    assert verdicts == ["VALID receipts.ndjson:1", "VALID receipts.ndjson:3", "NOT VALID receipts.ndjson:4"]
    assert outcome.code == 1
    assert "evars.ndjson:3" in outcome.err
    reports = desk.run("receipt", "verify", *arguments, "--output", "json").out.splitlines()
    assert [json.loads(report)["valid"] for report in reports] == [True, True, False]
    # The same attestation twice is a call that means two things.
    twice = desk.run("receipt", "verify", "receipt.json", "--attestation", "evar.json", "--attestation", "evars.ndjson")
    assert (twice.code, twice.out) == (2, "")
    assert "two attestations have the id" in twice.err


def test_a_caller_key_never_makes_a_pass(desk: Desk) -> None:
    """With an empty keyring gate 2 fails whatever key is offered; beside a good one it is only ignored."""
    public = desk.load("keyring.json")["keys"][0]["public_key_b64u"]
    empty = desk.save("empty.json", {"keyring_version": 1, "keys": []})
    arguments = ("receipt.json", "--attestation", "evar.json", "--caller-key", public, "--keyring")
    outcome = desk.run("receipt", "verify", *arguments, empty, "--output", "json")
    assert (outcome.code, json.loads(outcome.out)["failed_gate"]["number"]) == (1, 2)
    outcome = desk.run("receipt", "verify", *arguments, "keyring.json")
    assert outcome.code == 0
    assert "CALLER_KEY_IGNORED" in outcome.out


@pytest.mark.parametrize(
    ("document", "gate"),
    [
        ("", 1),
        ("[]", 1),
        ("7", 1),
        ("[" * 5000, 1),
        ('{"a":"' + "x" * 300 * 1024 + '"}', 1),
        ('{"a":1,"a":2}', 1),
    ],
    ids=["nothing", "array", "number", "deep", "300 KiB", "duplicate"],
)
def test_bad_documents_are_verdicts(desk: Desk, document: str, gate: int) -> None:
    """As a receipt: gate 1. As the attestation of a good receipt: gate 7. Always exit 1."""
    desk.save("bad.json", document)
    outcome = desk.verify("bad.json", "--output", "json")
    assert (outcome.code, json.loads(outcome.out)["failed_gate"]["number"]) == (1, gate)
    arguments = ("receipt.json", "--attestation", "bad.json", "--keyring", "keyring.json", "--output", "json")
    outcome = desk.run("receipt", "verify", *arguments)
    assert (outcome.code, json.loads(outcome.out)["failed_gate"]["number"]) == (1, 7)


@pytest.mark.parametrize(
    "args",
    [
        ("receipt", "verify"),
        ("receipt", "verify", "missing.json"),
        ("receipt", "verify", "receipt.json", "--attestation", "missing.json"),
        ("receipt", "verify", "receipt.json", "--keyring", "missing.json"),
        ("receipt", "verify", "receipt.json", "--keyring", "evar.json"),
        ("receipt", "verify", "receipt.json", "--keyring", "key.json"),
        ("receipt", "verify", "-", "--attestation", "-"),
        ("receipt", "verify", "blank.ndjson"),
        ("receipt", "verify", "receipt.json", "--output", "xml"),
        ("receipt", "explain", "missing.json"),
        ("receipt", "keygen", "--key-id", "a b", "--out", "new.json"),
        ("receipt", "keygen", "--key-id", "a", "--out", "no-folder/new.json"),
        ("receipt", "keygen", "--key-id", "a", "--out", "no-folder/new.json", "--keyring", "new-ring.json"),
        ("receipt", "mint", "--facts", "facts.json"),
        ("receipt", "mint", "--facts", "items.ndjson", "--attestation", "evar.json", "--key", "key.json", "--keyring", "keyring.json"),
        ("receipt", "mint", "--facts", "facts.json", "--attestation", "evar.json", "--key", "evar.json", "--keyring", "keyring.json"),
        ("receipt", "mint", "--facts", "facts.json", "--attestation", "evar.json", "--key", "key.json", "--keyring", "key.json"),
        ("receipt", "mint", "--facts", "facts.json", "--attestation", "evar.json", "--key", "key.json", "--keyring", "keyring.json", "--out", "facts.json"),
        ("attestation", "verify", "missing.json"),
        ("attestation", "mint", "--facts", "broken.json", "--key", "key.json", "--keyring", "keyring.json"),
        ("testset", "commit", "missing.ndjson", "--opening", "new.json"),
        ("testset", "commit", "blank.ndjson", "--opening", "new.json"),
        ("testset", "commit", "broken.json", "--opening", "new.json"),
        ("testset", "open", "items.ndjson", "--opening", "facts.json", "--digest", "0" * 64),
        ("testset", "open", "items.ndjson", "--opening", "opening.json", "--digest", "x"),
        ("testset", "open", "missing.ndjson", "--opening", "opening.json", "--digest", "DIGEST"),
    ],
    ids=lambda args: " ".join(args)[:60],
)  # fmt: skip
def test_unusable_input_exits_2(desk: Desk, args: tuple[str, ...]) -> None:
    """A sentence on stderr, nothing on stdout, and no file is left or changed."""
    desk.save("blank.ndjson", "\n \n")
    desk.save("broken.json", '{"a":')
    before = {path.name: path.read_bytes() for path in desk.folder.iterdir()}
    outcome = desk.run(*(desk.digest if arg == "DIGEST" else arg for arg in args))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err
    assert {path.name: path.read_bytes() for path in desk.folder.iterdir()} == before


def test_a_receipt_comes_from_stdin_too(desk: Desk) -> None:
    """The name is stdin."""
    data = (desk.folder / "receipt.json").read_bytes()
    arguments = ("--attestation", "evar.json", "--keyring", "keyring.json")
    outcome = desk.run("receipt", "verify", "-", *arguments, stdin=data)
    assert (outcome.code, outcome.out.splitlines()[0]) == (0, "VALID stdin")


def test_a_test_set_is_opened_with_the_digest_of_the_receipt(desk: Desk) -> None:
    """The items open it, spelled otherwise too; other items, another order, another digest do not, and exit 1."""
    opening = ("--opening", "opening.json", "--digest", desk.digest)
    desk.save("spelled.ndjson", '{ "q" : "one" }\r\n\n{"q":"tw\\u006f"}\n{"q":"three"}')
    for items in ("items.ndjson", "spelled.ndjson"):
        outcome = desk.run("testset", "open", items, *opening)
        assert (outcome.code, outcome.out.splitlines()) == (
            0,
            [f"OPENED {items}", f"  3 items, in this order, give sha256:{desk.digest}"],
        )
    desk.save("other.ndjson", '{"q":"one"}\n{"q":"three"}\n')
    outcome = desk.run("testset", "open", "other.ndjson", *opening)
    assert outcome.code == 1
    assert outcome.out.splitlines() == [
        "DIFFERS other.ndjson",
        "  item 2, line 2: it is not the item committed to",
        "  there are 2 items, committed to were 3",
    ]
    outcome = desk.run("testset", "open", "items.ndjson", "--opening", "opening.json", "--digest", "0" * 64)
    assert (outcome.code, outcome.out.splitlines()[0]) == (1, "DIFFERS items.ndjson")
