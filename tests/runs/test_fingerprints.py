"""The grader's fingerprint: a written, ordered list of files, each path followed by its bytes."""

from __future__ import annotations

import hashlib

import pytest

from arfpy.runs.fingerprints import GRADER_SOURCES, grader_sha256
from arfpy.runs.task import tasks


@pytest.mark.parametrize("name", ["durable-kv", "support-routing"])
def test_the_fingerprint_is_that_of_the_listed_files(root, name):
    """Written out: path below arfpy, bytes, next path, bytes; the task's own files last."""
    task = tasks()[name]
    text = b""
    for path in (*GRADER_SOURCES, *task.grading_sources):
        text += path.encode() + (root / "arfpy" / path).read_bytes()
    assert grader_sha256(task) == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(("name", "folder"), [("durable-kv", "durable_kv"), ("support-routing", "support_routing")])
def test_every_module_of_a_task_that_decides_is_listed(root, name, folder):
    """All but the package's own file and the replay of saved results, which runs later."""
    found = {path.name for path in (root / "arfpy" / "runs" / folder).glob("*.py")}
    listed = {path.rpartition("/")[2] for path in tasks()[name].grading_sources}
    assert found - listed == {"__init__.py", "replay.py"}


def test_each_task_has_a_grader_of_its_own():
    """Two tasks, two fingerprints."""
    assert len({grader_sha256(task) for task in tasks().values()}) == 2
