"""One candidate process behind its line protocol: a JSON line out, a JSON line in, and limits on both."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self

from . import cancel
from .answers import read_answer
from .faults import AgentError, EnvironmentFault
from .limits import CLEANUP_SECONDS, HOST_LINE_BYTES, STDERR_TAIL_BYTES, Limits

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from .backends import Start

_WARDEN = Path(__file__).resolve().with_name("warden.py")
_CHUNK = 65536
_STDERR_HEAD_BYTES = 64


class Process:
    """A running candidate; use it as a context manager. However its block ends, nothing of it is left afterwards.

    The n-th line the candidate writes answers the n-th line it was sent, whenever it came.

    :param start: how to start it. :param limits: what it may take.
    :param deadline: when the time of its case is over, on the clock of ``time.monotonic``.
    """

    def __init__(self, start: Start, limits: Limits, deadline: float) -> None:
        self._start = start
        self._limits = limits
        self._deadline = deadline
        self._warden: subprocess.Popen[bytes] | None = None
        self._selector = selectors.DefaultSelector()
        self._control, self._far_end = socket.socketpair()
        self._messages = b""
        self._outgoing = b""
        self._stdout = bytearray()
        self._stderr_head = self._stderr_tail = b""
        self._open_streams = 2
        self._output_bytes = 0
        self._number: int | None = None
        self._lost = False
        self._exit_code: int | None = None

    @property
    def exit_code(self) -> int | None:
        """The exit code, negative for a signal, or None while it runs or where it never ran."""
        return self._exit_code

    @property
    def ran(self) -> bool:
        """Whether it was ever started."""
        return self._number is not None

    def evidence(self) -> dict[str, Any]:
        """Return its entry in a report's ``processes``."""
        return {
            "exit_code": self._exit_code,
            "output_bytes": self._output_bytes,
            "stderr_tail": self._stderr_tail.decode("utf-8", "replace"),
            "stderr_tail_limit_bytes": STDERR_TAIL_BYTES,
        }

    def __enter__(self) -> Self:
        try:
            self._spawn()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def exchange(self, value: Any) -> Any:
        """Write one JSON line and return the one value answered; it holds finite numbers and whole characters only.

        :raises AgentError: no sound answer in time, too much output, or the process ended.
        :raises EnvironmentFault: what it runs on failed.
        """
        line = json.dumps(value, allow_nan=False).encode("ascii") + b"\n"
        if len(line) > HOST_LINE_BYTES:
            # Only what the candidate itself stored makes a line grow, so it is not allowed to end the whole run.
            raise AgentError(f"what it stored makes a line longer than {HOST_LINE_BYTES} bytes")
        self._outgoing = line
        self._selector.register(self._stream("stdin"), selectors.EVENT_WRITE, self._write)
        deadline = self._response_deadline()
        while self._outgoing or b"\n" not in self._stdout:
            if self._has_ended() and b"\n" not in self._stdout:
                self._fail(f"it ended with exit code {self._exit_code} before it answered")
            self._wait(deadline)
        answer, _, self._stdout = self._stdout.partition(b"\n")
        return read_answer(bytes(answer))

    def finish(self) -> int:
        """Close stdin, wait for the end, and return the exit code, which is 0.

        :raises AgentError: it stayed, ended with another code, or wrote more than white space.
        :raises EnvironmentFault: what it runs on failed.
        """
        self._close("stdin")
        deadline = self._response_deadline()
        while not self._has_ended():
            self._wait(deadline)
        if self._exit_code != 0:
            self._fail(f"it ended with exit code {self._exit_code}")
        if self._stdout.strip():
            raise AgentError("it wrote more than it was asked for")
        return 0

    def kill(self) -> None:
        """Kill it and everything it started with SIGKILL, stdin still open, and reap it; the exit code is then -9.

        :raises EnvironmentFault: something of it could not be ended.
        """
        wake = cancel.wake_descriptor()
        if wake is not None and wake in self._selector.get_map():
            self._selector.unregister(wake)
        if self._start.kill is not None:
            self._start.kill()
            self._ends_within(CLEANUP_SECONDS)
        # The warden kills when this side goes silent, unless the candidate stopped it.
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        if self._warden is not None:
            self._warden.send_signal(signal.SIGCONT)
        if not self._ends_within(CLEANUP_SECONDS):
            raise EnvironmentFault("a process of the candidate could not be ended")

    def _spawn(self) -> None:
        cancel.check()
        descriptor = self._far_end.fileno()
        try:
            self._warden = subprocess.Popen(  # noqa: S603 - running the candidate is the task
                [sys.executable, "-I", "-S", "-B", str(_WARDEN), str(descriptor), *self._start.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._start.directory,
                env=self._start.environment,
                pass_fds=(descriptor,),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EnvironmentFault(f"no process can be started: {getattr(error, 'strerror', None) or error}") from None
        self._far_end.close()
        self._listen(self._control.fileno(), self._hear)
        if (wake := cancel.wake_descriptor()) is not None:
            # Nothing to do: the wait ends, and cancellation is looked at after every wait.
            self._selector.register(wake, selectors.EVENT_READ, lambda: None)
        # The candidate is listened to once it is known to run: what it does is then told by whoever asks it something.
        while self._number is None:
            self._wait(self._deadline)
        os.set_blocking(self._stream("stdin"), False)
        for name, take in (("stdout", self._take_stdout), ("stderr", self._take_stderr)):
            self._listen(self._stream(name), partial(self._read, self._stream(name), take))

    def _listen(self, descriptor: int, heard: Callable[[], None]) -> None:
        os.set_blocking(descriptor, False)
        self._selector.register(descriptor, selectors.EVENT_READ, heard)

    def _stream(self, name: str) -> int:
        return int(getattr(self._warden, name).fileno())

    def _response_deadline(self) -> float:
        return min(time.monotonic() + self._limits.response_seconds, self._deadline)

    def _wait(self, deadline: float) -> None:
        """Take in what comes next. :raises AgentError: a limit is passed. :raises KeyboardInterrupt: cancelled."""
        cancel.check()
        left = deadline - time.monotonic()
        if left <= 0 and deadline == self._deadline:
            raise AgentError(f"the {self._limits.case_seconds:g} s of its case are over")
        if left <= 0:
            raise AgentError(f"it did not answer or end within {self._limits.response_seconds:g} s")
        self._take_in(left)
        cancel.check()
        if self._output_bytes > self._limits.output_bytes:
            raise AgentError(f"it wrote more than {self._limits.output_bytes} bytes")

    def _take_in(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            key.data()

    def _write(self) -> None:
        try:
            written = os.write(self._stream("stdin"), self._outgoing)
        except BrokenPipeError:
            # It reads no more, and may have answered already.
            written = len(self._outgoing)
        self._outgoing = self._outgoing[written:]
        if not self._outgoing:
            self._selector.unregister(self._stream("stdin"))

    def _read(self, descriptor: int, take: Callable[[bytes], None]) -> None:
        data = os.read(descriptor, _CHUNK)
        if not data:
            self._open_streams -= 1
            self._selector.unregister(descriptor)
        if self._output_bytes <= self._limits.output_bytes:
            self._output_bytes += len(data)
            take(data)

    def _take_stdout(self, data: bytes) -> None:
        self._stdout += data

    def _take_stderr(self, data: bytes) -> None:
        self._stderr_head = (self._stderr_head + data)[:_STDERR_HEAD_BYTES]
        self._stderr_tail = (self._stderr_tail + data)[-STDERR_TAIL_BYTES:]

    def _hear(self) -> None:
        """Take in what the warden says."""
        data = self._control.recv(_CHUNK)
        if not data:
            self._selector.unregister(self._control)
            if self._exit_code is None:
                self._lost = True
                raise EnvironmentFault("the process that watches over the candidate was lost")
        *lines, self._messages = (self._messages + data).split(b"\n")
        for what, number in (line.split() for line in lines):
            if what == b"refused":
                raise EnvironmentFault(f"the command cannot be started: {os.strerror(int(number))}")
            if what == b"started":
                self._number = int(number)
            else:
                self._exit_code = int(number)

    def _ends_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._has_ended() and (left := until - time.monotonic()) > 0:
            self._take_in(left)
        return self._has_ended()

    def _has_ended(self) -> bool:
        """Say whether it has ended and all it wrote is here."""
        return self._exit_code is not None and not self._open_streams

    def _fail(self, message: str) -> NoReturn:
        if self._exit_code is not None and self._start.is_ours(self._exit_code, self._stderr_head):
            raise EnvironmentFault(f"what the candidate runs on failed with exit code {self._exit_code}")
        raise AgentError(message)

    def _end(self) -> None:
        """Leave nothing behind. :raises EnvironmentFault: that failed."""
        try:
            if self._lost:
                self._force()
            elif self.ran and self._exit_code is None:
                self.kill()
        except EnvironmentFault:
            self._force()
            raise
        finally:
            try:
                self._release()
            finally:
                self._start.clear()

    def _force(self) -> None:
        """What is left to do without the warden. It is not ended itself: it goes on trying."""
        if self._number is not None:
            with suppress(OSError):
                os.killpg(self._number, signal.SIGKILL)

    def _release(self) -> None:
        self._selector.close()
        self._control.close()
        self._far_end.close()
        if self._warden is None:
            return
        for name in ("stdin", "stdout", "stderr"):
            self._close(name)
        try:
            self._warden.wait(CLEANUP_SECONDS)
        except subprocess.TimeoutExpired:
            raise EnvironmentFault("a process of the candidate could not be ended") from None

    def _close(self, name: str) -> None:
        # A broken pipe is no news here: nothing is waiting to be written.
        with suppress(OSError):
            getattr(self._warden, name).close()


def try_out(start: Start) -> None:
    """Run a command of our own that says nothing and ends. :raises EnvironmentFault: it did not, and why."""
    limits = Limits()
    process = Process(start, limits, time.monotonic() + limits.case_seconds)
    try:
        with process:
            process.finish()
    except AgentError as error:
        raise EnvironmentFault(error.message) from None
    except EnvironmentFault as fault:
        said = process.evidence()["stderr_tail"].strip()
        raise EnvironmentFault(said or fault.message) from None
