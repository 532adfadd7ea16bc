"""Digests: SHA-256 over canonical bytes, written ``sha256:`` and 64 lower-case hexadecimal digits."""

from __future__ import annotations

import re
from hashlib import sha256

from .errors import UsageError

# A digest alone, with or without its prefix, or a whole line of shasum or sha256sum: the hash, two spaces
# (or a space and an asterisk), a name. A backslash in front says that the name is escaped.
_HASH_FIRST = re.compile(r"\s*\\?(?:sha256:)?([0-9a-fA-F]{64})(?:  .*| \*.*)?\s*")
# A line of the BSD tools or of openssl dgst: the algorithm, the name in parentheses, the hash.
_NAME_FIRST = re.compile(r"\s*\\?(?:SHA(?:2-)?256 ?)?\(.*\) ?= ([0-9a-fA-F]{64})\s*")


def digest_of(canonical: bytes) -> str:
    """Return the digest of canonical bytes (clauses canonicalization.digest, bundle.content-hash)."""
    return "sha256:" + sha256(canonical).hexdigest()


def expected_digest(text: str) -> str:
    """Return the digest that a person means: ``sha256:…``, bare hexadecimal, or a whole line that a tool printed.

    Lines of ``shasum``, ``sha256sum``, the BSD tools and ``openssl dgst`` are read.

    :raises UsageError: the text is none of these.
    """
    match = _HASH_FIRST.fullmatch(text) or _NAME_FIRST.fullmatch(text)
    if match is None:
        message = "the expected digest is not one"
        hint = "Give sha256: and 64 hexadecimal digits, the digits alone, or a line that shasum printed."
        raise UsageError(message, hint)
    return "sha256:" + match.group(1).lower()
