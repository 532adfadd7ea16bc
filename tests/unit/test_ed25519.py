"""Signatures: other people's vectors against one written rule, on both backends."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode

import pytest

from arfpy.receipts import backend_cryptography, backend_ecdsa, ed25519

BACKENDS = [backend_cryptography.verify, backend_ecdsa.verify]
IDENTITY = bytes([1]) + bytes(31)


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def verdict(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        return ed25519.verify(ed25519.public_key(text(key)), message, text(signature))
    except ed25519.BadKeyError:
        return False


@pytest.fixture(params=BACKENDS, ids=["cryptography", "ecdsa"])
def backend(request, monkeypatch):
    """Each backend in turn behind the same pre-checks."""
    monkeypatch.setattr(ed25519, "backend", lambda: request.param)


@pytest.fixture(scope="module")
def peers(root):
    """The folder of public test data beside the project."""
    folder = root.parent / "shared" / "peer-vectors"
    if not folder.is_dir():
        pytest.skip("the public test data is not beside the project")
    return folder


@pytest.mark.usefixtures("backend")
def test_the_151_signatures_of_wycheproof_get_its_verdicts(peers) -> None:
    """Every signature that Wycheproof calls valid is accepted, every other one refused."""
    suite = json.loads((peers / "ed25519-wycheproof" / "ed25519_test.json").read_text(encoding="utf-8"))
    different, seen = [], 0
    for group in suite["testGroups"]:
        key = bytes.fromhex(group["publicKey"]["pk"])
        for test in group["tests"]:
            seen += 1
            ours = verdict(key, bytes.fromhex(test["msg"]), bytes.fromhex(test["sig"]))
            if ours != (test["result"] == "valid"):
                different.append(test["tcId"])
    assert [] == different
    assert 151 == seen


@pytest.mark.usefixtures("backend")
def test_all_twelve_cases_on_the_edge_of_the_standard_are_refused(peers) -> None:
    """Small orders, mixed orders, S beyond L and encodings that are not canonical: none verifies."""
    cases = json.loads((peers / "ed25519-speccheck" / "cases.json").read_text(encoding="utf-8"))
    accepted = [
        number
        for number, case in enumerate(cases)
        if verdict(*(bytes.fromhex(case[name]) for name in ("pub_key", "message", "signature")))
    ]
    assert [] == accepted
    assert 12 == len(cases)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (IDENTITY, "small order"),
        (IDENTITY[:31] + b"\x80", "sign bit"),
        (bytes(32), "small order"),
        ((ed25519.P - 1).to_bytes(32, "little"), "small order"),
        ((ed25519.P + 1).to_bytes(32, "little"), "not canonical"),
        (b"\xff" * 32, "not canonical"),
        (bytes([2]) + bytes(31), "not a point"),
    ],
)
def test_keys_that_nobody_should_trust_are_refused_with_the_reason(raw: bytes, reason: str) -> None:
    """Small order, bad encodings and points off the curve do not load."""
    with pytest.raises(ed25519.BadKeyError, match=reason):
        ed25519.public_key(text(raw))


@pytest.mark.parametrize("spelled", ["", "A" * 42, "A" * 44, "A" * 43 + "=", "B" * 43, "+" * 43, "A" * 42 + "\n"])
def test_a_key_has_one_spelling(spelled: str) -> None:
    """Padding, other alphabets, other lengths and a last character with spare bits are refused."""
    with pytest.raises(ed25519.BadKeyError, match="base64url"):
        ed25519.public_key(spelled)


@pytest.mark.usefixtures("backend")
def test_a_signature_has_one_spelling_and_one_value() -> None:
    """S + L, a padded text and a changed last character verify nothing, although the signature itself does."""
    key = ed25519.public_key("iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    good = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32).sign(b"a message")
    assert ed25519.verify(key, b"a message", text(good))
    assert not ed25519.verify(key, b"another message", text(good))
    more = (int.from_bytes(good[32:], "little") + ed25519.L).to_bytes(32, "little")
    assert not ed25519.verify(key, b"a message", text(good[:32] + more))
    assert not ed25519.verify(key, b"a message", text(good) + "==")
    last = {"A": "B", "Q": "R", "g": "h", "w": "x"}[text(good)[-1]]
    assert not ed25519.verify(key, b"a message", text(good)[:-1] + last)
