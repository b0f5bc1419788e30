"""Solve a subgame by discounted CFR to a target exploitability or a time limit, and report progress.

Measuring exploitability takes as long as one iteration, so exploitability is not measured after every
iteration. After the first measurement, each further measurement waits until the target should be reached at
the current rate. Under a time limit, an iteration starts only if it and the final measurement can finish in
time. A running iteration is never interrupted, because some boards would then be ahead of others.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from ai.solver.spot import IP, OOP
from ai.solver.streets import StreetTables
from ai.solver.subgame import Subgame
from game.core import Progress
from game.files import user_files
from game.files.memory_limit import bytes_under_limit, threads_under_limit

UNKNOWN = 4 * 2**30
"""The assumed number of free bytes if the system does not report it."""
MAX_BYTES = 2**16
SYSTEM = Path("/")


def available_bytes() -> int:
    """Return the free bytes of memory that this process can use within its limits."""
    return max(0, min(_limits(), default=UNKNOWN))


def _limits() -> Iterator[int]:
    """Yield the free bytes of this computer, of its container, and under `ulimit -v`.

    Numbers that are unknown are left out.
    """
    free = _table(SYSTEM / "proc/meminfo").get("MemAvailable:")
    if free is not None:
        yield 1024 * free
    elif hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        yield int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    with suppress(OSError, ValueError):  # no container has a limit, or the limit is "max"
        group = SYSTEM / "sys/fs/cgroup"
        limit, used = (
            int(user_files.read_text(group / name, MAX_BYTES)) for name in ("memory.max", "memory.current")
        )
        yield limit - used + _table(group / "memory.stat").get("inactive_file", 0)
    if (left := bytes_under_limit()) is not None:
        yield left


def _table(file: Path) -> dict[str, int]:
    """Return the integers in the second column of a file, by the words in the first column."""
    with suppress(OSError, ValueError):
        rows = [line.split() for line in user_files.read_text(file, MAX_BYTES).splitlines()]
        return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdigit()}
    return {}


REPORT_SECONDS = 0.05
RECENT_ITERATIONS = 4
"""The duration of the next iteration is estimated by the slowest of this number of recent iterations."""
FIRST_CHECK, MIN_STEP = 10, 4  # iterations
PACE = 1.2  # exploitability falls with this power of the iterations, or faster
USUAL_PACE = 1.7  # and usually with this power
USUAL_ITERATIONS, USUAL_TARGET = 80, 0.5
"""The usual number of iterations to this target, in percent of the pot."""
PATIENCE = 1_000  # iterations before the first check for a stall
STALLED = 0.8  # a solve has stalled if twice the iterations leave more than this part of its exploitability
MAX_ITERATIONS = 100_000
Result = TypeVar("Result")
EXPLOITABILITY = "exploitability_pct"


@dataclass(frozen=True, slots=True)
class Goal:
    """The limits of a solve. The first limit that is reached ends the solve.

    The limits are a target exploitability in percent of the pot, a number of iterations, and seconds. If only the
    iterations are limited, every run gives the same result, and exploitability is measured only at the end.
    """

    target: float | None = None
    seconds: float | None = None
    iterations: int | None = None

    def part(self, share: float) -> Goal:
        return self if self.seconds is None else replace(self, seconds=share * self.seconds)

    def times(self, factor: int) -> Goal:
        return self if self.iterations is None else replace(self, iterations=factor * self.iterations)

    def after(self, seconds: float) -> Goal:
        return self if self.seconds is None else replace(self, seconds=max(0.0, self.seconds - seconds))


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a solve.

    Attributes:
        exploitability: The exploitability in percent of the pot.
        reached: Whether the target was reached.
        ev: The expected winnings of `oop` and `ip` in chips, including the pot.
        gains: If the spot has rake, the gains of the best responses of `oop` and `ip` over the solution, in percent
            of the pot. The exploitability is the mean of the two gains.
    """

    exploitability: float
    reached: bool
    iterations: int
    seconds: float
    ev: tuple[float, float]
    gains: tuple[float, float] | None = None


