"""What stands before every run: a candidate frozen in a folder that is gone afterwards, and how it will be started."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import folders
from .backends import Backend
from .candidate import freeze
from .limits import Limits
from .runtime import Runtime
from .task import TaskDefinition


@contextmanager
def prepared(source: Path, task: TaskDefinition, backend: Backend, limits: Limits) -> Iterator[Runtime]:
    """Freeze a candidate for the block, and return what starts it.

    :raises UsageError: the candidate is refused. :raises EnvironmentFault: there is no place for the copy.
    """
    with folders.temporary("candidate") as folder:
        yield Runtime(backend, freeze(source, folder / "candidate", task.default_command), limits)


@contextmanager
def control(task: TaskDefinition, language: str, variant: str) -> Iterator[Path]:
    """Lay out a candidate that comes with a task, for the block. :param variant: as of its files."""
    with folders.temporary("control") as folder:
        source = folder / "candidate"
        source.mkdir()
        lay_out(task.candidate_files(language, variant), source)
        yield source


def lay_out(files: dict[str, bytes], folder: Path) -> None:
    """Write files into a folder."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
