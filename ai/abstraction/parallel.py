"""Runs work on long arrays in blocks, on threads; the result does not depend on their number.

Kernels release Python's lock, so threads suffice. Results come in the order of the blocks, and the caller can stop
between two of them.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from game.files.memory_limit import threads_under_limit

Result = TypeVar("Result")
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
