"""A recorded case held against the oracle: what a run that went right exchanged follows from its seed alone."""

from __future__ import annotations

import hashlib
from itertools import islice
from typing import Any

from ...canonical.evalarc_form import evalarc_text
from ..files import ReportError
from ..report import FAILED, PASSED
from .cases import KvCase
from .oracle import Oracle


def replay(case: KvCase, row: dict[str, Any]) -> None:
    """Hold a recorded row against its case, generated anew from the seed.

    Only where a response differed is the transcript not known: that response is kept nowhere.

    :raises ReportError: dimension, count of right responses, count of processes or transcript are not the case's.
    """
    if row.get("dimension") != case.dimension:
        raise ReportError("is not the dimension of this case", "/dimension")
    if row["checks"].keys() != {case.dimension}:
        raise ReportError("holds more or less than the dimension of this case", "/checks")
    requests = [request for session in case.sessions for request in session.requests]
    done = row.get("checks_completed")
    if type(done) is not int or not 0 <= done <= len(requests):
        raise ReportError(f"must be an integer from 0 to {len(requests)}", "/checks_completed")
    if row["status"] == PASSED:
        _check_passed(case, row, done == len(requests))
    if row["status"] == FAILED:
        if done == len(requests):
            raise ReportError("says that every response was right, and the case failed on one", "/checks_completed")
    elif row["transcript_sha256"] != _transcript(islice(requests, done)):
        raise ReportError("is not what the right responses give", "/transcript_sha256")


def _check_passed(case: KvCase, row: dict[str, Any], complete: bool) -> None:
    if not complete:
        raise ReportError("is too small for a case that passed", "/checks_completed")
    if "processes" in row and len(row["processes"]) != len(case.sessions):
        raise ReportError(f"must be {len(case.sessions)}, one per session", "/processes")


def _transcript(requests: Any) -> str:
    oracle, digest = Oracle(), hashlib.sha256()
    for request in requests:
        digest.update(evalarc_text([request, oracle.answer(request)]).encode("ascii"))
    return digest.hexdigest()
