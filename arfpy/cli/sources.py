"""From the paths of a command line to records: files, stdin, and one line of a file."""

# os.path answers False where Path raises: a name too long, a folder that may not be read.
# ruff: noqa: PTH110, PTH113, PTH123, PTH202

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from ..errors import UsageError
from ..inputs import RecordText, format_of, split

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One path of the command line. ``name`` is what reports show; ``line`` picks one record, None takes all."""

    path: str
    input_format: str | None
    line: int | None = None

    @classmethod
    def named(cls, argument: str, input_format: str | None) -> Source:
        """Return the source that ``FILE`` or ``FILE:LINE`` names. An existing file always wins."""
        head, colon, tail = argument.rpartition(":")
        # No file has a line whose number has more than 18 digits.
        if colon and tail.isascii() and tail.isdigit() and len(tail) <= 18 and not os.path.exists(argument):
            return cls(head, input_format, int(tail))
        return cls(argument, input_format)

    @property
    def name(self) -> str:
        """The name to report: always characters, also where the path's bytes are not UTF-8."""
        return "stdin" if self.path == STDIN else os.fsencode(self.path).decode("utf-8", "backslashreplace")

    @property
    def size(self) -> int:
        """Bytes of the file, or 0 where that is not known."""
        return os.path.getsize(self.path) if self.rereadable else 0

    @property
    def rereadable(self) -> bool:
        """Whether reading a second time gives the same bytes: true of files, not of stdin and pipes."""
        return self.path != STDIN and os.path.isfile(self.path)

    def records(self) -> Iterator[RecordText]:
        """Yield the records one by one. :raises UsageError: the path cannot be read."""
        input_format = self.input_format or format_of(self.path)
        try:
            with _stdin() if self.path == STDIN else open(self.path, "rb") as stream:
                for record in split(stream, input_format):
                    if self.line is None or record.line == self.line:
                        yield record
        except OSError as error:
            message = f"cannot read {self.name}: {error.strerror or error}"
            raise UsageError(message, "Check the path and its permissions.") from None


def _stdin() -> BinaryIO:
    """Return stdin as a stream of bytes that stays open when its user closes it."""
    if sys.stdin is None:
        message = "stdin is closed"
        raise UsageError(message, "Name a file, or send the record to stdin.")
    return io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False))


class KeptSource:
    """The records of a source that can be read only once, kept in memory at the first reading."""

    size = 0

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source
        self._records: list[RecordText] | None = None

    def records(self) -> Iterator[RecordText]:
        """Yield the records, any number of times. :raises UsageError: the path cannot be read."""
        if self._records is None:
            self._records = list(self._source.records())
        yield from self._records


def kept(source: Source) -> Source | KeptSource:
    """Return a source that can be read twice."""
    return source if source.rereadable else KeptSource(source)


def sources_of(files: tuple[str, ...], input_format: str | None) -> list[Source]:
    """Return the sources that the arguments of a command name. :raises UsageError: stdin is named twice."""
    if files.count(STDIN) > 1:
        raise UsageError("stdin is named twice", "Give - once: what it held is gone after the first reading.")
    return [Source.named(argument, input_format) for argument in files]


def one_record(argument: str, input_format: str | None) -> tuple[Source, RecordText]:
    """Return the one record that ``FILE`` or ``FILE:LINE`` names.

    :raises UsageError: there is no such record, or there are several.
    """
    source = Source.named(argument, input_format)
    found = list(islice(source.records(), 2))
    if not found:
        where = f"line {source.line} of {source.name}" if source.line is not None else source.name
        raise UsageError(f"there is no record in {where}", "Name a line that holds a record.")
    if len(found) > 1:
        message = f"{source.name} holds more than one record"
        example = f"{'-- ' if source.path.startswith('-') else ''}{source.path}:{found[0].line}"
        raise UsageError(message, f"Name one of them by its line, for example {example}.")
    return source, found[0]
