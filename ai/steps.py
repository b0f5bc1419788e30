"""Work that is done in steps: a generator that yields between two steps and returns the result."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from game.files.memory_limit import check_thread

Step = TypeVar("Step")
Word = TypeVar("Word")
Result = TypeVar("Result")

BEAT_SECONDS = 0.05
"""The longest wait for a thread between two reports."""


def relayed(
    steps: Generator[Step, None, Result], say: Callable[[Step], Word]
) -> Generator[Word, None, Result]:
    """Yield a report of every step, and return the result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield say(step)


def finished(steps: Generator[Step, None, Result]) -> Result:
    """Take all steps at once, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def in_thread(work: Callable[[], None]) -> Iterator[float]:
    """Do work that cannot be interrupted in a thread. Yield the seconds that have passed until the work is done.

    An error of the work is raised here.

    Raises:
        BadInput: If the limit of this process leaves no memory for a thread.
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
