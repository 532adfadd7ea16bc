"""What a task is: its generator, its executor, its weights and its files. A candidate can choose none of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ..errors import UsageError

LANGUAGES = ("python", "javascript")
STARTER, REFERENCE = "starter", "reference"


class Case(Protocol):
    """One episode, identified by its seed and id."""

    @property
    def id(self) -> str:
        """The case's name, the same for every seed."""

    @property
    def seed(self) -> int:
        """The seed that picked its inputs."""

    def record(self) -> dict[str, Any]:
        """Return what identifies its inputs; together with the seed it goes into the fingerprint of the cases."""


class Process(Protocol):
    """A candidate's process, behind the line protocol. What it answers is any finite JSON value."""

    @property
    def exit_code(self) -> int | None:
        """The exit code, or None while it runs."""

    def exchange(self, value: Any) -> Any:
        """Write one JSON line and return the one value answered, nested at most 100 deep.

        :raises AgentError: no sound answer in time, or the process ended. :raises EnvironmentFault: not its fault.
        """

    def finish(self) -> int:
        """Close stdin, read to the end and return the exit code, which is 0.

        :raises AgentError: it printed more, stayed, or ended with another code.
        """

    def kill(self) -> None:
        """Kill the process and everything it started, without closing stdin, and reap it."""


# Given the folder that is the candidate's state (None where a task has none), a process that ends with its block.
Launch = Callable[[Path | None], AbstractContextManager[Process]]


@dataclass(frozen=True, slots=True)
class Fault:
    """A declared faulty variant of the reference, and the dimension in which it must be caught."""

    name: str
    target: str


@dataclass(frozen=True, slots=True)
class TaskDefinition:
    """A versioned task.

    :param dimensions: name and weight, in the order of summing and display; the weights sum to 1.
    :param cases: the cases of one seed, always in the same order.
    :param execute: runs one case and returns ``checks``, ``status`` (one of :mod:`arfpy.runs.report`'s), ``error``,
        ``transcript_sha256`` and the task's own fields; the evaluator adds the rest. It catches both run faults.
    :param grading_sources: files that decide outcomes, below ``arfpy``, in the order of the grader's fingerprint.
    :param default_command: what starts a candidate that names no command.
    :param candidate_files: the files of a starter, the reference or a fault, by language; paths to bytes.
    :param replay: holds a recorded row of a case against what the case gives again, without a candidate, and raises
        :class:`arfpy.runs.files.ReportError` where they differ.
    """

    id: str
    version: str
    domain: str
    description: str
    dimensions: tuple[tuple[str, float], ...]
    cases: Callable[[int], Sequence[Any]]
    execute: Callable[[Any, Launch], dict[str, Any]]
    grading_sources: tuple[str, ...]
    default_command: tuple[str, ...]
    faults: tuple[Fault, ...]
    candidate_files: Callable[[str, str], dict[str, bytes]]
    replay: Callable[[Any, dict[str, Any]], None]

    def identity(self) -> dict[str, str]:
        """Return the ``task`` object of a report."""
        return {"id": self.id, "version": self.version, "domain": self.domain, "split": "public-development"}


@cache
def tasks() -> dict[str, TaskDefinition]:
    """Return every task by id."""
    # A pack imports this module.
    from .durable_kv.pack import DURABLE_KV
    from .support_routing.pack import SUPPORT_ROUTING

    return {task.id: task for task in (DURABLE_KV, SUPPORT_ROUTING)}


def task_named(task_id: str) -> TaskDefinition:
    """Return a task. :raises UsageError: there is none of that id."""
    try:
        return tasks()[task_id]
    except KeyError:
        raise UsageError(f"there is no task {task_id!r}", f"Choose one of: {', '.join(tasks())}.") from None
