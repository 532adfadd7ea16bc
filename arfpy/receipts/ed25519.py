"""Ed25519 signatures: what is refused before any backend is asked, so that all backends give one answer.

Libraries differ on encodings and on points of small order (anyone can "sign" for such a key). Refused here: keys that
are not canonical, off the curve, of small order or with torsion; signatures with S >= L, or with an R that is not
canonical or of small order. What is left every backend judges alike, by the cofactorless equation (RFC 8032, 5.1.7;
clause receipts.ed25519).
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, P) % P
_SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
_PUBLIC_TEXT = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
_SIGNATURE_TEXT = re.compile(r"[A-Za-z0-9_-]{85}[AQgw]")

# Extended homogeneous coordinates (RFC 8032, 5.1.4): x = X/Z, y = Y/Z, x*y = T/Z.
_Point = tuple[int, int, int, int]
_IDENTITY: _Point = (0, 1, 1, 0)


class BadKeyError(ValueError):
    """A public key that no verifier should trust, and why."""


def public_key(text: str) -> bytes:
    """Return the 32 bytes of a public key in canonical unpadded base64url.

    :raises BadKeyError: its text or its point is refused.
    """
    if _PUBLIC_TEXT.fullmatch(text) is None:
        raise BadKeyError("it is not 32 bytes in canonical unpadded base64url")
    raw = urlsafe_b64decode(text + "=")
    point = _decompress(raw)
    if _is_identity(_multiply(point, 8)):
        raise BadKeyError("it is a point of small order, for which anyone can sign")
    if not _is_identity(_multiply(point, L)):
        raise BadKeyError("it is a point with torsion, on which verifiers disagree")
    return raw


def public_text(raw: bytes) -> str:
    """Return a public key as unpadded base64url."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def verify(key: bytes, message: bytes, signature_text: str) -> bool:
    """Say whether a signature is one of a key that :func:`public_key` let pass.

    :param signature_text: 64 bytes in canonical unpadded base64url; anything else verifies nothing.
    """
    if _SIGNATURE_TEXT.fullmatch(signature_text) is None:
        return False
    signature = urlsafe_b64decode(signature_text + "==")
    if int.from_bytes(signature[32:], "little") >= L:
        return False
    y = int.from_bytes(signature[:32], "little") & (2**255 - 1)
    if y >= P or y in _small_order_ys():
        return False
    return backend()(key, message, signature)


@cache
def backend() -> Callable[[bytes, bytes, bytes], bool]:
    """Return the function of key, message and signature: ``cryptography``'s, or ``ecdsa``'s in the browser."""
    found: Callable[[bytes, bytes, bytes], bool] = signer().verify
    return found


@cache
def signer() -> Any:
    """Return the backend itself: its ``sign(seed, message)`` and ``public(seed)`` are for whoever holds a seed."""
    try:
        from . import backend_cryptography as chosen
    except ImportError:
        from . import backend_ecdsa

        return backend_ecdsa
    return chosen


def _decompress(raw: bytes) -> _Point:
    """RFC 8032, 5.1.3, with its refusals."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= P:
        raise BadKeyError("its y-coordinate is not canonical")
    u, v = (y * y - 1) % P, (_D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * _SQRT_MINUS_1 % P
    if v * x * x % P != u:
        raise BadKeyError("it is not a point of the curve")
    if x == 0 and sign:
        raise BadKeyError("its sign bit is not canonical")
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _add(p: _Point, q: _Point) -> _Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * _D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _multiply(point: _Point, scalar: int) -> _Point:
    total = _IDENTITY
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _is_identity(point: _Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


@cache
def _small_order_ys() -> frozenset[int]:
    """Return the y-coordinates of the eight points of small order: 1, -1, 0, and those of order 8."""
    # L times any point of the curve has small order; a few points meet all eight, which have five y-coordinates.
    found: set[int] = set()
    y = 2
    while len(found) < 5:
        try:
            point = _multiply(_decompress(y.to_bytes(32, "little")), L)
        except BadKeyError:
            y += 1
            continue
        inverse = pow(point[2], -1, P)
        found.add(point[1] * inverse % P)
        y += 1
    return frozenset(found)
