"""Work that is done in steps: a generator that yields between two of them, and returns what came of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Step = TypeVar("Step")
Word = TypeVar("Word")
Result = TypeVar("Result")


def relayed(
    steps: Generator[Step, None, Result], say: Callable[[Step], Word]
) -> Generator[Word, None, Result]:
    """Yield what is to be said of every step, and return the result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield say(step)


def finished(steps: Generator[Step, None, Result]) -> Result:
    """Take all steps at once; return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
