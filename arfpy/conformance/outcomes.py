"""Outcomes: an answer held against the one due (clause conformance.outcomes)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cases import CANONICALIZE, RECEIPT

if TYPE_CHECKING:
    from .cases import Answer, Case

PASSED, FAILED, ERRORED, XFAIL, XPASS = OUTCOMES = ("passed", "failed", "errored", "xfail", "xpass")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one case: one of ``OUTCOMES``, and why in a sentence."""

    case: Case
    answer: Answer
    outcome: str
    reason: str = ""

    @property
    def as_expected(self) -> bool:
        """Whether nobody needs to look at it: it passed, or is a failure that was announced."""
        return self.outcome in (PASSED, XFAIL)


def judge(case: Case, answer: Answer, *, announced: bool = False) -> Outcome:
    """Return the outcome of an answer. No answer is an error of the implementation, never a rejection.

    :param announced: the case is on the list of expected failures.
    """
    outcome, reason = _judged(case, answer)
    if announced:
        outcome = XPASS if outcome == PASSED else XFAIL
        reason = reason or "it is on the list of expected failures, and passes"
    return Outcome(case, answer, outcome, reason)


def _judged(case: Case, answer: Answer) -> tuple[str, str]:
    due = case.expected
    if answer.result == "error":
        return ERRORED, answer.detail
    reason = ""
    if due.result != answer.result:
        accepted, refused = f"accepted, and it is to be refused with {due.code}", f"refused with {answer.code}"
        reason = accepted if answer.result == "accept" else f"{refused}, and it is to be accepted"
    elif answer.output != due.output:
        reason = f"accepted with {'other bytes' if case.op == CANONICALIZE else 'another digest'}"
    # Elsewhere a code is recorded. The gate that stops a receipt is the verdict itself.
    elif case.op == RECEIPT and answer.code != due.code:
        reason = f"refused at {answer.code}, and the first gate that fails is {due.code}"
    return (FAILED, reason) if reason else (PASSED, "")


def first_difference(due: bytes, got: bytes) -> int | None:
    """Return the offset of the first byte that differs, the length of the shorter if it is a part, None if equal."""
    if due == got:
        return None
    for offset, (one, other) in enumerate(zip(due, got, strict=False)):
        if one != other:
            return offset
    return min(len(due), len(got))
