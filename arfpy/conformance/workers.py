"""Running: the cases are dealt to worker processes, each of which has one program of the vendor at a time."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import multiprocessing.context
import os
import time
from typing import TYPE_CHECKING, Protocol

from ..errors import InternalFault, UsageError
from .process import adopt_orphans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .cases import Answer, Case

# Answers that a worker gathers before it hands them over, so that handing over costs little.
_BATCH_SECONDS = 0.1


class VendorProtocol(Protocol):
    """A way of putting cases to a program."""

    def answer(self, case: Case) -> Answer:
        """Put one case to it."""

    def close(self) -> None:
        """End what is still running."""


def run(cases: Sequence[Case], protocol: Callable[[], VendorProtocol], jobs: int) -> Iterator[tuple[int, Answer]]:
    """Yield the answer to each case with its index, in the order in which they arrive.

    :param protocol: makes the protocol of one worker.
    :raises UsageError: the program cannot be started, or this system has no process groups.
    """
    if os.name != "posix":
        hint = "Put the answers into a file instead: arf conformance export, then run --answers."
        raise UsageError("programs can be run only where there are process groups (Linux, macOS)", hint)
    # Forked, so that the cases are there already; nothing here has started a thread yet.
    context = multiprocessing.get_context("fork")
    workers: dict[multiprocessing.connection.Connection, multiprocessing.context.ForkProcess] = {}
    for number in range(min(jobs, len(cases))):
        ours, theirs = context.Pipe(duplex=False)
        share = range(number, len(cases), jobs)
        worker = context.Process(target=_work, args=(cases, share, protocol, theirs, [*workers, ours]))
        worker.start()
        theirs.close()
        workers[ours] = worker
    try:
        while workers:
            for ready in multiprocessing.connection.wait(list(workers)):
                assert isinstance(ready, multiprocessing.connection.Connection)
                ours = ready
                try:
                    message = ours.recv()
                except EOFError:
                    worker = workers.pop(ours)
                    worker.join()
                    if worker.exitcode:
                        raise InternalFault(f"a worker ended with {worker.exitcode}") from None
                    continue
                if isinstance(message, Exception):
                    raise message
                yield from message
    finally:
        for connection, worker in workers.items():
            connection.close()
            worker.join()


def _work(
    cases: Sequence[Case],
    share: range,
    protocol: Callable[[], VendorProtocol],
    out: multiprocessing.connection.Connection,
    others: Sequence[multiprocessing.connection.Connection],
) -> None:
    """Answer a share of the cases. ``others`` are ends of pipes that only the process above may hold open."""
    for connection in others:
        connection.close()
    adopt_orphans()
    fault: Exception | None = None
    try:
        _answer(cases, share, protocol(), out)
    except (KeyboardInterrupt, BrokenPipeError):
        return  # Somebody has seen enough.
    except UsageError as error:
        fault = error
    except Exception as error:  # noqa: BLE001 - told apart from every outcome, and by the process that reports
        fault = InternalFault(f"{type(error).__name__}: {error}")
    if fault is not None:
        with contextlib.suppress(BrokenPipeError):
            out.send(fault)


def _answer(
    cases: Sequence[Case], share: range, vendor: VendorProtocol, out: multiprocessing.connection.Connection
) -> None:
    batch, sent = [], time.monotonic()
    try:
        for index in share:
            batch.append((index, vendor.answer(cases[index])))
            if time.monotonic() - sent > _BATCH_SECONDS:
                out.send(batch)
                batch, sent = [], time.monotonic()
    finally:
        vendor.close()
    out.send(batch)
