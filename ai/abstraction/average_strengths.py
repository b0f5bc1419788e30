"""The mean strength of hands (ai/abstraction/strengths.py) over the next card. Only training needs it."""

from __future__ import annotations

import numpy as np

from ai.abstraction.isomorphism import Ints, locate_board
from ai.abstraction.next_cards import list_hands, next_cells, scratch_for
from ai.abstraction.strengths import Strengths, no_strengths
from ai.compiled import kernel
from ai.hands.evaluator import Cards


def compile_kernels() -> None:
    river, _ = no_strengths(5)
    average_strengths(np.arange(4, dtype=np.uint8)[None], np.ones(1, np.int64), river, *no_strengths(4))


@kernel
def average_strengths(
    boards: Cards, multiplicities: Ints, after: Strengths, table: Strengths, counts: Ints
) -> None:
    """Fill `table` with the rounded mean strength over the next card, and count the strengths.

    Args:
        boards: uint8[n, 3 or 4].
        multiplicities: int64[n], the number of isomorphic boards that each represents.
        after: uint16[cells of the next street], the strengths on the next street.
        table: uint16[cells of these boards].
        counts: int64[1981], the number of deals with each strength.
    """
    cards = boards.shape[1]
    spots = scratch_for(cards)
    for board in range(len(boards)):
        found = list_hands(boards[board], spots)
        next_cells(boards[board], found, spots)
        _, first, _ = locate_board(boards[board], cards)
        to_come = spots.after.shape[1]
        for hand in range(found):
            total = 0
            for cell in spots.after[hand]:
                total += after[cell]
            strength = (2 * total + to_come) // (2 * to_come)
            table[first + spots.pairs[hand]] = strength
            counts[strength] += multiplicities[board] * spots.multiplicities[hand]
