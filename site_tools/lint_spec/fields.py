"""Checks of the fields: the blocks of records and bundle, and the tables of receipts, against the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from site_tools.clauses import Section
from site_tools.fields import TYPES, blocks, clause_of, fields, region
from site_tools.schema_vectors import vector_id

from .standard import SPAN, Fault, Standard, rows

# The clauses whose tables list the fields of a schema that is not one of a record type.
_TABLES = {
    "disclosure": ("disclosure.statement",),
    "receipt": ("receipts.envelope", "receipts.body"),
    "attestation": ("receipts.envelope", "receipts.attestation"),
    "keyring": ("receipts.keyring",),
    "conformance-report": ("conformance.report",),
}


def blocks_are_those_of_the_schemas(standard: Standard) -> Iterator[Fault]:
    """The blocks of a type say what its schema says."""
    for type_name in TYPES:
        if clause_of(type_name) not in standard.clauses:
            yield f"schemas/{type_name}.schema.json", 1, f"there is no clause {clause_of(type_name)} for these fields"
            continue
        path, start, end = region(type_name, standard.folder)
        written = path.read_text(encoding="utf-8").split("\n")[start:end]
        while written and not written[-1]:
            written.pop()
        due = blocks(type_name, standard.schemas[type_name])
        heading = ""
        for number, (line, wanted) in enumerate(zip_longest(written, due), start=start + 1):
            heading = wanted if wanted and wanted.startswith("#") else heading
            if line != wanted:
                name = SPAN.search(heading)
                field = name[1] if name else "first"
                message = f"the block of {type_name} {field} is not that of its schema: python -m site_tools.fields"
                yield path.name, number, message
                break


def refusals_have_vectors(standard: Standard) -> Iterator[Fault]:
    """Each refusal of a field is what a vector of the set ``schemas`` shows."""
    shown = {vector["id"]: vector.get("code") for vector in standard.vectors}
    for type_name in TYPES:
        for field in fields(type_name, standard.schemas[type_name]):
            for refusal in field.refusals:
                if shown.get(vector_id(type_name, field.path, refusal.reason)) != refusal.code:
                    message = f"no vector shows that {field.path} is refused with {refusal.code}: {refusal.words}"
                    yield f"schemas/{type_name}.schema.json", 1, message


def tables_list_the_fields(standard: Standard) -> Iterator[Fault]:
    """The tables of a document list the fields of its schema, inner ones too, with what they require and allow."""
    for type_name, names in _TABLES.items():
        schema = standard.schemas[type_name]
        due, seen = dict(_fields(schema, schema)), set()
        for name in names:
            clause = standard.clauses.get(name)
            if clause is None:
                yield f"schemas/{type_name}.schema.json", 1, f"there is no clause {name} for the fields of this type"
                break
            for number, row in rows(clause):
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
    listed = SPAN.findall(holds) if holds.startswith(("one of", "always")) else []
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


CHECKS = (blocks_are_those_of_the_schemas, refusals_have_vectors, tables_list_the_fields)
