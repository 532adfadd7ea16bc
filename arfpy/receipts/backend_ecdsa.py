"""Ed25519 by ``ecdsa`` (pure Python), in the browser."""

from __future__ import annotations

from ecdsa import Ed25519, SigningKey, VerifyingKey
from ecdsa.keys import BadSignatureError


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Say whether 64 bytes are the key's signature of a message."""
    try:
        return bool(VerifyingKey.from_string(key, curve=Ed25519).verify(signature, message))
    except BadSignatureError:
        return False


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64 bytes of a seed's signature."""
    return bytes(SigningKey.from_string(seed, curve=Ed25519).sign(message))


def public(seed: bytes) -> bytes:
    """Return the 32 bytes of a seed's public key."""
    return bytes(SigningKey.from_string(seed, curve=Ed25519).verifying_key.to_string())
