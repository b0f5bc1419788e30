"""The abstraction that ships, opened once for all tests, and all hands on a few of its flops."""

from __future__ import annotations

from functools import cache
from typing import TypeVar
from unittest.mock import patch

import numpy as np

from ai.abstraction import isomorphism
from ai.lab import flop_neighbours, opened_abstraction
from ai.lab.flop_neighbours import FlopIndex, FlopIndexBuilder
from ai.lab.opened_abstraction import OpenedAbstraction
from ai.steps import run_to_end
from game.files.manifest import SHIPPED_ABSTRACTION

Value = TypeVar("Value")

FLOPS = slice(600, 1755, 110)


@cache
def shipped() -> OpenedAbstraction:
    return run_to_end(opened_abstraction.open_abstraction(SHIPPED_ABSTRACTION))


@cache
def small_index() -> FlopIndex:
    """Return the hands on every hundredth flop or so."""
    few = tuple(np.ascontiguousarray(each[FLOPS]) for each in isomorphism.boards(3))  # as kernels know them
    with patch.object(flop_neighbours, "boards", lambda cards: few):
        return run_to_end(FlopIndexBuilder(shipped()).build())
