"""Numbers as ECMAScript writes them (RFC 8785 section 3.2.2.3), and which integers are exact."""

from __future__ import annotations

from math import isinf

MAX_SAFE = 2**53 - 1
# A double has at most 309 digits before the point: longer integer tokens overflow anyway.
_MAX_DIGITS = 310


def number_text(value: float) -> str:
    """Return the ECMAScript text of a finite double (clause canonicalization.numbers, ECMA-262 Number::toString)."""
    text = repr(value)
    if text[-2:] == ".0":
        text = text[:-2]
        return "0" if text == "-0" else text
    mantissa, _, exponent_text = text.partition("e")
    exponent = int(exponent_text or 0)
    # Between these bounds Python and ECMAScript agree, so only the rest is spelled anew.
    if not exponent_text and abs(value) >= 1e-4:
        return text
    sign = "-" if mantissa[0] == "-" else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    point = len(whole) + exponent
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    return sign + _place_point(digits, point)


def _place_point(digits: str, point: int) -> str:
    """Spell ``0.digits x 10**point``: plain from 1e-6 up to 1e21, with an exponent outside."""
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    head = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{head}e{point - 1:+d}"


def exact_integer(token: str) -> int | float | None:
    """Return the value of a JSON integer token, or None where a reader with doubles would change it.

    A safe integer (at most 2**53 - 1) is an int. A larger one is the double it names: infinite when it
    overflows, accepted when the double holds the written value or when the token is already the
    ECMAScript spelling of the double (clause canonicalization.integers).
    """
    if len(token) > _MAX_DIGITS:
        return float(token)
    number = int(token)
    if -MAX_SAFE <= number <= MAX_SAFE:
        return number
    double = float(token)
    if isinf(double) or int(double) == number or number_text(double) == token:
        return double
    return None
