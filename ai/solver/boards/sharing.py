"""Distributes boards among workers. Their results come in the order of the boards, whichever is ready first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
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

    If a worker is lost, the lines that others have finished come first, then the error is raised:
    `ConnectionFailed` for a process of this machine.
    """
    waiting = iter(tasks)
    submitted: deque[Future[SolvedLine]] = deque(
        executor.submit(solve_board, task) for task in islice(waiting, ahead)
    )
    try:
        while submitted:
            try:
                line = submitted[0].result(BEAT_SECONDS)
            except TimeoutError:
                if submitted[0].done():
                    raise
                yield None
                continue
            submitted.popleft()
            submitted.extend(executor.submit(solve_board, task) for task in islice(waiting, 1))
            yield line
    except Exception as error:
        yield from (one.result() for one in submitted if one.done() and not _has_failed(one))
        if isinstance(error, BrokenProcessPool):
            raise ConnectionFailed(
                "A worker process ended unexpectedly; the finished boards are kept: continue with --resume."
            ) from None
        raise
    finally:
        for future in submitted:
            future.cancel()


def _has_failed(future: Future[SolvedLine]) -> bool:
    return future.cancelled() or future.exception() is not None
