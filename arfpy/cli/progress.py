"""A progress bar on stderr for long work, and only on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..inputs import RecordText
    from .sources import KeptSource, Source

# Smaller inputs are done before a bar could be read.
_WORTH_A_BAR = 16 * 1024 * 1024


def with_progress(sources: Iterable[Source | KeptSource], *, wanted: bool) -> Iterator[tuple[str, RecordText]]:
    """Yield ``(name, record)`` over all sources, moving a bar by the bytes read."""
    sources = list(sources)
    total = sum(source.size for source in sources)
    if not wanted or total < _WORTH_A_BAR or not sys.stderr.isatty():
        for source in sources:
            for record in source.records():
                yield source.name, record
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=total)
        waiting = 0
        for source in sources:
            for record in source.records():
                yield source.name, record
                waiting += len(record.data) + 1
                if waiting > 1024 * 1024:
                    bar.advance(task, waiting)
                    waiting = 0
