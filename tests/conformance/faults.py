"""Deliberate faults for a copy of the reference adapter and of what it stands on: what is changed, and what notices.

Each fault is a mistake that an implementation could make. ``edits`` are ``(file, text, replacement)``; the text stands in
the file exactly once. ``case`` is a case that is answered rightly without the fault and fails with it.
"""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """One fault."""

    name: str
    case: str
    edits: tuple[tuple[str, str, str], ...]


def fault(name: str, case: str, *edits: str) -> Fault:
    """Return a fault; the edits are given as file, text, replacement, file, text, replacement, …"""
    return Fault(name, case, tuple(zip(edits[::3], edits[1::3], edits[2::3], strict=True)))


VENDOR = "vendor.py"
STRICT = "arfpy/strict_json.py"
JCS = "arfpy/canonical/jcs.py"
NUMBERS = "arfpy/canonical/numbers.py"
FORMATS = "arfpy/formats.py"
INSTANTS = "arfpy/instants.py"
RECORDS = "arfpy/records.py"
BUNDLE = "arfpy/bundle/versions.py"
GATES = "arfpy/receipts/administration.py"
ATTESTATION = "arfpy/receipts/attestation.py"
ENVELOPE = "arfpy/receipts/envelope.py"
KEYRING = "arfpy/receipts/keyring.py"
SCORES = "arfpy/receipts/scores.py"
INDEPENDENCE = "arfpy/receipts/independence.py"
FORM = "arfpy/canonical/receipt_form.py"
SCHEMAS = "spec/v0.1/schemas"
GENERAL_WRITER = (STRICT, "_HAS_C_SCANNER = json.scanner.c_make_scanner is not None", "_HAS_C_SCANNER = False")


def without_gate(name: str, function: str) -> tuple[str, str, str]:
    """Return the edit that leaves a gate of receipts out."""
    return GATES, f'    ("{name}", {function}),\n', ""


def swapped(one: tuple[str, str], other: tuple[str, str]) -> tuple[str, str, str]:
    """Return the edit that runs two neighbouring gates in the other order."""
    lines = [f'    ("{name}", {function}),\n' for name, function in (one, other)]
    return GATES, "".join(lines), "".join(reversed(lines))


