"""``evalarc.event.v1``: what a run is doing, one JSON object per line. What a candidate printed is never in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .report import now

SCHEMA = "evalarc.event.v1"

Sink = Callable[[dict[str, Any]], None]


class Events:
    """Where a run says what it is doing.

    :param sinks: each is given every event. :param added: members of every event said here, such as ``attempt``.
    """

    def __init__(self, *sinks: Sink, added: dict[str, Any] | None = None) -> None:
        self._sinks = sinks
        self._added = added or {}

    def say(self, event: str, **members: Any) -> None:
        """Give an event to every sink."""
        said = {"schema_version": SCHEMA, "created_at": now(), "event": event, **members, **self._added}
        for sink in self._sinks:
            sink(said)

    def adding(self, **members: Any) -> Events:
        """Return the same place for a part of the run, whose events carry these members too."""
        return Events(*self._sinks, added={**members, **self._added})

    def also(self, sink: Sink) -> Events:
        """Return the same place with one more sink."""
        return Events(*self._sinks, sink, added=self._added)


def line(event: dict[str, Any]) -> str:
    """Return an event as its line: ASCII, with the line end."""
    return json.dumps(event) + "\n"
