"""Signing keys: made, kept in a file of their owner's, used to sign, and their public half for a keyring.

A key file is JSON in the profile of ``receipt-ascii``:
``{"private_key_version":1,"key_id":"…","seed_b64u":"<32 bytes, canonical unpadded base64url>"}``.
"""

from __future__ import annotations

import json
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from ..canonical import receipt_form
from ..errors import UsageError
from . import ed25519, private_files

TEST_PREFIX = "test-"
_KEY_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
_SEED_TEXT = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
_MEMBERS = {"private_key_version", "key_id", "seed_b64u"}


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and the id under which keyrings know its public half. The seed is never shown."""

    key_id: str
    seed: bytes = field(repr=False)

    def sign(self, message: bytes) -> str:
        """Return the signature of a message as unpadded base64url."""
        return _base64url(ed25519.signer().sign(self.seed, message))

    def public(self) -> bytes:
        """Return the 32 bytes of the public half."""
        raw: bytes = ed25519.signer().public(self.seed)
        return raw


def generate(key_id: str, *, test: bool = False, seed: bytes | None = None) -> SigningKey:
    """Return a new key.

    :param test: mark the id as that of a test key: it begins with ``test-``.
    :param seed: 32 bytes instead of random ones, for tests.
    :raises UsageError: the id does not have the form of a key_id.
    """
    if test and not key_id.startswith(TEST_PREFIX):
        key_id = TEST_PREFIX + key_id
    if _KEY_ID.fullmatch(key_id) is None:
        hint = "Take a letter or digit, then up to 127 of: letters, digits, . _ : -"
        raise UsageError("the key id does not have the form of one", hint)
    return SigningKey(key_id, secrets.token_bytes(32) if seed is None else seed)


def write(key: SigningKey, path: str) -> None:
    """Write a key file that only its owner may read. :raises UsageError: the path exists or cannot be written."""
    private_files.write(path, text(key))


def text(key: SigningKey) -> str:
    """Return the text of a key file: the private key itself."""
    return json.dumps({"private_key_version": 1, "key_id": key.key_id, "seed_b64u": _base64url(key.seed)}) + "\n"


def read(path: str) -> SigningKey:
    """Read a key file.

    :raises UsageError: it cannot be read, others may read it, or it is not a key file. Nothing of it is repeated.
    """
    return load(private_files.read(path), path)


def load(data: bytes, name: str) -> SigningKey:
    """Return the key of a key file's bytes. :raises UsageError: they are not those of one; ``name`` says which."""
    try:
        value = receipt_form.parse(data)
    except receipt_form.ProfileError as error:
        raise _refused(name, error.reason) from None
    if not isinstance(value, dict) or set(value) != _MEMBERS:
        raise _refused(name, "its members are not private_key_version, key_id and seed_b64u")
    version, key_id, seed = value["private_key_version"], value["key_id"], value["seed_b64u"]
    if type(version) is not int or version != 1:
        raise _refused(name, "its private_key_version is not 1")
    if not isinstance(key_id, str) or _KEY_ID.fullmatch(key_id) is None:
        raise _refused(name, "its key_id does not have the form of one")
    if not isinstance(seed, str) or _SEED_TEXT.fullmatch(seed) is None:
        raise _refused(name, "its seed_b64u is not 32 bytes in canonical unpadded base64url")
    return SigningKey(key_id, urlsafe_b64decode(seed + "="))


def keyring_entry(key: SigningKey) -> dict[str, Any]:
    """Return the entry that makes verifiers trust a key: its public half only."""
    return {"key_id": key.key_id, "public_key_b64u": ed25519.public_text(key.public()), "revoked": False}


def keyring_of(*trusted: SigningKey) -> dict[str, Any]:
    """Return a keyring that trusts keys."""
    return {"keyring_version": 1, "keys": [keyring_entry(key) for key in trusted]}


def _base64url(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _refused(name: str, reason: str) -> UsageError:
    return UsageError(f"{name} is not a key file: {reason}", "Make one with arf receipt keygen.")
