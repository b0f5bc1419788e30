"""Suit isomorphism: one index for all boards (or boards with hands) that differ only in irrelevant suits.

All suits may be permuted (Waugh, "A fast and optimal hand isomorphism algorithm", 2013). In addition, a suit is
dead if the full board can no longer have three cards of the suit. A flush in a dead suit is impossible, so only the
ranks of the cards of this suit matter. The other suits are live. A live suit has at least one card on the flop, two
on the turn, three on the river.

A row represents a class of isomorphic boards. Two things identify the class: the ranks in each live suit, starting
with the suit that has most cards, and the ranks in all dead suits together. The rule about dead suits reduces the
river from 134,459 rows to 42,783, plus 13 rows for the impossible boards with five cards of one rank. The turn has
16,432 rows with or without the rule.

A cell represents a board with a hand. The kind of a card is `rank + 13 * group`. The groups are the live suits in
the order of the board, and then all dead suits together. A row has one cell for every unordered pair of kinds. The
flop has 1.5 million cells, the turn 6.6 million, the river 13.4 million. A cell is unused if the deck without the
board contains no hand of the cell's two kinds. If two live suits have the same ranks, a hand has two cells with the
same content.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.evaluator import CARD_MASKS, Cards

Ints = npt.NDArray[np.int64]
CellIndices = npt.NDArray[np.int32]

MAX_CARDS = 5
RANKS = 13

_SIZES = np.array([ranks.bit_count() for ranks in range(1 << RANKS)], np.int8)
_SUBSETS = [comb(RANKS, size) for size in range(MAX_CARDS + 1)]
_MULTISETS = np.array([comb(RANKS - 1 + size, size) for size in range(MAX_CARDS + 1)])
_BINOMIALS = np.array([[comb(n, k) for k in range(MAX_CARDS + 1)] for n in range(_SUBSETS[2] + 2)])
_SHAPES = {
    3: ((3, 1), (2, 2), (1, 3)),
    4: ((0, 0), (1, 2), (2, 2), (1, 3), (1, 4)),
    5: ((0, 0), (1, 3), (1, 4), (1, 5)),
}
"""The possible pairs (number of live suits, cards in the fullest live suit), by number of board cards."""


def _subset_places() -> npt.NDArray[np.int16]:
    """Return the index of each set of ranks among the sets of the same size, int16[8192].

    A set is given as bits.
    """
    places = np.zeros(1 << RANKS, np.int16)
    for size in range(MAX_CARDS + 1):
        of_size = np.flatnonzero(size == _SIZES)
        places[of_size] = np.arange(len(of_size))
    return places


def _boards_of_shape(cards: int, live: int, most: int) -> int:
    if live == 0:
        return int(_MULTISETS[cards])
    if live == 1:
        return int(_SUBSETS[most] * _MULTISETS[cards - most])
    if live * most == cards:  # live suits with equally many cards are in any order
        return comb(_SUBSETS[most] - 1 + live, live)
    return _SUBSETS[most] * _SUBSETS[cards - most]


def pairs_of_kinds(live: int) -> int:
    """Return the number of cells of a row with `live` live suits.

    >>> [pairs_of_kinds(live) for live in range(4)]
    [91, 351, 780, 1378]
    """
    return comb(RANKS * (live + 1) + 1, 2)


def _layout() -> tuple[Ints, Ints, dict[int, tuple[int, int]]]:
    """Return the first row and the first cell of each shape of board, and the size of each table.

    The shape of a board is its number of cards, its number of live suits, and the number of cards in its
    fullest live suit. The first two results are int64[cards, live, most]. The third result maps the number of
    cards to the numbers of rows and cells.
    """
    first_rows = np.zeros((MAX_CARDS + 1, 4, MAX_CARDS + 1), np.int64)
    first_cells = np.zeros_like(first_rows)
    sizes = {}
    for cards, shapes in _SHAPES.items():
        row = cell = 0
        for live, most in shapes:
            first_rows[cards, live, most], first_cells[cards, live, most] = row, cell
            row += _boards_of_shape(cards, live, most)
            cell += _boards_of_shape(cards, live, most) * pairs_of_kinds(live)
        sizes[cards] = row, cell
    return first_rows, first_cells, sizes


_SUBSET_PLACES = _subset_places()
_FIRST_ROWS, _FIRST_CELLS, _TABLE_SIZES = _layout()
_PAIRS = np.array([pairs_of_kinds(live) for live in range(4)])
_SUIT = np.uint64(16)
_ALL_RANKS = (1 << RANKS) - 1


def rows(cards: int) -> int:
    """Return the number of rows in the table for boards with `cards` cards.

    >>> rows(3), rows(4), rows(5)
    (1755, 16432, 42796)
    """
    return _TABLE_SIZES[cards][0]


def cells(cards: int) -> int:
    """Return the number of cells in the table for boards with `cards` cards.

    >>> cells(3), cells(4), cells(5)
    (1518296, 6616181, 13412516)
    """
    return _TABLE_SIZES[cards][1]


def boards(cards: int) -> tuple[Cards, Ints]:
    """Return a board of every row, uint8[rows, cards], and the number of boards of each row, int64[rows]."""
    found, multiplicities = np.zeros((rows(cards), cards), np.uint8), np.zeros(rows(cards), np.int64)
    _find_boards(found, multiplicities)
    return found, multiplicities


def cell_index(board: Cards, hand: Cards) -> int:
    """Return the cell of a hand, uint8[2], on a board, uint8[3..5]."""
    _, first, groups = locate_board(board, len(board))
    return first + pair_index(groups, hand[0], hand[1])


def compile_kernels() -> None:
    """Compile the kernels by computing a cell on each street and the boards of a small deck."""
    deck = np.arange(7, dtype=np.uint8)
    for cards in _SHAPES:
        locate_board(deck[:cards], cards)
    pair_index(0, deck[5], deck[6])
    _find_boards(np.zeros((0, 3), np.uint8), np.zeros(0, np.int64))


@kernel
def locate_board(board: Cards, cards: int) -> tuple[int, int, int]:
    """Return the row of the first `cards` cards of a board, the first cell of the row, and the groups of the suits.

    The board is uint8[cards or more]. The groups are packed into one integer with two bits for each suit.
    """
    mask = np.uint64(0)
    for index in range(cards):
        mask |= CARD_MASKS[board[index]]
    first, second, third, live = 0, 0, 0, 0
    for suit in range(4):
        key = _key_of_suit(mask, suit, cards)
        live += key > 0
        if key > first:
            first, second, third = key, first, second
        elif key > second:
            second, third = key, second
        elif key > third:
            third = key
    groups, given = 0, 0
    for suit in range(4):
        group = live
        key = _key_of_suit(mask, suit, cards)
        if key > 0:
            group = int(key < first) + int(key < second)
            while given >> group & 1:  # two suits hold the same ranks
                group += 1
            given |= 1 << group
        groups |= group << 2 * suit
    most = first >> RANKS
    if live > 1:
        index = _place_of_suits(first, second, third, cards)
    else:
        index = _SUBSET_PLACES[first & _ALL_RANKS] * _MULTISETS[cards - most]
        index += _place_of_dead(board, cards, groups, live)
    row = _FIRST_ROWS[cards, live, most] + index
    return row, _FIRST_CELLS[cards, live, most] + index * _PAIRS[live], groups


@kernel
def pair_index(groups: int, one: int, other: int) -> int:
    """Return the index of a hand of two cards in the cells of its row. `groups` is a result of `locate_board`."""
    first = one % RANKS + RANKS * (groups >> 2 * (one // RANKS) & 3)
    second = other % RANKS + RANKS * (groups >> 2 * (other // RANKS) & 3)
    high, low = max(first, second), min(first, second)
    return high * (high + 1) // 2 + low


@kernel
def _key_of_suit(mask: np.uint64, suit: int, cards: int) -> int:
    """Return an integer that encodes the ranks of a suit on a board, or 0 for a dead suit.

    The lowest 13 bits have a bit for each rank, and the higher bits hold the number of ranks.
    """
    held = np.int64(mask >> _SUIT * np.uint64(suit)) & _ALL_RANKS
    size = np.int64(_SIZES[held])
    return int(size << RANKS | held) if size >= cards - 2 else 0


@kernel
def _place_of_suits(first: int, second: int, third: int, cards: int) -> int:
    """Return the index of a board whose cards are all in two or three live suits.

    The arguments are the keys of these suits, the fullest suit first.
    """
    one, two = np.int64(_SUBSET_PLACES[first & _ALL_RANKS]), np.int64(_SUBSET_PLACES[second & _ALL_RANKS])
    if third > 0:
        return int(_BINOMIALS[one + 2, 3] + _BINOMIALS[two + 1, 2] + _SUBSET_PLACES[third & _ALL_RANKS])
    if cards == 4:
        return int(one * (one + 1) // 2 + two)
    return int(one * RANKS + two)


@kernel
def _place_of_dead(board: Cards, cards: int, groups: int, dead: int) -> int:
    """Return the index of the ranks in dead suits among all multisets of the same size."""
    found = 0
    for index in range(cards):
        rank, suit = board[index] % RANKS, board[index] // RANKS
        if groups >> 2 * suit & 3 != dead:
            continue
        below = 0
        for other in range(cards):
            if groups >> 2 * (board[other] // RANKS) & 3 == dead:
                beside = board[other] % RANKS
                below += beside < rank or (beside == rank and other < index)
        found += _BINOMIALS[rank + below, below + 1]
    return found


@kernel
def _find_boards(found: Cards, multiplicities: Ints) -> None:
    """Find one board for each row, and count the boards of the row.

    `found` is uint8[rows, cards], and `multiplicities` is int64[rows].
    """
    cards = found.shape[1]
    board = np.empty(cards, np.uint8)
    for index in range(cards):
        board[index] = index
    while len(found) > 0:
        row, _, _ = locate_board(board, cards)
        if multiplicities[row] == 0:
            for index in range(cards):
                found[row, index] = board[index]
        multiplicities[row] += 1
        index = cards - 1
        while index >= 0 and board[index] == 52 - cards + index:
            index -= 1
        if index < 0:
            break
        board[index] += np.uint8(1)
        for after in range(index + 1, cards):
            board[after] = board[after - 1] + np.uint8(1)
