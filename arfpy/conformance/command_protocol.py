"""The command protocol: one process per case, stdin to stdout, the exit code decides (clause conformance.command)."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cases import BUNDLE, DIGEST, RECEIPT, VALIDATE, Answer, encoded
from .process import Limits, TroubleError, Vendor, ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cases import Case

PLACE = "{op}"
TYPE_VARIABLE = "ARF_TYPE"
_CODE = re.compile(rb"[A-Za-z][A-Za-z0-9._-]{0,99}")
_DIGEST = re.compile(rb"(sha256:[0-9a-f]{64})\n?")


@dataclass(frozen=True, slots=True)
class CommandProtocol:
    """Starts the command once for each case. ``argv`` holds ``{op}`` where the operation goes."""

    argv: Sequence[str]
    limits: Limits

    def answer(self, case: Case) -> Answer:
        """Put one case to the program. :raises UsageError: it cannot be started, or not be ended."""
        environment = {name: value for name, value in os.environ.items() if name != TYPE_VARIABLE}
        if case.op == VALIDATE and case.type is not None:
            environment[TYPE_VARIABLE] = case.type
        argv = [part.replace(PLACE, case.op) for part in self.argv]
        with Vendor(argv, environment, self.limits) as vendor:
            try:
                code = vendor.run(stdin_of(case))
            except TroubleError as trouble:
                return Answer("error", detail=str(trouble))
            return understood(case.op, code, bytes(vendor.stdout), bytes(vendor.stderr))

    def close(self) -> None:
        """Nothing outlives a case."""


def stdin_of(case: Case) -> bytes:
    """Return what a case gives on stdin: the input itself, or the documents of a receipt as one JSON object."""
    if case.op != RECEIPT:
        return case.given["input"] or b""
    return json.dumps({name: encoded(data) for name, data in case.given.items()}).encode("ascii")


def understood(op: str, code: int, stdout: bytes, stderr: bytes) -> Answer:
    """Return the answer that an exit code and two streams make."""
    said = stderr[:500].decode("utf-8", "backslashreplace").strip()
    heard = f"; stderr: {said}" if said else ""
    if code == 1:
        first = stderr.partition(b"\n")[0].removesuffix(b"\r")
        if stdout:
            return Answer(
                "error", detail=f"exit code 1 with {len(stdout)} bytes on stdout, which is to be empty{heard}"
            )
        if not _CODE.fullmatch(first):
            return Answer("error", detail=f"exit code 1, and the first line of stderr is no code{heard}")
        return Answer("reject", code=first.decode("ascii"))
    if code != 0:
        return Answer("error", detail=f"{ending(code)} is neither 0 nor 1{heard}")
    return accepted(op, stdout)


def accepted(op: str, stdout: bytes) -> Answer:
    """Return the answer of a program that ended with 0."""
    if op in (DIGEST, BUNDLE):
        match = _DIGEST.fullmatch(stdout)
        if match is None:
            return Answer("error", output=stdout, detail="stdout is not one digest: sha256: and 64 digits, lower case")
        return Answer("accept", output=match.group(1))
    if op in (VALIDATE, RECEIPT):
        if stdout:
            return Answer("error", output=stdout, detail=f"{len(stdout)} bytes on stdout, which is to be empty")
        return Answer("accept")
    return Answer("accept", output=stdout)
