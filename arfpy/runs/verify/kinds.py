"""How each kind of saved result is computed again from its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...canonical.evalarc_form import evalarc_text
from .. import audit, comparison, repetition
from ..files import ReportError
from ..report import SCHEMA as EVALUATION
from ..rules import is_integer, member
from ..task import Fault, tasks
from . import evaluations
from .tree import Tree

# What a producer may word or stamp as it likes.
_FREE = ("created_at", "evalarc_version", "interpretation")

Facts = dict[str, Any]


class Part:
    """A folder inside a tree in which one result lies."""

    def __init__(self, tree: Tree, folder: str = "") -> None:
        self.tree = tree
        self.folder = folder

    def name(self, name: str) -> str:
        """Return the path of an entry in the tree."""
        return f"{self.folder}/{name}" if self.folder else name

    def report(self, name: str) -> dict[str, Any]:
        """Return a report of this folder."""
        return self.tree.report(self.name(name))

    def evaluation(self, name: str) -> dict[str, Any]:
        """Return an evaluation of this folder, verified. :raises ReportError: it does not hold."""
        report = self.report(name)
        placed(self.name(name), self.check, report)
        return report

    def check(self, report: dict[str, Any]) -> None:
        """Verify an evaluation, wherever it stands. :raises ReportError: it does not hold."""
        self.tree.replayed &= evaluations.check(report)


def placed(file: str, step: Callable[..., Any], *arguments: Any) -> Any:
    """Run a step and name the file in its refusal. :raises ReportError: the step refuses."""
    try:
        return step(*arguments)
    except ReportError as error:
        raise ReportError(error.reason, error.pointer, error.file or file) from None


def same(stated: dict[str, Any], computed: dict[str, Any]) -> None:
    """Hold a summary against what its parts give, as canonical text. :raises ReportError: a member differs."""
    for name in (*computed, *stated):
        if name in _FREE:
            continue
        if name not in stated:
            raise ReportError("the member is missing", f"/{name}")
        if name not in computed:
            raise ReportError("is not a member of this summary", f"/{name}")
        if evalarc_text(stated[name]) != evalarc_text(computed[name]):
            raise ReportError("is not what its parts give", f"/{name}")


def evaluation(part: Part, name: str, stated: dict[str, Any]) -> Facts:
    """Verify ``evaluation.json``."""
    placed(part.name(name), part.check, stated)
    return {"records_valid": stated["valid"], "fully_resolved": stated["resolved"]}


def audit_(part: Part, name: str, stated: dict[str, Any]) -> Facts:
    """Verify ``audit.json``, which holds all its evaluations."""
    file = part.name(name)
    reference = _held(part, stated, "reference", file)
    rows = placed(file, member, stated, "mutants", "", lambda value: isinstance(value, list), "an array")
    controls = []
    for index, row in enumerate(rows):
        at = f"/mutants/{index}"
        if not isinstance(row, dict):
            raise ReportError("must be an object", at, file)
        fault = Fault(
            placed(file, member, row, "name", at, lambda value: isinstance(value, str), "a string"),
            placed(
                file, member, row, "target_dimension", at, lambda v: v in list(reference["dimensions"]), "a dimension"
            ),
        )
        controls.append((fault, _held(part, row, "evaluation", file, at)))
    _declared([fault for fault, _ in controls], reference["task"], file)
    computed = audit.summarize(reference, controls)
    placed(file, same, stated, computed)
    return {"records_valid": computed["valid"], "fully_resolved": computed["passed"]}


def _held(part: Part, holder: dict[str, Any], name: str, file: str, at: str = "") -> dict[str, Any]:
    report: dict[str, Any] = placed(file, member, holder, name, at, lambda v: isinstance(v, dict), "an object")
    try:
        part.check(report)
    except ReportError as error:
        raise ReportError(error.reason, f"{at}/{name}{error.pointer}", file) from None
    return report


def _declared(faults: list[Fault], identity: dict[str, str], file: str) -> None:
    """Where the task is known, its faults are known too."""
    task = tasks().get(identity["id"])
    if task is not None and task.version == identity["version"] and faults != list(task.faults):
        raise ReportError(f"are not the declared faults of {task.id}", "/mutants", file)


def comparison_(part: Part, name: str, stated: dict[str, Any]) -> Facts:
    """Verify ``comparison.json`` with the two evaluations beside it."""
    baseline, current = part.evaluation("baseline.json"), part.evaluation("current.json")
    computed = placed(part.name(name), comparison.compare, baseline, current)
    placed(part.name(name), same, stated, computed)
    resolved = baseline["resolved"] and current["resolved"]
    return {"records_valid": True, "fully_resolved": resolved, "has_regressions": computed["has_regressions"]}


def repetition_(part: Part, name: str, stated: dict[str, Any]) -> Facts:
    """Verify ``repetition.json`` with the attempts beside it."""
    computed = repetition_of(part, name, stated)
    return {"records_valid": computed["valid"], "fully_resolved": computed["all_attempts_resolved"]}


def repetition_of(part: Part, name: str, stated: dict[str, Any]) -> dict[str, Any]:
    """Verify a repetition and return it. :raises ReportError: it does not follow from its attempts."""
    file = part.name(name)
    counts = [
        placed(
            file, member, stated, count, "", lambda v: is_integer(v) and 1 <= v <= repetition.MAX_ATTEMPTS, "a count"
        )
        for count in ("requested_attempts", "completed_attempts")
    ]
    folders = [f"{number:04d}" for number in range(1, counts[1] + 1)]
    part.tree.expect(part.name("attempts"), set(folders))
    attempts = []
    for folder in folders:
        attempt = Part(part.tree, part.name(f"attempts/{folder}"))
        part.tree.expect(attempt.folder, {"evaluation.json"}, {"index.html"})
        attempts.append(attempt.evaluation("evaluation.json"))
    _stopped_in_time(attempts, counts[0], file)
    computed = placed(file, repetition.summarize, attempts, counts[0])
    placed(file, same, stated, computed)
    return stated


def _stopped_in_time(attempts: list[dict[str, Any]], requested: int, file: str) -> None:
    """The first invalid attempt is the last; without one, all that were asked for ran."""
    if len(attempts) > requested or any(not attempt["valid"] for attempt in attempts[:-1]):
        raise ReportError("more attempts ran than the rule allows", "/completed_attempts", file)
    if attempts[-1]["valid"] and len(attempts) < requested:
        raise ReportError("attempts are missing, and none of those recorded is invalid", "/completed_attempts", file)


# A check is given the folder, the result's name in it, and what the result says.
Check = Callable[[Part, str, dict[str, Any]], Facts]
KINDS: dict[str, tuple[str, Check]] = {
    EVALUATION: ("evaluation", evaluation),
    audit.SCHEMA: ("audit", audit_),
    comparison.SCHEMA: ("comparison", comparison_),
    repetition.SCHEMA: ("repetition", repetition_),
}
