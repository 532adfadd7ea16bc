"""The report of a run as one JSON value (clause conformance.report): made, and read again with suspicion."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import schema, spec
from .._version import __version__
from ..errors import StrictJsonError, UsageError
from ..places import read as places_of
from ..strict_json import decode, parse
from .cases import CANONICALIZE, OPS, encoded, installed, response, set_digest
from .levels import LEVELS, reached
from .outcomes import OUTCOMES, PASSED, first_difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cases import Case
    from .outcomes import Outcome

FORMAT = "arf-conformance-v1"


@dataclass(frozen=True, slots=True)
class Setup:
    """What was run and how: the words of the report that no outcome holds.

    ``date`` is a day, as YYYY-MM-DD; ``repeat`` the command that repeats the run, empty where there is none.
    """

    name: str
    version: str
    date: str
    protocol: str
    repeat: str
    only: tuple[str, ...] = ()


def build(setup: Setup, cases: Sequence[Case], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the report.

    :param cases: every case of the vector set. :param outcomes: those of the cases that were run, in their order.
    """
    ran = {outcome.case.op for outcome in outcomes}
    rejections = [one for one in outcomes if one.case.expected.result == one.answer.result == "reject"]
    same = sum(one.case.expected.code == one.answer.code for one in rejections)
    return {
        "report": FORMAT,
        "spec": spec.SPEC_VERSION,
        "arfpy": __version__,
        "vectors": {"digest": set_digest(cases), "cases": len(cases)},
        "implementation": {"name": setup.name, "version": setup.version},
        "date": setup.date,
        "protocol": setup.protocol,
        "repeat": setup.repeat,
        "ops": [op for op in OPS if op in ran],
        "only": list(setup.only),
        "levels": reached(cases, outcomes),
        "summary": _counted(outcome.outcome for outcome in outcomes),
        "codes": {"rejections": len(rejections), "same": same},
        "results": [_result(outcome) for outcome in outcomes],
    }


def _counted(outcomes: Any) -> dict[str, int]:
    counts = Counter(outcomes)
    return {name: counts[name] for name in OUTCOMES}


def _result(outcome: Outcome) -> dict[str, Any]:
    case, answer = outcome.case, outcome.answer
    found: dict[str, Any] = {"case": case.id, "clause": case.clause, "outcome": outcome.outcome}
    if answer.result == "reject":
        found["code"] = answer.code
    if outcome.outcome == PASSED:
        return found
    found |= {"reason": outcome.reason, "comment": case.comment}
    found["given"] = {name: encoded(data) for name, data in case.given.items() if data is not None}
    found |= {"expected": response(case.op, case.expected), "got": response(case.op, answer)}
    if answer.result == "error" and answer.output is not None:
        found["got"]["output"] = encoded(answer.output[:1000])
    if case.op == CANONICALIZE and answer.result == case.expected.result == "accept":
        found["first_difference"] = first_difference(case.expected.output or b"", answer.output or b"")
    return found


def dumps(report: dict[str, Any]) -> str:
    """Return the report as JSON text, one result per line, so that two runs can be compared line by line."""
    results = ",\n".join(json.dumps(result) for result in report["results"])
    head = json.dumps({name: value for name, value in report.items() if name != "results"}, indent=1)
    return f'{head[:-2]},\n "results": [\n{results}\n]\n}}\n'


@cache
def _validator() -> Any:
    path = spec.folder() / "schemas" / "conformance-report.schema.json"
    return schema.validator_class()(json.loads(path.read_text(encoding="utf-8")))


def load(data: bytes, name: str) -> dict[str, Any]:
    """Read a report. Its counts are made again from its results, so that they cannot say more than those.

    :raises UsageError: it is not JSON, not a report, or contradicts itself; with the place where there is one.
    """
    hint = "Give a file that arf conformance run --output json wrote."
    try:
        value = parse(data).value
    except StrictJsonError as error:
        raise UsageError(f"{name}:{error.line}:{error.column}: {error.message}", hint) from None
    faults = schema.explain(_validator(), value)
    if faults:
        fault = faults[0]
        places = places_of(decode(data))
        line, column = (places.name_at if fault.on_name else places.value_at)(fault.pointer)
        where = f" {fault.pointer}" if fault.pointer else ""
        raise UsageError(f"{name}:{line}:{column}:{where} {fault.message}", hint)
    contradiction = _contradiction(value)
    if contradiction:
        raise UsageError(f"{name}: {contradiction}", f"{hint} Change nothing in it by hand.")
    found: dict[str, Any] = value
    return found


def _contradiction(report: dict[str, Any]) -> str | None:
    results = report["results"]
    if len({result["case"] for result in results}) < len(results):
        return "a case stands in results twice"
    if report["summary"] != _counted(result["outcome"] for result in results):
        return "summary does not count what is in results"
    passed = {result["case"] for result in results if result["outcome"] == PASSED}
    current = report["vectors"]["digest"] == set_digest(installed())
    for level in report["levels"]:
        within = [case for case in passed if case.partition("/")[0] in LEVELS[level["level"]]]
        if level["passed"] != len(within) or level["reached"] != (level["passed"] == level["cases"] > 0):
            return f"levels does not count what is in results for {level['level']}"
        due = {case.id for case in installed() if case.op in LEVELS[level["level"]]}
        if current and (level["cases"] != len(due) or not due.issuperset(within)):
            return f"results or levels do not fit the vector set named, for {level['level']}"
    return None
