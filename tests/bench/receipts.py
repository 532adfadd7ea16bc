"""Receipts: the fourteen gates beside a plain Node program, minting, the browser's verdict, and the server under load."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arfpy import receipts
from arfpy.receipts import keys
from arfpy.receipts.mint import mint, mint_attestation

from . import browser, http, peer
from .canonical import OutputsDifferError
from .timing import Comparison, interleave, timed

OURS = "arfpy: all gates of both documents"
NODE = "Node: parse, digest and signature of both documents"
TARGETS = {NODE: (0.5,)}
IN_BROWSER = 0.150  # seconds for one verdict

# A test key and nothing else: its seed is 32 bytes of 01.
KEY = keys.generate("test-bench", seed=b"\x01" * 32)
TESTSET = "a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac"


@dataclass(frozen=True)
class Pair:
    """A valid receipt and its attestation, as texts, and the facts that the receipt was minted from."""

    receipt: bytes
    attestation: bytes
    facts: dict[str, Any]


@dataclass(frozen=True)
class Waits:
    """How long the browser takes for one verdict, each time, in seconds."""

    times: list[float]


def pairs(count: int) -> list[Pair]:
    """Return valid pairs, no two alike."""
    return [_pair(number) for number in range(count)]


def _pair(number: int) -> Pair:
    keyring = _keyring()
    subject = f"did:example:model-{number}"
    evar = mint_attestation(
        {
            "tenant_id": "tenant-acme",
            "subject": {"id": subject},
            "evaluation_window": {"opens_at": "2026-03-10T09:00:00.000Z", "closes_at": "2026-03-10T17:00:00.000Z"},
            "testset_digest_sha256": TESTSET,
            "items_evaluated": 500,
            "item_floor": 400,
            "results": [{"metric": "accuracy", "unit": "fraction", "value": 0.94}, {"metric": "latency_ms", "value": 812}],
        },
        KEY,
        keyring,
        now=datetime(2026, 3, 10, 18, tzinfo=UTC),
    )
    facts = {
        "tenant_id": "tenant-acme",
        "administrator": {"id": "did:example:lab-3", "role": "independent testing laboratory"},
        "subject": {"id": subject, "role": "model under test"},
        "testset_ref": {
            "digest_sha256": TESTSET,
            "item_count": 500,
            "committed_at": "2026-03-01T10:00:00.000Z",
            "disclosed_to_subject_at": "2026-03-10T08:55:00.000Z",
        },
        "relationship": {"administrator_to_subject": "unaffiliated"},
        "separation": {
            "selected_items_by": "third_party",
            "ran_evaluation_by": "administrator",
            "scored_results_by": "administrator",
        },
    }
    receipt = mint(facts, evar, KEY, keyring, now=datetime(2026, 3, 11, 8, tzinfo=UTC))
    return Pair(json.dumps(receipt).encode(), json.dumps(evar).encode(), facts)


def _keyring() -> receipts.Keyring:
    return receipts.load(keys.keyring_of(KEY))


def run(folder: Path, *, rounds: int = 5, count: int = 1000, seconds: float = 10, verdicts: int = 50) -> Iterator[Any]:
    """Measure verifying, minting, the server and the browser; yields Comparisons, a Load, and Waits or why there are none.

    :raises OutputsDifferError: Node does not find the digests and signatures that we find.
    """
    made = pairs(count)
    ring = folder / "keyring.json"
    ring.write_text(json.dumps(keys.keyring_of(KEY)), encoding="utf-8")
    yield verifying(made, ring, folder, rounds)
    yield minting(made, rounds)
    first = made[0]
    request = b'{"receipt":' + first.receipt + b',"evaluation_attestation":' + first.attestation + b"}"
    yield http.run(request, ring, seconds=seconds)
    absent = browser.missing()
    if absent is not None:
        yield absent
        return
    questions = [_question(pair, ring.read_bytes()) for pair in made[:10]]
    yield Waits(browser.receipts(folder, questions, verdicts))


def verifying(made: list[Pair], ring: Path, folder: Path, rounds: int) -> Comparison:
    """Time warm verdicts on texts in memory; both engines first have to accept every document."""
    keyring = receipts.load(ring.read_bytes())

    def work() -> None:
        for pair in made:
            if not receipts.verify(pair.receipt, pair.attestation, keyring).valid:
                raise OutputsDifferError(f"{OURS}: a valid receipt is not valid")

    title = f"Verify a receipt with its attestation, {len(made)} of them: text to verdict, warm"
    absent = peer.missing()
    if absent is not None:
        return Comparison(title, len(made), "receipts", interleave({OURS: timed(work)}, rounds), {}, {NODE: absent})
    texts = [text for pair in made for text in (pair.receipt, pair.attestation)]
    file = folder / "documents.ndjson"
    file.write_bytes(b"".join(text + b"\n" for text in texts))
    with peer.Node() as node:
        node.trust(ring)
        node.load(file, lines=True)
        if node.output("receipt", folder).decode().split() != [json.loads(text)["payload_sha256"] for text in texts]:
            raise OutputsDifferError(f"{NODE}: other digests, or a signature that it does not accept")
        times = interleave({OURS: timed(work), NODE: node.timed("receipt")}, rounds)
    return Comparison(title, len(made), "receipts", times, TARGETS)


def minting(made: list[Pair], rounds: int) -> Comparison:
    """Time minting from facts in memory, the gates on the outcome included."""
    keyring = _keyring()

    def work() -> None:
        for pair in made:
            mint(pair.facts, pair.attestation, KEY, keyring)

    title = f"Mint a receipt, {len(made)} of them: facts to a signed receipt that passed its gates, warm"
    return Comparison(title, len(made), "receipts", interleave({"arfpy": timed(work)}, rounds))


def _question(pair: Pair, ring: bytes) -> str:
    def file(data: bytes) -> dict[str, str]:
        return {"name": "a receipt", "format": "json", "base64": base64.b64encode(data).decode()}

    documents = {"receipts": [file(pair.receipt)], "attestations": [file(pair.attestation)]}
    return json.dumps({**documents, "keyring": base64.b64encode(ring).decode(), "caller_key": None, "start": 0})
