"""The cell and the bucket of the next street that a hand on a flop or turn reaches with each next card.

- `next_cells`: the cells of the next street's table. Isomorphic hands are handled once: there is one hand for every
  possible pair of kinds (ai/abstraction/isomorphism.py). The outer loop is over the next cards, the inner loop over
  all hands.
- `average_strengths`: the mean strength (ai/abstraction/strengths.py) over the next card.
- `fill_boards`, `fill_deals`: the histogram of the buckets that a hand can reach, in ascending order, with one
  entry for every next card. `fill_boards` computes the histograms of all hands on some boards. `fill_deals`
  computes the histograms of the random deals from which clusters are learnt. ai/abstraction/runouts.py does the
  same for the river.

Only training and the study of buckets in the window need this module.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.abstraction.isomorphism import CellIndices, Ints, cells, locate_board, pair_index, pairs_of_kinds
from ai.abstraction.kmeans_1d import Buckets
from ai.abstraction.strengths import Strengths, no_strengths
from ai.compiled import kernel
from ai.hands.combos import CARDS
from ai.hands.evaluator import Cards
from game.rules.cards import DECK

_MAX_PAIRS = pairs_of_kinds(3)


class NextCells(NamedTuple):
    """Scratch arrays for the hands on one board.

    Attributes:
        hands: uint8[1378, 2], one hand for every possible pair of kinds of cards.
        pairs: int64[1378], the indices of the hands in the board's row.
        multiplicities: int64[1378], the number of hands that each hand represents by isomorphism.
        after: int32[1378, 46 or 47], the cell that each hand reaches with every next card.
    """

    hands: Cards
    pairs: Ints
    multiplicities: Ints
    after: CellIndices


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
    """Fill `spots` with a hand for every possible pair of kinds on a board, uint8[cards].

    Return the number of hands.
    """
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


@kernel
def average_strengths(
    boards: Cards, multiplicities: Ints, after: Strengths, table: Strengths, counts: Ints
) -> None:
    """Fill `table` with the rounded mean strength over the next card, and count the deals with each strength.

    Args:
        boards: uint8[n, 3 or 4].
        multiplicities: int64[n], the number of isomorphic boards that each board represents.
        after: uint16[cells of the next street], the strengths on the next street.
        table: uint16[cells of these boards], the mean strengths.
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


@kernel
def fill_deals(deals: Cards, after: Buckets, points: Buckets) -> None:
    """Fill `points` with the buckets that each deal can reach on the next street, ascending.

    Args:
        deals: uint8[n, 6 or 5], the board first.
        after: uint8[cells of the next street], the bucket of each cell.
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
        multiplicities: int64[n], the number of isomorphic boards that each board represents.
        after: uint8[cells of the next street], the bucket of each cell.
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
    """Fill in the cells of the hands on a board, uint8[cards], and the number of deals of each hand."""
    _, first, _ = locate_board(board, len(board))
    for hand in range(len(hands.where)):
        hands.where[hand] = first + spots.pairs[hand]
        hands.multiplicities[hand] = multiplicities * spots.multiplicities[hand]


@kernel
def _sort_buckets(reached: CellIndices, after: Buckets, counts: Ints, point: Buckets) -> None:
    """Fill `point` with the buckets of the cells `reached` by a hand, in ascending order.

    `counts`, int64[256], holds only zeros before and after the call.
    """
    low, high = 255, 0
    for cell in reached:
        bucket = after[cell]
        counts[bucket] += 1
        low, high = min(low, bucket), max(high, bucket)
    write_in_order(counts, low, high, point)


@kernel
def write_in_order(counts: Ints | CellIndices, low: int, high: int, point: Buckets) -> None:
    """Fill `point`, uint8[reached], with the buckets `low` to `high`, each as often as `counts` says.

    Set the counts of these buckets to 0.
    """
    index = 0
    for bucket in range(low, high + 1):
        for _ in range(counts[bucket]):
            point[index] = bucket
            index += 1
        counts[bucket] = 0


def compile_kernels() -> None:
    """Compile the kernels by running them on one flop, one turn and one deal."""
    for cards in (3, 4):
        spots = scratch_for(cards)
        board = np.arange(cards, dtype=np.uint8)
        next_cells(board, list_hands(board, spots), spots)
    river, _ = no_strengths(5)
    average_strengths(np.arange(4, dtype=np.uint8)[None], np.ones(1, np.int64), river, *no_strengths(4))
    after, deal = np.zeros(cells(5), np.uint8), np.arange(6, dtype=np.uint8)[None]
    hands = allocate(pairs_of_kinds(3), 46)
    fill_deals(deal, after, hands.points)
    fill_boards(deal[:, :4], np.ones(1, np.int64), after, hands)
