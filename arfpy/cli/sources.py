"""From the paths of a command line to records: files, stdin, and one line of a file."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ..errors import UsageError
from ..inputs import NDJSON, RecordText, format_of, split

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One path of the command line. ``name`` is what reports show."""

    path: str
    input_format: str | None

    @property
    def name(self) -> str:
        """The name to report."""
        return "stdin" if self.path == STDIN else self.path

    @property
    def size(self) -> int:
        """Bytes of the file, or 0 where that is not known."""
        try:
            return 0 if self.path == STDIN else os.stat(self.path).st_size
        except OSError:
            return 0

    def records(self) -> Iterator[RecordText]:
        """Yield the records one by one. :raises UsageError: the path cannot be read."""
        input_format = self.input_format or format_of(self.path)
        try:
            with self._open() as stream:
                yield from split(stream, input_format)
        except OSError as error:
            message = f"cannot read {self.name}: {error.strerror or error}"
            raise UsageError(message, "Check the path and its permissions.") from None

    def _open(self) -> BinaryIO:
        return _stdin() if self.path == STDIN else Path(self.path).open("rb")


def _stdin() -> BinaryIO:
    """Return stdin as a stream of bytes that stays open when its user closes it."""
    return io.BufferedReader(_KeptOpen(sys.stdin.fileno(), closefd=False))


class _KeptOpen(io.FileIO):
    """A file whose descriptor belongs to somebody else."""


def kept(sources: list[Source]) -> list[Source | KeptSource]:
    """Return sources that can be read twice: stdin is read into memory once."""
    return [KeptSource(source) if source.path == STDIN else source for source in sources]


class KeptSource:
    """The records of a stream that can be read only once, kept in memory."""

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self.size = 0
        self._records = list(source.records())

    def records(self) -> Iterator[RecordText]:
        """Yield the records again."""
        yield from self._records


def one_record(argument: str, input_format: str | None) -> tuple[Source, RecordText]:
    """Return the one record that ``FILE`` or ``FILE:LINE`` names. An existing file always wins.

    :raises UsageError: there is no such record, or there are several.
    """
    path, line = argument, None
    head, colon, tail = argument.rpartition(":")
    if colon and tail.isascii() and tail.isdigit() and not Path(argument).exists():
        path, line = head, int(tail)
    source = Source(path, input_format)
    found = [record for record in source.records() if line is None or record.line == line]
    if not found:
        where = f"line {line} of {source.name}" if line is not None else source.name
        raise UsageError(f"there is no record in {where}", "Name a line that holds a record.")
    if len(found) > 1:
        message = f"{source.name} holds {len(found)} records"
        raise UsageError(message, f"Name one of them, for example {path}:{found[0].line}.")
    return source, found[0]


def is_lines(source: Source) -> bool:
    """Say whether a source holds one record per line."""
    return (source.input_format or format_of(source.path)) == NDJSON
