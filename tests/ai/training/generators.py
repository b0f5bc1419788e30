"""What a generator of reports returns in the end."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from game.core import Progress

Value = TypeVar("Value")


def result_of(long: Generator[Progress, None, Value]) -> Value:
    """Take all reports and return what comes after them."""
    while True:
        try:
            next(long)
        except StopIteration as end:
            return end.value
