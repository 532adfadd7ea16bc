"""Test set commitments: a digest fixes the items and their order, and says nothing about them until it is opened.

Clause receipts.testset-commitment.

**Items.** A test set is a file of items, one strict JSON text per line; a line ends at LF, a CR before it belongs to
the line end, and blank lines hold no item. An item may be any JSON value. There is at least one item. Items may
repeat; each counts.

**Commitment.** The digest is the SHA-256 of these lines, ASCII, joined by single LF bytes, with none at the end::

    arf-testset-v1
    <salt: 32 random bytes, 64 lower-case hexadecimal digits>
    <number of items, decimal, no leading zero>
    <item 1: SHA-256 of its canonical bytes of form rfc8785-jcs-v1, 64 lower-case hexadecimal digits>
    …one such line for every further item, in the order of the file

How an item is spelled (white space, order of members, escapes) does not matter; its value and its place do. The digest
goes into a receipt as ``testset_ref.digest_sha256``, the number of items as ``testset_ref.item_count``.

**Salt.** Without it, whoever guesses a small or public set could confirm the guess from the digest. It is drawn anew
for every commitment and kept by the holder. Whoever has the opening file can test guesses against each single item.

**Opening file.** Strict JSON, closed:
``{"testset_opening_version":1,"digest_sha256":…,"item_count":…,"salt_hex":…,"item_sha256":[…]}``.
Handing it over with the items opens the commitment; ``item_sha256`` names the items that differ.
"""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .. import strict_json
from ..canonical import jcs
from ..errors import StrictJsonError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..inputs import RecordText

LABEL = "arf-testset-v1"
_HEX = re.compile(r"[0-9a-f]{64}")
_MEMBERS = {"testset_opening_version", "digest_sha256", "item_count", "salt_hex", "item_sha256"}


@dataclass(frozen=True, slots=True)
class Opening:
    """What the holder of a test set keeps: the salt, and the digest of each item in order."""

    salt: bytes
    items: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The commitment: 64 lower-case hexadecimal digits."""
        lines = (LABEL, self.salt.hex(), str(len(self.items)), *self.items)
        return sha256("\n".join(lines).encode("ascii")).hexdigest()

    def text(self) -> str:
        """Return the opening file."""
        value = {
            "testset_opening_version": 1,
            "digest_sha256": self.digest,
            "item_count": len(self.items),
            "salt_hex": self.salt.hex(),
            "item_sha256": self.items,
        }
        return json.dumps(value, indent=0) + "\n"


def commit(records: Iterable[RecordText], salt: bytes | None = None) -> Opening:
    """Commit to the items of a test set.

    :param records: the items as they stand in their file. :param salt: 32 bytes instead of random ones, for tests.
    :raises UsageError: an item is not strict JSON, or there is none.
    """
    items = tuple(_item(record) for record in records)
    if not items:
        raise UsageError("the test set holds no item", "Give a file with one JSON value per line.")
    return Opening(secrets.token_bytes(32) if salt is None else salt, items)


def load(data: bytes) -> Opening:
    """Load an opening file. :raises UsageError: it is not one, or its digest is not that of its salt and items."""
    try:
        value = strict_json.parse(data).value
    except StrictJsonError as error:
        raise _refused(error.message) from None
    if not isinstance(value, dict) or set(value) != _MEMBERS:
        raise _refused("its members are not the five of one")
    if type(value["testset_opening_version"]) is not int or value["testset_opening_version"] != 1:
        raise _refused("its testset_opening_version is not 1")
    items = value["item_sha256"]
    if not isinstance(items, list) or not items or not all(map(_is_hex, items)):
        raise _refused("its item_sha256 is not a list of SHA-256 digests")
    if not _is_hex(value["salt_hex"]):
        raise _refused("its salt_hex is not 32 bytes in hexadecimal")
    opening = Opening(bytes.fromhex(value["salt_hex"]), tuple(items))
    count = value["item_count"]
    if type(count) is not int or count != len(items) or value["digest_sha256"] != opening.digest:
        raise _refused("its digest or count is not that of its salt and items: it was changed")
    return opening


def differences(opening: Opening, records: Iterable[RecordText]) -> list[str]:
    """Hold items against an opening, and return a sentence for each difference; none where they are the items.

    :raises UsageError: an item is not strict JSON.
    """
    found = []
    count = 0
    for number, record in enumerate(records, start=1):
        count = number
        if number <= len(opening.items) and _item(record) != opening.items[number - 1]:
            found.append(f"item {number}, line {record.line}: it is not the item committed to")
    if count != len(opening.items):
        found.append(f"there are {count} items, committed to were {len(opening.items)}")
    return found


def _item(record: RecordText) -> str:
    try:
        return sha256(jcs.canonical_bytes(strict_json.parse(record.data))).hexdigest()
    except StrictJsonError as error:
        column = f", column {error.column}" if error.column is not None else ""
        line = record.line + (error.line or 1) - 1
        raise UsageError(f"the item at line {line}{column} is not strict JSON: {error.message}", error.hint) from None


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _refused(reason: str) -> UsageError:
    return UsageError(f"the opening file is refused: {reason}", "Give the file that arf testset commit wrote.")
