"""A candidate is frozen: what is taken, what is refused, and the fingerprint of it."""

from __future__ import annotations

import json
import os
import socket
import stat

import pytest

from arfpy.errors import UsageError
from arfpy.runs import folders
from arfpy.runs.candidate import SKIPPED, _files, fingerprint, freeze
from arfpy.runs.faults import EnvironmentFault

DEFAULT = ("{python}", "main.py")


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


@pytest.fixture
def frozen(source, tmp_path):
    """Freeze what is in ``source``."""
    return lambda: freeze(source, tmp_path / "frozen", DEFAULT)


def toml(source, text):
    (source / "evalarc.toml").write_bytes(text.encode())


def test_one_file_has_the_published_fingerprint(source, frozen):
    """It prints 1."""
    (source / "main.py").write_bytes(b"print(1)\n")
    assert frozen().sha256 == "39fec5908707ade20ae12affd9cf209dac8a1d67cd7627ff3ea8864e37546bd2"


def test_paths_are_ordered_by_component_and_the_execute_bit_counts(source):
    """a/b stands before a-b, which the order of whole strings would put first."""
    (source / "a").mkdir()
    (source / "a" / "b").write_bytes(b"1")
    (source / "a-b").write_bytes(b"2")
    (source / "run").write_bytes(b"#!/bin/sh\n")
    (source / "run").chmod(0o711)
    expected = "bd1a7b7338f50086404bb9583c1635417c6646fc5344063087f33f64783ee4e4"
    assert fingerprint(list(_files(source, SKIPPED))) == expected


def test_what_git_environments_and_caches_leave_is_not_part_of_it(source, frozen):
    """At any depth, files of these names included, whatever is inside."""
    (source / "main.py").write_bytes(b"print(1)\n")
    for name in (".git", "deep/.venv", "deep/__pycache__"):
        (source / name).mkdir(parents=True)
        (source / name / "x").write_bytes(b"x")
        (source / name / "link").symlink_to("/etc/passwd")
    (source / "more").mkdir()
    (source / "more" / ".git").write_bytes(b"gitdir: elsewhere\n")
    copy = frozen()
    assert copy.sha256 == "39fec5908707ade20ae12affd9cf209dac8a1d67cd7627ff3ea8864e37546bd2"
    assert sorted(os.listdir(copy.folder)) == ["main.py"]


def test_the_copy_is_complete_and_closed_to_writing(source, frozen):
    """Contents and execute bits are kept, other rights are not."""
    (source / "main.py").write_bytes(b"\0\xff")
    (source / "deep").mkdir()
    (source / "deep" / "run").write_bytes(b"x")
    (source / "deep" / "run").chmod(0o4700)
    folder = frozen().folder
    modes = {name: stat.S_IMODE((folder / name).stat().st_mode) for name in ("", "main.py", "deep", "deep/run")}
    assert modes == {"": 0o555, "main.py": 0o444, "deep": 0o555, "deep/run": 0o555}
    assert (folder / "main.py").read_bytes() == b"\0\xff"


def link_out(source):
    (source / "link").symlink_to("/etc/passwd")


def link_in(source):
    (source / "link").symlink_to("main.py")


def linked_folder(source):
    (source / "link").symlink_to(source.parent)


def dangling(source):
    (source / "link").symlink_to("nothing")


def pipe(source):
    os.mkfifo(source / "pipe")


def unix_socket(source):
    socket.socket(socket.AF_UNIX).bind(str(source / "socket"))


def too_many(source):
    for number in range(1000):
        (source / str(number)).touch()


def too_large(source):
    (source / "large").write_bytes(b"x" * (10 * 1024 * 1024))


def not_utf8(source):
    (source / os.fsdecode(b"\xff")).touch()


REFUSED = [link_out, link_in, linked_folder, dangling, pipe, unix_socket, too_many, too_large, not_utf8]


@pytest.mark.parametrize("spoil", REFUSED)
def test_what_is_no_ordinary_candidate_is_refused(source, frozen, spoil):
    """And nothing is copied."""
    (source / "main.py").write_bytes(b"x")
    spoil(source)
    with pytest.raises(UsageError, match="refused"):
        frozen()
    assert not (source.parent / "frozen").exists()


