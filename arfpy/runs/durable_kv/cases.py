"""The fifteen cases of a seed. The order of the draws is part of the task's version."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

EOF, KILL = "eof", "kill"


class Session(NamedTuple):
    """What one process of a case is asked. :param stop: ``eof`` closes its input, ``kill`` sends SIGKILL."""

    requests: list[Any]
    stop: str


@dataclass(frozen=True, slots=True)
class KvCase:
    """One case: sessions on one state, each a process of its own. It belongs to one dimension."""

    id: str
    seed: int
    dimension: str
    sessions: tuple[Session, ...]

    def record(self) -> dict[str, Any]:
        """Return what goes into the fingerprint of the cases, beside the seed."""
        sessions = [{"requests": copy.deepcopy(session.requests), "stop": session.stop} for session in self.sessions]
        return {"id": self.id, "dimension": self.dimension, "sessions": sessions}


def cases(seed: int) -> list[KvCase]:
    """Return the fifteen cases of a seed."""
    draw = Random(seed)  # noqa: S311 - inputs that anybody can draw again, not secrets
    first, second = f"客户/{draw.getrandbits(64):016x}", f"second-{draw.getrandbits(64):016x}"
    value = {"version": draw.randrange(1, 10000), "items": [True, None, "λ\n世界"]}
    return [
        KvCase(case_id, seed, dimension, tuple(sessions))
        for dimension, case_id, sessions in [
            *_written(first, second, value),
            ("basic", "seeded-state-machine", [_state_machine(draw, first, second, value)]),
        ]
    ]


def _written(key: str, other: str, value: Any) -> list[tuple[str, str, list[Session]]]:
    """Return the cases whose requests are written down: dimension, id, sessions."""
    p, g, d = _put(key, value), _get(key), _delete(key)
    both = _batch(p, _put(other, value))
    types = [None, False, 0, "", [], {}, "a" * 4096, value]
    return [
        ("basic", "read-write-delete", [_until_eof(g, p, g, d, g, d)]),
        (
            "basic",
            "json-types-and-overwrite",
            [_until_eof(*(request for one in types for request in (_put(key, one), g)))],
        ),
        (
            "validation",
            "reject-and-continue",
            [
                _until_eof(
                    p,
                    None,
                    [],
                    {"op": "wat"},
                    _put(5, "bad"),
                    {"op": "put", "key": key},
                    {"op": "cas", "key": key, "value": "bad"},
                    _get([]),
                    _delete({}),
                    g,
                )
            ],
        ),
        ("validation", "empty-and-unicode-keys", [_until_eof(_put("", value), _get(""), p, g)]),
        ("transactions", "commit-batch", [_until_eof(_batch(p, _put(other, 17), d), g, _get(other), _batch())]),
        (
            "transactions",
            "rollback-batch",
            [
                _until_eof(
                    p,
                    _batch(_put(key, "must roll back"), {"op": "put", "key": other}),
                    g,
                    _get(other),
                    _batch(d, _batch()),
                    g,
                    {"op": "batch", "operations": "invalid"},
                )
            ],
        ),
        (
            "compare_swap",
            "cas-match-and-mismatch",
            [_until_eof(p, _cas(key, "wrong", 12), g, _cas(key, value, 13), g, _cas(other, None, 10), _get(other))],
        ),
        (
            "compare_swap",
            "cas-type-sensitivity",
            [_until_eof(_put(key, True), _cas(key, 1, "incorrect"), g, _cas(key, True, None), g)],
        ),
        ("persistence", "restart-preserves-acknowledged-write", [_until_eof(p), _until_eof(g, d), _until_eof(g)]),
        ("persistence", "restart-preserves-transaction", [_until_eof(both), _until_eof(g, _get(other))]),
        ("crash_recovery", "sigkill-after-acknowledgement", [_until_kill(p), _until_eof(g)]),
        ("crash_recovery", "sigkill-after-atomic-batch", [_until_kill(both), _until_eof(g, _get(other))]),
        ("persistence", "restart-preserves-cas", [_until_eof(p, _cas(key, value, 321)), _until_eof(g)]),
        ("crash_recovery", "sigkill-after-delete", [_until_eof(p), _until_kill(d), _until_eof(g)]),
    ]


def _state_machine(draw: Random, key: str, other: str, value: Any) -> Session:
    keys = [key, other, "", "雪"]
    requests = []
    for _ in range(48):
        chosen, op = draw.choice(keys), draw.choice(["put", "get", "delete"])
        if op == "put":
            # Drawn whether or not it is then chosen.
            number = draw.randrange(1000)
            requests.append(_put(chosen, draw.choice([None, True, number, value])))
        else:
            requests.append({"op": op, "key": chosen})
    return _until_eof(*requests, *map(_get, keys))


def _until_eof(*requests: Any) -> Session:
    return Session(list(requests), EOF)


def _until_kill(*requests: Any) -> Session:
    return Session(list(requests), KILL)


def _put(key: Any, value: Any) -> dict[str, Any]:
    return {"op": "put", "key": key, "value": value}


def _get(key: Any) -> dict[str, Any]:
    return {"op": "get", "key": key}


def _delete(key: Any) -> dict[str, Any]:
    return {"op": "delete", "key": key}


def _cas(key: Any, expected: Any, value: Any) -> dict[str, Any]:
    return {"op": "cas", "key": key, "expected": expected, "value": value}


def _batch(*operations: Any) -> dict[str, Any]:
    return {"op": "batch", "operations": list(operations)}
