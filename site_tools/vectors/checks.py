"""What must hold for the vectors to be published."""

from __future__ import annotations

import json
import re
from typing import Any

from site_tools.clauses import clauses

from .adding import digest
from .files import ACCEPT, COMMON, DOCUMENTS, HEAD, LINES, RECEIPT, REJECT, SPEC, Files, Vector, formatted, manifests

Codes = dict[str, dict[str, str]]

VERDICTS = {"invalid", "unreadable", "unsupported-version", "legacy_top_level_only"}
LOOSE = {"README.md", "without.json"}
# The gates of an attestation, in order (clause receipts.attestation).
_NESTED = ("SCHEMA", "ISSUER_KEY_MATCH", "PAYLOAD_DIGEST", "RECEIPT_ID", "SIGNATURE", "WINDOW_ORDER", "RESULTS_PRESENT")
_NESTED += ("ITEM_FLOOR",)
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def faults(files: Files) -> list[str]:
    """Return one sentence for each thing that is wrong with the files; none means that they may be published."""
    found, known = manifests(files), clauses()
    codes = {entry["code"]: entry for entry in json.loads((SPEC / "codes.json").read_bytes())["codes"]}
    seen: set[str] = set()
    wanted = LOOSE | {f"{name}/manifest.json" for name in found}
    result = []
    for name, manifest in found.items():
        result += [f"{name}: {fault}" for fault in _head_faults(name, manifest)]
        for vector in manifest["vectors"]:
            where = f"{name}/{vector['id']}"
            if vector["id"] in seen or not SLUG.fullmatch(vector["id"]):
                result.append(f"{where}: an id is used once and holds lower-case letters, digits and hyphens.")
            seen.add(vector["id"])
            wanted |= {f"{name}/{vector[key]}" for key in ("input", "canonical", "hex", *DOCUMENTS) if vector.get(key)}
            result += [f"{where}: {fault}" for fault in _vector_faults(files, manifest, vector, known, codes)]
    result += [f"{name}: the file is missing." for name in sorted(wanted - set(files))]
    result += [f"{name}: no manifest names this file." for name in sorted(set(files) - wanted)]
    result += _gaps(files, found, known, codes)
    if not result and formatted(files) != files:
        result.append("The manifests are not formatted: run fmt.")
    return result


def _head_faults(name: str, manifest: dict[str, Any]) -> list[str]:
    """Check what a manifest says about its set as a whole."""
    flags = manifest["flags"]
    used = {flag for vector in manifest["vectors"] for flag in vector["flags"]}
    result = [f"the manifest lacks {key}." for key in HEAD if not manifest.get(key)]
    if manifest["set"] != name:
        result.append(f"the manifest calls itself {manifest['set']}.")
    result += [f"the flag {flag} is used by no vector." for flag in sorted(set(flags) - used)]
    result += [f"the flag {flag} is not defined." for flag in sorted(used - set(flags))]
    result += [
        f"the flag {flag} needs an effect and links."
        for flag, entry in flags.items()
        if not entry.get("effect") or not entry.get("links")
    ]
    return result


def _vector_faults(files: Files, manifest: dict[str, Any], vector: Vector, known: list[str], codes: Codes) -> list[str]:
    """Check one vector on its own."""
    result = []
    if vector["clause"] not in known:
        result.append(f"there is no clause {vector['clause']}.")
    if not vector["flags"]:
        result.append("a flag must say why the vector is there.")
    if not vector["comment"].endswith("."):
        result.append("the comment is a sentence.")
    outcome = vector.get("result")
    due = _due_members(manifest["op"], outcome)
    if due != set(vector) - ({"warnings"} if outcome == "accept" else set()):
        return [*result, f"its members are not those of a vector of this kind: {sorted(due ^ set(vector))}."]
    if manifest["op"] == "verify-receipt":
        return result + _outcome_faults(vector["expected"])
    reported = [entry.get("code") for entry in vector.get("expect", ())] + vector.get("warnings", [])
    reported += [vector["code"]] if outcome == "reject" else []
    result += [f"there is no code {code}." for code in reported if code not in {None, *codes}]
    if outcome == "accept":
        result += _bytes_faults(files, manifest["set"], vector)
    elif outcome == "reject":
        if codes.get(vector["code"], vector)["clause"] != vector["clause"]:
            result.append(f"the clause of {vector['code']} is another one.")
        if vector["verdict"] not in VERDICTS or min(vector["line"], vector["column"]) < 1:
            result.append("the verdict is unknown, or the place does not count from 1.")
    return result


def _bytes_faults(files: Files, set_name: str, vector: Vector) -> list[str]:
    """Compare the canonical bytes of an accepted vector with all that is said about them."""
    exact, written = (files.get(f"{set_name}/{vector[key]}") for key in ("canonical", "hex"))
    if exact is None or written is None:
        return []  # reported as missing
    result = []
    if written != exact.hex().encode() + b"\n":
        result.append("the hex is not that of the canonical bytes.")
    if vector["size"] != len(exact):
        result.append(f"the size is {vector['size']}, but there are {len(exact)} canonical bytes.")
    if vector["digest"] != digest(exact):
        result.append("the digest is not that of the canonical bytes.")
    return result


def _due_members(op: str, outcome: str | None) -> set[str]:
    """Return the members that a vector of an operation and outcome has."""
    if op in LINES:
        return {*COMMON, "expect"} - {"type", "result"}
    if op == "verify-receipt":
        return set(RECEIPT)
    due = {*COMMON, *(ACCEPT if outcome == "accept" else REJECT)} - {"warnings"}
    return due if op == "validate" else due - {"type"}


def _outcome_faults(expected: dict[str, Any]) -> list[str]:
    """Check that an outcome of the gates is either valid or names a gate and a path."""
    where = (expected.get("gate"), expected.get("name"), expected.get("path"))
    if expected.get("valid") is True and where == (None, None, None):
        return []
    if expected.get("valid") is False and where[0] in range(1, 15) and None not in where:
        return []
    return ["an outcome is valid, or names the gate, its name and the path."]


def gate_codes(vector: Vector) -> list[str]:
    """Return the codes of the gates at which a vector fails: that of the receipt, and that of its attestation."""
    expected = vector.get("expected", {})
    found = [f"receipt.gate-{expected['gate']}"] if expected.get("gate") else []
    nested = expected.get("nested")
    return [*found, f"attestation.gate-{_NESTED.index(nested) + 1}"] if nested in _NESTED else found


def _gaps(files: Files, found: dict[str, dict[str, Any]], known: list[str], codes: Codes) -> list[str]:
    """Every clause and every code has a vector, or `without.json` says why it has none."""
    vectors = [vector for manifest in found.values() for vector in manifest["vectors"]]
    covered = {vector["clause"] for vector in vectors} | {vector.get("code") for vector in vectors}
    covered |= {code for vector in vectors for code in vector.get("warnings", ())}
    covered |= {entry.get("code") for vector in vectors for entry in vector.get("expect", ())} - {None}
    covered |= {code for vector in vectors for code in gate_codes(vector)}
    excused = json.loads(files.get("without.json", b"{}"))
    due = set(known) | set(codes)
    result = [
        f"{name} has no vector, and without.json gives no reason." for name in sorted(due - covered - set(excused))
    ]
    result += [f"without.json excuses {name}, which has a vector." for name in sorted(covered & set(excused))]
    result += [f"without.json names {name}, which does not exist." for name in sorted(set(excused) - due)]
    return result
