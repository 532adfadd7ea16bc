"""From an episode that is over to the case's row in a report: checks, status and evidence."""

from __future__ import annotations

from typing import Any

from . import verifier
from .episode import Episode, tool_calls, transcript_sha256


def outcome(episode: Episode, status: str | None = None, error: str | None = None) -> dict[str, Any]:
    """Return the outcome of an episode. :param status: what broke it off, or None when it came to its end."""
    final = episode.tickets()
    checks: dict[str, Any]
    if status == "environment_error":
        checks = dict(verifier.unassessed())
    else:
        checks = dict(verifier.checks(episode.case, final, ended_cleanly=status is None))
    return {
        "checks": checks,
        "status": status or ("passed" if all(checks.values()) else "failed"),
        "error": error,
        "transcript_sha256": transcript_sha256(episode.trace),
        "initial_state": episode.case.record()["initial"],
        "final_state": final,
        "trace": episode.trace,
        "tool_calls": tool_calls(episode.trace),
    }
