"""Signing keys: their files, their rights, their public halves, on both backends."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from arfpy.errors import UsageError
from arfpy.receipts import backend_cryptography, backend_ecdsa, ed25519, keyring, keys

# RFC 8032, 7.1, TEST 2.
SEED = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


@pytest.mark.parametrize("backend", [backend_cryptography, backend_ecdsa])
def test_both_backends_sign_as_the_rfc_does(backend) -> None:
    """Key and signature of RFC 8032's second test, byte for byte."""
    assert backend.public(SEED) == PUBLIC
    assert backend.sign(SEED, b"\x72") == SIGNATURE


def test_a_key_signs_what_its_public_half_verifies() -> None:
    """The signature verifies under the key of the keyring entry, and a new key differs from the last one."""
    key = keys.generate("issuer")
    entry = keys.keyring_entry(key)
    assert (entry["key_id"], entry["revoked"]) == ("issuer", False)
    assert ed25519.verify(ed25519.public_key(entry["public_key_b64u"]), b"text", key.sign(b"text"))
    assert keys.generate("issuer").seed != key.seed
    assert keyring.load(keys.keyring_of(key)).resolve("issuer") == key.public()


def test_a_key_file_is_its_owners_alone_and_read_back(tmp_path: Path) -> None:
    """Rights 0600 whatever the umask leaves; the members are the three of the format; reading gives the key."""
    path = tmp_path / "key.json"
    key = keys.generate("issuer-a", seed=b"\x01" * 32)
    keys.write(key, str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text()) == {
        "private_key_version": 1,
        "key_id": "issuer-a",
        "seed_b64u": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    }
    assert keys.read(str(path)) == key


def test_a_key_file_is_never_written_over(tmp_path: Path) -> None:
    """Neither a file nor a link that leads nowhere is touched."""
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("mine")
    link.symlink_to(tmp_path / "nowhere")
    for path in (there, link):
        with pytest.raises(UsageError, match="never written over"):
            keys.write(keys.generate("a"), str(path))
    assert there.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_may_reach_is_refused(tmp_path: Path, mode: int) -> None:
    """Any right of group or others refuses the key, and the message says which rights it has."""
    path = tmp_path / "key.json"
    keys.write(keys.generate("a"), str(path))
    path.chmod(mode)
    with pytest.raises(UsageError, match=f"{mode:04o}"):
        keys.read(str(path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"private_key_version":2,"key_id":"a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}',
        '{"private_key_version":true,"key_id":"a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}',
        '{"private_key_version":1,"key_id":" a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}',
        '{"private_key_version":1,"key_id":7,"seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}',
        '{"private_key_version":1,"key_id":"a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQF"}',
        '{"private_key_version":1,"key_id":"a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ"}',
        '{"private_key_version":1,"key_id":"a","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE","x":1}',
        '{"private_key_version":1,"key_id":"a","key_id":"b","seed_b64u":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}',
    ],
)
def test_what_is_not_a_key_file_is_refused_without_repeating_it(tmp_path: Path, text: str) -> None:
    """A usage error that names the path and shows nothing of the seed."""
    path = tmp_path / "key.json"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(UsageError) as caught:
        keys.read(str(path))
    assert str(path) in caught.value.message
    assert "AQEB" not in caught.value.message


def test_the_seed_is_not_in_what_a_key_prints() -> None:
    """A key in a log or a traceback shows its id and nothing else."""
    assert repr(keys.generate("a", seed=b"\x01" * 32)) == "SigningKey(key_id='a')"


def test_test_keys_are_marked_once() -> None:
    """The id of a test key begins with test-, also when the caller wrote it so."""
    assert keys.generate("a", test=True).key_id == "test-a"
    assert keys.generate("test-a", test=True).key_id == "test-a"


@pytest.mark.parametrize("key_id", ["", " ", "a b", "-a", "é", "a" * 129, "a\n"])
def test_a_key_id_has_the_form_of_one(key_id: str) -> None:
    """What keyrings and receipts would refuse is refused when the key is made."""
    with pytest.raises(UsageError):
        keys.generate(key_id)
