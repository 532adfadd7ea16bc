"""The cases: each vector of the standard put to one operation (clause conformance.cases)."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any

from .. import spec
from ..canonical import jcs
from ..digest import digest_of
from ..errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

CANONICALIZE, DIGEST, VALIDATE, BUNDLE, RECEIPT = OPS = (
    "canonicalize",
    "digest",
    "validate",
    "verify-bundle",
    "verify-receipt",
)
DOCUMENTS = ("receipt", "attestation", "keyring")
# The sets whose every vector is a bundle, or is to be taken for one.
_BUNDLES = ("bundles", "versions")
# The operations that take the vectors of a set, by the operation of its manifest. Sets of files with many records have
# none: a case hands over one record.
_OPS_OF_SET = {"digest": (CANONICALIZE, DIGEST), "validate": (VALIDATE,), "verify-receipt": (RECEIPT,)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What an implementation says to a case, or what it is to say.

    ``result`` is ``accept``, ``reject`` or ``error``. ``output`` holds the canonical bytes, or the text of a digest, of
    an accepted input; ``code`` the code of a rejection; ``detail`` why there is no answer, or what else was heard.
    """

    result: str
    output: bytes | None = None
    code: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One vector for one operation.

    ``given`` holds the exact bytes by the name of the document: ``input``, or the documents of a receipt, None where
    one is not supplied. ``type`` is the record type to take the input as, or None to infer it.
    """

    op: str
    set: str
    vector: str
    clause: str
    comment: str
    given: dict[str, bytes | None]
    type: str | None
    expected: Answer

    @property
    def id(self) -> str:
        """The id of the case: operation, set and vector."""
        return f"{self.op}/{self.set}/{self.vector}"

    def request(self) -> dict[str, Any]:
        """Return the request that carries the case (clause conformance.jsonl)."""
        found: dict[str, Any] = {"id": self.id, "op": self.op}
        found |= {name: encoded(data) for name, data in self.given.items()}
        return found | {"type": self.type} if self.op == VALIDATE else found

    def as_dict(self) -> dict[str, Any]:
        """Return the case as the export writes it: its request, what it is about, and the answer due."""
        about = {"set": self.set, "vector": self.vector, "clause": self.clause, "comment": self.comment}
        return {**self.request(), **about, "expected": response(self.op, self.expected)}


def encoded(data: bytes | None) -> str | None:
    """Return bytes as base64, and None as it is."""
    return None if data is None else base64.b64encode(data).decode("ascii")


def response(op: str, answer: Answer) -> dict[str, Any]:
    """Return an answer in the form of a response, without its id (clause conformance.jsonl)."""
    if answer.result == "reject":
        return {"result": "reject", "code": answer.code}
    if answer.result == "error":
        return {"result": "error", "message": answer.detail}
    if op == CANONICALIZE:
        return {"result": "accept", "output": encoded(answer.output)}
    if op in (DIGEST, BUNDLE):
        return {"result": "accept", "digest": (answer.output or b"").decode("utf-8", "replace")}
    return {"result": "accept"}


@cache
def installed() -> tuple[Case, ...]:
    """Return every case of the vectors that were installed with arfpy, in the fixed order.

    :raises UsageError: arfpy is installed without them.
    """
    folder = spec.folder() / "vectors"
    sets = {path.parent.name: json.loads(path.read_bytes()) for path in sorted(folder.glob("*/manifest.json"))}
    if not sets:
        raise UsageError("arfpy is installed without the vectors", "Install it from a complete wheel or checkout.")
    return _cases(sets, lambda set_name, file: (folder / set_name / file).read_bytes())


def published(document: dict[str, Any]) -> tuple[Case, ...]:
    """Return every case of ``vectors.json``, the file of the site that holds all vectors with hexadecimal bytes."""
    return _cases(dict(sorted(document["sets"].items())), lambda _set, digits: bytes.fromhex(digits))


def _cases(sets: dict[str, Any], read: Callable[[str, str], bytes]) -> tuple[Case, ...]:
    found = []
    for op in OPS:
        for name, manifest in sets.items():
            if op in _ops_of(name, manifest["op"]):
                found += [_case(op, name, vector, read) for vector in manifest["vectors"]]
    return tuple(found)


def _ops_of(set_name: str, op: str) -> tuple[str, ...]:
    return (BUNDLE,) if set_name in _BUNDLES else _OPS_OF_SET.get(op, ())


def _case(op: str, set_name: str, vector: dict[str, Any], read: Callable[[str, str], bytes]) -> Case:
    given: dict[str, bytes | None]
    if op == RECEIPT:
        given = {name: None if vector[name] is None else read(set_name, vector[name]) for name in DOCUMENTS}
        given["caller_key"] = None if vector["caller_key"] is None else vector["caller_key"].encode()
        due = vector["expected"]
        expected = Answer("accept") if due["valid"] else Answer("reject", code=due["name"])
    else:
        given = {"input": read(set_name, vector["input"])}
        if vector["result"] == "reject":
            expected = Answer("reject", code=vector["code"])
        elif op == CANONICALIZE:
            expected = Answer("accept", output=read(set_name, vector["canonical"]))
        else:
            expected = Answer("accept", output=None if op == VALIDATE else vector["digest"].encode())
    about = (vector["id"], vector["clause"], vector["comment"])
    return Case(op, set_name, *about, given, vector.get("type") if op == VALIDATE else None, expected)


def export(cases: Iterable[Case]) -> list[dict[str, Any]]:
    """Return the cases as ``cases.json`` holds them."""
    return [case.as_dict() for case in cases]


def set_digest(cases: Iterable[Case]) -> str:
    """Return the digest of the vector set: that of the value of ``cases.json`` (clause conformance.vector-set)."""
    return digest_of(jcs.encode(export(cases)))


def chosen(cases: Sequence[Case], ops: Iterable[str], patterns: Sequence[str] = ()) -> list[Case]:
    """Return the cases of some operations whose id matches one of the patterns, or all of them without a pattern.

    A ``*`` of a pattern also stands for a ``/``. :raises UsageError: a pattern, or the whole choice, matches nothing.
    """
    within = [case for case in cases if case.op in set(ops)]
    for pattern in patterns:
        if not any(fnmatchcase(case.id, pattern) for case in within):
            hint = "arf conformance list prints the ids, such as digest/numbers/one. Quote a pattern with a *."
            raise UsageError(f"no case matches {pattern}", hint)
    return [case for case in within if not patterns or any(fnmatchcase(case.id, one) for one in patterns)]
