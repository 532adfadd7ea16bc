"""Running gates: in order, to the first failure, and a fault of our own never skips into a pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class GateFailure(Exception):  # noqa: N818 - an outcome of a gate, not an error of the program
    """A gate does not pass.

    :param reason: a sentence naming what was compared, never a result value. :param path: dotted.
    """

    def __init__(self, reason: str, path: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path


@dataclass(slots=True)
class Report:
    """What the gates of one document said (clause receipts.report)."""

    gates: list[dict[str, Any]] = field(default_factory=list)
    failed_gate: dict[str, Any] | None = None
    reason: str | None = None
    path: str | None = None
    internal_error: bool = False
    evar: Report | None = None
    advisories: list[dict[str, str]] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether every gate passed."""
        return self.failed_gate is None and all(gate["status"] == "pass" for gate in self.gates)

    def as_dict(self) -> dict[str, Any]:
        """Return the report, ready for JSON."""
        found: dict[str, Any] = {
            "valid": self.valid,
            "failed_gate": self.failed_gate,
            "reason": self.reason,
            "path": self.path,
            "gates": self.gates,
            "evar": self.evar.as_dict() if self.evar else None,
            "advisories": self.advisories,
        }
        if self.internal_error or (self.evar and self.evar.internal_error):
            found["internal_error"] = True
        return found


Gate = tuple[str, "Callable[[Any], None]"]


def run(gates: Sequence[Gate], subject: Any, report: Report) -> Report:
    """Run gates on a subject until one fails, and write down each outcome.

    :param gates: ``(name, function)`` in order; a function returns, or raises :class:`GateFailure`.
    """
    report.gates = [{"number": n, "name": name, "status": "not_run"} for n, (name, _) in enumerate(gates, start=1)]
    for entry, (name, gate) in zip(report.gates, gates, strict=True):
        try:
            gate(subject)
        except GateFailure as failure:
            report.reason, report.path = failure.reason, failure.path
        except Exception:  # noqa: BLE001 - the gate fails, and the report says that the fault is ours
            report.reason, report.path, report.internal_error = "internal error", "", True
        else:
            entry["status"] = "pass"
            continue
        entry["status"] = "fail"
        report.failed_gate = {"number": entry["number"], "name": name}
        break
    return report
