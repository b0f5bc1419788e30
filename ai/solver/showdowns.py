"""What every hand wins at the terminals of a batch, in one pass over the hands: kernels.

Against a range that reaches a terminal, a hand wins when the other player folds what the other hands weigh that
share no card with it: all, less those that hold its first card, less those that hold its second, plus the hand
itself, which both have taken away. At a showdown it wins what is weaker and loses what is stronger; with the hands
sorted by strength, running sums give both. All rows of a batch are summed side by side, [hand][row], since a
processor adds many numbers at a stroke; sums are of float64, hands of float32.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.solver.deals import Hands
from ai.solver.forest import Rows

Float32s = npt.NDArray[np.float32]
Float64s = npt.NDArray[np.float64]

LANES = 16
"""Rows are summed in multiples of so many."""


class Sums(NamedTuple):
    """Scratch for a batch: by hand and row float32[hands, rows], sums float64[52, rows] and float64[rows]."""

    held: Float32s
    folded: Float32s
    shown: Float32s
    all_of_card: Float64s
    below_of_card: Float64s
    all: Float64s
    below: Float64s


def scratch_sums(hands: int, rows: int) -> Sums:
    """Allocate scratch for so many hands and rows at most."""
    width = -(-rows // LANES) * LANES
    by_hand = [np.zeros((hands, width), np.float32) for _ in range(3)]
    cards = [np.zeros((52, width)) for _ in range(2)]
    return Sums(*by_hand, *cards, np.zeros(width), np.zeros(width))


@kernel
def value_terminals(
    mine: Hands, theirs: Hands, board: int, rows: Rows, batch: int, reach: Float32s, sums: Sums
) -> None:
    """Write into `sums` what each class wins per chip, at a fold and at a showdown, at the wanted rows of a batch.

    reach: float32, of the other player, row by row.
    """
    begin = rows.first[batch]
    count = rows.first[batch + 1] - begin
    if count == 0:
        return
    width = (count + LANES - 1) // LANES * LANES
    _gather(theirs, board, rows.wanted, begin, count, width, reach, sums.held)
    _sum_cards(theirs, board, width, sums)
    _value_folds(mine, theirs, board, width, sums)
    shown = (rows.showdowns[batch] + LANES - 1) // LANES * LANES
    if shown:
        _value_showdowns(mine, theirs, board, shown, sums)


@kernel
def _gather(
    theirs: Hands,
    board: int,
    wanted: npt.NDArray[np.int32],
    begin: int,
    count: int,
    width: int,
    reach: Float32s,
    held: Float32s,
) -> None:
    first = theirs.first[board]
    hands = theirs.first[board + 1] - first
    for block in range(0, hands, LANES):
        stop = min(block + LANES, hands)
        for row in range(count):
            source = wanted[begin + row] * hands
            for hand in range(block, stop):
                held[hand, row] = reach[source + hand] * theirs.times[first + hand]
        for row in range(count, width):
            for hand in range(block, stop):
                held[hand, row] = 0.0


@kernel
def _sum_cards(theirs: Hands, board: int, width: int, sums: Sums) -> None:
    first = theirs.first[board]
    held, of_card, every = sums.held, sums.all_of_card, sums.all
    for card in range(52):
        for row in range(width):
            of_card[card, row] = 0.0
    for row in range(width):
        every[row] = 0.0
    for hand in range(theirs.first[board + 1] - first):
        low, high = theirs.low[first + hand], theirs.high[first + hand]
        low_part, high_part = theirs.low_part[first + hand], theirs.high_part[first + hand]
        for row in range(width):
            of_card[low, row] += held[hand, row] * low_part
        for row in range(width):
            of_card[high, row] += held[hand, row] * high_part
        for row in range(width):
            every[row] += held[hand, row]


@kernel
def _value_folds(mine: Hands, theirs: Hands, board: int, width: int, sums: Sums) -> None:
    first, others = mine.first[board], theirs.first[board]
    held, of_card, every, folded = sums.held, sums.all_of_card, sums.all, sums.folded
    for hand in range(mine.first[board + 1] - first):
        low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
        if same >= 0:
            part = np.float32(1.0) / theirs.times[others + same]
            for row in range(width):
                folded[hand, row] = (
                    every[row] - of_card[low, row] - of_card[high, row] + held[same, row] * part
                )
        else:
            for row in range(width):
                folded[hand, row] = every[row] - of_card[low, row] - of_card[high, row]


@kernel
def _value_showdowns(mine: Hands, theirs: Hands, board: int, width: int, sums: Sums) -> None:
    """Add up from the weakest hands to the strongest; hands of one strength share the pot."""
    first, others = mine.first[board], theirs.first[board]
    held, folded, shown, of_card, below = sums.held, sums.folded, sums.shown, sums.below_of_card, sums.below
    for card in range(52):
        for row in range(width):
            of_card[card, row] = 0.0
    for row in range(width):
        below[row] = 0.0
    begin, other_begin = 0, 0
    for group in range(mine.group[board], mine.group[board + 1]):
        end, other_end = mine.end[group], theirs.end[group]
        for hand in range(begin, end):
            low, high = mine.low[first + hand], mine.high[first + hand]
            for row in range(width):
                shown[hand, row] = below[row] - of_card[low, row] - of_card[high, row] - folded[hand, row]
        for hand in range(other_begin, other_end):
            low, high = theirs.low[others + hand], theirs.high[others + hand]
            low_part, high_part = theirs.low_part[others + hand], theirs.high_part[others + hand]
            for row in range(width):
                of_card[low, row] += held[hand, row] * low_part
            for row in range(width):
                of_card[high, row] += held[hand, row] * high_part
            for row in range(width):
                below[row] += held[hand, row]
        for hand in range(begin, end):
            low, high, same = mine.low[first + hand], mine.high[first + hand], mine.same[first + hand]
            for row in range(width):
                shown[hand, row] += below[row] - of_card[low, row] - of_card[high, row]
            if same >= 0:
                part = np.float32(1.0) / theirs.times[others + same]
                for row in range(width):
                    shown[hand, row] += held[same, row] * part
        begin, other_begin = end, other_end
