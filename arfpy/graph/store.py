"""Where the records of a graph are kept: a private SQLite database that is gone when it is closed.

SQLite keeps it in memory until its cache is full and in a temporary file from then on, so one implementation serves
ten records and a million, here and in a browser. Looking up an id or what points at it costs the same in both.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .entry import Entry

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -32768;
CREATE TABLE record (
    key INTEGER PRIMARY KEY, source TEXT, line INTEGER, type TEXT, id TEXT, folded TEXT, tx TEXT, earlier TEXT,
    digest TEXT, value TEXT
);
CREATE TABLE reference (record INTEGER, field TEXT, pointer TEXT, to_type TEXT, target TEXT);
CREATE TABLE embedded (record INTEGER, type TEXT, id TEXT);
CREATE TABLE named (record INTEGER, digest TEXT);
"""
_INDEXES = """
CREATE INDEX record_id ON record (id);
CREATE INDEX record_folded ON record (folded);
CREATE INDEX record_tx ON record (tx);
CREATE INDEX record_earlier ON record (earlier);
CREATE INDEX record_digest ON record (digest);
CREATE INDEX reference_record ON reference (record);
CREATE INDEX reference_target ON reference (target);
CREATE INDEX embedded_id ON embedded (id);
CREATE INDEX embedded_record ON embedded (record);
CREATE INDEX named_digest ON named (digest);
ANALYZE;
"""
_BATCH = 5000
# What GLOB takes for a pattern.
_GLOB = re.compile(r"[*?\[]")


class Row(NamedTuple):
    """A record as the store returns it. ``key`` counts records in the order in which they were added, from 1."""

    key: int
    source: str
    line: int
    type: str
    id: str | None
    tx: str | None
    earlier: str | None
    digest: str | None


class Pointing(NamedTuple):
    """A reference together with the record that makes it."""

    row: Row
    field: str
    pointer: str
    to: str
    target: str


_ROW = "record.key, source, line, record.type, record.id, tx, earlier, record.digest"


