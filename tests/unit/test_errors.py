"""The tree of errors, and the table of codes behind it."""

from __future__ import annotations

import re

import pytest

import arfpy
from arfpy import errors, spec
from arfpy.receipts import administration, attestation


def test_every_public_error_of_the_input_is_an_arf_error() -> None:
    """One base catches every refusal of an input; usage and internal faults are told apart from it."""
    for kind in (errors.StrictJsonError, errors.CanonicalizationError, errors.BundleVersionError):
        assert issubclass(kind, errors.ArfError)
        assert issubclass(kind, ValueError)
    assert not issubclass(errors.UsageError, errors.ArfError)
    assert not issubclass(errors.InternalFault, errors.ArfError)


def test_everything_exported_exists() -> None:
    """__all__ names what the package has."""
    assert [] == [name for name in arfpy.__all__ if not hasattr(arfpy, name)]


def test_diagnostics_say_what_where_and_what_next() -> None:
    """The text for a person names the message, the place, the code, the clause and the next step."""
    with pytest.raises(errors.StrictJsonError) as refusal:
        arfpy.parse(b'{"a":1,\n "a":2}')
    text = refusal.value.diagnostics()
    assert "line 2, column 2" in text
    assert "[json.duplicate-key, canonicalization.duplicate-keys]" in text
    assert text.endswith(spec.codes()["json.duplicate-key"].next)


def test_codes_are_dotted_and_complete() -> None:
    """Each code has a stable dotted id, a severity, a clause, a meaning and a next step, each a sentence."""
    for code in spec.codes().values():
        assert re.fullmatch(r"[a-z]+(\.[a-z0-9-]+)+", code.code)
        assert code.severity in ("error", "warning")
        assert re.fullmatch(r"(canonicalization|records|bundle|links|receipts)\.[a-z0-9-]+", code.clause)
        for sentence in (code.meaning, code.next):
            assert sentence[0].isupper() or sentence.startswith("sha256")
            assert sentence.endswith(".")


def test_every_code_that_the_library_writes_is_in_the_table(root) -> None:
    """No module invents a code: each dotted literal that looks like one is a row of codes.json."""
    families = "|".join(sorted({code.partition(".")[0] for code in spec.codes()}))
    found = set()
    for path in (root / "arfpy").rglob("*.py"):
        found |= set(re.findall(rf'"((?:{families})\.[a-z0-9.-]+)"', path.read_text(encoding="utf-8")))
    found.discard("record.canonical.json")  # the name of a file
    assert found <= set(spec.codes())
    made = {f"receipt.gate-{number}" for number, _ in enumerate(administration.GATES, start=1)}
    made |= {f"attestation.gate-{number}" for number, _ in enumerate(attestation.GATES, start=1)}
    made |= {code for code in spec.codes() if code.startswith("schema.format.")}
    assert made <= set(spec.codes())
    unused = set(spec.codes()) - found - made
    assert set() == unused
