"""Taking times: engines in turn, round by round, so that a slow minute of the machine meets all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median

Run = Callable[[], float]


def timed(work: Callable[[], object]) -> Run:
    """Return a run that does the work once and returns the seconds it took."""

    def run() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return run


def interleave(engines: Mapping[str, Run], rounds: int) -> dict[str, list[float]]:
    """Run every engine once per round, in turn, after one round that is not counted."""
    for run in engines.values():
        run()
    times: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(rounds):
        for name, run in engines.items():
            times[name].append(run())
    return times


@dataclass(frozen=True)
class Comparison:
    """One kind of work done by several engines. The first engine is ours.

    ``amount`` and ``unit`` say how much work one run is. ``targets`` holds, by engine, how many times as fast
    as it we mean to be: what to reach, and sometimes what to aim at. ``skipped`` holds why an engine is missing.
    """

    title: str
    amount: float
    unit: str
    times: Mapping[str, list[float]]
    targets: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)

    @property
    def ours(self) -> str:
        """The name of our engine."""
        return next(iter(self.times))

    def rate(self, engine: str) -> float:
        """Return the amount done per second, by the median time."""
        return self.amount / median(self.times[engine])

    def ratio(self, engine: str) -> float:
        """Return how many times as fast as this engine we are: the median of the ratios of all rounds."""
        pairs = zip(self.times[engine], self.times[self.ours], strict=True)
        return median(theirs / ours for theirs, ours in pairs)

    def best_ratio(self, engine: str) -> float:
        """Return the same ratio between the best times of each."""
        return min(self.times[engine]) / min(self.times[self.ours])


def byte_count(size: float) -> str:
    """Return a number of bytes in a unit that reads well."""
    return f"{size / 1e6:,.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"
