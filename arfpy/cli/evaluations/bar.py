"""A progress bar over the cases of the evaluation under way, on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from ...runs.events import Sink


@contextlib.contextmanager
def bar() -> Iterator[list[Sink]]:
    """Return the sink that moves a bar on stderr for the block; none where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield []
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        shown = progress.add_task("preparing", total=None)

        def move(event: dict[str, Any]) -> None:
            if event["event"] == "evaluation_started":
                progress.update(shown, description=_name(event), total=event["total_cases"], completed=0)
            elif event["event"] == "case_completed":
                progress.update(shown, completed=event["case_number"])

        yield [move]


def _name(event: dict[str, Any]) -> str:
    parts = [event.get("job"), event["task"], event.get("control")]
    if "attempt" in event:
        parts.append(f"attempt {event['attempt']}")
    return " · ".join(part for part in parts if part)
