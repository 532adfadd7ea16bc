"""What no gate checks and a reader should know: never part of a verdict (clause receipts.advisories)."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from ..instants import nanoseconds
from .independence import LEGS

# Zero-width characters and the variants of digits and signs go before a text is looked at.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_NUMBER = r"[0-9]+(?:[.,\u00b7][0-9]*)?|[.,][0-9]+"
_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|"
    "eighty|ninety|hundred"
)
_SCORE_LIKE = re.compile(
    rf"""
    (?: {_NUMBER} ) \s* (?: % | \u2030 | \u066a | pct\b | percent )   # a percentage
    | ^ \s* [+-]? (?: {_NUMBER} ) (?: e[+-]?[0-9]+ )? \s* $           # a number alone
    | [0-9]+ \s* (?: / | out\ of ) \s* [0-9]+                         # a ratio
    | \b (?: {_WORDS} ) (?: [\s-]+ (?: {_WORDS} ) )* \s+ (?: percent | out\ of )
    | \b (?: score | accuracy | precision | recall | grade | rating | f1 | auc ) \b [^0-9]{{0,12}} [0-9]
    """,
    re.VERBOSE | re.IGNORECASE,
)


def of(receipt: dict[str, Any], evar: dict[str, Any] | None, caller_key_offered: bool) -> list[dict[str, str]]:
    """Return the advisories of a receipt that has the right shape.

    :param evar: the linked attestation, once the link holds; None before that.
    """
    body = receipt["signed_body"]
    found = [*_score_like(body), *_separation(body), *_instants(body)]
    if evar is not None:
        found += _against(receipt, evar["signed_body"])
    if caller_key_offered:
        found.append(_advisory("CALLER_KEY_IGNORED", "key_id", "a caller's key never makes a receipt valid"))
    return found


def _advisory(code: str, path: str, detail: str) -> dict[str, str]:
    return {"code": code, "path": path, "detail": detail}


def _score_like(body: dict[str, Any]) -> list[dict[str, str]]:
    found = []
    for path, text in (
        ("administrator.id", body["administrator"]["id"]),
        ("administrator.role", body["administrator"]["role"]),
        ("subject.id", body["subject"]["id"]),
        ("subject.role", body["subject"]["role"]),
        ("tenant_id", body["tenant_id"]),
    ):
        if _SCORE_LIKE.search(_folded(text)):
            detail = "this text could carry a score; the gate looks only at whole decimals and percentages"
            found.append(_advisory("SCORE_LIKE_TEXT", f"signed_body.{path}", detail))
    return found


def _folded(text: str) -> str:
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)


def _separation(body: dict[str, Any]) -> list[dict[str, str]]:
    found = []
    for leg in LEGS:
        if body["separation"][leg] == "undisclosed":
            detail = "the actor is not disclosed, and the class counts it as one that is not the subject"
            found.append(_advisory("UNDISCLOSED_LEG", f"signed_body.separation.{leg}", detail))
    same_ids = body["administrator"]["id"] == body["subject"]["id"]
    if same_ids and body["relationship"]["administrator_to_subject"] != "same_legal_entity":
        detail = "administrator and subject have one id, although they are not stated to be one legal entity"
        found.append(_advisory("SAME_PARTY_IDS", "signed_body.administrator.id", detail))
    return found


def _instants(body: dict[str, Any]) -> list[dict[str, str]]:
    testset = body["testset_ref"]
    committed, disclosed = nanoseconds(testset["committed_at"]), nanoseconds(testset["disclosed_to_subject_at"])
    if committed is not None and committed == disclosed:
        path = "signed_body.testset_ref.committed_at"
        return [_advisory("INSTANTS_EQUAL", path, "commitment and disclosure are stated as one instant")]
    return []


def _against(receipt: dict[str, Any], evar_body: Any) -> list[dict[str, str]]:
    """Compare with the attestation what no gate compares. Its shape is not known to be right here."""
    body = receipt["signed_body"]
    testset = body["testset_ref"]
    found = []
    for code, path, ours, theirs, detail in (
        ("TESTSET_DIGEST_DIFFERS", "testset_ref.digest_sha256", testset["digest_sha256"],
         _get(evar_body, "testset_digest_sha256"), "the attestation names another test set"),
        ("SUBJECT_DIFFERS", "subject.id", body["subject"]["id"], _get(evar_body, "subject", "id"),
         "the attestation names another subject"),
        ("ITEM_COUNT_DIFFERS", "testset_ref.item_count", testset["item_count"], _get(evar_body, "items_evaluated"),
         "the attestation says that another number of items was evaluated"),
    ):  # fmt: skip
        if theirs is not None and ours != theirs:
            found.append(_advisory(code, f"signed_body.{path}", detail))
    opens_text = _get(evar_body, "evaluation_window", "opens_at")
    opens = nanoseconds(opens_text) if isinstance(opens_text, str) else None
    if opens is not None:
        if (nanoseconds(receipt["ts"]) or 0) > opens:
            detail = "the receipt was made after the window opened: the order was written down afterwards"
            found.append(_advisory("COMMITMENT_NOT_WITNESSED", "ts", detail))
        if nanoseconds(testset["disclosed_to_subject_at"]) == opens:
            path = "signed_body.testset_ref.disclosed_to_subject_at"
            found.append(_advisory("INSTANTS_EQUAL", path, "disclosure and opening are stated as one instant"))
    return found


def _get(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
