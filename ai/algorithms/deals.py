"""Deals for a public tree: what falls to each player, as buckets by round, and who wins where cards decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Deals:
    """Some deals, all drawn for themselves.

    buckets: int16[deals, players, rounds]; results: int8[deals], 1 where player 0 wins the showdown, -1 where
    player 1 does, 0 where both do.
    """

    buckets: Int16s
    results: Int8s

    def __len__(self) -> int:
        return len(self.results)


class Dealer(Protocol):
    """Whoever deals: the same dice, the same deals; several threads may ask at once."""

    def deal(self, number: int, dice: Dice) -> Deals:
        """Return so many deals, and leave the dice where the next ones begin."""
        ...
