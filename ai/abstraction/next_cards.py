"""The cells of the next street's table that the hands on a board can reach, for every next card.

Isomorphic hands are handled once: there is one hand for every possible pair of kinds
(ai/abstraction/isomorphism.py). The outer loop is over the next cards, the inner loop over all hands.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.abstraction.isomorphism import CellIndices, Ints, locate_board, pair_index, pairs_of_kinds
from ai.compiled import kernel
from ai.hands.combos import CARDS
from ai.hands.evaluator import Cards

_MAX_PAIRS = pairs_of_kinds(3)


class NextCells(NamedTuple):
    """Scratch arrays for the hands on one board.

    Attributes:
        hands: uint8[1378, 2].
        pairs: int64[1378], the indices of the hands in the board's row.
        multiplicities: int64[1378], the number of hands that each represents.
        after: int32[1378, 46 or 47], the cell that each hand reaches with every next card.
    """

    hands: Cards
    pairs: Ints
    multiplicities: Ints
    after: CellIndices


def compile_kernels() -> None:
    """Compile the kernels by computing the next cells of a flop and of a turn."""
    for cards in (3, 4):
        spots = scratch_for(cards)
        board = np.arange(cards, dtype=np.uint8)
        next_cells(board, list_hands(board, spots), spots)


@kernel
def scratch_for(cards: int) -> NextCells:
    """Allocate scratch arrays for a board with `cards` cards."""
    return NextCells(
        np.empty((_MAX_PAIRS, 2), np.uint8),
        np.empty(_MAX_PAIRS, np.int64),
        np.empty(_MAX_PAIRS, np.int64),
        np.empty((_MAX_PAIRS, 50 - cards), np.int32),
    )


@kernel
def list_hands(board: Cards, spots: NextCells) -> int:
    """Fill in one hand for every possible pair of kinds on a board, uint8[cards], and return their number."""
    _, _, groups = locate_board(board, len(board))
    found_at = np.full(_MAX_PAIRS, -1, np.int32)
    found = 0
    for low, high in CARDS:
        if is_on(board, low) or is_on(board, high):
            continue
        pair = pair_index(groups, low, high)
        if found_at[pair] < 0:
            found_at[pair] = found
            spots.hands[found, 0], spots.hands[found, 1] = low, high
            spots.pairs[found], spots.multiplicities[found] = pair, 0
            found += 1
        spots.multiplicities[found_at[pair]] += 1
    return found


@kernel
def next_cells(board: Cards, hands: int, spots: NextCells) -> None:
    """Fill in `spots.after` for the first `hands` hands on a board, uint8[cards]."""
    cards = len(board)
    longer = np.empty(cards + 1, np.uint8)
    for index in range(cards):
        longer[index] = board[index]
    filled = np.zeros(hands, np.int64)
    for card in range(52):
        if is_on(board, card):
            continue
        longer[cards] = card
        _, first, groups = locate_board(longer, cards + 1)
        for hand in range(hands):
            low, high = spots.hands[hand]
            if card not in (low, high):
                spots.after[hand, filled[hand]] = first + pair_index(groups, low, high)
                filled[hand] += 1


@kernel
def is_on(board: Cards, card: int) -> bool:
    """Return whether a card is on the board, uint8[cards]."""
    found = False
    for index in range(len(board)):
        found |= board[index] == card
    return found
