"""Checking: the bytes of one record in, one result out. Knows nothing of files or printing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import bundle, mistakes, records, results, spec
from .canonical import jcs
from .digest import digest_of
from .errors import ArfError, BundleVersionError
from .lines import Lines
from .results import Problem, Result
from .schema import Violation
from .strict_json import Document, parse

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Check:
    """What to check. One instance serves any number of records.

    ``type_name`` forces the record type; None infers it. ``expected`` is a digest to compare with.
    ``schema`` off leaves only strict JSON, bundle versions and the digest. ``references`` adds the
    violations that need other records (see :mod:`arfpy.links`).
    """

    type_name: str | None = None
    expected: str | None = None
    schema: bool = True
    references: Callable[[Any, str], list[Violation]] | None = None

    def record(self, data: bytes, source: str, line: int = 1) -> Result:
        """Check one record. No input makes it raise: a fault of ours is the verdict ``internal-error``.

        :param data: the exact bytes of the record.
        :param source: the name to report; :param line: the line on which the record begins.
        :raises TypeError: ``data`` is not bytes.
        """
        if not isinstance(data, bytes):
            raise TypeError(f"a record is given as bytes, not as {type(data).__name__}")
        result = Result(source, line)
        try:
            self._check(data, result)
        except Exception as error:  # noqa: BLE001 - told apart from every verdict about the record
            _fail(result, results.INTERNAL)
            result.problems = [Problem("internal.fault", f"{type(error).__name__}: {error}", line=line)]
        return result

    def _check(self, data: bytes, result: Result) -> None:
        # 1. Bytes to a value, or the first refusal of the strict parser.
        try:
            document = parse(data)
        except ArfError as error:
            _fail(result, results.UNREADABLE)
            result.problems.append(_problem(error, result.line))
            return
        # 2. The type, and the versions of a bundle, before anything is judged by them.
        value = document.value
        result.type = self.type_name or records.infer_type(value)
        try:
            bundle.check_versions(value, result.type)
        except BundleVersionError as error:
            legacy = error.code == "bundle.legacy"
            _fail(result, results.LEGACY if legacy else results.UNSUPPORTED)
            _place(result, document, [Violation(error.code, error.pointer, error.message)])
            return
        # 3. Canonical bytes and digest.
        result.canonical = jcs.canonical_bytes(document)
        result.canonical_size = len(result.canonical)
        result.digest = digest_of(result.canonical)
        # 4. The rules of the record's type.
        if self.schema:
            self._judge(document, result)
        # 5. The digest that was expected.
        if self.expected is not None and self.expected != result.digest:
            if result.verdict == results.VALID:
                result.verdict = results.MISMATCH
            _place(result, document, [_mismatch(self.expected, result.digest)])
            hint = mistakes.recognise(self.expected, data, value, result.canonical)
            result.problems[-1].hint = hint
        if document.warnings:
            _warn(result, document)
        result.problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0, problem.code))

    def _judge(self, document: Document, result: Result) -> None:
        found = records.violations(document.value, result.type)
        if self.references is not None and result.type is not None:
            found = found + self.references(document.value, result.type)
        if found:
            _place(result, document, found)
            if any(spec.codes()[problem.code].severity == "error" for problem in result.problems):
                result.verdict = results.INVALID


def _fail(result: Result, verdict: str) -> None:
    result.verdict = verdict
    result.digest = result.canonical = result.canonical_size = None


def _problem(error: ArfError, first_line: int) -> Problem:
    line = None if error.line is None else first_line + error.line - 1
    return Problem(error.code, error.message, error.pointer, line, error.column)


def _mismatch(expected: str, computed: str) -> Violation:
    return Violation("digest.mismatch", "", f"expected {expected}, computed {computed}")


def _place(result: Result, document: Document, found: list[Violation]) -> None:
    """Turn violations into problems with line and column."""
    from .places import read

    places = read(document.text)
    for code, pointer, message, on_name in found:
        line, column = places.name_at(pointer) if on_name else places.value_at(pointer)
        result.problems.append(Problem(code, message, pointer, result.line + line - 1, column))


def _warn(result: Result, document: Document) -> None:
    lines = Lines(document.text)
    for code, pointer, offset in document.warnings:
        line, column = lines.place(offset)
        message = "the number is so small that its canonical form is 0"
        result.problems.append(Problem(code, message, pointer, result.line + line - 1, column))
