"""A progress bar on stderr for long work, and only on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..inputs import RecordText
    from .sources import KeptSource, Source

T = TypeVar("T")

# Smaller inputs are done before a bar could be read.
_WORTH_A_BAR = 16 * 1024 * 1024


def with_progress(source: Source | KeptSource, *, wanted: bool) -> Iterator[tuple[str, RecordText]]:
    """Yield ``(name, record)`` over a source, moving a bar by the bytes read."""
    if not wanted or source.size < _WORTH_A_BAR or not sys.stderr.isatty():
        for record in source.records():
            yield source.name, record
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=source.size)
        waiting = 0
        for record in source.records():
            yield source.name, record
            waiting += len(record.data) + 1
            if waiting > 1024 * 1024:
                bar.advance(task, waiting)
                waiting = 0


def counted_bar(items: Iterator[T], total: int, what: str) -> Iterator[T]:
    """Yield items, moving a bar by their number on a terminal."""
    # The first item is taken before a bar is shown: workers are forked by then, and the bar runs a thread.
    first = next(items, None)
    if first is None or not sys.stderr.isatty():
        if first is not None:
            yield first
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        bar.advance(task)
        yield first
        for item in items:
            bar.advance(task)
            yield item