class Store:
    """The records given, by key, id, transaction hash and digest, and what each points at.

    Add everything, then call :meth:`ready`, then ask.

    :param values: whether the records themselves are kept too; without it :meth:`value` has nothing to return.
    """

    def __init__(self, *, values: bool) -> None:
        # Not thread-bound: one reader at a time is the caller's matter, as with any object.
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(_TABLES)
        self._db.execute("BEGIN")
        self._values = values
        self._count = 0
        self._rows: list[tuple[Any, ...]] = []
        self._references: list[tuple[Any, ...]] = []
        self._embedded: list[tuple[Any, ...]] = []
        self._named: list[tuple[Any, ...]] = []

    def add(self, entry: Entry) -> None:
        """Add one record."""
        self._count += 1
        key, own = self._count, entry.id
        value = json.dumps(entry.value) if self._values else None
        self._rows.append(
            (key, entry.source, entry.line, entry.type, own, _folded(own), entry.tx, entry.earlier, entry.digest, value)
        )
        self._references += [(key, *reference) for reference in entry.references]
        self._embedded += [(key, *one) for one in entry.embedded]
        self._named += [(key, digest) for digest in entry.named]
        if len(self._rows) >= _BATCH:
            self._flush()

    def ready(self) -> None:
        """Make the look-ups fast; nothing is added after this."""
        self._flush()
        self._db.execute("COMMIT")
        self._db.executescript(_INDEXES)

    def close(self) -> None:
        """Drop the database."""
        self._db.close()

    def __len__(self) -> int:
        return self._count

    def rows(self) -> Iterator[Row]:
        """Yield every record in the order added."""
        return self._select("FROM record ORDER BY key")

    def row(self, key: int) -> Row:
        """Return one record by its key."""
        return next(self._select("FROM record WHERE key = ?", key))

    def value(self, key: int) -> Any:
        """Return one record itself."""
        return json.loads(self._db.execute("SELECT value FROM record WHERE key = ?", (key,)).fetchone()[0])

    def with_id(self, one: str) -> list[Row]:
        """Return the records that have an id, byte for byte."""
        return list(self._select("FROM record WHERE id = ? ORDER BY key", one))

    def nearly_with_id(self, one: str) -> list[Row]:
        """Return the records whose id differs from a text in the case of its letters at most."""
        return list(self._select("FROM record WHERE folded = ? ORDER BY key", _folded(one)))

    def beginning_with(self, start: str) -> list[Row]:
        """Return records whose id or digest begins with a text, ten at most."""
        tail = "FROM record WHERE id GLOB ?1 OR record.digest GLOB ?1 ORDER BY key LIMIT 10"
        return list(self._select(tail, _GLOB.sub(r"[\g<0>]", start) + "*"))

    def of_type(self, type_name: str) -> Iterator[Row]:
        """Yield the records of a type."""
        return self._select("FROM record WHERE record.type = ? ORDER BY key", type_name)

    def with_digest(self, digest: str) -> list[Row]:
        """Return the records whose digest it is."""
        return list(self._select("FROM record WHERE digest = ? ORDER BY key", digest))

    def with_tx(self, tx: str) -> list[Row]:
        """Return the chain records with a transaction hash."""
        return list(self._select("FROM record WHERE tx = ? ORDER BY key", tx))

    def after_tx(self, tx: str) -> list[Row]:
        """Return the records that name a transaction hash as the publication before theirs."""
        return list(self._select("FROM record WHERE earlier = ? ORDER BY key", tx))

    def naming(self, digest: str) -> list[Row]:
        """Return the records whose text holds a digest."""
        return list(self._select("FROM named JOIN record ON key = record WHERE named.digest = ? ORDER BY key", digest))

    def embedding(self, type_name: str, one: str) -> list[Row]:
        """Return the bundles that hold a record of a type and id."""
        joined = "FROM embedded JOIN record ON key = record WHERE embedded.type = ? AND embedded.id = ? ORDER BY key"
        return list(self._select(joined, type_name, one))

    def embedded_in(self, key: int) -> list[tuple[str, str]]:
        """Return the types and ids of the records inside a bundle."""
        return self._db.execute("SELECT type, id FROM embedded WHERE record = ?", (key,)).fetchall()

    def pointing_from(self, key: int) -> list[Pointing]:
        """Return what a record points at, in the order of its fields."""
        return list(self._pointing("WHERE record = ? ORDER BY reference.rowid", key))

    def pointing_at(self, one: str) -> list[Pointing]:
        """Return the references that hold an id, whatever type they want it to have."""
        return list(self._pointing("WHERE target = ? ORDER BY reference.rowid", one))

    def unmatched(self) -> Iterator[Pointing]:
        """Yield the references that hold the id of no record of the type they want, in the order of the records.

        The records inside a bundle count for that bundle's references (clause links.bundles).
        """
        return self._pointing(
            "WHERE NOT EXISTS (SELECT 1 FROM record AS other WHERE other.id = target AND other.type = to_type) "
            "AND NOT EXISTS (SELECT 1 FROM embedded WHERE embedded.record = reference.record "
            "AND embedded.id = target AND embedded.type = to_type) ORDER BY reference.rowid"
        )

    def count_references(self) -> int:
        """Return how many references the records make."""
        return int(self._db.execute("SELECT count(*) FROM reference").fetchone()[0])

    def histories(self) -> Iterator[tuple[str, str]]:
        """Yield each publication that another one given here precedes, as the transaction hashes of both."""
        return self._db.execute(
            "SELECT tx, earlier FROM record WHERE tx IS NOT NULL AND earlier IN (SELECT tx FROM record) ORDER BY key"
        )

    def repeated_ids(self) -> Iterator[list[Row]]:
        """Yield the records that share an id and a type, group by group, in the order of their first ones."""
        groups = self._db.execute(
            "SELECT id, type FROM record WHERE id IS NOT NULL GROUP BY id, type HAVING count(*) > 1 ORDER BY min(key)"
        )
        for one, type_name in groups:
            yield list(self._select("FROM record WHERE id = ? AND record.type = ? ORDER BY key", one, type_name))

    def not_pointed_at(self) -> Iterator[Row]:
        """Yield the records with an id that no reference holds and no bundle embeds."""
        return self._select(
            "FROM record WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reference WHERE target = record.id "
            "AND to_type = record.type) AND NOT EXISTS (SELECT 1 FROM embedded WHERE embedded.id = record.id "
            "AND embedded.type = record.type) ORDER BY key"
        )

    def _select(self, tail: str, *values: Any) -> Iterator[Row]:
        # Every tail is written above; what a caller gives is bound as a parameter.
        return map(Row._make, self._db.execute(f"SELECT {_ROW} {tail}", values))

    def _pointing(self, tail: str, *values: Any) -> Iterator[Pointing]:
        columns = f"{_ROW}, field, pointer, to_type, target"
        query = f"SELECT {columns} FROM reference JOIN record ON key = record {tail}"  # noqa: S608 - as above
        for row in self._db.execute(query, values):
            yield Pointing(Row._make(row[:8]), *row[8:])

    def _flush(self) -> None:
        self._db.executemany("INSERT INTO record VALUES (?,?,?,?,?,?,?,?,?,?)", self._rows)
        self._db.executemany("INSERT INTO reference VALUES (?,?,?,?,?)", self._references)
        self._db.executemany("INSERT INTO embedded VALUES (?,?,?)", self._embedded)
        self._db.executemany("INSERT INTO named VALUES (?,?)", self._named)
        for batch in (self._rows, self._references, self._embedded, self._named):
            batch.clear()


def _folded(one: str | None) -> str | None:
    return None if one is None else one.lower()
