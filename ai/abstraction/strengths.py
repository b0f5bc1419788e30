"""The strength of hands on the river: their equity against a random hand, as an integer.

A strength goes from 0 (loses to all 990 hands) to 1,980 (beats all): two points for each hand it beats, one for
each it ties. Strengths are stored in tables by cell (ai/abstraction/isomorphism.py).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints, cells, pair_of, row_of
from ai.compiled import kernel
from ai.hands.boards import HANDS_LEFT, rank_and_sort_rivers
from ai.hands.combos import CARDS
from ai.hands.evaluator import Cards

Strengths = npt.NDArray[np.uint16]

GREATEST = 1_980
VALUES = GREATEST + 1


def no_strengths(cards: int) -> tuple[Strengths, Ints]:
    """Return zeros: strengths of the cells of boards with so many cards, and counts of each strength."""
    return np.zeros(cells(cards), np.uint16), np.zeros(VALUES, np.int64)


def compile_kernels() -> None:
    river_strengths(np.arange(5, dtype=np.uint8)[None], np.ones(1, np.int64), *no_strengths(5))


@kernel
def river_strengths(boards: Cards, multiplicities: Ints, table: Strengths, counts: Ints) -> None:
    """Fill in the strengths of all hands on some full boards, and count them by the boards' multiplicities.

    boards: uint8[n, 5]; multiplicities: int64[n], how many isomorphic boards each stands for; 0 skips a board;
    table: uint16[cells(5)]; counts: int64[1981].
    """
    ranks, order = np.zeros((1, 1326), np.uint16), np.empty((1, HANDS_LEFT), np.int16)
    below, of_card = np.empty(HANDS_LEFT, np.int32), np.empty(52, np.int32)
    for board in range(len(boards)):
        if multiplicities[board] == 0:
            continue
        for hand in range(1326):
            ranks[0, hand] = 0
        rank_and_sort_rivers(boards[board : board + 1], ranks, order)
        _, first, groups = row_of(boards[board], 5)
        for card in range(52):
            of_card[card] = 0
        start = 0
        while start < HANDS_LEFT:
            end = start
            while end < HANDS_LEFT and ranks[0, order[0, end]] == ranks[0, order[0, start]]:
                low, high = CARDS[order[0, end]]
                below[end] = start - of_card[low] - of_card[high]
                end += 1
            for place in range(start, end):
                low, high = CARDS[order[0, place]]
                of_card[low] += 1
                of_card[high] += 1
            for place in range(start, end):
                low, high = CARDS[order[0, place]]
                not_above = end - of_card[low] - of_card[high] + 1  # the hand itself was taken off twice
                strength = below[place] + not_above
                table[first + pair_of(groups, low, high)] = strength
                counts[strength] += multiplicities[board]
            start = end
