"""Ed25519 by ``cryptography`` (OpenSSL), on CPython."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Say whether 64 bytes are the key's signature of a message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64 bytes of a seed's signature."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def public(seed: bytes) -> bytes:
    """Return the 32 bytes of a seed's public key."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
