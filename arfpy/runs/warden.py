"""Stands between the grader and one candidate, so that nothing the candidate started outlives it.

Run as ``python -I -S -B warden.py DESCRIPTOR PROGRAM [ARGUMENT...]``, with the standard streams, directory and
environment meant for the program. The grader holds the other end of the socket DESCRIPTOR and reads lines from it:
``started PID`` or ``refused ERRNO``, later ``ended CODE`` when neither the program nor anything it started is left
(CODE is negative for a signal). That the grader's end closes, on purpose or because the grader is gone, means: kill.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
import sys
from contextlib import suppress

_PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """Start, watch, clear away and report."""
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    # Orphans below come to this process, whatever session they fled to, and can be found and reaped.
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        _tell(control, f"refused {ctypes.get_errno()}")
        return
    program, refusal = _start(sys.argv[2:])
    if refusal:
        _tell(control, f"refused {refusal}")
        return
    _tell(control, f"started {program}")
    _let_go_of_streams()
    watch = select.poll()
    watch.register(control, select.POLLIN)
    watch.register(os.pidfd_open(program), select.POLLIN)
    watch.poll()
    _tell(control, f"ended {_clear_away(program)}")


def _start(command: list[str]) -> tuple[int, int]:
    """Return the process's number, and the errno of a start that failed or 0."""
    reading, writing = os.pipe()
    program = os.fork()
    if program == 0:
        try:
            os.setsid()
            # Python ignores these two, and a program would inherit that.
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            os.execvp(command[0], command)  # noqa: S606 - no shell is the point
        except OSError as error:
            os.write(writing, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(writing)
    # Closed without a word by a program that runs.
    refusal = os.read(reading, 16)
    os.close(reading)
    return program, int(refusal or 0)


def _let_go_of_streams() -> None:
    """Leave the streams to the program alone: their end must mean its end."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def _clear_away(program: int) -> int:
    """Kill and reap everything below this process; return the exit code of the program."""
    code = 0
    with suppress(ProcessLookupError):
        os.killpg(program, signal.SIGKILL)
    while True:
        for process in _descendants(os.getpid()):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        # Waits for one, then takes all that are there: whoever forks must not be faster than this.
        wait = 0
        while True:
            try:
                process, status = os.waitpid(-1, wait)
            except ChildProcessError:
                return code
            if process == 0:
                break
            if process == program:
                code = os.waitstatus_to_exitcode(status)
            wait = os.WNOHANG


def _descendants(process: int) -> list[int]:
    found = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - pathlib would double the time of a start
            with open(f"/proc/{process}/task/{thread}/children") as file:  # noqa: PTH123 - as above
                children = [int(number) for number in file.read().split()]
            for child in children:
                found += [child, *_descendants(child)]
    return found


def _tell(control: socket.socket, line: str) -> None:
    # A grader that is gone needs no report.
    with suppress(OSError):
        control.sendall(line.encode() + b"\n")


if __name__ == "__main__":
    main()
