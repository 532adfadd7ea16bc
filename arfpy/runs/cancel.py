"""Cancellation at a moment that can bear it: a signal is noted at once and takes effect at the next wait or check.

Python raises ``KeyboardInterrupt`` between any two steps, also between starting a process and knowing its number.
Inside :func:`deferred` it is raised only by :func:`check`, and by whoever waits with :func:`wake_descriptor` in reach.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _State:
    """Signals belong to the whole interpreter, and so does this."""

    requested = False
    pipe: tuple[int, int] | None = None


@contextmanager
def deferred(*, last: bool = False) -> Iterator[None]:
    """Hold SIGINT, SIGTERM and SIGHUP back from the block; each ends it at its next check as ``KeyboardInterrupt``.

    :param last: the program ends with the block: once cancelled, it hears no further signal on its way out.

    Only the main thread receives signals; elsewhere, and inside another such block, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread() or _State.pipe is not None:
        yield
        return
    _State.requested = False
    _State.pipe = os.pipe()
    for descriptor in _State.pipe:
        os.set_blocking(descriptor, False)
    # What is ignored already stays so: nohup, and jobs in the background.
    heard = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _note) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if last and _State.requested else handler)
        for descriptor in _State.pipe:
            os.close(descriptor)
        _State.pipe = None


def check() -> None:
    """Take note of a signal held back. :raises KeyboardInterrupt: there was one."""
    if _State.requested and _State.pipe is not None:
        raise KeyboardInterrupt


def wake_descriptor() -> int | None:
    """Return a descriptor that can be read from once a signal is held back; None where none is."""
    return None if _State.pipe is None else _State.pipe[0]


def _note(_number: int, _frame: FrameType | None) -> None:
    _State.requested = True
    if _State.pipe is not None:
        # Full means that many signals came before this one, which is as good.
        with suppress(BlockingIOError):
            os.write(_State.pipe[1], b".")
