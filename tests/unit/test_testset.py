"""Commitments to test sets: the written encoding, and what opens them."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from arfpy.errors import UsageError
from arfpy.inputs import RecordText
from arfpy.receipts import testset as commitment

SALT = bytes(range(32))
ITEMS = ['{"q": "one", "a": 1.0}', "7", '"é"']
# The same values as RFC 8785 writes them, by hand.
CANONICAL = ['{"a":1,"q":"one"}', "7", '"é"']


def records(items: list[str]) -> list[RecordText]:
    """Items as lines of a file."""
    return [RecordText(line, text.encode()) for line, text in enumerate(items, start=1)]


def test_the_digest_is_that_of_the_lines_written_down() -> None:
    """Label, salt, count, and the hash of each item's canonical bytes, joined by LF, with none at the end."""
    lines = [
        "arf-testset-v1",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "3",
        *(sha256(text.encode()).hexdigest() for text in CANONICAL),
    ]
    expected = sha256("\n".join(lines).encode()).hexdigest()
    assert commitment.commit(records(ITEMS), SALT).digest == expected
    assert commitment.commit(records(CANONICAL), SALT).digest == expected


def test_two_commitments_to_one_set_differ() -> None:
    """The salt is new every time, so nobody can confirm a guess from the digest."""
    first, second = commitment.commit(records(ITEMS)), commitment.commit(records(ITEMS))
    assert len(first.salt) == 32
    assert first.digest != second.digest


def test_an_opening_file_opens() -> None:
    """What commit wrote is read back as the same opening, and its items show no difference."""
    made = commitment.commit(records(ITEMS))
    read = commitment.load(made.text().encode())
    assert (read, read.digest) == (made, made.digest)
    assert commitment.differences(read, records(CANONICAL)) == []


@pytest.mark.parametrize(
    ("items", "sentences"),
    [
        ([ITEMS[0], "8", ITEMS[2]], ["item 2, line 2: it is not the item committed to"]),
        (
            [ITEMS[1], ITEMS[0], ITEMS[2]],
            ["item 1, line 1: it is not the item committed to", "item 2, line 2: it is not the item committed to"],
        ),
        (ITEMS[:2], ["there are 2 items, committed to were 3"]),
        ([*ITEMS, "7"], ["there are 4 items, committed to were 3"]),
        ([], ["there are 0 items, committed to were 3"]),
    ],
)
def test_other_items_do_not_open_it(items: list[str], sentences: list[str]) -> None:
    """A changed item, another order, a missing or added item: each is named."""
    assert commitment.differences(commitment.commit(records(ITEMS), SALT), records(items)) == sentences


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"digest_sha256": "0" * 64}, "was changed"),
        ({"item_count": 2}, "was changed"),
        ({"item_count": 3.5}, "was changed"),
        ({"item_count": True}, "was changed"),
        ({"salt_hex": "00" * 32}, "was changed"),
        ({"salt_hex": "00" * 31}, "salt_hex"),
        ({"salt_hex": None}, "salt_hex"),
        ({"item_sha256": []}, "item_sha256"),
        ({"item_sha256": ["x"]}, "item_sha256"),
        ({"item_sha256": "0" * 64}, "item_sha256"),
        ({"testset_opening_version": 2}, "testset_opening_version"),
        ({"testset_opening_version": True}, "testset_opening_version"),
        ({"more": 1}, "members"),
    ],
)
def test_a_changed_opening_file_is_refused(change: dict, what: str) -> None:
    """Every member is held to its form, and the digest to salt, count and items."""
    value = {**json.loads(commitment.commit(records(ITEMS), SALT).text()), **change}
    with pytest.raises(UsageError, match=what):
        commitment.load(json.dumps(value).encode())


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"a":1,"a":2}', b"\xff"])
def test_what_is_not_an_opening_file_is_refused(data: bytes) -> None:
    """Not JSON, not an object, not its members."""
    with pytest.raises(UsageError):
        commitment.load(data)


@pytest.mark.parametrize("item", ['{"a":1,"a":2}', "NaN", "1 2", "{"])
def test_an_item_that_is_not_strict_json_is_refused_with_its_line(item: str) -> None:
    """The line of the file is named, in commit and in open."""
    with pytest.raises(UsageError, match="line 2"):
        commitment.commit(records(["1", item]))
    with pytest.raises(UsageError, match="line 2"):
        commitment.differences(commitment.commit(records(["1", "2"])), records(["1", item]))


def test_an_empty_test_set_is_refused() -> None:
    """There is nothing to commit to."""
    with pytest.raises(UsageError, match="no item"):
        commitment.commit([])
