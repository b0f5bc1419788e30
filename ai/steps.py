"""Long work in steps: generators that yield between steps, threads that report, and the duration of steps.

A step is a call that cannot be interrupted: it builds a tree, evaluates the leaves of a flop on one turn card, or
runs an iteration. The duration of a step is proportional to a size that is known in advance (its units). The
estimate is the slowest of the latest measurements, because a busy machine slows down only some steps. Old
measurements are dropped. Otherwise, a single slow measurement could prevent all later solves, because a step that
is skipped is never measured again.

`in_turns` runs blocks of work on threads. Processes are not needed, because kernels release the GIL. Results are
yielded in the order of the blocks, and the caller can stop between two blocks.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from game.core import Progress
from game.files.memory_limit import check_thread, threads_under_limit

Part = TypeVar("Part")
Step = TypeVar("Step")
Report = TypeVar("Report")
Result = TypeVar("Result")

BEAT_SECONDS = 0.05
"""The maximum wait for a thread between two reports."""


def relay(
    steps: Generator[Step, None, Result], say: Callable[[Step], Report]
) -> Generator[Report, None, Result]:
    """Run a generator, yield a report for every step, and return the generator's result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield say(step)


def run_to_end(steps: Generator[Step, None, Result]) -> Result:
    """Run a generator to its end, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def in_thread(work: Callable[[], Result], *, to_the_end: bool = False) -> Generator[float, None, Result]:
    """Run `work`, which cannot be interrupted, in a thread. Yield the elapsed seconds.

    Return the result of `work`. Exceptions of `work` are raised here. If `to_the_end` is True, `work` is completed
    even if the caller closes the generator.

    Raises:
        BadInput: If the memory limit of this process leaves no space for a thread.
    """
    check_thread()
    start, errors, found = time.monotonic(), list[BaseException](), list[Result]()

    def guarded() -> None:
        try:
            found.append(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the work is awaited
            traceback.clear_frames(error.__traceback__)  # the frames would keep the memory of the failed work
            errors.append(error)

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    try:
        thread.join(BEAT_SECONDS)
        while thread.is_alive():
            yield time.monotonic() - start
            thread.join(BEAT_SECONDS)
    finally:
        if to_the_end:
            thread.join()
    for error in errors:
        raise error
    return found[0]


def run_with_reports(
    work: Callable[[], Result], report: Callable[[], Progress] | None = None, *, to_the_end: bool = False
) -> Generator[Progress, None, Result]:
    """Run `work` in a thread, yield progress reports until `work` ends, and return the result of `work`.

    Without `report`, the reports have only the elapsed seconds. See `in_thread` for exceptions and `to_the_end`.
    """

    def say(seconds: float) -> Progress:
        return Progress(0, None, seconds) if report is None else report()

    with closing(in_thread(work, to_the_end=to_the_end)) as steps:
        return (yield from relay(steps, say))


def finished_futures(
    executor: Executor,
    work: Callable[[Part], Result],
    parts: Iterable[Part],
    ahead: int,
    beat_seconds: float | None = None,
) -> Generator[Sequence[Future[Result]] | None, None, None]:
    """Keep up to `ahead` parts submitted. When the oldest part is done, yield the futures of all submitted parts.

    The futures are in the order of the parts, so the first future is done. If `beat_seconds` is given, None is
    yielded whenever the oldest part has not finished within this time. Closing the generator cancels the parts that
    have not started.
    """
    waiting = iter(parts)
    submitted = deque(executor.submit(work, part) for part in islice(waiting, ahead))
    try:
        while submitted:
            wait([submitted[0]], beat_seconds)
            if not submitted[0].done():
                yield None
                continue
            yield submitted
            submitted.popleft()
            submitted.extend(executor.submit(work, part) for part in islice(waiting, 1))
    finally:
        for future in submitted:
            future.cancel()


Item = TypeVar("Item")


class _End:
    """Marks the end of the items."""


def run_in_steps(work: Generator[Item, None, None]) -> Generator[Item | None, None, None]:
    """Run `work` in a thread and yield its items. Yield None after every short wait without an item.

    Exceptions of `work` are raised here. Closing this generator stops `work` at its next item, which is dropped.

    >>> [item for item in run_in_steps(number for number in (1, 2)) if item is not None]
    [1, 2]

    Raises:
        BadInput: If the memory limit of this process leaves no space for a thread.
    """
    check_thread()
    found: queue.SimpleQueue[Item | BaseException | _End] = queue.SimpleQueue()
    stopped = threading.Event()

    def run() -> None:
        try:
            for item in work:
                found.put(item)
                if stopped.is_set():
                    work.close()
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            traceback.clear_frames(error.__traceback__)
            found.put(error)
        finally:
            found.put(_End())

    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            try:
                item = found.get(timeout=BEAT_SECONDS)
            except queue.Empty:
                yield None
                continue
            if isinstance(item, _End):
                return
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()


Block = slice


def cores() -> int:
    """Return the number of cores to use. If a window needs a core, one core is left to the window."""
    beside_window = multiprocessing.parent_process() is not None
    return max(1, (os.cpu_count() or 1) - int(beside_window))


def blocks(total: int, size: int) -> list[Block]:
    """Divide `total` items into blocks of `size`. The last block may be shorter.

    >>> blocks(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


def in_turns(work: Callable[[Block], Result], parts: list[Block], threads: int) -> Iterator[Result]:
    """Run `work` for each part in up to `threads` threads. Yield the results in the order of the parts."""
    threads = threads_under_limit(threads)
    if threads == 0:
        yield from map(work, parts)
        return
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in parts:
                waiting.append(pool.submit(work, part))
                if len(waiting) > threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()


MEASUREMENTS = 4
"""The number of latest measurements that are used for each kind of step."""
MAX_AGE_SECONDS = 60.0
"""The age in seconds above which a measurement is ignored."""

SECONDS = {
    "continuations": 0.3,
    "leaf": 0.07,
    "turn card": 8e-9,
    "cleared number": 2e-8,
    "tree": 0.1,
    "first iteration": 0.06,
    "answer": 0.05,
}
"""The assumed seconds per unit of each kind of step before the first measurement.

They are twice the seconds of an idle machine.
"""


@dataclass(slots=True)
class StepPace:
    """Measures and estimates the duration of steps. `clock` returns seconds."""

    clock: Callable[[], float] = time.perf_counter
    _measurements: dict[tuple[str, str], deque[tuple[float, float]]] = field(default_factory=dict)

    def seconds(self, kind: str, units: float = 1.0, of: str = "") -> float:
        """Return the expected seconds of a step with this number of units.

        The argument `of` tells apart steps of the same kind, for example by their street.
        """
        oldest = self.clock() - MAX_AGE_SECONDS
        measured = [seconds for when, seconds in self._measurements.get((kind, of), ()) if when >= oldest]
        return units * (max(measured) if measured else SECONDS[kind])

    @contextmanager
    def measure(self, kind: str, units: float = 1.0, of: str = "") -> Iterator[None]:
        """Measure the duration of a step."""
        began = self.clock()
        yield
        self.note(kind, (self.clock() - began) / max(units, 1.0), of)

    def note(self, kind: str, seconds: float, of: str = "") -> None:
        measured = self._measurements.setdefault((kind, of), deque(maxlen=MEASUREMENTS))
        measured.append((self.clock(), seconds))


step_pace = StepPace()
"""The measurements of this process, shared by all agents."""
