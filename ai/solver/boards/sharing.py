"""Many boards shared out among workers; their lines come in the order of the boards, whatever is ready first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ai.solver.boards.tasks import SolvedLine, Task, solve_board
from game.core import ConnectionFailed

AHEAD = 2
"""Boards that each worker is given at a time: the next one lies ready."""
AHEAD_OF_CLUSTER = 64
"""Boards that a cluster is given at a time, however many work for it."""
BEAT_SECONDS = 0.05


def shared_out(tasks: Sequence[Task], executor: Executor, ahead: int) -> Iterator[SolvedLine | None]:
    """Yield the lines in order, and None whenever a moment has passed without one.

    Where a worker is lost, what the others have finished comes first, then the error: `ConnectionFailed` for a
    process of this machine.
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