def test_the_limits_themselves_are_allowed(source, frozen):
    """A thousand files, ten mebibytes."""
    (source / "main.py").write_bytes(b"x" * (10 * 1024 * 1024))
    for number in range(999):
        (source / str(number)).touch()
    assert len(os.listdir(frozen().folder)) == 1000


@pytest.mark.parametrize("kind", ["empty", "only folders", "only skipped", "a file", "missing"])
def test_where_there_is_no_file_there_is_no_candidate(source, frozen, kind):
    """A folder of folders is empty too."""
    if kind == "only folders":
        (source / "a" / "b").mkdir(parents=True)
    if kind == "only skipped":
        (source / ".git").mkdir()
        (source / ".git" / "x").touch()
    if kind in ("a file", "missing"):
        source.rmdir()
    if kind == "a file":
        source.touch()
    with pytest.raises(UsageError, match="refused"):
        frozen()


def test_without_a_command_there_must_be_main_py(source, frozen):
    """At the top."""
    (source / "deep").mkdir()
    (source / "deep" / "main.py").touch()
    with pytest.raises(UsageError, match=r"main\.py"):
        frozen()
    (source / "main.py").touch()
    assert frozen().command == DEFAULT


@pytest.mark.parametrize("command", [["a"], ["x"] * 64, ["x" * 8192], ["{python}", "-c", "é {state} \n"]])
def test_a_command_is_kept_as_it_is_written(source, frozen, command):
    """Placeholders are filled in later; no main.py is needed."""
    toml(source, f"command = {json.dumps(command, ensure_ascii=False)}")
    assert frozen().command == tuple(command)


UNSOUND = [
    "",
    "command = []",
    'command = "main.py"',
    "command = [1]",
    'command = ["a", ""]',
    'command = ["a\\u0000"]',
    "command = " + repr(["x"] * 65),
    "command = " + repr(["x" * 4096, "y" * 4097]),
    'command = ["a"]\nimage = "x"',
    '[command]\nrun = ["a"]',
    'command = ["a"',
    'command = ["a"]\ncommand = ["b"]',
    "command = " + "[" * 5000 + "]" * 5000,
]


@pytest.mark.parametrize("text", UNSOUND)
def test_an_unsound_command_file_is_refused(source, frozen, text):
    """It holds exactly one key, so it cannot choose task, limits or image."""
    (source / "main.py").touch()
    toml(source, text)
    with pytest.raises(UsageError, match=r"evalarc\.toml is refused"):
        frozen()


def test_a_command_file_that_is_not_utf8_is_refused(source, frozen):
    """No encoding is guessed."""
    (source / "evalarc.toml").write_bytes(b'command = ["\xff"]')
    with pytest.raises(UsageError, match=r"evalarc\.toml is refused"):
        frozen()


def add(folder):
    (folder / "new").touch()


def add_skipped(folder):
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "notes").touch()


def change(folder):
    (folder / "main.py").chmod(0o644)
    (folder / "main.py").write_bytes(b"changed")


def make_executable(folder):
    (folder / "main.py").chmod(0o755)


def link(folder):
    (folder / "main.py").unlink()
    (folder / "main.py").symlink_to("/etc/passwd")


def take_away(folder):
    (folder / "main.py").unlink()


@pytest.mark.parametrize("alter", [add, add_skipped, change, make_executable, link, take_away])
def test_a_copy_that_was_changed_is_noticed(source, frozen, alter):
    """Also where it holds what would not have been frozen."""
    (source / "main.py").write_bytes(b"x")
    copy = frozen()
    copy.require_unchanged()
    copy.folder.chmod(0o755)
    alter(copy.folder)
    with pytest.raises(EnvironmentFault, match="changed"):
        copy.require_unchanged()


def test_a_temporary_folder_is_gone_whatever_is_in_it(tmp_path):
    """Closed folders, links, and folders deeper than a path can name."""
    with folders.temporary("test") as folder:
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "file").touch()
        (folder / "link").symlink_to(tmp_path / "outside")
        (folder / "a" / "b").mkdir(parents=True)
        (folder / "a" / "b" / "file").touch()
        (folder / "a" / "b").chmod(0)
        (folder / "a").chmod(0)
        here = os.open(folder, os.O_RDONLY)
        for _ in range(1500):
            os.mkdir("x" * 200, dir_fd=here)
            below = os.open("x" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(here)
    assert not folder.exists()
    assert (tmp_path / "outside" / "file").exists()
