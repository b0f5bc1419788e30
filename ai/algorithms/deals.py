"""Deals for a public tree: the bucket of each player in every round, and who wins a showdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.algorithms.dice import Dice

Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class DealBatch:
    """A batch of independent deals.

    buckets: int16[deals, players, rounds]; results: int8[deals], 1 if player 0 wins the showdown, -1 if player 1
    does, 0 for a tie.
    """

    buckets: Int16s
    results: Int8s

    def __len__(self) -> int:
        return len(self.results)


class Dealer(Protocol):
    """A source of deals. The same dice give the same deals; several threads may call it at once."""

    def deal(self, number: int, dice: Dice) -> DealBatch:
        """Return `number` deals, and advance the dice past them."""
        ...
