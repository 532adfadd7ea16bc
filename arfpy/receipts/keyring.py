"""The keyring: the public keys that a verifier trusts, loaded whole or not at all (clause receipts.keyring)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..canonical import receipt_form
from ..errors import UsageError
from . import ed25519, shapes

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Keyring:
    """Trusted keys by id; revoked keys are not in it. An empty keyring trusts nobody."""

    keys: Mapping[str, bytes]

    def resolve(self, key_id: str) -> bytes | None:
        """Return the key of an id, or None where it is unknown or revoked."""
        return self.keys.get(key_id)


def load(source: bytes | str | Any) -> Keyring:
    """Load a keyring from its text or its value.

    :raises UsageError: any part of it is not as it has to be; a keyring is never used in part.
    """
    try:
        value = receipt_form.parse(source) if isinstance(source, (bytes, str)) else source
        receipt_form.check(value)
    except receipt_form.ProfileError as error:
        raise _refused(error.reason, error.path) from None
    if fault := shapes.first_fault("keyring", value):
        raise _refused(*fault)
    keys: dict[str, bytes] = {}
    ids_by_key: dict[bytes, str] = {}
    ids: set[str] = set()
    for index, entry in enumerate(value["keys"]):
        key_id, path = entry["key_id"], f"keys[{index}]"
        if key_id in ids:
            raise _refused("a key_id stands twice", f"{path}.key_id")
        ids.add(key_id)
        try:
            key = ed25519.public_key(entry["public_key_b64u"])
        except ed25519.BadKeyError as error:
            raise _refused(f"the public key is refused: {error}", f"{path}.public_key_b64u") from None
        if key in ids_by_key:
            # key_id is not signed, so one key under two names would let a receipt change its signer's name.
            raise _refused(f"one public key has two ids, {ids_by_key[key]} and {key_id}", f"{path}.public_key_b64u")
        ids_by_key[key] = key_id
        if not entry["revoked"]:
            keys[key_id] = key
    return Keyring(keys)


def _refused(reason: str, path: str) -> UsageError:
    where = f" at {path}" if path else ""
    return UsageError(f"the keyring is refused: {reason}{where}", "Correct the keyring; it is not used in part.")
