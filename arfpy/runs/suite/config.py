"""The file of a suite, ``evalarc.suite-config.v1``: TOML, every key known, nothing that grants trust."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ..repetition import MAX_ATTEMPTS
from ..task import TaskDefinition, tasks

SCHEMA = "evalarc.suite-config.v1"
MAX_BYTES = 1024 * 1024
MAX_TOTAL_ATTEMPTS = 1000
MAX_TOTAL_CASES = 100_000

_JOB_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_MAX_INTEGER = 2**63 - 1
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Wish:
    """How a job is to run. :param timeout: seconds per answer. :param case_timeout: seconds per case."""

    backend: str
    image: str
    timeout: float
    case_timeout: float
    output_limit: int


@dataclass(frozen=True, slots=True)
class Gate:
    """What a job must reach to be accepted."""

    min_mean_score: float
    min_resolution_rate: float
    required_dimensions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """One candidate, one task, some attempts. :param candidate: as written, relative to the suite's file."""

    id: str
    task: TaskDefinition
    candidate: str
    seeds: tuple[int, ...]
    attempts: int
    runtime: Wish
    gate: Gate


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite as declared. :param manifest_sha256: of the file's bytes."""

    name: str
    jobs: tuple[Job, ...]
    manifest_sha256: str


def parse(data: bytes) -> Suite:
    """Return the suite that a file declares.

    :raises UsageError: too long, not TOML, an unknown or missing key, or a value outside its rule, with the place.
    """
    if len(data) > MAX_BYTES:
        raise UsageError(f"the suite file is longer than {MAX_BYTES} bytes", "Split the suite.")
    try:
        top = _Table(tomllib.loads(data.decode("utf-8")), "")
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the suite file is not TOML in UTF-8: {error}", "Correct the file.") from None
    top.take("schema_version", lambda value: value == SCHEMA, f'"{SCHEMA}"')
    name = top.take("name", _is_name, "1 to 120 printable characters, not only spaces")
    tables = top.take(
        "jobs", lambda v: _is_list(v, 1, 100) and all(isinstance(job, dict) for job in v), "1 to 100 tables"
    )
    top.close()
    jobs = tuple(_job(_Table(table, f"jobs[{index}]")) for index, table in enumerate(tables))
    ids = [job.id for job in jobs]
    if len(set(ids)) != len(ids):
        raise _wrong("jobs", "ids that differ")
    if sum(job.attempts for job in jobs) > MAX_TOTAL_ATTEMPTS:
        raise _wrong("jobs", f"at most {MAX_TOTAL_ATTEMPTS} attempts together")
    return Suite(name, jobs, hashlib.sha256(data).hexdigest())


class _Table:
    """A table of which every key must be asked for."""

    def __init__(self, members: dict[str, Any], place: str) -> None:
        self._members = dict(members)
        self._place = place

    def take(self, key: str, test: Callable[[Any], bool], wanted: str, default: Any = _ABSENT) -> Any:
        value = self._members.pop(key, default)
        if value is _ABSENT:
            message = f"{self._at(key)} is missing in the suite file"
            raise UsageError(message, f"It must be {wanted}.")
        if value is not default and not test(value):
            raise _wrong(self._at(key), wanted)
        return value

    def table(self, key: str) -> _Table:
        return _Table(self.take(key, lambda value: isinstance(value, dict), "a table", {}), self._at(key))

    def close(self) -> None:
        if self._members:
            message = f"{self._at(min(self._members))} is not a key of the suite file"
            raise UsageError(message, "Remove it, or look for a misspelling.")

    def _at(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key


def _wrong(place: str, wanted: str) -> UsageError:
    return UsageError(f"{place} is wrong in the suite file", f"It must be {wanted}.")


def _job(table: _Table) -> Job:
    known = tasks()
    job_id = table.take("id", lambda v: isinstance(v, str) and _JOB_ID.fullmatch(v) is not None, _ID_RULE)
    task = known[table.take("task", lambda v: isinstance(v, str) and v in known, f"one of {', '.join(known)}")]
    candidate = table.take("candidate", _is_path, "a path of 1 to 4096 characters")
    seeds = table.take("seeds", _are_seeds, "1 to 100 integers that differ", [17, 41, 97])
    attempts = table.take("attempts", lambda v: _is_int(v, 1, MAX_ATTEMPTS), f"an integer from 1 to {MAX_ATTEMPTS}", 1)
    runtime, gate = _runtime(table.table("runtime")), _gate(table.table("gate"), task)
    table.close()
    return Job(job_id, task, candidate, tuple(seeds), attempts, runtime, gate)


_ID_RULE = "1 to 64 characters: first a-z or 0-9, then a-z, 0-9, _ and -"


def _runtime(table: _Table) -> Wish:
    wish = Wish(
        table.take("backend", lambda value: value in ("docker", "local"), "docker or local", "docker"),
        table.take("image", lambda v: _is_text(v, 512), "1 to 512 printable characters", "python:3.12-slim"),
        float(table.take("timeout", _is_positive, "a positive number of seconds", 10.0)),
        float(table.take("case_timeout", _is_positive, "a positive number of seconds", 60.0)),
        table.take("output_limit", lambda v: _is_int(v, 1, _MAX_INTEGER), "a positive integer", 1_048_576),
    )
    table.close()
    return wish


def _gate(table: _Table, task: TaskDefinition) -> Gate:
    names = [name for name, _ in task.dimensions]
    gate = Gate(
        float(table.take("min_mean_score", _is_share, "a number from 0 to 1", 1.0)),
        float(table.take("min_resolution_rate", _is_share, "a number from 0 to 1", 1.0)),
        tuple(
            table.take(
                "required_dimensions",
                lambda v: isinstance(v, list) and all(name in names for name in v) and len(set(v)) == len(v),
                f"names among {', '.join(names)} that differ",
                [],
            )
        ),
    )
    table.close()
    return gate


def _is_list(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most


def _is_int(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_text(value: Any, most: int) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= most and value.isprintable()


def _is_name(value: Any) -> bool:
    return _is_text(value, 120) and not value.isspace()


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 4096 and "\0" not in value


def _are_seeds(value: Any) -> bool:
    if not _is_list(value, 1, 100) or not all(_is_int(seed, -_MAX_INTEGER - 1, _MAX_INTEGER) for seed in value):
        return False
    return len(set(value)) == len(value)


def _is_finite(value: Any) -> bool:
    return type(value) is int or (type(value) is float and isfinite(value))


def _is_positive(value: Any) -> bool:
    return _is_finite(value) and 0 < value <= _MAX_INTEGER


def _is_share(value: Any) -> bool:
    return _is_finite(value) and 0 <= value <= 1


def candidate_folder(job: Job, suite_file: Path) -> Path:
    """Return the resolved folder of a job's candidate. :raises UsageError: it is no folder."""
    folder = (suite_file.parent / job.candidate).resolve()
    if not folder.is_dir():
        message = f"the candidate of job {job.id} is not a folder: {folder}"
        raise UsageError(message, "Paths in a suite file are relative to that file.")
    return folder