def solve(
    game: Subgame, goal: Goal, is_stopped: Callable[[], bool] = lambda: False
) -> Iterator[Progress | Solved]:
    """Solve to the goal. Yield progress at least every 100 ms, and finally the result.

    Closing the generator stops the work.

    A solve continues from the tables of `game`. If `is_stopped` returns True, the solve ends after the current
    iteration.
    """
    with _threads(game):
        yield from _solve(game, goal, is_stopped)


def iterate(game: Subgame, goal: Goal) -> Iterator[Progress]:
    """Run iterations without measuring exploitability. The target exploitability of `goal` is ignored."""
    clock = _Clock(goal, measures=False)
    with _threads(game):
        while not clock.is_over(game.iterations):
            yield from clock.iterate(game, math.inf)


def solved(game: Subgame, goal: Goal) -> Solved:
    """Solve to the goal, and return the result."""
    *_, last = solve(game, goal)
    assert isinstance(last, Solved)
    return last


def measure(game: Subgame) -> Generator[Progress, None, Solved]:
    """Measure exploitability and EV without iterating."""
    clock = _Clock(Goal(), measures=True)
    with _threads(game):
        share = yield from _measure(game, clock, math.inf)
        ev = yield from clock.beats(game.evs(), game, share)
    return Solved(share, True, game.iterations, clock.seconds(), ev)


@contextmanager
def _threads(game: Subgame) -> Iterator[None]:
    """Give a game of several streets a pool of threads while the context lasts.

    If there is no pool, the caller's thread does the work.
    """
    threads = 0 if len(game.streets) == 1 else threads_under_limit(game.limits.threads)
    if threads == 0:
        yield
        return
    with ThreadPoolExecutor(threads) as pool:
        game.sweeper.pool = pool
        try:
            yield
        finally:
            game.sweeper.pool = None


@dataclass
class Foresight:
    """Estimates the time at which a solve will reach its target, from the last measured exploitability.

    The target is an exploitability in percent of the pot.
    """

    target: float
    _exploitability: float = math.nan
    _iterations: int = 0
    _last_whole: tuple[int, float] = (0, 0.0)
    """The number of the last completed iteration, and the seconds at its end."""

    def heed(self, report: Progress) -> Progress:
        """Add the estimated total of iterations and the remaining seconds to a report.

        If the report has a total, which is the limit of the solve, the estimate is not larger.

        Before the first measurement, the report is returned unchanged, because trees differ too much for a guess.
        """
        measured = report.metrics.get(EXPLOITABILITY)
        if measured is None:
            return report
        if measured != self._exploitability:
            factor = max(1.0, measured / self.target) ** (1 / USUAL_PACE)
            self._exploitability, self._iterations = measured, round(report.iteration * factor)
        total = max(report.iteration + 1, min(self._iterations, report.total or MAX_ITERATIONS))
        if report.iteration != self._last_whole[0]:
            self._last_whole = report.iteration, report.seconds
        seconds = self._last_whole[1]
        left = seconds / report.iteration * (total - report.iteration) - (report.seconds - seconds)
        return replace(report, total=total, seconds_left=max(0.0, left))


SECONDS_AN_ENTRY, SECONDS_AN_ITERATION = 1.0e-8, 0.0005
"""An iteration takes about SECONDS_AN_ENTRY * table entries / threads + SECONDS_AN_ITERATION seconds."""


def iteration_seconds(streets: Sequence[StreetTables], threads: int) -> float:
    entries = sum(street.entries(player) for street in streets for player in (OOP, IP))
    return SECONDS_AN_ITERATION + entries * SECONDS_AN_ENTRY / threads


def usual_iterations(target: float) -> int:
    return math.ceil(USUAL_ITERATIONS * math.pow(USUAL_TARGET / target, 1 / PACE))


def _solve(game: Subgame, goal: Goal, is_stopped: Callable[[], bool]) -> Iterator[Progress | Solved]:
    clock = _Clock(goal, measures=True)
    exploitability, check = math.inf, game.iterations + FIRST_CHECK
    pace = _Pace()
    while not (clock.is_over(game.iterations) or (is_stopped() and game.iterations)):
        yield from clock.iterate(game, exploitability)
        if goal.target is not None and game.iterations >= check:
            exploitability = yield from _measure(game, clock, exploitability)
            yield clock.report(game, exploitability)  # before the tables change again
            if exploitability <= goal.target or pace.has_stalled(game.iterations, exploitability):
                break
            growth = min((exploitability / goal.target) ** (1 / PACE), 2.0)
            ahead: int = math.ceil(game.iterations * (growth - 1))
            check = game.iterations + max(MIN_STEP, ahead)
    else:
        exploitability = yield from _measure(game, clock, exploitability)
    ev = yield from clock.beats(game.evs(), game, exploitability)
    reached = goal.target is None or exploitability <= goal.target
    gains = None
    if game.has_rake:
        oop, ip = yield from clock.beats(game.gains(), game, exploitability)
        gains = 100 * oop, 100 * ip
    yield Solved(exploitability, reached, game.iterations, clock.seconds(), ev, gains)


