"""A long measurement cut into parts, for the processes of an executor; results come in the parts' order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import islice
from threading import Lock
from typing import TypeVar

PARTS_AHEAD = 128
"""How many parts an executor is given at a time: enough for all its workers, however long the measurement."""

one_at_a_time = Lock()
"""Held in a process of an executor by what is worked on there: agents remember and are not made for threads."""

Result = TypeVar("Result")


def shared_out(executor: Executor, work: Callable[[int], Result], parts: Iterable[int]) -> Iterator[Result]:
    """Yield what `work`, which other processes can be told of, makes of each part.

    Closing the generator drops the parts that have not begun.
    """
    waiting = iter(parts)
    submitted = deque(executor.submit(work, part) for part in islice(waiting, PARTS_AHEAD))
    try:
        while submitted:
            yield submitted[0].result()
            submitted.popleft()
            submitted.extend(executor.submit(work, part) for part in islice(waiting, 1))
    finally:
        for future in submitted:
            future.cancel()