FAULTS = (
    # Canonical bytes
    fault("names sorted by code points", "digest/canonicalization/keys-astral-before-private-use", JCS, '"utf-16-be"', '"utf-32-be"'),
    fault("members kept in the order given", "digest/digests/published-endorsement", *GENERAL_WRITER, JCS, "names = _sorted_names(value)", "names = list(value)"),
    fault("a newline after the canonical bytes", "canonicalize/digests/published-claim", VENDOR, "schema=False).canonical)", "schema=False).canonical + b'\\n')"),
    fault("the solidus escaped", "digest/canonicalization/escape-solidus", *GENERAL_WRITER, JCS, "    return encode_basestring(text)", '    return encode_basestring(text).replace("/", "\\\\/")'),
    fault("letters beyond ASCII escaped", "digest/canonicalization/keys-astral-low-half", JCS, "import c_make_encoder, encode_basestring ", "import c_make_encoder, encode_basestring_ascii as encode_basestring "),
    fault("control characters in upper-case hexadecimal", "digest/canonicalization/escapes-control", *GENERAL_WRITER, JCS, "    return encode_basestring(text)", '    return encode_basestring(text).replace("\\\\u001f", "\\\\u001F")'),
    fault("text normalized to NFC", "digest/canonicalization/unicode-nfd", STRICT, '        return data.decode("utf-8")', '        return __import__("unicodedata").normalize("NFC", data.decode("utf-8"))'),
    fault("arrays sorted", "digest/canonicalization/array-order-backward", *GENERAL_WRITER, JCS, "for index, item in enumerate(items):", "for index, item in enumerate(sorted(items, key=str)):"),
    # Numbers
    fault("whole floats keep their fraction", "digest/numbers/one-point-zero", STRICT, "return whole if whole == number else number", "return number"),
    fault("zero keeps its sign and its fraction", "digest/numbers/zeros", STRICT, "        return 0\n    raise _Unusual", "        return number\n    raise _Unusual"),
    fault("exponents from 1e20", "digest/numbers/exponent-threshold-large", NUMBERS, "if count <= point <= 21:", "if count <= point <= 20:"),
    fault("no exponent at 1e-7", "digest/numbers/exponent-threshold-small", NUMBERS, "if -6 < point <= 0:", "if -7 < point <= 0:"),
    fault("exponents without a plus", "digest/numbers/float-1e23", NUMBERS, "e{point - 1:+d}", "e{point - 1:d}"),
    fault("large integers rounded", "digest/numbers/integer-2-53-plus-1", NUMBERS, "        return double\n    return None", "        return double\n    return double"),
    fault("exact large integers refused", "digest/numbers/integer-2-53", NUMBERS, "or int(double) == number or number_text(double) == token", ""),
    fault("an integer's own spelling refused", "digest/numbers/integer-2-60-own-spelling", NUMBERS, " or number_text(double) == token", ""),
    fault("overflow becomes the largest double", "digest/numbers/overflow-1e309", STRICT, "    number = float(token)\n    if isinf(number) or", "    number = max(min(float(token), 1.7976931348623157e308), -1.7976931348623157e308)\n    if isinf(number) or"),
    fault("NaN read as null", "digest/numbers/nan", STRICT, "def _constant(_name: str) -> Any:\n    raise _Doubtful", "def _constant(_name: str) -> Any:\n    return None"),
    # Strict parsing
    fault("duplicate names accepted", "digest/strict-parsing/duplicate-key", STRICT, "if len(members) != len(pairs):", "if False:"),
    fault("only neighbouring duplicates refused", "digest/strict-parsing/duplicate-not-adjacent", STRICT, "if len(members) != len(pairs):", "if any(a[0] == b[0] for a, b in zip(pairs, pairs[1:])):"),
    fault("lone surrogates replaced", "digest/strict-parsing/surrogate-high", STRICT, "        raise _Doubtful  # half a pair; UTF-8 already refuses raw ones", "        pass", JCS, '"".join(_chunks(value, 0)).encode("utf-8")', '"".join(_chunks(value, 0)).encode("utf-8", "replace")'),
    fault("a byte-order mark removed", "digest/strict-parsing/bom", STRICT, "    if data.startswith(_BOM):", "    data = data.removeprefix(_BOM)\n    if data.startswith(_BOM):"),
    fault("bad UTF-8 replaced", "digest/strict-parsing/utf8-latin-1", STRICT, '        return data.decode("utf-8")', '        return data.decode("utf-8", "replace")'),
    fault("what follows the text ignored", "digest/strict-parsing/trailing-object-adjacent", STRICT, "return value if end == len(text) else decoder.decode(text)", "return value"),
    fault("depth limited to 255", "digest/strict-parsing/depth-256-mixed", STRICT, "MAX_DEPTH = 256", "MAX_DEPTH = 255"),
    fault("depth limited to 257", "digest/strict-parsing/depth-257-mixed", STRICT, "MAX_DEPTH = 256", "MAX_DEPTH = 257"),
    # Records
    fault("a UUID followed by a newline accepted", "validate/validation/uuid-newline", FORMATS, "_UUID.fullmatch(text)", "_UUID.match(text)"),
    fault("upper-case UUIDs refused", "validate/validation/uuid-upper-case", FORMATS, "return _UUID.fullmatch(text)", "return None if text != text.lower() else _UUID.fullmatch(text)"),
    fault("relative addresses accepted", "validate/validation/uri-relative-path", FORMATS, "return _URI.fullmatch(text) is not None", "return True"),
    fault("leap seconds accepted", "validate/validation/instant-leap-second", INSTANTS, ":[0-5][0-9](?:", ":(?:[0-5][0-9]|60)(?:"),
    fault("February 30 accepted", "validate/validation/instant-february-30", INSTANTS, "return int(day) <= _days_in(int(year), int(month))", "return True"),
    fault("every fourth year a leap year", "validate/validation/instant-2100-february-29", INSTANTS, "(year % 100 != 0 or year % 400 == 0)", "True"),
    fault("instants without an offset accepted", "validate/validation/instant-no-offset", INSTANTS, '[0-5][0-9])"\n', '[0-5][0-9]|)"\n'),
    fault("unknown members accepted", "validate/validation/unknown-case", f"{SCHEMAS}/claim.schema.json", '"additionalProperties": false', '"additionalProperties": true'),
    fault("a claim without sources accepted", "validate/validation/array-no-source", f"{SCHEMAS}/claim.schema.json", '"minItems": 1', '"minItems": 0'),
    fault("a weight of 6 accepted", "validate/validation/range-weight-high", f"{SCHEMAS}/endorsement.schema.json", '"maximum": 5', '"maximum": 6'),
    fault("a record of no type accepted", "validate/validation/type-foreign-object", RECORDS, "return [unknown_type(value)]", "return []"),
    fault("a local transaction of another hash accepted", "validate/validation/local-chain-other-hash", RECORDS, "        found.extend(_local_chain(value))", "        pass"),
    fault("the type given ignored", "validate/validation/type-given-decides", VENDOR, 'checked(data, type_name=request["type"])', "checked(data)"),
    # Bundles
    fault("an unknown canonicalization version accepted", "verify-bundle/versions/bundle-version-next", BUNDLE, "if has_canonicalization and value", "if False and value", f"{SCHEMAS}/bundle.schema.json", '"const": "rfc8785-jcs-v1"', '"type": "string"'),
    fault("an unknown canonicalization version hashed", "digest/canonicalization/bundle-of-unknown-version", BUNDLE, "if has_canonicalization and value", "if False and value"),
    fault("a legacy bundle hashed", "digest/canonicalization/bundle-without-version", BUNDLE, "    if not has_canonicalization:", "    if False:"),
    fault("an unknown shape of bundle hashed", "digest/canonicalization/bundle-of-unknown-shape", BUNDLE, "    if has_schema and value", "    if False and value"),
    fault("the content hash made of the artifact alone", "verify-bundle/bundles/bundle-content-hash", VENDOR, 'checked(data, type_name="bundle").digest}', 'checked(json.dumps(json.loads(data)["artifact"]).encode(), schema=False).digest} if checked(data, type_name="bundle") else {}'),
    # Receipts
    fault("gate 1 skipped but for the form", "verify-receipt/receipts/receipt-unknown-body-member", ENVELOPE, "if fault := shapes.first_fault(document.schema_name, value):", "if fault := None:"),
    fault("gate 2 skipped", "verify-receipt/receipts/receipt-key-unknown", *without_gate("ISSUER_KEY_MATCH", "envelope.gate_issuer_key")),
    fault("gate 3 skipped", "verify-receipt/receipts/receipt-class-edited", *without_gate("PAYLOAD_DIGEST", "envelope.gate_payload_digest")),
    fault("gate 4 skipped", "verify-receipt/receipts/receipt-id-other-type", *without_gate("RECEIPT_ID", "envelope.gate_receipt_id")),
    fault("gate 5 skipped", "verify-receipt/receipts/receipt-signature-zero", *without_gate("SIGNATURE", "_signature")),
    fault("gate 6 skipped", "verify-receipt/receipts/receipt-intruder-key-offered", *without_gate("SIGNER_IDENTITY", "_signer_identity")),
    fault("gate 8 skipped", "verify-receipt/receipts/receipt-attestation-signature-broken", *without_gate("EVAR_INTEGRITY", "_evar_integrity")),
    fault("gate 9 skipped", "verify-receipt/receipts/receipt-other-tenant", *without_gate("TENANT_MATCH", "_tenant_match")),
    fault("gate 10 skipped", "verify-receipt/receipts/receipt-both-after-opening", *without_gate("TESTSET_PRECOMMITMENT", "_testset_precommitment")),
    fault("gate 11 skipped", "verify-receipt/receipts/receipt-no-items", *without_gate("ITEM_COUNT_POSITIVE", "_item_count_positive")),
    fault("gate 12 skipped", "verify-receipt/receipts/receipt-third-party-ran", *without_gate("SEPARATION_COHERENCE", "_separation_coherence")),
    fault("gate 13 skipped", "verify-receipt/receipts/receipt-understated", *without_gate("INDEPENDENCE_RECOMPUTE", "_independence_recompute")),
    fault("gate 14 skipped", "verify-receipt/receipts/receipt-role-decimal", *without_gate("NO_SCORE_RESTATEMENT", "_no_score_restatement")),
    fault("gates 3 and 4 swapped", "verify-receipt/receipts/receipt-count-and-id-edited", *swapped(("PAYLOAD_DIGEST", "envelope.gate_payload_digest"), ("RECEIPT_ID", "envelope.gate_receipt_id"))),
    fault("gates 9 and 10 swapped", "verify-receipt/receipts/receipt-tenant-and-instants", *swapped(("TENANT_MATCH", "_tenant_match"), ("TESTSET_PRECOMMITMENT", "_testset_precommitment"))),
    fault("gates 12 and 13 swapped", "verify-receipt/receipts/receipt-third-party-stated-independent", *swapped(("SEPARATION_COHERENCE", "_separation_coherence"), ("INDEPENDENCE_RECOMPUTE", "_independence_recompute"))),
    fault("gates 13 and 14 swapped", "verify-receipt/receipts/receipt-class-and-score", *swapped(("INDEPENDENCE_RECOMPUTE", "_independence_recompute"), ("NO_SCORE_RESTATEMENT", "_no_score_restatement"))),
    fault("the caller's key makes a pass", "verify-receipt/receipts/receipt-intruder-key-offered", GATES, "    if not document.signed_by_trusted:\n        reason", "    if document.caller_key is None and not document.signed_by_trusted:\n        reason"),
    fault("revoked keys trusted", "verify-receipt/receipts/receipt-key-revoked", KEYRING, 'if not entry["revoked"]:', "if True:"),
    fault("instants compared as texts", "verify-receipt/receipts/receipt-committed-offset", GATES, "from ..instants import nanoseconds", "from ..instants import is_instant", GATES, "\n\n@dataclass", "\n\ndef nanoseconds(text):\n    return text if is_instant(text) else None\n\n\n@dataclass"),
    fault("equal instants refused", "verify-receipt/receipts/receipt-three-equal-instants", GATES, "if committed > disclosed:", "if committed >= disclosed:"),
    fault("the attestation's floor ignored", "verify-receipt/receipts/receipt-below-floor", GATES, 'max(1, document.evar_body.get("item_floor", 1))', "1"),
    fault("the attestation's window not checked", "verify-receipt/receipts/receipt-window-closes-first", ATTESTATION, '    ("WINDOW_ORDER", _window_order),\n', ""),
    fault("the attestation's results not checked", "verify-receipt/receipts/receipt-metric-twice", ATTESTATION, '    ("RESULTS_PRESENT", _results_present),\n', ""),
    fault("the attestation's signature not checked", "verify-receipt/receipts/receipt-attestation-signature-broken", ATTESTATION, '    ("SIGNATURE", _signature),\n', ""),
    fault("percentages let pass", "verify-receipt/receipts/receipt-role-percentage", SCORES, 'return "a percentage" if _PERCENTAGE.fullmatch(value) else None', "return None"),
    fault("the relationship decides before the legs", "verify-receipt/receipts/receipt-vendor-subject-leg", INDEPENDENCE, 'if separation[leg] == "subject":', 'if separation[leg] == "subject" and relationship == "unaffiliated":'),
)
