"""The errors of this library. Each carries a stable code, its clause and the place of the fault."""

from __future__ import annotations

from . import spec


class ArfError(Exception):
    """Base of every error that arfpy raises on purpose.

    :param code: an id of ``codes.json``; its clause and next step are looked up there.
    :param message: what happened, in one sentence.
    :param pointer: JSON Pointer (RFC 6901) of the value at fault; ``""`` is the whole text.
    :param line: 1-based line, or None where there is no text.
    :param column: 1-based column in code points, or None.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        pointer: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.line = line
        self.column = column

    @property
    def clause(self) -> str:
        """The clause of the standard that the input breaks."""
        return spec.codes()[self.code].clause

    @property
    def hint(self) -> str:
        """What to do next."""
        return spec.codes()[self.code].next

    def diagnostics(self) -> str:
        """Return what happened, where, and what to do next, as text for a person."""
        place = f" at line {self.line}, column {self.column}" if self.line is not None else ""
        return f"{self.message}{place} [{self.code}, {self.clause}]\n{self.hint}"


class StrictJsonError(ArfError, ValueError):
    """The bytes are not strict JSON (canonicalization.md, strict input)."""


class CanonicalizationError(ArfError, ValueError):
    """A value has no canonical form: it could not have come from strict JSON."""


class BundleVersionError(ArfError, ValueError):
    """A bundle is legacy, or names a version that is not known here (bundle.md)."""


class UsageError(Exception):
    """The call itself is wrong: an option, a path, an expected digest. Says nothing about a record.

    :param message: what is wrong. :param hint: what to do instead.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InternalFault(Exception):  # noqa: N818 - a fault of ours, told apart from every error of the input
    """arfpy contradicts itself. Never a verdict about a record; the command line exits 70."""
