"""The made hand and the draw of every hand on a board, in the terms of poker players.

Only the contribution of the hole cards counts: with a pair on the board, ace-king has ace high. If the best five
cards are all on the board, a hand has nothing. A pair is classed by the number of board ranks above it, and two
pair means that both hole cards are paired. A straight draw is open-ended if at least two ranks complete it,
otherwise a gutshot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.hands.combos import CARDS, HANDS, Bools, Ints, left_by
from ai.hands.evaluator import rank, ranks
from ai.hands.hash_table import CATEGORIES
from game.rules.cards import Card, rank_of, suit_of
from game.rules.hand_rank import Category

MADE = (
    "nothing",
    "ace high",
    "low pair",
    "middle pair",
    "top pair",
    "overpair",
    "two pair",
    "trips",
    "set",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
)
"""The made hands, weakest first."""
DRAWS = ("no draw", "gutshot", "open-ended", "flush draw", "combo draw")
"""The draws, weakest first. A combo draw is to a flush and to a straight."""

Coordinates = NDArray[np.int8]

_ACE = 12
_MADE_OF = {
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.FOUR_OF_A_KIND: "quads",
    Category.STRAIGHT_FLUSH: "straight flush",
}
_LOW, _HIGH = CARDS[:, 0] % 13, CARDS[:, 1] % 13
_SUITS = CARDS // 13
_RANK_BITS: Ints = (1 << _LOW) | (1 << _HIGH)
_IS_POCKET_PAIR: Bools = _LOW == _HIGH


@lru_cache(maxsize=256)
def made_classes(board: tuple[Card, ...]) -> Coordinates:
    """Return the index in MADE of every hand on a board of at least three cards, int8[1326].

    Blocked hands have nothing.
    """
    found = _unpaired_to_sets(board)
    left = np.flatnonzero(left_by(board))
    best = ranks(np.hstack([CARDS[left], np.tile(board, (len(left), 1))]).astype(np.uint8))
    categories = CATEGORIES[best]
    for category, name in _MADE_OF.items():
        found[left[categories == category]] = MADE.index(name)
    if len(board) == 5:
        found[left[best == rank(board)]] = 0
    found[~left_by(board)] = 0
    found.flags.writeable = False
    return found


@lru_cache(maxsize=256)
def draws(board: tuple[Card, ...]) -> Coordinates:
    """Return the index in DRAWS of every hand, int8[1326], all 0 before the flop and on the river.

    A hand that is made already is not a draw.
    """
    found = np.zeros(len(HANDS), np.int8)
    if len(board) in (3, 4):
        _fill_draws(board, found)
    found.flags.writeable = False
    return found


def _fill_draws(board: tuple[Card, ...], found: Coordinates) -> None:
    best = made_classes(board)
    outs = _straight_outs(board)
    to_straight = (outs > 0) & (best < MADE.index("straight"))
    to_flush = _has_four_of_a_suit(board) & (best < MADE.index("flush"))
    found[to_straight & (outs == 1)] = DRAWS.index("gutshot")
    found[to_straight & (outs > 1)] = DRAWS.index("open-ended")
    found[to_flush] = DRAWS.index("flush draw")
    found[to_flush & to_straight] = DRAWS.index("combo draw")
    found[~left_by(board)] = 0


def _unpaired_to_sets(board: Sequence[Card]) -> Coordinates:
    """Return the class of every hand by its ranks alone, up to a set, int8[1326]."""
    held = np.bincount([rank_of(card) for card in board], minlength=13)
    higher = np.array([np.count_nonzero(held[index + 1 :]) for index in range(13)])
    low_met, high_met = held[_LOW], held[_HIGH]
    found = np.where((_HIGH == _ACE) | (_LOW == _ACE), MADE.index("ace high"), MADE.index("nothing"))
    paired_rank = np.where(low_met > 0, _LOW, _HIGH)
    of_pair = MADE.index("top pair") - np.minimum(higher, 2)
    is_paired = (low_met > 0) | (high_met > 0) | _IS_POCKET_PAIR
    found = np.where(is_paired, of_pair[paired_rank], found)
    found[_IS_POCKET_PAIR & (higher[_LOW] == 0)] = MADE.index("overpair")
    found[~_IS_POCKET_PAIR & (low_met > 0) & (high_met > 0)] = MADE.index("two pair")
    found[~_IS_POCKET_PAIR & ((low_met > 1) | (high_met > 1))] = MADE.index("trips")
    found[_IS_POCKET_PAIR & (low_met > 0)] = MADE.index("set")
    return found.astype(np.int8)


def _straight_outs(board: Sequence[Card]) -> Ints:
    """Return the number of ranks that complete a straight with each hand but not without it, int64[1326]."""
    on_board = sum(1 << rank for rank in {rank_of(card) for card in board})
    with_hand = straight_completions()[_RANK_BITS | on_board] & ~straight_completions()[on_board]
    found: Ints = np.bitwise_count(with_hand).astype(np.int64)
    return found


@cache
def straight_completions() -> NDArray[np.uint16]:
    """Return for every set of ranks (bits) the missing ranks that would complete a straight, uint16[8192]."""
    held = np.arange(1 << 13)
    found = np.zeros(1 << 13, np.uint16)
    for straight in _straights():
        missing = straight & ~held
        found |= np.where(np.bitwise_count(missing) == 1, missing, 0).astype(np.uint16)
    return found


def _straights() -> list[int]:
    """Return the ranks of the ten straights as bits. The ace is also low."""
    return [1 << _ACE | 0b1111] + [0b11111 << low for low in range(9)]


def _has_four_of_a_suit(board: Sequence[Card]) -> Bools:
    """Return True for hands with four of a suit together with the board and at least one own card, bool[1326]."""
    held = np.bincount([suit_of(card) for card in board], minlength=4)
    first, second = _SUITS[:, 0], _SUITS[:, 1]
    alone = (held[first] + 1 == 4) | (held[second] + 1 == 4)
    found: Bools = np.where(first == second, held[first] + 2 == 4, alone)
    return found
