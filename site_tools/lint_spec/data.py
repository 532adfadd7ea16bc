"""Checks of the texts against ``codes.json``, ``links.json`` and the vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_tools.vectors.checks import gate_codes

from .standard import SPAN, Fault, Standard, rows

_CODE = re.compile(
    r"(json|number|schema|record|link|bundle|digest|receipt|attestation|internal)\.[a-z0-9]+([.-][a-z0-9]+)*"
)
_FILE_NAME = re.compile(r".*\.(json|ndjson|md|mjs|hex|txt)")
_REFUSAL = re.compile(r"- .+: `(?P<code>[^`]+)` \(\[(?P<clause>[^\]]+)\]\(#(?P<anchor>[^)]+)\)\)")
_LIST = "reject-if"


def codes_stand_in_their_clauses(standard: Standard) -> Iterator[Fault]:
    """A code's clause exists and mentions the code."""
    for code, entry in standard.codes.items():
        name = entry["clause"]
        clause = standard.clauses.get(name)
        if clause is None:
            line = standard.line_of("codes.json", f'"{code}"')
            yield "codes.json", line, f"{code} names the clause {name}, which does not exist"
        elif code not in SPAN.findall(clause.text):
            yield clause.file, clause.line, f"the clause {name} does not mention its code {code}"


def mentioned_codes_exist(standard: Standard) -> Iterator[Fault]:
    """What is written like a code is one, or a clause, a field or a file."""
    known = {*standard.codes, *(section.id for section in standard.sections)}
    for section, number, line in standard.prose():
        for name in SPAN.findall(line):
            if _CODE.fullmatch(name) and not _FILE_NAME.fullmatch(name) and name not in known:
                yield section.file, number, f"there is no code {name}"


def clauses_have_vectors(standard: Standard) -> Iterator[Fault]:
    """A clause has a vector, or ``without.json`` says why it has none."""
    covered = standard.excused | {vector["clause"] for vector in standard.vectors}
    for name, clause in standard.clauses.items():
        if name not in covered:
            yield clause.file, clause.line, f"{name} has no vector, and without.json gives no reason"


def codes_have_vectors(standard: Standard) -> Iterator[Fault]:
    """A code is what some vector calls for, or ``without.json`` says why none does."""
    covered = set(standard.excused)
    for vector in standard.vectors:
        lines = vector.get("expect", ())
        covered |= {vector.get("code"), *vector.get("warnings", ()), *(entry.get("code") for entry in lines)}
        covered |= set(gate_codes(vector))
    for code in standard.codes.keys() - covered:
        yield "codes.json", standard.line_of("codes.json", f'"{code}"'), f"{code} has no vector"


def refusals_are_listed(standard: Standard) -> Iterator[Fault]:
    """The list "Reject if" of a text has a line for each code of its clauses, which names code and clause."""
    due = {
        (f"{entry['clause'].partition('.')[0]}.md", code): entry["clause"]
        for code, entry in standard.codes.items()
        if code != "internal.fault"
    }
    for section, number, line in standard.prose():
        if section.id != _LIST or not line.startswith("- "):
            continue
        match = _REFUSAL.fullmatch(line)
        if match is None or match["clause"] != match["anchor"]:
            yield section.file, number, "a line of this list ends in a code and its clause"
            continue
        clause = due.pop((section.file, match["code"]), None)
        if clause is None:
            yield section.file, number, f"{match['code']} is listed twice, or is no code of this text"
        elif clause != match["clause"]:
            yield section.file, number, f"the clause of {match['code']} is another one"
    yield from ((file, 1, f"the list {_LIST} has no line for {code}") for file, code in due)


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
    listed = {" ".join(row.values()): number for number, row in rows(clause)}
    yield from ((clause.file, clause.line, f"the link {link} is missing") for link in due - listed.keys())
    yield from ((clause.file, listed[link], f"links.json has no link {link}") for link in listed.keys() - due)


CHECKS = (
    codes_stand_in_their_clauses,
    mentioned_codes_exist,
    clauses_have_vectors,
    codes_have_vectors,
    refusals_are_listed,
    links_are_listed,
)
