"""The clauses of the standard: every heading of ``spec/v0.1/*.md`` that carries a lasting id with a dot in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SPEC = Path(__file__).resolve().parent.parent / "spec" / "v0.1"

_HEADING = re.compile(r"(#{1,6}) (.+?)(?: \{ #(\S+) \})?")
_FENCE = re.compile(r"(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines below it, up to the next heading of any level.

    ``id`` is the anchor written in the heading, or None. ``line`` is the heading's, counted from 1.
    ``body`` holds each line with its number; ``fenced`` holds those inside code blocks.
    """

    file: str
    line: int
    title: str
    id: str | None
    body: tuple[tuple[int, str], ...]
    fenced: tuple[tuple[int, str], ...]

    @property
    def is_clause(self) -> bool:
        """Whether the id is that of a clause: the name of its file, a dot, and a name of its own."""
        return self.id is not None and self.id.count(".") == 1

    @property
    def is_field(self) -> bool:
        """Whether the id is that of a field: the id of its clause, a dot, and the field's path."""
        return self.id is not None and self.id.count(".") > 1

    @property
    def text(self) -> str:
        """The lines outside of code blocks."""
        return "\n".join(line for _, line in self.body)


def sections(path: Path) -> list[Section]:
    """Return the sections of one text in order; what stands before the first heading has the title ""."""
    found: list[Section] = []
    heading: tuple[int, str, str | None] = (1, "", None)
    body: list[tuple[int, str]] = []
    fenced: list[tuple[int, str]] = []
    fence = ""

    def close() -> None:
        found.append(Section(path.name, *heading, tuple(body), tuple(fenced)))
        body.clear()
        fenced.clear()

    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        mark = _FENCE.match(line)
        if fence or mark:
            fenced.append((number, line))
            if not fence and mark:
                fence = mark.group(1)
            elif line.strip() == fence:
                fence = ""
        elif match := _HEADING.fullmatch(line):
            close()
            heading = (number, match.group(2), match.group(3))
        else:
            body.append((number, line))
    close()
    return found


def texts(spec: Path = SPEC) -> list[Path]:
    """Return the texts of the standard, in alphabetical order."""
    return sorted(spec.glob("*.md"))


def clauses(spec: Path = SPEC) -> dict[str, Section]:
    """Return every clause by its id, in the order of the files and of the text. An id used twice: the last."""
    return {
        section.id: section
        for path in texts(spec)
        for section in sections(path)
        if section.id is not None and section.is_clause
    }
