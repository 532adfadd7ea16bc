"""Hold the texts of the standard against its data: ``python -m site_tools.lint_spec [FOLDER]`` (exit 1 on a fault)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .clauses import SPEC, Section, clauses, sections, texts

NORMATIVE = ("bundle", "canonicalization", "disclosure", "links", "receipts", "records")
# The clauses whose tables list the fields of a schema, where they are not one clause of records.
_FIELD_CLAUSES = {
    "bundle": ("bundle.members",),
    "disclosure": ("disclosure.statement",),
    "receipt": ("receipts.envelope", "receipts.body"),
    "attestation": ("receipts.envelope", "receipts.attestation"),
    "keyring": ("receipts.keyring",),
}
# Files that the site makes beside the standard's own.
_GENERATED = {"vectors.json"}

_RULE = re.compile(r"\b(MUST|SHALL|REQUIRED|SHOULD)\b")
_LOWER_CASE = re.compile(r"\b(must|shall|should)\b")
_SPAN = re.compile(r"`([^`]+)`")
_CODE = re.compile(r"(json|number|schema|record|link|bundle|digest|internal)\.[a-z0-9]+([.-][a-z0-9]+)*")
_FILE_NAME = re.compile(r".*\.(json|ndjson|md|mjs|hex|txt)")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|/|\.\./", re.IGNORECASE)
_BORDER = re.compile(r"(?<!\\)\|")

Fault = tuple[str, int, str]


@dataclass(frozen=True)
class Standard:
    """The texts and data of one folder, as the checks read them."""

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
    def codes(self) -> dict[str, str]:
        """The clause of every code."""
        return {entry["code"]: entry["clause"] for entry in self.data("codes.json")["codes"]}

    @cached_property
    def schemas(self) -> dict[str, dict[str, Any]]:
        """The schema of every type."""
        names = sorted(path.name for path in self.folder.glob("schemas/*.schema.json"))
        return {name.removesuffix(".schema.json"): self.data(f"schemas/{name}") for name in names}

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


def findings(folder: Path = SPEC) -> list[str]:
    """Return what is wrong as ``path:line: message``, in the order of the files and their lines."""
    standard = Standard(folder)
    found = {fault for check in CHECKS for fault in check(standard)}
    return [f"{name}:{line}: {message}" for name, line, message in sorted(found)]


def ids_are_sound(standard: Standard) -> Iterator[Fault]:
    """A clause's id begins with the name of its file, which is a normative one; no id is used twice in a file."""
    seen: set[tuple[str, str]] = set()
    for section in standard.sections:
        if section.id is None:
            continue
        stem = section.file.removesuffix(".md")
        if section.is_clause and (stem not in NORMATIVE or not section.id.startswith(f"{stem}.")):
            yield section.file, section.line, f"the clause {section.id} does not begin with the name of its file"
        if (section.file, section.id) in seen:
            yield section.file, section.line, f"the id {section.id} is used twice"
        seen.add((section.file, section.id))


def rules_stand_in_clauses(standard: Standard) -> Iterator[Fault]:
    """A line that makes a rule belongs to a clause. A key word in inline code is only mentioned."""
    for section, number, line in standard.prose():
        if not section.is_clause and _RULE.search(_SPAN.sub("", line)):
            yield section.file, number, "a rule stands outside of a clause"


def key_words_are_capitals(standard: Standard) -> Iterator[Fault]:
    """A word that could be read as a key word is one."""
    for section, number, line in standard.prose():
        if word := _LOWER_CASE.search(_SPAN.sub("", line)):
            yield section.file, number, f"{word[0]!r} is not in capitals: use another word"


def codes_stand_in_their_clauses(standard: Standard) -> Iterator[Fault]:
    """A code's clause exists and mentions the code."""
    for code, name in standard.codes.items():
        clause = standard.clauses.get(name)
        if clause is None:
            line = standard.line_of("codes.json", f'"{code}"')
            yield "codes.json", line, f"{code} names the clause {name}, which does not exist"
        elif code not in _SPAN.findall(clause.text):
            yield clause.file, clause.line, f"the clause {name} does not mention its code {code}"


def mentioned_codes_exist(standard: Standard) -> Iterator[Fault]:
    """What is written like a code is one, or a clause or a file."""
    known = {*standard.codes, *standard.clauses}
    for section, number, line in standard.prose():
        for name in _SPAN.findall(line):
            if _CODE.fullmatch(name) and not _FILE_NAME.fullmatch(name) and name not in known:
                yield section.file, number, f"there is no code {name}"


