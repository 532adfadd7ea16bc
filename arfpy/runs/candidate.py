"""A candidate is frozen before anything runs: its files are read once, fingerprinted and copied from that reading."""

from __future__ import annotations

import os
import stat
import tomllib
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from .faults import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_BYTES = 10 * 1024 * 1024
MAX_FILES = 1000
MAX_ARGUMENTS = 64
MAX_COMMAND_CHARACTERS = 8192
SKIPPED = frozenset({".git", ".venv", "__pycache__"})
CONFIGURATION = "evalarc.toml"
DEFAULT_ENTRY = "main.py"


class _File(NamedTuple):
    parts: tuple[str, ...]
    mode: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Frozen:
    """The copy that runs. :param sha256: of its files. :param command: its placeholders not filled in."""

    folder: Path
    sha256: str
    command: tuple[str, ...]

    def require_unchanged(self) -> None:
        """Make sure that the copy still holds what was frozen, and nothing else.

        :raises EnvironmentFault: it does not.
        """
        try:
            now = fingerprint(list(_files(self.folder, skipped=frozenset())))
        except UsageError as error:
            raise EnvironmentFault(f"the frozen copy of the candidate was changed: {error.message}") from None
        if now != self.sha256:
            raise EnvironmentFault("the frozen copy of the candidate was changed while it ran")


def freeze(source: Path, folder: Path, default_command: tuple[str, ...]) -> Frozen:
    """Copy a candidate into a folder that does not exist yet, readable by all and writable by none.

    :param default_command: what starts it where it names no command; it then needs a ``main.py``.
    :raises UsageError: it is empty, too large, holds a link or device, or its ``evalarc.toml`` is not sound.
    :raises EnvironmentFault: the copy cannot be written.
    """
    files = list(_files(source, SKIPPED))
    command = _command(files, default_command)
    try:
        _write(files, folder)
    except OSError as error:
        raise EnvironmentFault(f"the candidate cannot be copied: {error.strerror}") from None
    return Frozen(folder, fingerprint(files), command)


def _write(files: list[_File], folder: Path) -> None:
    folder.mkdir()
    for file in files:
        path = folder.joinpath(*file.parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        path.chmod(file.mode & 0o555)
    for inner in (folder, *folder.rglob("*")):
        if inner.is_dir():
            inner.chmod(0o555)


def fingerprint(files: list[_File]) -> str:
    """Return the SHA-256 of a candidate's files, 64 lower-case hexadecimal digits."""
    digest = sha256()
    for file in sorted(files):
        path = "/".join(file.parts).encode()
        digest.update(len(path).to_bytes(8, "big") + path + file.mode.to_bytes(2, "big"))
        digest.update(len(file.content).to_bytes(8, "big") + file.content)
    return digest.hexdigest()


def _files(root: Path, skipped: frozenset[str]) -> Iterator[_File]:
    """Yield the files of a candidate. :raises UsageError: it is none."""
    count = size = 0
    for parts in _walk(root, (), skipped):
        count += 1
        if count > MAX_FILES:
            raise _refused(root, f"it has more than {MAX_FILES} files")
        file = _read(root, parts, MAX_BYTES - size)
        size += len(file.content)
        yield file
    if not count:
        raise _refused(root, "it holds no file")


def _walk(root: Path, above: tuple[str, ...], skipped: frozenset[str]) -> Iterator[tuple[str, ...]]:
    try:
        entries = sorted(os.scandir(root.joinpath(*above)), key=lambda entry: entry.name)
    except OSError as error:
        raise _refused(root, f"{'/'.join(above) or 'it'} cannot be read: {error.strerror}") from None
    for entry in entries:
        parts = (*above, entry.name)
        if entry.name in skipped:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(root, parts, skipped)
        elif entry.is_file(follow_symlinks=False):
            yield parts
        else:
            what = "a symbolic link" if entry.is_symlink() else "neither file nor folder"
            raise _refused(root, f"{_shown(parts)} is {what}")


def _read(root: Path, parts: tuple[str, ...], limit: int) -> _File:
    try:
        "/".join(parts).encode()
        # Should the file have become a link or pipe since it was listed, it is neither followed nor waited for.
        descriptor = os.open(root.joinpath(*parts), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:  # noqa: PTH123 - it is open already
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise _refused(root, f"{_shown(parts)} is no file")
            content = file.read(limit + 1)
    except UnicodeEncodeError:
        raise _refused(root, f"the name {_shown(parts)} is not UTF-8") from None
    except OSError as error:
        raise _refused(root, f"{_shown(parts)} cannot be read: {error.strerror}") from None
    if len(content) > limit:
        raise _refused(root, f"it is larger than {MAX_BYTES} bytes")
    return _File(parts, 0o755 if status.st_mode & 0o111 else 0o644, content)


def _command(files: list[_File], default: tuple[str, ...]) -> tuple[str, ...]:
    """Return what starts the candidate. :raises UsageError: nothing does, or ``evalarc.toml`` is not sound."""
    contents = {file.parts: file.content for file in files}
    text = contents.get((CONFIGURATION,))
    if text is None:
        if (DEFAULT_ENTRY,) not in contents:
            raise UsageError(
                f"the candidate has neither {DEFAULT_ENTRY} nor {CONFIGURATION}",
                f"Add {DEFAULT_ENTRY}, or name the command in {CONFIGURATION}.",
            )
        return default
    try:
        value = tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _unsound(str(error)) from None
    if set(value) != {"command"}:
        raise _unsound("it holds exactly one key, command")
    command = value["command"]
    if not isinstance(command, list) or not 1 <= len(command) <= MAX_ARGUMENTS:
        raise _unsound(f"command is an array of 1 to {MAX_ARGUMENTS} strings")
    if not all(isinstance(argument, str) and argument and "\0" not in argument for argument in command):
        raise _unsound("every part of command is a string, not empty, without NUL")
    if sum(map(len, command)) > MAX_COMMAND_CHARACTERS:
        raise _unsound(f"command is longer than {MAX_COMMAND_CHARACTERS} characters")
    return tuple(command)


def _shown(parts: tuple[str, ...]) -> str:
    return ascii("/".join(parts))


def _refused(root: Path, reason: str) -> UsageError:
    return UsageError(f"the candidate {root} is refused: {reason}", "Give a folder of ordinary files.")


def _unsound(reason: str) -> UsageError:
    return UsageError(
        f"{CONFIGURATION} is refused: {reason}", f'Write one line: command = ["{{python}}", "{DEFAULT_ENTRY}"]'
    )
