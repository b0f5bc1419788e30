"""What a run of the CFR family knows, besides how far it has come."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.game_tree import Vector


class Totals(NamedTuple):
    """Regret, current strategy and sum of the average, float64[sequences] each, and the dice, uint64[1]."""

    regret: Vector
    strategy: Vector
    strategy_sum: Vector
    dice: npt.NDArray[np.uint64]
