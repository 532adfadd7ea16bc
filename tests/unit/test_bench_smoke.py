"""The benchmark itself: it runs on tiny input, and its engines agree. Nothing here looks at a time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arfpy.check import Check
from arfpy.strict_json import parse
from tests.bench import canonical, conformance, data, http, memory, peer, receipts, report, runs, validate
from tests.bench.timing import Comparison, interleave

needs_node = pytest.mark.skipif(peer.missing() is not None, reason=str(peer.missing()))


def test_made_up_records_are_valid_and_the_same_in_every_run():
    """Every record passes arf validate, about 400 bytes long, and a second run makes the same bytes."""
    records = list(data.records(300))
    check = Check()
    assert {check.record(text, "made up").verdict for text in records} == {"valid"}
    assert 380 < sum(map(len, records)) / len(records) < 460
    assert records == list(data.records(300))


def test_tiny_numbers_are_what_the_fast_writer_cannot_write():
    """The input for the general writer needs it, and the ordinary input does not."""
    assert parse(data.array(20_000)).plain
    assert not parse(data.array(20_000, tiny_numbers=True)).plain


@pytest.mark.node
@needs_node
def test_all_engines_reach_the_same_canonical_bytes(tmp_path: Path):
    """Python's, Rust's and Node's outputs are compared before any of them is timed."""
    found = canonical.run(tmp_path, rounds=1, size=20_000, count=50)
    assert len(found) == 5
    for comparison in found:
        assert {canonical.OURS, canonical.REFERENCE, canonical.NODE} <= set(comparison.times)


@pytest.mark.node
@needs_node
def test_both_validators_report_the_same(tmp_path: Path):
    """arf validate and the reference's stack write the same report, digests included."""
    found = validate.run(tmp_path, rounds=1, count=120)
    assert [set(comparison.times) for comparison in found] == [{validate.OURS, validate.NODE}] * 2


@pytest.mark.node
@needs_node
def test_node_finds_the_digests_and_signatures_of_receipts(tmp_path: Path):
    """Node's program accepts every document that the gates accept, before either is timed; an edited one stops the run."""
    made = receipts.pairs(4)
    ring = tmp_path / "keyring.json"
    ring.write_text(json.dumps(receipts.keys.keyring_of(receipts.KEY)))
    found = receipts.verifying(made, ring, tmp_path, 1)
    assert {receipts.OURS, receipts.NODE} == set(found.times)
    assert set(receipts.minting(made, 1).times) == {"arfpy"}
    edited = receipts.Pair(made[0].receipt.replace(b"model under test", b"model under rest"), made[0].attestation, {})
    with pytest.raises(canonical.OutputsDifferError, match="other digests"):
        receipts.verifying([edited], ring, tmp_path, 1)


def test_the_load_counts_answers_and_losses(tmp_path: Path):
    """Every request that is due a verdict is answered; where another answer comes, it counts as lost."""
    ring = tmp_path / "keyring.json"
    ring.write_text(json.dumps(receipts.keys.keyring_of(receipts.KEY)))
    pair = receipts.pairs(1)[0]
    body = b'{"receipt":' + pair.receipt + b',"evaluation_attestation":' + pair.attestation + b"}"
    found = http.run(body, ring, seconds=0.5, connections=2)
    assert (found.answered > 0, found.lost) == (True, 0)
    assert "reached" in report.load_table(found).rows[0][-1]
    lost = http.run(b'{"receipt":' + pair.receipt + b"}", ring, seconds=0.2, connections=1)
    assert (lost.answered, lost.lost > 0) == (0, True)
    assert report.load_table(lost).rows[0][-1].endswith("not reached")


def test_engines_that_differ_stop_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A benchmark of different answers is worth nothing, so none is shown."""
    monkeypatch.setattr(canonical, "reference", lambda _text: b"{}")
    with pytest.raises(canonical.OutputsDifferError, match="text 1"):
        canonical.compare("two", [b'{"a":1}'], "not asked", tmp_path, rounds=1)


def test_memory_is_measured_on_real_files(tmp_path: Path):
    """The peak of arf validate is a plausible number for every file, and the files are gone afterwards."""
    peaks = memory.run(tmp_path, size=30_000, large=60_000)
    assert [peak.size >= wanted for peak, wanted in zip(peaks, (10_000, 30_000, 60_000, 30_000), strict=True)]
    assert all(5_000_000 < peak.peak < 500_000_000 for peak in peaks)
    assert list(tmp_path.iterdir()) == []


def test_runs_and_verifications_are_measured(tmp_path: Path):
    """Both tasks are run and both kinds of report verified; a report of many seeds is sound and near its size."""
    speeds = runs.run(tmp_path, rounds=1, reports=1)
    assert [(one.amount, one.unit) for one in speeds] == [(4, "cases"), (15, "cases"), (1, "reports"), (1, "reports")]
    assert report.speed_table(speeds).markdown().count("/s |") == 4
    _, large = runs.peaks(tmp_path, size=200_000)
    assert 180_000 < large.size < 200_000
    assert list(tmp_path.iterdir()) == []


def test_ratios_are_medians_over_rounds():
    """Twice as slow in each round is a ratio of 2, and a target is reached or not by that ratio."""
    times = {"ours": [1.0, 2.0, 4.0], "theirs": [2.0, 4.0, 8.0]}
    found = Comparison("work", 8.0, "MB", times, {"theirs": (1.5, 3.0)}, {"third": "it is not installed"})
    assert (found.rate("ours"), found.ratio("theirs"), found.best_ratio("theirs")) == (4.0, 2.0, 2.0)
    table = report.comparison_table(found)
    assert table.rows[1][4:] == ("2.00", "2.00", "1.5: reached, 3.0: not reached")
    assert table.notes == ("Not measured: third, because it is not installed.",)


def test_engines_take_turns():
    """Every round asks each engine once, after a first round that does not count."""
    asked: list[str] = []
    times = interleave({"a": lambda: float(asked.append("a") or 1), "b": lambda: float(asked.append("b") or 2)}, 2)
    assert asked == ["a", "b"] * 3
    assert times == {"a": [1.0, 1.0], "b": [2.0, 2.0]}


def test_report_holds_the_numbers_and_no_place(tmp_path: Path):
    """report.json and report.md say what was measured and on what kind of machine, and name no folder or host."""
    found = Comparison("work", 8.0, "MB", {"ours": [1.0]})
    report.write(tmp_path, report.machine(), [report.comparison_table(found)], [found])
    written = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert written["measured"][0]["times"] == {"ours": [1.0]}
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "### work" in text
    assert str(peer.ROOT) not in text + json.dumps(written)


def test_the_vendor_kit_is_measured_on_real_processes(tmp_path: Path):
    """Both protocols run beside their shell loops over the cases chosen, and the goal is said for JSON Lines only."""
    found = conformance.run(tmp_path, rounds=1, only="*/numbers/e*")
    assert [set(comparison.times) for comparison in found] == [{conformance.OURS, conformance.LOOP}, {conformance.OURS, conformance.PIPE}]
    assert [len(report.kit_table(comparison).notes) for comparison in found] == [0, 1]
    assert (tmp_path / "requests.jsonl.out").read_bytes().count(b'"result": "reject"') == found[1].amount
