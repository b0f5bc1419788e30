"""Canonical boards: one board represents all boards that differ only by a permutation of suits (suit isomorphism).

If the ranges treat all suits alike, 134,459 of the 2,598,960 full boards are enough. Each canonical board has
a multiplicity, the number of boards that it represents. A permutation is allowed only if it changes neither
the ranges nor the known board cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ai.compiled import kernel
from ai.hands.combos import CARDS, HANDS, Floats, hand_index
from ai.hands.evaluator import Cards
from game.rules.cards import DECK, Card

Suits = tuple[int, ...]
"""A permutation of the suits: the replacement of each suit."""


_EXCHANGES: tuple[Suits, ...] = tuple(permutations(range(4)))
_CARDS_AFTER = np.array([[suits[card // 13] * 13 + card % 13 for card in DECK] for suits in _EXCHANGES])
"""The replacement of each card under each permutation, int64[24, 52]."""
_LOW, _HIGH = np.sort(_CARDS_AFTER[:, CARDS], axis=2).transpose(2, 0, 1)
_INDICES_AFTER = _LOW * (103 - _LOW) // 2 + _HIGH - _LOW - 1
"""The replacement of each hand under each permutation, int64[24, 1326]."""


def all_boards() -> tuple[Cards, Floats]:
    """Return the canonical boards, uint8[134459, 5], and their multiplicities, float64[134459]."""
    suits, deck = np.array(exchanges((), ())), np.array(DECK, np.uint8)
    parts = [
        boards_that_stand_for_all(np.empty(0, np.uint8), deck, first, suits) for first in range(len(deck) - 4)
    ]
    boards, multiplicities = zip(*parts, strict=True)
    return np.concatenate(boards), np.concatenate(multiplicities)


def compile_kernels() -> None:
    board, left = np.array([10, 20, 25, 30], np.uint8), np.array([40, 41], np.uint8)
    boards_that_stand_for_all(board, left, 0, np.array(exchanges((), board.tolist())))


def exchanges(ranges: Sequence[Floats], board: Sequence[Card]) -> list[Suits]:
    """Return the permutations of suits that change neither the board nor the ranges.

    A range is float64[1326].
    """
    board_cards = set(board)
    return [
        suits
        for suits, cards, indices in zip(_EXCHANGES, _CARDS_AFTER, _INDICES_AFTER, strict=True)
        if {int(cards[card]) for card in board} == board_cards
        and all(np.array_equal(weights[indices], weights) for weights in ranges)
    ]


def images(hand: int, suits: Sequence[Suits]) -> set[int]:
    return {hand_index(exchange[card // 13] * 13 + card % 13 for card in HANDS[hand]) for exchange in suits}


def standing_for(suits: Sequence[Suits]) -> npt.NDArray[np.int64]:
    """Return for each hand the smallest index among its images under the permutations, int64[1326]."""
    least: npt.NDArray[np.int64] = _INDICES_AFTER[[_EXCHANGES.index(exchange) for exchange in suits]].min(
        axis=0
    )
    return least


@kernel
def boards_that_stand_for_all(
    board: Cards, left: Cards, first: int, suits: npt.NDArray[np.int64]
) -> tuple[Cards, Floats]:
    """Return the canonical full boards whose lowest new card is left[first], and their multiplicities.

    `left` has the cards that may come, in ascending order.
    """
    missing = 5 - len(board)
    size = 1
    for index in range(missing - 1):
        size = size * (len(left) - 1 - first - index) // (index + 1)
    boards = np.empty((max(size, 1), 5), np.uint8)
    multiplicities = np.empty(max(size, 1), np.float64)
    for index in range(len(board)):
        boards[:, index] = board[index]  # numba would take seconds to compile an assignment of all columns
    chosen = np.empty(missing, np.int64)
    for index in range(missing):
        chosen[index] = first + index
    found = 0
    while missing == 0 or chosen[0] == first:
        for index in range(missing):
            boards[found, len(board) + index] = left[chosen[index]]
        stands_for = _stands_for(boards[found], suits)
        if stands_for:
            multiplicities[found] = stands_for
            found += 1
        index = missing - 1
        while index > 0 and chosen[index] == len(left) - missing + index:
            index -= 1
        if index <= 0:
            break
        chosen[index] += 1
        for after in range(index + 1, missing):
            chosen[after] = chosen[after - 1] + 1
    return boards[:found], multiplicities[:found]


@kernel
def _stands_for(board: Cards, suits: npt.NDArray[np.int64]) -> int:
    """Return the number of boards that equal `board` up to one of the permutations `suits`.

    If one of these boards is smaller than `board`, then `board` is not canonical, and the result is 0.
    """
    own = np.uint64(0)
    for card in board:
        own |= np.uint64(1) << np.uint64(card)
    same = 0
    for exchange in range(len(suits)):
        moved = np.uint64(0)
        for card in board:
            moved |= np.uint64(1) << np.uint64(suits[exchange, card // 13] * 13 + card % 13)
        if moved < own:
            return 0
        same += moved == own
    return len(suits) // same
