"""Splits a long measurement into parts for the processes of an executor; results come in the order of the parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from itertools import islice
from threading import Lock
from typing import TypeVar

PARTS_AHEAD = 128
"""How many parts are submitted to the executor at a time: enough for all its workers."""

one_at_a_time = Lock()
"""Held by the part that runs in a worker process, because agents keep state and are not safe for threads."""

Result = TypeVar("Result")


def shared_out(executor: Executor, work: Callable[[int], Result], parts: Iterable[int]) -> Iterator[Result]:
    """Yield the result of `work` for each part. `work` must be picklable.

    Closing the generator cancels the parts that have not begun.
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
