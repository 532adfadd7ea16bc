"""Where the parts of a result lie in its folder. Each JSON file has a page beside it, for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .events import Sink, line
from .files import write_report
from .pages import page

EVENTS, PAGE = "events.jsonl", "index.html"


def write_result(folder: Path, name: str, report: dict[str, Any]) -> None:
    """Write a report and its page into a folder. :param name: ``evaluation.json`` and the like."""
    write_report(folder / name, report)
    (folder / PAGE).write_bytes(page(report))


def write_attempt(folder: Path, number: int, report: dict[str, Any]) -> None:
    """Write one attempt of a repetition below the repetition's folder."""
    attempt = folder / "attempts" / f"{number:04d}"
    attempt.mkdir(parents=True)
    write_result(attempt, "evaluation.json", report)


@contextmanager
def event_file(folder: Path) -> Iterator[Sink]:
    """Return what writes events into a folder's new file, each at once, for the block."""
    with (folder / EVENTS).open("x", encoding="ascii", newline="\n") as file:

        def write(event: dict[str, Any]) -> None:
            file.write(line(event))
            file.flush()

        yield write
