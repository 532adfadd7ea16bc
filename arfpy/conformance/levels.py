"""What a vendor can claim (clause conformance.levels)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cases import BUNDLE, CANONICALIZE, DIGEST, RECEIPT, VALIDATE
from .outcomes import PASSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .cases import Case
    from .outcomes import Outcome

# Each level with the operations whose cases it takes.
LEVELS = {
    "Digest": (CANONICALIZE, DIGEST),
    "Records": (CANONICALIZE, DIGEST, VALIDATE),
    "Bundles": (CANONICALIZE, DIGEST, VALIDATE, BUNDLE),
    "Receipts": (RECEIPT,),
}


def levels_of(case: Case) -> list[str]:
    """Return the levels that a case belongs to."""
    return [name for name, ops in LEVELS.items() if case.op in ops]


def reached(cases: Sequence[Case], outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Return for each level how many of its cases there are and how many passed. It is reached when all did.

    :param cases: every case of the vector set, also those that were not run.
    """
    passed = {outcome.case.id for outcome in outcomes if outcome.outcome == PASSED}
    found = []
    for name, ops in LEVELS.items():
        ids = [case.id for case in cases if case.op in ops]
        count = sum(one in passed for one in ids)
        found.append({"level": name, "cases": len(ids), "passed": count, "reached": count == len(ids) > 0})
    return found
