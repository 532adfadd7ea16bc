"""What a check returns: one result per record, made of a verdict and its problems."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import spec

if TYPE_CHECKING:
    from collections.abc import Iterable

VALID = "valid"
MISMATCH = "mismatch"
INVALID = "invalid"
UNREADABLE = "unreadable"
UNSUPPORTED = "unsupported-version"
LEGACY = "legacy_top_level_only"
INTERNAL = "internal-error"


@dataclass(slots=True)
class Problem:
    """One thing wrong, or worth a warning, and where it stands.

    ``line`` and ``column`` are 1-based; a column counts code points. ``pointer`` is a JSON Pointer. ``hint`` is
    said instead of the code's own next step where more is known.
    """

    code: str
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    hint: str | None = None

    @property
    def next(self) -> str:
        """What to do next."""
        return self.hint or spec.codes()[self.code].next

    def as_dict(self) -> dict[str, Any]:
        """Return the problem with what ``codes.json`` says of its code, ready for JSON."""
        known = spec.codes()[self.code]
        return {
            "severity": known.severity,
            "code": self.code,
            "clause": known.clause,
            "pointer": self.pointer,
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "hint": self.next,
        }

    @classmethod
    def from_dict(cls, stated: dict[str, Any]) -> Problem:
        """Return the problem that :meth:`as_dict` described."""
        hint = None if stated["hint"] == spec.codes()[stated["code"]].next else stated["hint"]
        return cls(stated["code"], stated["message"], stated["pointer"], stated["line"], stated["column"], hint)


@dataclass(slots=True)
class Result:
    """The outcome of checking one record (clause records.verdicts).

    ``line`` is the record's first line in its source. ``digest``, ``canonical`` and its size in bytes are None
    whenever no digest may be stated: the text is unreadable, the version unknown, the bundle legacy, or we failed.
    """

    source: str
    line: int
    type: str | None = None
    verdict: str = VALID
    digest: str | None = None
    canonical: bytes | None = None
    canonical_size: int | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether the verdict is a pass; warnings do not change it."""
        return self.verdict == VALID

    def as_dict(self) -> dict[str, Any]:
        """Return the result as every machine-readable report shows it."""
        return {
            "source": self.source,
            "line": self.line,
            "type": self.type,
            "verdict": self.verdict,
            "digest": self.digest,
            "canonical_size": self.canonical_size,
            "problems": [problem.as_dict() for problem in self.problems],
        }

    @classmethod
    def from_dict(cls, stated: dict[str, Any]) -> Result:
        """Return the result that :meth:`as_dict` described, without its canonical bytes."""
        problems = [Problem.from_dict(problem) for problem in stated["problems"]]
        return cls(**{**stated, "problems": problems})


@dataclass(slots=True)
class Summary:
    """Counts over the results of one run."""

    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count one result."""
        self.verdicts[result.verdict] += 1

    @property
    def passed(self) -> int:
        """How many records passed."""
        return self.verdicts[VALID]

    @property
    def failed(self) -> int:
        """How many records did not pass, whatever the reason."""
        return self.verdicts.total() - self.passed

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, ready for JSON."""
        return {"passed": self.passed, "failed": self.failed, "verdicts": dict(sorted(self.verdicts.items()))}

    @classmethod
    def from_dict(cls, stated: dict[str, Any]) -> Summary:
        """Return the counts that :meth:`as_dict` described."""
        return cls(Counter(stated["verdicts"]))

    @classmethod
    def of(cls, results: Iterable[Result]) -> Summary:
        """Count many results."""
        summary = cls()
        for result in results:
            summary.add(result)
        return summary
