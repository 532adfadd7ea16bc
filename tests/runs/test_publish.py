"""Results appear whole or not at all, and nothing that was there is touched."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from arfpy.errors import UsageError
from arfpy.runs import cancel
from arfpy.runs.publish import new_file, new_folder, refuse_inside
from tests.runs.processes import needs_walls


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_folder_appears_when_its_block_ends(tmp_path):
    """Under its name with all that was written, and nothing beside it."""
    with new_folder(tmp_path / "a" / "b" / "out") as stage:
        (stage / "part").mkdir()
        (stage / "part" / "file").write_text("x")
        assert list((tmp_path / "a" / "b" / "out").iterdir()) == []
        assert stage.name.startswith(".")
    assert everything(tmp_path) == ["a", "a/b", "a/b/out", "a/b/out/part", "a/b/out/part/file"]


def test_a_published_folder_has_the_rights_that_any_new_folder_has(tmp_path):
    """Others may read it where the user lets them."""
    (tmp_path / "usual").mkdir()
    with new_folder(tmp_path / "out"):
        pass
    new_file(tmp_path / "file", b"")
    (tmp_path / "usual-file").touch()
    for mine, usual in (("out", "usual"), ("file", "usual-file")):
        assert stat.S_IMODE((tmp_path / mine).stat().st_mode) == stat.S_IMODE((tmp_path / usual).stat().st_mode)


@pytest.mark.parametrize("failure", [KeyError, KeyboardInterrupt, SystemExit])
def test_nothing_stays_of_a_block_that_fails(tmp_path, failure):
    """Neither the reservation nor the stage nor the folders above them."""
    with pytest.raises(failure), new_folder(tmp_path / "a" / "out") as stage:
        (stage / "file").write_text("x")
        raise failure
    assert everything(tmp_path) == []


def test_a_folder_above_that_was_there_before_stays(tmp_path):
    """Only what was made is taken away."""
    (tmp_path / "a").mkdir()
    with pytest.raises(KeyError), new_folder(tmp_path / "a" / "b" / "out"):
        raise KeyError
    assert everything(tmp_path) == ["a"]


@pytest.mark.parametrize("kind", ["folder", "full folder", "file", "dangling link"])
def test_a_name_that_is_taken_is_refused_and_left_alone(tmp_path, kind):
    """Also an empty folder: it may be somebody's reservation."""
    path = tmp_path / "out"
    if "folder" in kind:
        path.mkdir()
    if kind == "full folder":
        (path / "file").write_text("theirs")
    if kind == "file":
        path.write_text("theirs")
    if kind == "dangling link":
        path.symlink_to("nothing")
    before = everything(tmp_path)
    with pytest.raises(UsageError, match="exists"), new_folder(path):
        pytest.fail("the block must not begin")
    with pytest.raises(UsageError, match="exists"):
        new_file(path, b"mine")
    assert everything(tmp_path) == before
    assert kind != "file" or path.read_text() == "theirs"


def test_a_reservation_that_somebody_filled_is_theirs(tmp_path):
    """The result is dropped, their file stays."""
    with pytest.raises(UsageError, match="exists"), new_folder(tmp_path / "out") as stage:
        (stage / "mine").write_text("x")
        (tmp_path / "out" / "theirs").write_text("y")
    assert everything(tmp_path) == ["out", "out/theirs"]


def test_a_reservation_filled_while_the_block_fails_is_theirs_too(tmp_path):
    """The failure is the one that is told."""
    with pytest.raises(KeyError), new_folder(tmp_path / "out"):
        (tmp_path / "out" / "theirs").write_text("y")
        raise KeyError
    assert everything(tmp_path) == ["out", "out/theirs"]


def test_two_runs_to_one_place_cannot_both_have_it(tmp_path):
    """The second finds the reservation of the first."""
    with new_folder(tmp_path / "out"), pytest.raises(UsageError, match="exists"), new_folder(tmp_path / "out"):
        pytest.fail("the block must not begin")
    assert everything(tmp_path) == ["out"]


def test_a_file_appears_with_its_content_and_nothing_beside_it(tmp_path):
    """Linked to its name, never renamed onto one."""
    new_file(tmp_path / "out", b"\0\xff")
    assert (tmp_path / "out").read_bytes() == b"\0\xff"
    assert (tmp_path / "out").stat().st_nlink == 1
    assert everything(tmp_path) == ["out"]


@pytest.mark.parametrize("path", ["a\0b", "file/out", "/proc/out", "x" * 300])
def test_a_place_that_cannot_be_written_is_a_usage_error(tmp_path, path):
    """With the reason, and nothing left."""
    (tmp_path / "file").touch()
    with pytest.raises(UsageError), new_folder(tmp_path / path):
        pytest.fail("the block must not begin")
    with pytest.raises(UsageError):
        new_file(tmp_path / path, b"")
    assert everything(tmp_path) == ["file"]


@pytest.mark.parametrize("path", ["out", "out/deeper", "../candidate/out", "link/out", "."])
def test_an_output_inside_the_candidate_is_refused(tmp_path, path):
    """However it is written, and through links."""
    candidate = tmp_path / "candidate"
    candidate.mkdir()
    (candidate / "link").symlink_to(candidate)
    with pytest.raises(UsageError, match="inside"):
        refuse_inside(candidate / path, candidate)
    refuse_inside(tmp_path / "candidate-2", candidate)


def test_a_cancelled_run_publishes_nothing(tmp_path):
    """The signal came within the block and takes effect before the rename."""
    with pytest.raises(KeyboardInterrupt), cancel.deferred(), new_folder(tmp_path / "out") as stage:
        (stage / "file").write_text("x")
        os.kill(os.getpid(), 2)
    assert everything(tmp_path) == []
    with pytest.raises(KeyboardInterrupt), cancel.deferred():
        os.kill(os.getpid(), 15)
        new_file(tmp_path / "out", b"")
    assert everything(tmp_path) == []


FULL = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from arfpy.errors import UsageError
from arfpy.runs.publish import new_file, new_folder
def folder():
    with new_folder(Path("/small/a/out")) as stage:
        (stage / "file").write_bytes(b"x" * 200_000)
for publish in (folder, lambda: new_file(Path("/small/out"), b"x" * 200_000)):
    try:
        publish()
    except UsageError as error:
        print(error.message, [str(path) for path in Path("/small").rglob("*")])
"""


@needs_walls
def test_a_full_disk_is_a_usage_error_and_leaves_nothing(root):
    """On a real one, of 64 KiB."""
    walls = ["bwrap", "--dev-bind", "/", "/", "--size", "65536", "--tmpfs", "/mnt"]
    program = FULL.replace("/small", "/mnt")
    done = subprocess.run(
        [*walls, sys.executable, "-c", program, str(root)], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == [
        "cannot write /mnt/a/out: No space left on device []",
        "cannot write /mnt/out: No space left on device []",
    ], done.stderr
