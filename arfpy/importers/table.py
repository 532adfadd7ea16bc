"""A CSV file: one result per row, under a head that names the columns."""

from __future__ import annotations

import csv
import io
from typing import Any

from ..errors import ArfError, UsageError
from ..strict_json import parse
from .mapping import Mapping
from .records import Imported, Result

_BOM = b"\xef\xbb\xbf"


def read(data: bytes, name: str, mapping: Mapping) -> Imported:
    """Read a table. Every cell stays the text it is, except in the columns that the mapping calls numbers.

    :raises UsageError: the bytes are not UTF-8, the head is missing or names a column twice, or the mapping names a
        column that is not there.
    """
    try:
        text = data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8: byte {error.start + 1}", "Save the table as UTF-8.") from None
    delimiter = mapping.table.get("delimiter", ",")
    if len(delimiter) != 1:
        raise UsageError("the delimiter of the table is not one character", 'Write delimiter = ";" for example.')
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        head = next(rows, [])
        _judge_head(head, name, mapping, delimiter)
        return _imported(head, rows, mapping)
    except csv.Error as error:
        raise UsageError(f"{name} breaks the form of a table at line {rows.line_num}: {error}", "Correct it.") from None


def _judge_head(head: list[str], name: str, mapping: Mapping, delimiter: str) -> None:
    if not head:
        raise UsageError(f"{name} is empty", "Give a table whose first line names the columns.")
    twice = next((column for column in head if head.count(column) > 1), None)
    if twice is not None:
        raise UsageError(f"{name} has two columns named {twice!r}", "Give each column a name of its own.")
    wanted = [*mapping.table.get("numbers", []), *([mapping.table["id"]] if "id" in mapping.table else [])]
    wanted += [column for claim in mapping.claims for column in claim.match]
    missing = next((column for column in wanted if column not in head), None)
    if missing is not None:
        hint = f"Columns are {', '.join(head)}, with {delimiter!r} between them."
        raise UsageError(f"{name} has no column {missing!r}, which the mapping names", hint)


def _imported(head: list[str], rows: Any, mapping: Mapping) -> Imported:
    numbers = set(mapping.table.get("numbers", []))
    results: list[Result] = []
    left: list[str] = []
    seen: set[str] = set()
    for cells in rows:
        line = rows.line_num
        if not cells:
            continue
        if len(cells) != len(head):
            left.append(f"line {line}: {len(cells)} cells under {len(head)} columns")
            continue
        row: dict[str, Any] = dict(zip(head, cells, strict=True))
        key = row[mapping.table["id"]] if "id" in mapping.table else f"line {line}"
        wrong = [column for column in head if column in numbers and not _is_number(row[column])]
        if wrong:
            left.append(f"line {line}: {row[wrong[0]]!r} in column {wrong[0]!r} is not a number as JSON writes it")
        elif key in seen:
            left.append(f"line {line}: the id {key!r} stands on an earlier line")
        else:
            seen.add(key)
            payload = {
                column: parse(cell.encode()).value if column in numbers else cell for column, cell in row.items()
            }
            results.append(Result(key, row, payload))
    engine, version = mapping.table.get("engine", "csv"), mapping.table.get("protocolVersion", "not stated")
    return Imported(engine, version, results, None, left)


def _is_number(cell: str) -> bool:
    try:
        value = parse(cell.encode("utf-8", "surrogatepass")).value
    except ArfError:
        return False
    return isinstance(value, int | float) and not isinstance(value, bool)
