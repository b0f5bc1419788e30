"""Distributes boards among workers. Their results come in the order of the boards, whichever is ready first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ai.solver.boards.tasks import SolvedLine, Task, solve_board
from game.core import ConnectionFailed

AHEAD = 2
"""Boards submitted per worker: one in progress and the next one waiting."""
AHEAD_OF_CLUSTER = 64
"""Boards submitted to a cluster at a time, regardless of its number of workers."""
BEAT_SECONDS = 0.05


def shared_out(tasks: Sequence[Task], executor: Executor, ahead: int) -> Iterator[SolvedLine | None]:
    """Yield the lines in order, and None after every moment without one.

    If a worker is lost, the lines that others have finished come first. Then the error is raised.

    Raises:
        ConnectionFailed: Processes of this machine were lost.
    """
    waiting = iter(tasks)
    submitted: deque[Future[SolvedLine]] = deque(
        executor.submit(solve_board, task) for task in islice(waiting, ahead)
    )
    try:
        while submitted:
            wait([submitted[0]], BEAT_SECONDS)
            if not submitted[0].done():
                yield None
                continue
            if _has_failed(submitted[0]):
                yield from (one.result() for one in submitted if one.done() and not _has_failed(one))
            yield _solved_line(submitted.popleft())
            submitted.extend(executor.submit(solve_board, task) for task in islice(waiting, 1))
    finally:
        for future in submitted:
            future.cancel()


def _solved_line(future: Future[SolvedLine]) -> SolvedLine:
    try:
        return future.result()
    except BrokenProcessPool:
        raise ConnectionFailed(
            "Worker processes ended unexpectedly again and again; the finished boards are kept: "
            "continue with --resume."
        ) from None


def _has_failed(future: Future[SolvedLine]) -> bool:
    return future.cancelled() or future.exception() is not None
