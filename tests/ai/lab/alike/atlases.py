"""The abstraction that ships, opened once for all tests, and all hands on a few of its flops."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Any, TypeVar
from unittest.mock import patch

from ai.abstraction import isomorphism
from ai.lab.alike import atlas, crowd
from ai.lab.alike.atlas import Atlas
from ai.lab.alike.crowd import Crowd, Gathering

Value = TypeVar("Value")

FLOPS = slice(600, 1755, 110)


def result_of(steps: Generator[Any, None, Value]) -> Value:
    """Return what a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value


@cache
def shipped() -> Atlas:
    return result_of(atlas.opened())


@cache
def small_crowd() -> Crowd:
    """Return the hands on every hundredth flop or so."""
    found, times = isomorphism.boards(3)
    with patch.object(crowd, "boards", lambda cards: (found[FLOPS], times[FLOPS])):
        return result_of(Gathering(shipped()).gathered())
