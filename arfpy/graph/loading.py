"""From record texts to a store that can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..results import Problem
from .entry import read
from .store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..inputs import RecordText


class Unread(NamedTuple):
    """A text that is no record, and why."""

    source: str
    line: int
    problem: Problem


def load(
    records: Iterable[tuple[str, RecordText]], *, values: bool, type_name: str | None = None
) -> tuple[Store, list[Unread]]:
    """Read every record into a new store, which is ready when this returns.

    :param records: the name of each record's source, and its text.
    :param values: whether the store keeps the records themselves.
    :returns: the store, and the texts that are not in it. One bad text never stops the others.
    """
    store, unread = Store(values=values), []
    for source, record in records:
        entry = read(record.data, source, record.line, type_name)
        if isinstance(entry, Problem):
            unread.append(Unread(source, record.line, entry))
        else:
            store.add(entry)
    store.ready()
    return store, unread
