"""The buckets that a hand can reach on the next street, in ascending order, with one entry for every next card.

They are computed for all hands on some boards, and for the random deals from which clusters are learnt.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.abstraction.isomorphism import CellIndices, Ints, cells, locate_board, pairs_of_kinds
from ai.abstraction.kmeans_1d_emd import Buckets
from ai.abstraction.next_cards import NextCells, list_hands, next_cells, scratch_for
from ai.compiled import kernel
from ai.hands.evaluator import Cards
from game.rules.cards import DECK


class HandHistograms(NamedTuple):
    """The reachable buckets of the hands on some boards.

    Attributes:
        points: uint8[hands, reached], the buckets that each hand can reach, in ascending order.
        where: int32[hands], the cell of each hand.
        multiplicities: int64[hands], the number of deals that each hand represents.
    """

    points: Buckets
    where: CellIndices
    multiplicities: Ints


def allocate(hands: int, reached: int) -> HandHistograms:
    """Allocate arrays for `hands` hands with `reached` cards to come."""
    return HandHistograms(
        np.empty((hands, reached), np.uint8), np.empty(hands, np.int32), np.empty(hands, np.int64)
    )


def random_deals(cards: int, number: int, rng: np.random.Generator) -> Cards:
    """Return random deals, uint8[number, cards + 2]: a board of `cards` cards, then two hole cards.

    All deals are equally likely.
    """
    deals = np.empty((number, cards + 2), np.uint8)
    for index in range(cards + 2):
        drawn = rng.integers(0, len(DECK) - index, number, np.uint8)
        for held in np.sort(deals[:, :index], axis=1).T:
            drawn += drawn >= held  # `drawn` is an index among the remaining cards: skip the dealt cards
        deals[:, index] = drawn
    return deals


def compile_kernels() -> None:
    """Compile the kernels by running them on one deal and one board."""
    after, deal = np.zeros(cells(5), np.uint8), np.arange(6, dtype=np.uint8)[None]
    hands = allocate(pairs_of_kinds(3), 46)
    fill_deals(deal, after, hands.points)
    fill_boards(deal[:, :4], np.ones(1, np.int64), after, hands)


@kernel
def fill_deals(deals: Cards, after: Buckets, points: Buckets) -> None:
    """Fill `points` with the buckets that each deal can reach on the next street, ascending.

    Args:
        deals: uint8[n, 6 or 5], the board first.
        after: uint8[cells of the next street].
        points: uint8[n, 46 or 47].
    """
    cards = deals.shape[1] - 2
    spots, counts = scratch_for(cards), np.zeros(256, np.int64)
    for deal in range(len(deals)):
        spots.hands[0, 0], spots.hands[0, 1] = deals[deal, cards], deals[deal, cards + 1]
        next_cells(deals[deal, :cards], 1, spots)
        _sort_buckets(spots.after[0], after, counts, points[deal])


@kernel
def fill_boards(boards: Cards, multiplicities: Ints, after: Buckets, hands: HandHistograms) -> int:
    """Fill in the buckets that the hands on some boards can reach, and return the number of hands.

    Args:
        boards: uint8[n, 4 or 3].
        multiplicities: int64[n], the number of isomorphic boards that each represents.
        after: uint8[cells of the next street].
        hands: Arrays with space for all hands.
    """
    cards = boards.shape[1]
    spots, counts, filled = scratch_for(cards), np.zeros(256, np.int64), 0
    for board in range(len(boards)):
        found = list_hands(boards[board], spots)
        next_cells(boards[board], found, spots)
        part = part_of(hands, filled, found)
        for hand in range(found):
            _sort_buckets(spots.after[hand], after, counts, part.points[hand])
        take_note(boards[board], multiplicities[board], spots, part)
        filled += found
    return filled


@kernel
def part_of(hands: HandHistograms, first: int, number: int) -> HandHistograms:
    end = first + number
    return HandHistograms(hands.points[first:end], hands.where[first:end], hands.multiplicities[first:end])


@kernel
def take_note(board: Cards, multiplicities: int, spots: NextCells, hands: HandHistograms) -> None:
    """Fill in the cells of the hands on a board, uint8[cards], and the numbers of deals that they represent."""
    _, first, _ = locate_board(board, len(board))
    for hand in range(len(hands.where)):
        hands.where[hand] = first + spots.pairs[hand]
        hands.multiplicities[hand] = multiplicities * spots.multiplicities[hand]


@kernel
def _sort_buckets(reached: CellIndices, after: Buckets, counts: Ints, point: Buckets) -> None:
    """Fill in the buckets of the cells that a hand can reach, in ascending order.

    `counts` is int64[256] of zeros before and after.
    """
    low, high = 255, 0
    for cell in reached:
        bucket = after[cell]
        counts[bucket] += 1
        low, high = min(low, bucket), max(high, bucket)
    write_in_order(counts, low, high, point)


@kernel
def write_in_order(counts: Ints | CellIndices, low: int, high: int, point: Buckets) -> None:
    """Fill uint8[reached] with each bucket from `low` to `high` as often as counted, and reset the counts."""
    index = 0
    for bucket in range(low, high + 1):
        for _ in range(counts[bucket]):
            point[index] = bucket
            index += 1
        counts[bucket] = 0
