"""Seeded inputs: sound records, records with one thing wrong, and bytes that are hardly JSON at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from tests.bench import data

NUMBERS = (
    b"0", b"-0", b"1.0", b"1e21", b"1e-7", b"9007199254740993", b"9007199254740994", b"1e400", b"1e-400", b"01", b"1.",
    b"NaN", b"-Infinity", b"0.1", b"123456789012345678901234567890", b"5e-324", b"1E+2", b"+1",
)  # fmt: skip
STRINGS = (
    b'""', b'"\\u0000"', b'"\\ud83d\\ude00"', b'"\\ud83d"', b'"\\udc00\\ud800"', '"\U0001f600é"'.encode(), b'"a\tb"', b'"\xff"',
    '"\u202e\u200b"'.encode(), b'"\\/\\b\\x"', b'"open', '"\ufb01"'.encode(), b'"__proto__"', b'"\\u00e9"',
)  # fmt: skip
SPACES = (b"", b"", b"", b" ", b"\n", b"\r\n", b"\t", "\u00a0".encode(), b"\xef\xbb\xbf")


def inputs(count: int, seed: int) -> Iterator[bytes]:
    """Yield inputs; the same seed gives the same ones."""
    chance = Random(seed)
    records = data.records(count, seed)
    for record in records:
        yield chance.choice((_sound, _changed, _changed, _torn, _made, _made))(record, chance)


def _sound(record: bytes, chance: Random) -> bytes:
    return json.dumps(json.loads(record), indent=chance.choice((None, 1, 2)), ensure_ascii=chance.random() < 0.5).encode()


def _changed(record: bytes, chance: Random) -> bytes:
    """One member taken away, doubled, renamed, or given another value."""
    value = json.loads(record)
    name = chance.choice(list(value))
    way = chance.randrange(5)
    if way == 0:
        del value[name]
    elif way == 1:
        value[name] = chance.choice((None, True, "", [], {}, -1, 1e308, ["a", "a"], "2026-02-30T00:00:00Z"))
    elif way == 2:
        value[name.upper()] = value.pop(name)
    elif way == 3 and isinstance(value[name], list):
        value[name] *= 2
    text = json.dumps(value).encode()
    return text[:-1] + b"," + json.dumps(name).encode() + b":1}" if way == 4 else text


def _torn(record: bytes, chance: Random) -> bytes:
    """A byte changed, a piece cut out, or something in front or behind."""
    at = chance.randrange(len(record))
    way = chance.randrange(4)
    if way == 0:
        return record[:at] + bytes([chance.randrange(256)]) + record[at + 1 :]
    if way == 1:
        return record[:at] + record[at + chance.randrange(1, 30) :]
    return chance.choice(SPACES) + record + (chance.choice(SPACES) if way == 2 else record[:at])


def _made(record: bytes, chance: Random) -> bytes:
    """A value made of odd pieces."""
    del record
    return chance.choice(SPACES) + _value(chance, 0) + chance.choice(SPACES)


def _value(chance: Random, depth: int) -> bytes:
    way = chance.randrange(8)
    if way < 2 or depth > 4:
        return chance.choice(NUMBERS)
    if way < 4:
        return chance.choice(STRINGS)
    if way == 4:
        return chance.choice((b"true", b"false", b"null", b"nul", b""))
    if way == 5 and chance.random() < 0.1:
        levels = chance.choice((255, 256, 257, 5000))
        return b"[" * levels + b"]" * levels
    space = chance.choice(SPACES)
    items = [_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if way < 7:
        return b"[" + (b"," + space).join(items) + b"]"
    return b"{" + (b"," + space).join(chance.choice(STRINGS[:8]) + b":" + item for item in items) + b"}"
