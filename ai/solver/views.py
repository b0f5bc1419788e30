"""What the kernels of a sweep are given, as tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.solver.deals import StreetHands
from ai.solver.forest import Forest, ForestRows

Float32s = npt.NDArray[np.float32]
Float64s = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

UPDATE, BEST, AVERAGE = 0, 1, 2
"""How the traverser plays: by its regrets, which it updates; a best response to the average; its average strategy.
The other player plays by its regrets during an update, and its average strategy otherwise."""
LANES = 16
"""Rows are summed in multiples of so many."""


class Table(NamedTuple):
    """One player's tables: regret, and total, the weighted strategy sums, float32[entries] each.

    slots: the number of entries of a board for one class. The entries of all classes of a board for one action are
    adjacent. locked: bool[entries], those set by hand; of length 0 if there are none.
    """

    regret: Float32s
    total: Float32s
    slots: int
    locked: Bools


class View(NamedTuple):
    """A street as a traverser sees it: the trees, and hands and tables of both, its own first."""

    forest: Forest
    rows: ForestRows
    traverser: int
    mine: StreetHands
    theirs: StreetHands
    own: Table
    other: Table


class SweepStep(NamedTuple):
    """What a sweep does: its mode, and what is kept of what was there before.

    good, bad: of regrets above and below 0; floor: the least that a regret can be; kept: of the average's sums.
    """

    mode: int
    good: float
    bad: float
    floor: float
    kept: float


class Place(NamedTuple):
    """Where a sweep is: a board of the street, and a batch of its trees."""

    board: int
    batch: int


class Sums(NamedTuple):
    """Scratch for the terminals of a batch.

    held, folded, shown: float32[hands, rows]; all_of_card, below_of_card: float64[52, rows]; all, below:
    float64[rows].
    """

    held: Float32s
    folded: Float32s
    shown: Float32s
    all_of_card: Float64s
    below_of_card: Float64s
    all: Float64s
    below: Float64s


class Scratch(NamedTuple):
    """Scratch for a batch: reach, float32[rows x classes], value, float32[nodes x classes].

    scale and alike, float32[classes], are those of the strategy at hand.
    """

    reach: Float32s
    value: Float32s
    scale: Float32s
    alike: Float32s
    sums: Sums


def scratch_of(classes: int, nodes: int, rows: int, wanted: int) -> Scratch:
    """Allocate scratch for batches of at most so many nodes, rows, and rows at terminals."""
    width = -(-wanted // LANES) * LANES
    held, folded, shown = (np.zeros((classes, width), np.float32) for _ in range(3))
    every, below = (np.zeros((52, width)) for _ in range(2))
    sums = Sums(held, folded, shown, every, below, np.zeros(width), np.zeros(width))
    reach, value = np.zeros(rows * classes, np.float32), np.zeros(nodes * classes, np.float32)
    return Scratch(reach, value, np.zeros(classes, np.float32), np.zeros(classes, np.float32), sums)
