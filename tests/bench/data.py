"""The input of every measurement: made-up records of a realistic shape, the same bytes in every run.

Four types, about 400 bytes each: claims with the trace of a model, endorsements, sources, and evaluations with a
payload of scores. Some hold escapes, some hold text beyond ASCII, one in five was written by a program that
escapes everything beyond ASCII. Scores are doubles with many digits, as real scores are.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

SUBJECTS = ("the distilled model", "the retrieval step", "checkpoint 40k", "the judge prompt", "Modell B", "模型甲")
FINDINGS = (
    "answers arithmetic questions of four steps with an accuracy of {:.1%} on the held-out split",
    'calls an answer "correct" in {:.1%} of the cases in which two annotators disagree',
    "scores {:.3f} once the few-shot examples are shuffled\n(three seeds, temperature 0)",
    "erreicht auf dem übersetzten Teil {:.3f}, also weniger als auf dem Original",
    "repeats a training passage in {:.2%} of completions longer than 200 tokens → see the appendix",
    "在翻译后的子集上得分为 {:.3f}，低于原始子集",
    "is preferred to its predecessor in {:.1%} of pairwise comparisons 👍",
)
TAGS = ("accuracy", "robustness", "held-out", "long context", "judge", "contamination", "Übersetzung")
TITLES = (
    "Results table of the nightly run, split by task",
    "Evaluation harness: scoring notes (C:\\runs\\nightly)",
    "Held-out questions, revision 7 – frozen",
)


def records(count: int, seed: int = 1, *, tiny_numbers: bool = False) -> Iterator[bytes]:
    """Yield records as JSON texts without a line end.

    :param tiny_numbers: one evaluation in four also names a learning rate below 1e-4, which the fast writer of
        canonical bytes cannot write.
    """
    random = Random(seed)
    makers = (_claim, _claim, _evaluation, _source, _claim, _endorsement)
    for number in range(count):
        record = makers[number % len(makers)](random)
        if tiny_numbers and number % 24 == 2:
            record["payload"]["learningRate"] = 2e-05
        text = json.dumps(record, ensure_ascii=number % 5 == 0, separators=(",", ":"))
        yield text.encode("utf-8")


def array(size: int, *, ascii_only: bool = False, tiny_numbers: bool = False) -> bytes:
    """Return one JSON array of records, at least ``size`` bytes long and at most one record longer.

    :param ascii_only: leave out the records with text beyond ASCII, escaped or not.
    """
    parts: list[bytes] = []
    length = 1
    for record in records(size, tiny_numbers=tiny_numbers):
        if ascii_only and (not record.isascii() or b"\\u" in record):
            continue
        parts.append(record)
        length += len(record) + 1
        if length >= size:
            break
    return b"[" + b",".join(parts) + b"]"


def _uuid(random: Random) -> str:
    return str(uuid.UUID(int=random.getrandbits(128), version=4))


def _instant(random: Random) -> str:
    return (
        f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        f"T{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}.{random.randint(0, 999):03}Z"
    )


def _statement(random: Random) -> str:
    return f"{random.choice(SUBJECTS)} {random.choice(FINDINGS).format(random.uniform(0.05, 0.98))}"


def _score(random: Random) -> float:
    return random.uniform(0.001, 0.999)


def _claim(random: Random) -> dict[str, Any]:
    return {
        "id": _uuid(random),
        "statement": _statement(random),
        "confidence": random.choice(("low", "medium", "high")),
        "sourceIds": [_uuid(random) for _ in range(random.choice((1, 1, 2)))],
        "status": "published",
        "tags": random.sample(TAGS, 2),
        "origin": "ai_extracted",
        "extractionMeta": {"model": "extractor-3", "extractionConfidence": _score(random)},
        "createdAt": _instant(random),
    }


def _endorsement(random: Random) -> dict[str, Any]:
    return {
        "id": _uuid(random),
        "claimId": _uuid(random),
        "validatorId": _uuid(random),
        "weight": random.choice((1, 2, 3, 4.5, 5.0)),
        "comment": f"Repeated with another seed: {_statement(random)}.",
        "createdAt": _instant(random),
    }


def _source(random: Random) -> dict[str, Any]:
    return {
        "id": _uuid(random),
        "type": random.choice(("paper", "dataset", "document")),
        "title": random.choice(TITLES),
        "url": f"https://example.org/runs/{random.getrandbits(32):08x}/table?split=held-out#row-{random.randint(1, 900)}",
        "contentHash": f"sha256:{random.getrandbits(256):064x}",
        "tags": random.sample(TAGS, 2),
        "origin": "human",
        "reviewStatus": "human_verified",
        "createdAt": _instant(random),
    }


def _evaluation(random: Random) -> dict[str, Any]:
    return {
        "id": _uuid(random),
        "claimIds": [_uuid(random)],
        "engine": "exact-match",
        "protocolVersion": "2.1",
        "payload": {
            "scores": [_score(random) for _ in range(4)],
            "mean": _score(random),
            "samples": random.randint(50, 5000),
            "passed": random.random() < 0.7,
            "slices": {"short": {"n": 120, "accuracy": _score(random)}, "long": {"n": 80, "accuracy": 1.0}},
            "judge": None,
        },
        "createdAt": _instant(random),
    }
