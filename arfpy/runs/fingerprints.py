"""Which bytes a fingerprint covers. They tell inputs apart, and prove nothing about who produced a report."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..canonical.evalarc_form import evalarc_text
from .task import TaskDefinition

_PACKAGE = Path(__file__).parent.parent

# What decides outcomes in every task, in this order; a task's own files follow.
GRADER_SOURCES = (
    "canonical/evalarc_form.py",
    "runs/faults.py",
    "runs/task.py",
    "runs/candidate.py",
    "runs/folders.py",
    "runs/limits.py",
    "runs/answers.py",
    "runs/warden.py",
    "runs/process.py",
    "runs/backends/__init__.py",
    "runs/backends/local.py",
    "runs/backends/isolated.py",
    "runs/backends/docker.py",
    "runs/runtime.py",
    "runs/evaluate.py",
    "runs/report.py",
)


def cases_sha256(cases: Sequence[Any]) -> str:
    """Return the fingerprint of cases, seeds in their given order: 64 hexadecimal digits."""
    records = [{**case.record(), "seed": case.seed} for case in cases]
    return hashlib.sha256(evalarc_text(records).encode("ascii")).hexdigest()


def grader_sha256(task: TaskDefinition) -> str:
    """Return the fingerprint of the code that grades a task: each file's path below ``arfpy``, then its bytes."""
    digest = hashlib.sha256()
    for name in (*GRADER_SOURCES, *task.grading_sources):
        digest.update(name.encode("ascii"))
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()