def _measure(game: Subgame, clock: _Clock, before: float) -> Generator[Progress, None, float]:
    began = clock.seconds()
    share = yield from clock.beats(game.exploitability(), game, before)
    clock.last_measure = clock.seconds() - began
    return 100 * share


class _Pace:
    """Detects a solve that no longer improves because the precision of float32 is exhausted."""

    def __init__(self) -> None:
        self._iterations, self._exploitability = PATIENCE, math.inf

    def has_stalled(self, iterations: int, exploitability: float) -> bool:
        """Return whether exploitability has fallen by less than a fifth in the second half of the iterations."""
        if iterations < 2 * self._iterations:
            return False
        stalled = exploitability > STALLED * self._exploitability
        self._iterations, self._exploitability = iterations, exploitability
        return stalled


class _Clock:
    """The clock of a solve, which tells when the time is up, and when a progress report is due.

    Args:
        goal: The limits of the solve.
        measures: Whether exploitability is measured at the end.
    """

    def __init__(self, goal: Goal, *, measures: bool) -> None:
        self._goal, self._measures = goal, measures
        self._began = self._report_time = time.perf_counter()
        self._is_warm = False  # in the first iteration the system also provides the memory
        self._iterations: deque[float] = deque(maxlen=RECENT_ITERATIONS)  # seconds, without the first
        self.last_measure = 0.0

    def seconds(self) -> float:
        return time.perf_counter() - self._began

    def is_over(self, iterations: int) -> bool:
        """Return whether there is no time for another iteration and the measurement at the end."""
        most = MAX_ITERATIONS if self._goal.iterations is None else self._goal.iterations
        late = self._goal.seconds is not None and self.seconds() + self._to_come >= self._goal.seconds
        return iterations >= most or (late and iterations > 0)

    @property
    def _to_come(self) -> float:
        """The expected seconds of another iteration and the final measurement.

        The measurement takes two sweeps for exploitability, and one for EV.
        """
        iteration = max(self._iterations, default=0.0)
        return iteration + (max(self.last_measure, iteration) + iteration / 2 if self._measures else 0.0)

    def iterate(self, game: Subgame, exploitability: float) -> Iterator[Progress]:
        """Run one iteration, and record its duration. The reports contain the last measured exploitability."""
        began = self.seconds()
        yield from self.beats(game.iterate(), game, exploitability)
        if self._is_warm:
            self._iterations.append(self.seconds() - began)
        self._is_warm = True

    def beats(
        self, work: Generator[None, None, Result], game: Subgame, exploitability: float
    ) -> Generator[Progress, None, Result]:
        result = yield from _when_due(work, self._is_due, lambda: self.report(game, exploitability))
        return result

    def _is_due(self) -> bool:
        now = time.perf_counter()
        if now - self._report_time < REPORT_SECONDS:
            return False
        self._report_time = now
        return True

    def report(self, game: Subgame, exploitability: float) -> Progress:
        """Return the progress of the solve, with the last measured exploitability."""
        known = {EXPLOITABILITY: exploitability} if math.isfinite(exploitability) else {}
        seconds, goal = self.seconds(), self._goal
        left = None if goal.seconds is None else max(0.0, goal.seconds - seconds)
        return Progress(game.iterations, goal.iterations, seconds, left, known)


def _when_due(
    work: Generator[None, None, Result], is_due: Callable[[], bool], report: Callable[[], Progress]
) -> Generator[Progress, None, Result]:
    """Run `work` and return its result. Whenever `work` yields or ends, yield a report if a report is due."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            if is_due():
                yield report()
            result: Result = end.value
            return result
        if is_due():
            yield report()
