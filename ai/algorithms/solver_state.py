"""The state of a CFR run. This module loads no compiler, so that the catalogue of runs can import it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice
from ai.algorithms.game_tree import NodeIndices, Vector, uniform_strategy


class SolverState(NamedTuple):
    """Regret, current strategy, sum of the average: float64[sequences] each; the counter of the dice: uint64[1]."""

    regret: Vector
    strategy: Vector
    strategy_sum: Vector
    dice: npt.NDArray[np.uint64]


def nothing_known(first: NodeIndices, seed: int = 0) -> SolverState:
    """Return what a run knows before it begins, over information sets whose sequences begin at `first`."""
    start = uniform_strategy(first)
    dice = np.array([Dice.seeded(seed).counter], dtype=np.uint64)
    return SolverState(np.zeros_like(start), start, np.zeros_like(start), dice)
