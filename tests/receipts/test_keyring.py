"""The keyring: loaded whole or refused whole, with the place of the fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arfpy import receipts
from arfpy.errors import UsageError
from site_tools.receipt_vectors.making import REMOVED, edit, keyring, public, text

GOOD = public("issuer-a")


def _entry(**members: Any) -> dict[str, Any]:
    full = {"key_id": "issuer-a", "public_key_b64u": GOOD, "revoked": False}
    edit(full, members)
    return full


def _ring(*entries: Any) -> dict[str, Any]:
    return {"keyring_version": 1, "keys": list(entries)}


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([], ""),
        ({"keys": []}, "keyring_version"),
        ({**_ring(), "keyring_version": 2}, "keyring_version"),
        ({**_ring(), "note": "x"}, "note"),
        (_ring(_entry(note="x")), "keys[0].note"),
        (_ring(_entry(revoked=REMOVED)), "keys[0].revoked"),
        (_ring(_entry(revoked="no")), "keys[0].revoked"),
        (_ring(_entry(key_id="-a")), "keys[0].key_id"),
        (_ring(_entry(key_id="issuer a")), "keys[0].key_id"),
        (_ring(_entry(), _entry(public_key_b64u=public("issuer-b"))), "keys[1].key_id"),
        (_ring(_entry(), _entry(key_id="issuer-b")), "keys[1].public_key_b64u"),
        (_ring(_entry(), _entry(key_id="issuer-b", revoked=True)), "keys[1].public_key_b64u"),
        (_ring(_entry(public_key_b64u=GOOD[:-1])), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=GOOD + "=")), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=GOOD[:-1] + "x")), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u="+" + GOOD[1:])), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=text(bytes([1]) + bytes(31)))), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=text(bytes(32)))), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=text(b"\xff" * 32))), "keys[0].public_key_b64u"),
        (_ring(_entry(public_key_b64u=text(bytes([2]) + bytes(31)))), "keys[0].public_key_b64u"),
    ],
    ids=str,
)
def test_a_keyring_with_a_fault_is_refused_whole(value: Any, place: str) -> None:
    """One fault anywhere, and nothing is loaded; the message names the place."""
    for source in (value, json.dumps(value), json.dumps(value).encode()):
        with pytest.raises(UsageError) as caught:
            receipts.load(source)
        assert place in str(caught.value)


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"{",
        b'\xef\xbb\xbf{"keyring_version":1,"keys":[]}',
        '{"keyring_version":1,"keys":[],"keys":[]}',
        '{"keyring_version":1.0,"keys":[]}',
        '{"keyring_version":true,"keys":[]}',
    ],
)
def test_a_keyring_is_read_with_the_profile(source: bytes | str) -> None:
    """What the profile refuses in a receipt it refuses in a keyring."""
    with pytest.raises(UsageError):
        receipts.load(source)


def test_what_a_keyring_resolves() -> None:
    """Known ids resolve; unknown, revoked and differently spelled ones do not; an empty keyring resolves none."""
    ring = receipts.load(keyring("issuer-a", "issuer-b", revoked=("issuer-b",)))
    assert 32 == len(ring.resolve("issuer-a"))
    assert [None] * 3 == [ring.resolve(name) for name in ("issuer-b", "Issuer-a", "intruder")]
    assert receipts.load(_ring()).resolve("issuer-a") is None
