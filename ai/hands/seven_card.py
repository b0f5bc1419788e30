"""Ranks of many seven-card hands at a stroke, with numpy.

Every rank of a card weighs so much that seven ranks, no more than four of them equal, never add up to the sum of
seven others (the weights are Kenneth Shackleton's, from his SKPokerEval). So the sum is a place in a table, and a
hand without a flush is one look-up; with a flush the bit mask of its suit is another. The better of the two counts,
since seven cards with a flush hold neither a full house nor four of a kind. The table grows out of the plain
evaluator's five-card hands: a larger hand is as good as the best of those with one card less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from game.rules.cards import DECK
from game.rules.hand_rank import WORST_RANK, rank

Ints = NDArray[np.int64]
Ranks = NDArray[np.int16]

RANK_WEIGHTS: Ints = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181], dtype=np.int64
)
CARD_SUMS: Ints = np.tile(RANK_WEIGHTS, 4)
CARD_MASKS: Ints = 1 << np.arange(len(DECK), dtype=np.int64)

_RANKS_OF_SUIT = 13
_SUIT_MASK = (1 << _RANKS_OF_SUIT) - 1


@dataclass(frozen=True, slots=True)
class Cards:
    """Sets of cards, ready to be joined and ranked: the sums of their weights and their bit masks, any shape."""

    sums: Ints
    masks: Ints

    @staticmethod
    def of(cards: Ints) -> Cards:
        """Read an array of cards; the last axis holds the cards of one set."""
        return Cards(CARD_SUMS[cards].sum(axis=-1), CARD_MASKS[cards].sum(axis=-1))

    def __add__(self, other: Cards) -> Cards:
        """Join sets that share no card; the shapes are broadcast."""
        return Cards(self.sums + other.sums, self.masks + other.masks)

    def ranks(self) -> Ranks:
        """Return 1 (best) .. 7462 for every set; each must hold seven cards."""
        flushes = _by_suit_mask()
        best = _by_sum()[self.sums]
        for suit in range(4):
            best = np.minimum(best, flushes[self.masks >> _RANKS_OF_SUIT * suit & _SUIT_MASK])
        return best


def prepare() -> Iterator[None]:
    """Make the tables in parts, if that was not done: about a fifth of a second, once in a process."""
    for make in (_by_suit_mask, _five_cards, _by_sum):
        make()
        yield


# ---- the tables -------------------------------------------------------------------------------------------
@cache
def _by_sum() -> Ranks:
    """Return int16[7,825,760]: the ranks of seven cards without a flush by the sum of their weights."""
    sums, ranks = _five_cards()
    for size in (6, 7):
        sums, ranks = _with_one_more(size, sums, ranks)
    table = np.zeros(int(sums.max()) + 1, dtype=np.int16)
    table[sums] = ranks
    return table


@cache
def _five_cards() -> tuple[Ints, Ranks]:
    """Return sums and ranks of all hands of five cards without a flush."""
    hands = _multisets(5)
    ranks = np.array([rank(_no_flush(hand)) for hand in hands.tolist()], dtype=np.int16)
    return RANK_WEIGHTS[hands].sum(axis=1), ranks


def _with_one_more(size: int, smaller_sums: Ints, smaller_ranks: Ranks) -> tuple[Ints, Ranks]:
    """Return sums and ranks of all hands of `size` cards, given those of one card less."""
    order = np.argsort(smaller_sums)
    known_sums, known_ranks = smaller_sums[order], smaller_ranks[order]
    weights = RANK_WEIGHTS[_multisets(size)]
    sums = weights.sum(axis=1)
    without_one = sums[:, None] - weights
    return sums, known_ranks[np.searchsorted(known_sums, without_one)].min(axis=1)


def _multisets(size: int) -> Ints:
    """Return int64[hands, size]: the ranks of hands in ascending order, at most four of them equal."""
    count = comb(_RANKS_OF_SUIT + size - 1, size)
    flat = chain.from_iterable(combinations_with_replacement(range(_RANKS_OF_SUIT), size))
    hands = np.fromiter(flat, dtype=np.int64, count=count * size).reshape(count, size)
    five_equal = (hands[:, : size - 4] == hands[:, 4:]).any(axis=1)
    allowed: Ints = hands[~five_equal]
    return allowed


def _no_flush(ranks: list[int]) -> list[int]:
    """Deal five ascending ranks in suits that differ wherever ranks are equal, and not all the same."""
    return [place % 4 * _RANKS_OF_SUIT + one for place, one in enumerate(ranks)]


@cache
def _by_suit_mask() -> Ranks:
    """Return int16[8192]: the ranks of the cards of one suit, beyond the worst where they make no flush."""
    table = np.full(_SUIT_MASK + 1, WORST_RANK + 1, dtype=np.int16)
    for size in (5, 6, 7):
        for held in combinations(range(_RANKS_OF_SUIT), size):
            table[sum(1 << one for one in held)] = rank(held)
    return table
