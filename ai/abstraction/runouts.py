"""The river buckets that flop hands can reach, in ascending order, with one entry for each of the 1,081 runouts.

ai/abstraction/next_street.py does the same for the next street.
"""

from __future__ import annotations

import numpy as np

from ai.abstraction.isomorphism import CellIndices, Ints, cells, locate_board, pair_index, pairs_of_kinds
from ai.abstraction.kmeans_1d import Buckets
from ai.abstraction.next_street import (
    HandHistograms,
    allocate,
    is_on,
    list_hands,
    part_of,
    scratch_for,
    take_note,
    write_in_order,
)
from ai.compiled import kernel
from ai.hands.evaluator import Cards

RUNOUTS = 47 * 46 // 2
_FLOP = 3
_MAX_HANDS = pairs_of_kinds(_FLOP)


def compile_kernels() -> None:
    """Compile the kernels by computing one deal, and the hands on one flop."""
    after, deal = np.zeros(cells(5), np.uint8), np.arange(5, dtype=np.uint8)[None]
    hands = allocate(_MAX_HANDS, RUNOUTS)
    fill_deals(deal, after, hands.points)
    fill_boards(deal[:, :_FLOP], np.ones(1, np.int64), after, hands)


@kernel
def fill_deals(deals: Cards, after: Buckets, points: Buckets) -> None:
    """Fill `points` with the buckets that each deal can reach on the river, in ascending order.

    Args:
        deals: uint8[n, 5], the flop first.
        after: uint8[cells of the river], the bucket of each cell.
        points: uint8[n, 1081].
    """
    board, counts = np.empty(5, np.uint8), np.zeros((1, 256), np.int32)
    for deal in range(len(deals)):
        board[:_FLOP] = deals[deal, :_FLOP]
        for river in range(52):
            for turn in range(river):
                if not (is_on(deals[deal], turn) or is_on(deals[deal], river)):
                    board[3], board[4] = turn, river
                    _, first, groups = locate_board(board, 5)
                    cell = first + pair_index(groups, deals[deal, 3], deals[deal, 4])
                    counts[0, after[cell]] += 1
        write_in_order(counts[0], 0, 255, points[deal])


@kernel
def fill_boards(flops: Cards, multiplicities: Ints, after: Buckets, hands: HandHistograms) -> int:
    """Fill in the buckets that the hands on some flops can reach on the river, and return the number of hands.

    Args:
        flops: uint8[n, 3].
        multiplicities: int64[n], the number of isomorphic flops that each flop represents.
        after: uint8[cells of the river], the bucket of each cell.
        hands: Arrays with space for all hands.
    """
    spots, counts, filled = scratch_for(_FLOP), np.zeros((_MAX_HANDS, 256), np.int32), 0
    for flop in range(len(flops)):
        found = list_hands(flops[flop], spots)
        _count_runouts(flops[flop], spots.hands[:found], after, counts)
        part = part_of(hands, filled, found)
        for hand in range(found):
            write_in_order(counts[hand], 0, 255, part.points[hand])
        take_note(flops[flop], multiplicities[flop], spots, part)
        filled += found
    return filled


@kernel
def _count_runouts(flop: Cards, held: Cards, after: Buckets, counts: CellIndices) -> None:
    """Count how often each hand reaches each bucket, and add the numbers to `counts`, int32[hands, 256].

    `held` is uint8[hands, 2].
    """
    board = np.empty(5, np.uint8)
    board[:_FLOP] = flop
    for river in range(52):
        for turn in range(river):
            if is_on(flop, turn) or is_on(flop, river):
                continue
            board[3], board[4] = turn, river
            _, first, groups = locate_board(board, 5)
            for hand in range(len(held)):
                one, other = held[hand]
                if turn not in (one, other) and river not in (one, other):
                    counts[hand, after[first + pair_index(groups, one, other)]] += 1
