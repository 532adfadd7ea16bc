"""The JSON Lines protocol: one long-lived process, a request and a response per line (clause conformance.jsonl)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from ..errors import StrictJsonError
from ..strict_json import parse
from .cases import Answer
from .process import Limits, TroubleError, Vendor
from .responses import MalformedError, response_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cases import Case

_FAREWELL = 0.5  # seconds to end after stdin was closed


class JsonLinesProtocol:
    """Keeps one process and gives it one case at a time; after trouble the next case gets a new one."""

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self._argv = argv
        self._limits = limits
        self._vendor: Vendor | None = None

    def answer(self, case: Case) -> Answer:
        """Put one case to the process. :raises UsageError: it cannot be started, or not be ended."""
        if self._vendor is None:
            self._vendor = Vendor(self._argv, dict(os.environ), self._limits)
        try:
            line = self._vendor.ask(json.dumps(case.request()).encode("ascii") + b"\n")
            return response_of(case, parse(line).value)
        except (TroubleError, MalformedError, StrictJsonError) as error:
            heard = bytes(self._vendor.stderr[:500]).decode("utf-8", "backslashreplace").strip()
            what = f"the response is not JSON: {error}" if isinstance(error, StrictJsonError) else str(error)
            self._end(0.0)
            return Answer("error", detail=f"{what}; stderr: {heard}" if heard else what)

    def close(self) -> None:
        """Close the input of the process, and end it."""
        self._end(_FAREWELL)

    def _end(self, patience: float) -> None:
        vendor, self._vendor = self._vendor, None
        if vendor is not None:
            vendor.end(patience)
