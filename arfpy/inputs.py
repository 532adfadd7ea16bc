"""What a file is: one JSON text, or one record per line (clause records.file)."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

JSON = "json"
NDJSON = "ndjson"
FORMATS = (JSON, NDJSON)
_LINE_SUFFIXES = (".ndjson", ".jsonl")
_BLANK = b" \t\r\n"


class RecordText(NamedTuple):
    """The exact bytes of one record and the 1-based line on which it begins."""

    line: int
    data: bytes


def format_of(name: str) -> str:
    """Return the format that a file's name says: ``.ndjson`` and ``.jsonl`` hold a record per line."""
    return NDJSON if name.endswith(_LINE_SUFFIXES) else JSON


def split(stream: BinaryIO, input_format: str, first: int = 1) -> Iterator[RecordText]:
    """Yield the records of a stream, one line in memory at a time for NDJSON.

    A line ends at LF, and a CR just before it belongs to the line end; blank lines hold no record.

    :param first: the number of the stream's first line, where the stream is a later part of a file.
    """
    if input_format == JSON:
        yield RecordText(first, stream.read())
        return
    for number, line in enumerate(stream, start=first):
        if line.strip(_BLANK):
            yield RecordText(number, line.removesuffix(b"\n").removesuffix(b"\r"))