def clauses_have_vectors(standard: Standard) -> Iterator[Fault]:
    """A clause has a vector, or ``without.json`` says why it has none."""
    covered = {name for name, reason in standard.data("vectors/without.json").items() if reason}
    for path in standard.folder.glob("vectors/*/manifest.json"):
        covered |= {vector["clause"] for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]}
    for name, clause in standard.clauses.items():
        if name not in covered:
            yield clause.file, clause.line, f"{name} has no vector, and without.json gives no reason"


def fields_are_listed(standard: Standard) -> Iterator[Fault]:
    """The tables of a type list the fields of its schema, inner ones too, with what they require and allow."""
    for type_name, schema in standard.schemas.items():
        due, seen = dict(_fields(schema, schema)), set()
        for name in _FIELD_CLAUSES.get(type_name, (f"records.{type_name}",)):
            clause = standard.clauses.get(name)
            if clause is None:
                yield f"schemas/{type_name}.schema.json", 1, f"there is no clause {name} for the fields of this type"
                break
            for number, row in _rows(clause):
                path = row["field"].strip("`")
                if path not in due:
                    yield clause.file, number, f"the schema of {type_name} has no field {path}"
                elif path in seen:
                    yield clause.file, number, f"{name} lists the field {path} twice"
                else:
                    faults = _row_faults(path, row, *due[path], _block(clause))
                    yield from ((clause.file, number, fault) for fault in faults)
                seen.add(path)
        else:
            missing = due.keys() - seen
            yield from ((clause.file, clause.line, f"{name} does not list the field {path}") for path in missing)


def _block(clause: Section) -> str:
    """Return the text of a clause's code blocks without their fences."""
    return "\n".join(line for _, line in clause.fenced if not line.startswith("```"))


def _row_faults(path: str, row: dict[str, str], required: bool, allowed: list[str], block: str) -> Iterator[str]:
    if row.get("required") != ("yes" if required else "no"):
        yield f"the schema says otherwise about {path} being required"
    holds = row.get("holds", "").partition("; else")[0]
    listed = _SPAN.findall(holds) if holds.startswith(("one of", "always")) else []
    if holds == "always the text below":
        listed = [block]
    if listed != allowed:
        yield f"the schema allows other values of {path}: {', '.join(allowed) or 'any'}"


def _fields(schema: dict[str, Any], root: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield path, whether it is required, and the listed values of every field, those of inner objects included."""
    for name, given in schema.get("properties", {}).items():
        inner, mark = _resolved(given, root), "."
        allowed = [str(inner["const"])] if "const" in inner else inner.get("enum", [])
        yield prefix + name, (name in schema.get("required", ()), allowed)
        if "items" in inner:
            inner, mark = _resolved(inner["items"], root), "[]."
        yield from _fields(inner, root, prefix + name + mark)


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = root["definitions"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _rows(clause: Section) -> Iterator[tuple[int, dict[str, str]]]:
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


def links_are_listed(standard: Standard) -> Iterator[Fault]:
    """The table of ``records.links`` has the links of ``links.json`` and no others."""
    clause = standard.clauses.get("records.links")
    if clause is None:
        return
    titles = {name: schema["title"] for name, schema in standard.schemas.items()}
    due = {
        f"{titles[link['from']]} `{link['field']}` {titles[link['to']]}"
        for link in standard.data("links.json")["links"]
    }
    listed = {" ".join(row.values()): number for number, row in _rows(clause)}
    yield from ((clause.file, clause.line, f"the link {link} is missing") for link in due - listed.keys())
    yield from ((clause.file, listed[link], f"links.json has no link {link}") for link in listed.keys() - due)


def addresses_lead_somewhere(standard: Standard) -> Iterator[Fault]:
    """An address inside the standard leads to a file, and to the heading with the id that it names."""
    ids = {(section.file, section.id) for section in standard.sections}
    for section, number, line in standard.prose():
        for target in _LINK.findall(line):
            path, _, anchor = target.partition("#")
            if _ELSEWHERE.match(target) or path in _GENERATED:
                continue
            if not (standard.folder / path).exists():
                yield section.file, number, f"the link leads nowhere: {target}"
            elif anchor and (path or section.file, anchor) not in ids:
                yield section.file, number, f"no heading there has the id: {target}"


CHECKS = (
    ids_are_sound,
    rules_stand_in_clauses,
    key_words_are_capitals,
    codes_stand_in_their_clauses,
    mentioned_codes_exist,
    clauses_have_vectors,
    fields_are_listed,
    links_are_listed,
    addresses_lead_somewhere,
)


if __name__ == "__main__":
    wrong = findings(*map(Path, sys.argv[1:2]))
    print("\n".join(wrong) or "nothing found")
    sys.exit(1 if wrong else 0)
