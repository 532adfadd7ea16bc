"""A vendor's process: started without a shell, in a session of its own, held to limits, ended with all below it.

Everything here runs in a worker process that starts one program at a time. On Linux that worker adopts whatever its
program leaves behind (PR_SET_CHILD_SUBREAPER), so a child that made a session of its own is still found and ended.
Elsewhere only the program's process group can be ended, and no memory is counted.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ..errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

_LINUX = sys.platform == "linux"
_PR_SET_CHILD_SUBREAPER = 36
_CHUNK = 65536
_TICK = 0.05  # seconds between two looks at the process
_MEMORY_EVERY = 0.25  # seconds between two counts of memory while answers flow
_PATIENCE = 5.0  # seconds that killed processes are given to be gone
_OUTPUT_LIMIT = 1024 * 1024  # bytes of one answer; the longest answer of a vector has a few thousand


class TroubleError(Exception):
    """The process gave no answer; the text says how it ended or which limit it met."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may take: seconds, and resident bytes of the process and all below it."""

    seconds: float = 5.0
    resident: int = 1024 * 1024 * 1024


def adopt_orphans() -> None:
    """Make this process the parent of every orphan below it, where the system can do that."""
    if _LINUX:
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Vendor:
    """One running program of a vendor."""

    def __init__(self, argv: Sequence[str], environment: dict[str, str], limits: Limits) -> None:
        """Start it. :raises UsageError: it cannot be started."""
        self.limits = limits
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the vendor's command is what the kit is asked to run
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            raise UsageError(
                f"cannot start {argv[0]}: {error}", "Check --command; it is run without a shell."
            ) from None
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in streams if stream is not None)
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self.stdout, self.stderr = bytearray(), bytearray()
        self._counted = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.end()

    def run(self, data: bytes) -> int:
        """Give all of stdin, wait for the end, and return the exit code; stdout and stderr hold what was written.

        :raises TroubleError: it met a limit.
        """
        self._exchange(data, close=True, done=lambda: False)
        return self._process.wait()

    def ask(self, line: bytes) -> bytes:
        """Give one line and return the line that is answered, without its end. :raises TroubleError: none came."""
        self.stdout.clear()
        self.stderr.clear()
        self._exchange(line, close=False, done=lambda: b"\n" in self.stdout)
        answer, newline, rest = bytes(self.stdout).partition(b"\n")
        if not newline:
            code = self._process.wait()
            raise TroubleError(f"the process ended with {ending(code)} before it answered")
        if rest:
            raise TroubleError("more than one line was answered")
        return answer

    def _exchange(self, data: bytes, *, close: bool, done: Callable[[], bool]) -> None:
        """Write and read until it is done, or both streams have ended, or the process has."""
        end = time.monotonic() + self.limits.seconds
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        rest = self._feed(memoryview(data), close=close)
        while not done():
            now = time.monotonic()
            if now > end:
                raise TroubleError(f"no answer in {self.limits.seconds:g} seconds")
            events = self._selector.select(min(_TICK, end - now))
            for key, _ in events:
                if key.fd == self._stdin:
                    rest = self._feed(rest, close=close)
                else:
                    self._read(key.fd)
            if not self._reading():
                self._wait(end)
                return
            self._look(idle=not events)
            if not events and self._process.poll() is not None:
                # Whatever still holds the streams open is not the program; its own last words are in the pipes.
                self._drain()
                return

    def _feed(self, rest: memoryview, *, close: bool) -> memoryview:
        """Write what the pipe takes and return what is left; with nothing left the pipe is no longer watched."""
        try:
            while rest:
                rest = rest[os.write(self._stdin, rest[:_CHUNK]) :]
        except BlockingIOError:
            return rest
        except OSError:
            rest = rest[:0]  # It does not read its input; what it answers decides.
        self._selector.unregister(self._stdin)
        if close:
            self._close_stdin()
        return rest

    def _close_stdin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _read(self, descriptor: int) -> None:
        into = self.stdout if descriptor == self._stdout else self.stderr
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(descriptor, _CHUNK)
            if not chunk:
                self._selector.unregister(descriptor)
            into += chunk
            if len(into) > _OUTPUT_LIMIT:
                raise TroubleError(f"more than {_OUTPUT_LIMIT} bytes of output")

    def _drain(self) -> None:
        """Read what is in the pipes now."""
        while self._reading() and (events := self._selector.select(0)):
            for key, _ in events:
                if key.fd == self._stdin:
                    self._selector.unregister(self._stdin)
                else:
                    self._read(key.fd)

    def _reading(self) -> bool:
        return self._stdout in self._selector.get_map() or self._stderr in self._selector.get_map()

    def _wait(self, end: float) -> None:
        try:
            self._process.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise TroubleError(f"it closed its output and did not end in {self.limits.seconds:g} seconds") from None

    def _look(self, *, idle: bool) -> None:
        """Count the memory of everything below this worker from time to time."""
        now = time.monotonic()
        if _LINUX and (idle or now - self._counted > _MEMORY_EVERY):
            self._counted = now
            if sum(_below().values()) > self.limits.resident:
                raise TroubleError(f"more than {self.limits.resident // 1024 // 1024} MB of memory")

    def end(self, patience: float = 0.0) -> None:
        """End the program and everything below it.

        :param patience: seconds to wait for it to end by itself, its input closed.
        """
        self._selector.close()
        self._close_stdin()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
        if not _LINUX:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()
        _end_all_below()


def _end_all_below() -> None:
    """Kill and reap until this worker has no child: a killed child hands its own children to the worker.

    :raises UsageError: one of them cannot be ended.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        below = _below()
        if time.monotonic() > end:
            hint = "It may run as another user. End it by hand, and have the command start nothing of the kind."
            raise UsageError(f"processes of the implementation cannot be ended: {sorted(below)}", hint)
        for pid in below:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def _below() -> dict[int, int]:
    """Return the resident bytes of every process below this one, by its id."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                # After the name, which may hold anything but ends at the last parenthesis: state, parent, …
                fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
                parents[int(entry.name)] = int(fields[1])
                sizes[int(entry.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    me = os.getpid()
    found = {}
    for pid in parents:
        above = pid
        while above in parents and above != me:
            above = parents[above]
        if above == me and pid != me:
            found[pid] = sizes[pid]
    return found


def ending(code: int) -> str:
    """Say how a process ended."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
