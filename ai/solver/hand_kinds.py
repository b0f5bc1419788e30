"""Of what kind every hand is on a board: what it has made, and below a pair what it draws to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CARDS, Bools, Ints, left_by
from ai.hands.evaluator import ranks
from game.rules.cards import Card, get_rank, get_suit
from game.rules.hand_rank import WORST_RANK, Category, category_of_rank
from game.study.solved import HAND_KINDS

OVERPAIR, TOP_PAIR, PAIR, FLUSH_DRAW, STRAIGHT_DRAW, NOTHING = range(7, 13)
RIVER, DRAWN, RANKS = 5, 4, 13
_CATEGORY = np.array([category_of_rank(max(1, number)) for number in range(WORST_RANK + 1)])
_ACE_LOW = np.array([12, 0, 1, 2, 3])
_STRAIGHTS = np.array(
    [np.isin(np.arange(RANKS), _ACE_LOW if low < 0 else range(low, low + 5)) for low in range(-1, 9)]
)
"""bool[10, 13]: the ranks of each straight."""


def kinds_of(board: Sequence[Card]) -> npt.NDArray[np.int64]:
    """Return int64[1326], places in `HAND_KINDS`; -1 for hands that meet the board of three to five cards."""
    live = left_by(board)
    found = np.full(len(CARDS), -1, np.int64)
    hands = CARDS[live]
    cards = np.hstack([np.tile(np.array(board, np.uint8), (len(hands), 1)), hands.astype(np.uint8)])
    category = _CATEGORY[ranks(cards)]
    kind = np.where(category > Category.TWO_PAIR, Category.STRAIGHT_FLUSH - category, NOTHING)
    pairs = _pairs(hands, board)
    on_board = np.bincount([get_rank(card) for card in board], minlength=RANKS)
    both = (category == Category.TWO_PAIR) & _makes_two_pair(hands, on_board)
    kind[both] = HAND_KINDS.index("two-pair")
    alone = (kind == NOTHING) | ((category == Category.THREE_OF_A_KIND) & (on_board.max() >= 3))
    kind[alone] = pairs[alone]
    if len(board) < RIVER:
        bare = kind == NOTHING
        kind[bare & _draws_straight(hands, board)] = STRAIGHT_DRAW
        kind[bare & _draws_flush(hands, board)] = FLUSH_DRAW
    found[live] = kind
    return found


def _pairs(hands: Ints, board: Sequence[Card]) -> Ints:
    """Return int64[hands]: over pair, top pair or lesser pair of the hand's own cards, else nothing."""
    of_board = np.array([get_rank(card) for card in board])
    held = hands % RANKS
    pocket = held[:, 0] == held[:, 1]
    met = np.isin(held, of_board)
    found = np.full(len(hands), NOTHING)
    found[pocket | met.any(axis=1)] = PAIR
    found[(held == of_board.max()).any(axis=1)] = TOP_PAIR
    found[pocket & (held[:, 0] > of_board.max())] = OVERPAIR
    return found


def _makes_two_pair(hands: Ints, on_board: Ints) -> Bools:
    """Return bool[hands]: whether both cards of a hand pair with different cards of the board."""
    held = hands % RANKS
    return np.asarray((on_board[held] > 0).all(axis=1) & (held[:, 0] != held[:, 1]))


def _draws_flush(hands: Ints, board: Sequence[Card]) -> Bools:
    of_suit = np.bincount([get_suit(card) for card in board], minlength=4)
    suits = hands // RANKS
    first, second = suits.T
    alike = first == second
    most: Ints = np.where(alike, of_suit[first] + 2, np.maximum(of_suit[first], of_suit[second]) + 1)
    return np.asarray(most == DRAWN)


def _draws_straight(hands: Ints, board: Sequence[Card]) -> Bools:
    """Return bool[hands]: whether one rank more makes a straight that holds a card of the hand."""
    of_board = np.zeros(RANKS, np.bool_)
    of_board[[get_rank(card) for card in board]] = True
    there = np.tile(of_board, (len(hands), 1))
    np.put_along_axis(there, hands % RANKS, True, axis=1)
    in_reach = there.astype(np.int64) @ _STRAIGHTS.T.astype(np.int64) >= DRAWN
    own = (there & ~of_board).astype(np.int64) @ _STRAIGHTS.T.astype(np.int64) > 0
    return np.asarray((in_reach & own).any(axis=1))
