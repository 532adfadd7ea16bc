"""Reporters: one stream of results, many faces. Each is registered by the name given to ``--output``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .github import GithubReporter
from .json_report import JsonReporter
from .junit import JunitReporter
from .text import TextReporter

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from ..results import Result, Summary


class Reporter(Protocol):
    """Prints results as they come and the summary at the end."""

    def record(self, result: Result) -> None:
        """Print one result."""

    def end(self, summary: Summary) -> None:
        """Print what closes the report."""


REPORTERS: dict[str, Callable[[TextIO, int, bool], Reporter]] = {
    "text": TextReporter,
    "json": JsonReporter,
    "junit": JunitReporter,
    "github": GithubReporter,
}
