"""Long work: generators that yield between two steps, threads that report to a generator, and blocks on threads.

Kernels release Python's lock, so threads suffice. Results come in the order of the blocks, and the caller can stop
between two of them.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from game.files.memory_limit import check_thread, threads_under_limit

Step = TypeVar("Step")
Report = TypeVar("Report")
Result = TypeVar("Result")

BEAT_SECONDS = 0.05
"""The maximum wait for a thread between two reports."""


def relay(
    steps: Generator[Step, None, Result], say: Callable[[Step], Report]
) -> Generator[Report, None, Result]:
    """Run a generator, yield a report for every step, and return its result."""
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


def in_thread(work: Callable[[], None]) -> Iterator[float]:
    """Run work that cannot be interrupted in a thread, and yield the elapsed seconds until it is done.

    An error of the work is raised here.

    Raises:
        BadInput: If the memory limit of this process leaves nothing for a thread.
    """
    check_thread()
    start, errors = time.monotonic(), list[BaseException]()

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is raised where the work is awaited
            errors.append(error)

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    thread.join(BEAT_SECONDS)
    while thread.is_alive():
        yield time.monotonic() - start
        thread.join(BEAT_SECONDS)
    for error in errors:
        raise error


Item = TypeVar("Item")


class _End:
    """Marks the end of the items."""


def run_in_steps(work: Generator[Item, None, None]) -> Generator[Item | None, None, None]:
    """Run `work` in a thread and yield its items, and None after every moment without one.

    Its exceptions are raised here. Closing this generator stops the work at its next item, which is dropped.

    >>> [item for item in run_in_steps(number for number in (1, 2)) if item is not None]
    [1, 2]

    Raises:
        BadInput: If the memory limit of this process leaves nothing for a thread.
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
    """Return the number of cores to use: all, or all but one if a window needs it to draw."""
    beside_window = multiprocessing.parent_process() is not None
    return max(1, (os.cpu_count() or 1) - int(beside_window))


def blocks(total: int, size: int) -> list[Block]:
    """Cut `total` items into blocks of `size`, the last one shorter.

    >>> blocks(5, 2)
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    return [slice(start, min(start + size, total)) for start in range(0, total, size)]


def in_turns(work: Callable[[Block], Result], parts: list[Block], threads: int) -> Iterator[Result]:
    """Yield the result of `work` for each part, in order, on at most so many threads."""
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
