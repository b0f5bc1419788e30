"""The common framework of all training runs: regular reports, an estimate of the remaining time, and saving.

`train` and `saved_reports` drive a run. These functions save the run at intervals, at its end, and when the
caller closes the generator.

If the kernels of a run are not compiled yet, the run must compile them. Compiling takes seconds and cannot be
interrupted. Compiling therefore runs in a thread (`compile_with_reports`), so that the worker can answer
other requests meanwhile.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Protocol, TypeVar

from ai.steps import in_thread, run_with_reports
from ai.storage import Array, save_model
from game.core import Progress, TrainingRun
from game.files.manifest import Manifest
from game.study.lab import shown_episodes
from game.study.training import RunSnapshot

CHUNK_SECONDS = 0.05
CHECKPOINT_SECONDS = 5.0
REPORTS_MEASURED = 10
REPORTS_BEFORE_AN_ESTIMATE = 3
SAVING_SHARE = 50
"""The minimum time between two checkpoints, as a multiple of the time for writing a checkpoint."""

Clock = Callable[[], float]
Result = TypeVar("Result")
ReportTest = Callable[[Progress], bool]


class ModelRun(TrainingRun, Protocol):
    """A run whose result is a model file with a manifest."""

    @property
    def iteration(self) -> int:
        """The number of iterations done."""

    @property
    def total(self) -> int:
        """The number of iterations of the whole run."""

    def manifest(self) -> Manifest: ...

    def snapshot(self) -> RunSnapshot:
        """Return the current values for display."""


class SavedInOneFile(ABC):
    """Saves a run whose checkpoint consists only of its model file."""

    @abstractmethod
    def manifest(self) -> Manifest: ...

    @abstractmethod
    def _arrays(self) -> dict[str, Array]:
        """Return the arrays of the current model by name."""

    def save(self, file: Path) -> None:
        save_model(file, self.manifest(), self._arrays())


class RunClock:
    """Measures the time of a run, and estimates the remaining time from the latest reports."""

    def __init__(self, done: int, total: int, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._total = total
        self._start = clock()
        self._last = (done, self._start)
        self._seconds_each: deque[float] = deque(maxlen=REPORTS_MEASURED)

    @property
    def seconds(self) -> float:
        return self._clock() - self._start

    def seconds_left(self, done: int) -> float | None:
        """Record the number of finished iterations, and return the estimated remaining seconds.

        The result is None until there are enough reports.
        """
        now = self._clock()
        before, then = self._last
        if done > before:
            self._seconds_each.append((now - then) / (done - before))
            self._last = (done, now)
        if done >= self._total:
            return 0.0
        if len(self._seconds_each) < REPORTS_BEFORE_AN_ESTIMATE:
            return None
        return median(self._seconds_each) * (self._total - done)


def run_chunk(step: Callable[[int], None], limit: int, size: int, clock: Clock = time.monotonic) -> None:
    """Call `step(size)` until the time of a chunk is up, or until `limit` iterations are done."""
    done, end = 0, clock() + CHUNK_SECONDS
    while done < limit and clock() < end:
        part = min(size, limit - done)
        step(part)
        done += part


def next_milestone(done: int, total: int) -> int:
    """Return the iteration at which the next chunk must end, so that every power of ten gets a checkpoint.

    >>> next_milestone(0, 50), next_milestone(10, 5000), next_milestone(2000, 5000)
    (1, 100, 5000)
    """
    power = 1
    while power <= done:
        power *= 10
    return min(power, total)


def next_point(done: int, total: int) -> int:
    """Return the iteration of the next point of a curve. There are twenty points for each factor of ten.

    >>> [next_point(done, 5000) for done in (0, 1, 10, 2000, 4900)]
    [1, 2, 11, 2250, 5000]
    """
    return next(shown_episodes(done, total), total)


def steady_reports(
    run: ModelRun, step: Callable[[int], None], size: int, metrics: Callable[[], Mapping[str, float]]
) -> Iterator[Progress]:
    """Train in chunks of calls of `step(size)`, and yield a report with new metrics after each chunk.

    The last report is marked as done.
    """
    total = run.total
    pace = RunClock(run.iteration, total)
    done = False
    while not done:
        run_chunk(step, next_point(run.iteration, total) - run.iteration, size)
        done = run.iteration == total
        left = pace.seconds_left(run.iteration)
        yield Progress(run.iteration, total, pace.seconds, left, metrics(), done)


def train(
    run: TrainingRun, file: Path, seconds: float | None = None, clock: Clock = time.monotonic
) -> Generator[Progress]:
    """Train to the end of the run or for `seconds`, and save to `file` at intervals.

    The last report has `done` set and names the file.

    The estimated remaining time never exceeds the rest of `seconds`.
    """
    start = clock()

    def save() -> Path:
        run.save(file)
        return file

    def over(_: Progress) -> bool:
        return seconds is not None and clock() - start >= seconds

    def in_time(report: Progress) -> Progress:
        if seconds is None:
            return report
        to_go = max(0.0, seconds - (clock() - start))
        left = to_go if report.seconds_left is None else min(report.seconds_left, to_go)
        return replace(report, seconds_left=left)

    reports = map(in_time, run.reports())
    yield from saved_reports(reports, save, every=CHECKPOINT_SECONDS, over=over, clock=clock)


def never_report(report: Progress) -> bool:
    return False


def saved_reports(
    reports: Iterable[Progress],
    save: Callable[[], Path],
    *,
    every: float,
    over: ReportTest = never_report,
    wanted: ReportTest = never_report,
    clock: Clock = time.monotonic,
) -> Generator[Progress]:
    """Yield the reports of a run and save checkpoints, until the last report, or until `over` is True for a report.

    A first checkpoint is written before any work, so that a write error shows at once. Further checkpoints
    follow at intervals of at least `every` seconds, and after each report for which `wanted` is True. `save`
    writes a checkpoint and returns its file, which the reports name. While a checkpoint is written, the run
    pauses, but reports are still yielded. Closing the generator writes a checkpoint as well. At this time,
    the run is between two chunks, so its state is consistent.
    """
    file, saved_at = save(), clock()
    for report in reports:
        last = report.done or over(report)
        if last or wanted(report) or clock() - saved_at >= every:
            began, repeated = clock(), replace(report, done=False, file=str(file))
            file = yield from run_with_reports(save, partial(replace, repeated, metrics={}), to_the_end=True)
            saved_at = clock()
            every = max(every, SAVING_SHARE * (saved_at - began))
        try:
            yield replace(report, done=last, file=str(file))
        except GeneratorExit:
            save()
            raise
        if last:
            return


GETTING_READY = "getting ready"
"""The phase of a run before its first iteration."""


def compile_with_reports(
    compile_kernels: Callable[[], None], run: ModelRun, metrics: Callable[[], Mapping[str, float]]
) -> Iterator[Progress]:
    for seconds in in_thread(compile_kernels):
        yield Progress(run.iteration, run.total, seconds, None, metrics(), doing=GETTING_READY)
