"""Checks of the texts as such: ids, key words, addresses, code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .standard import NORMATIVE, SPAN, Fault, Standard

# Files that the site makes beside the standard's own.
_GENERATED = {"vectors.json", "examples.json"}
_RULE = re.compile(r"\b(MUST|SHALL|REQUIRED|SHOULD|RECOMMENDED|MAY|OPTIONAL)\b")
_LOWER_CASE = re.compile(r"\b(must|shall|should)\b")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|/|\.\./", re.IGNORECASE)
# What a code block of a normative text may hold: an example that is run, or something that is no input.
_FENCES = {"", "```", "```text", "```sh", "```arf-example"}


def ids_are_sound(standard: Standard) -> Iterator[Fault]:
    """A clause's id begins with the name of its file, which is a normative one; no id is used twice in a file."""
    seen: set[tuple[str, str]] = set()
    for section in standard.sections:
        if section.id is None:
            continue
        stem = section.file.removesuffix(".md")
        named = section.is_clause or section.is_field
        if named and (stem not in NORMATIVE or not section.id.startswith(f"{stem}.")):
            yield section.file, section.line, f"the clause {section.id} does not begin with the name of its file"
        if (section.file, section.id) in seen:
            yield section.file, section.line, f"the id {section.id} is used twice"
        seen.add((section.file, section.id))


def rules_stand_in_clauses(standard: Standard) -> Iterator[Fault]:
    """A line that makes a rule belongs to a clause. A key word in inline code is only mentioned."""
    for section, number, line in standard.prose():
        if not (section.is_clause or section.is_field) and _RULE.search(SPAN.sub("", line)):
            yield section.file, number, "a rule stands outside of a clause"


def key_words_are_capitals(standard: Standard) -> Iterator[Fault]:
    """A word that could be read as a key word is one."""
    for section, number, line in standard.prose():
        if word := _LOWER_CASE.search(SPAN.sub("", line)):
            yield section.file, number, f"{word[0]!r} is not in capitals: use another word"


def blocks_are_run(standard: Standard) -> Iterator[Fault]:
    """What a normative text shows as input is an example that is run."""
    for section in standard.sections:
        if section.file.removesuffix(".md") not in NORMATIVE:
            continue
        for number, line in section.fenced:
            if line.startswith("```") and line.split(" ")[0] not in _FENCES:
                yield section.file, number, "an example that is not run: make the block an arf-example"


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


CHECKS = (ids_are_sound, rules_stand_in_clauses, key_words_are_capitals, blocks_are_run, addresses_lead_somewhere)
