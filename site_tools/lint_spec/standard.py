"""The texts and data of one folder, as the checks read them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from site_tools.clauses import SPEC, Section, clauses, sections, texts

__all__ = ["NORMATIVE", "SPAN", "SPEC", "Fault", "Standard", "rows"]

NORMATIVE = ("bundle", "canonicalization", "conformance", "disclosure", "links", "receipts", "records")
SPAN = re.compile(r"`([^`]+)`")
_BORDER = re.compile(r"(?<!\\)\|")

Fault = tuple[str, int, str]


@dataclass(frozen=True)
class Standard:
    """The texts and data of one folder."""

    folder: Path

    @cached_property
    def sections(self) -> list[Section]:
        """Every section of every text."""
        return [section for path in texts(self.folder) for section in sections(path)]

    @cached_property
    def clauses(self) -> dict[str, Section]:
        """Every clause by its id."""
        return clauses(self.folder)

    @cached_property
    def codes(self) -> dict[str, dict[str, str]]:
        """Every row of ``codes.json`` by its code."""
        return {entry["code"]: entry for entry in self.data("codes.json")["codes"]}

    @cached_property
    def schemas(self) -> dict[str, dict[str, Any]]:
        """The schema of every type."""
        names = sorted(path.name for path in self.folder.glob("schemas/*.schema.json"))
        return {name.removesuffix(".schema.json"): self.data(f"schemas/{name}") for name in names}

    @cached_property
    def vectors(self) -> list[dict[str, Any]]:
        """Every vector of every set."""
        paths = sorted(self.folder.glob("vectors/*/manifest.json"))
        return [vector for path in paths for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]]

    @cached_property
    def excused(self) -> set[str]:
        """The clauses and codes for which ``without.json`` gives a reason why they have no vector."""
        return {name for name, reason in self.data("vectors/without.json").items() if reason}

    def data(self, name: str) -> Any:
        """Return the JSON value of one file."""
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def line_of(self, name: str, needle: str) -> int:
        """Return the first line of a file that holds a text."""
        lines = (self.folder / name).read_text(encoding="utf-8").split("\n")
        return next(number for number, line in enumerate(lines, start=1) if needle in line)

    def prose(self) -> Iterator[tuple[Section, int, str]]:
        """Yield section, number and text of every line outside of code blocks."""
        for section in self.sections:
            for number, line in section.body:
                yield section, number, line


def rows(clause: Section) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield number and cells by column, in lower case, of the rows of each table with a column of fields."""
    header: list[str] = []
    last = 0
    for number, line in clause.body:
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in _BORDER.split(line)[1:-1]]
        if number != last + 1:
            header = [cell.lower() for cell in cells]
        elif "field" in header and set(line) - set("|-: "):
            yield number, dict(zip(header, cells, strict=False))
        last = number
