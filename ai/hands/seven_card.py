"""Ranks of many seven-card hands at a stroke, with numpy.

Every rank of a card weighs so much that seven ranks, no more than four of them equal, never add up to the sum of
seven others (the weights are Kenneth Shackleton's, from his SKPokerEval). So the sum is a place in a table, and a
hand without a flush is one look-up; with a flush the bit mask of its suit is another. The better of the two counts,
since seven cards with a flush hold neither a full house nor four of a kind. The table grows out of the plain
evaluator's five-card hands: a larger hand is as good as the best of those with one card less.
"""

from __future__ import annotations

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
        tables = _tables()
        best = tables.by_sum[self.sums]
        for suit in range(4):
            flush = tables.by_suit_mask[self.masks >> _RANKS_OF_SUIT * suit & _SUIT_MASK]
            best = np.minimum(best, flush)
        return best


def prepare() -> None:
    """Make the tables, if that was not done: about a tenth of a second, once in a process."""
    _tables()


# ---- the tables -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Tables:
    """`by_sum`: int16[7,825,760], ranks without a flush; `by_suit_mask`: int16[8192], beyond the worst if none."""

    by_sum: Ranks
    by_suit_mask: Ranks


@cache
def _tables() -> _Tables:
    hands = _multisets(5)
    sums = RANK_WEIGHTS[hands].sum(axis=1)
    ranks = np.array([rank(_no_flush(hand)) for hand in hands.tolist()], dtype=np.int16)
    for size in (6, 7):
        sums, ranks = _with_one_more(size, sums, ranks)
    by_sum = np.zeros(int(sums.max()) + 1, dtype=np.int16)
    by_sum[sums] = ranks
    return _Tables(by_sum, _flushes())


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


def _flushes() -> Ranks:
    table = np.full(_SUIT_MASK + 1, WORST_RANK + 1, dtype=np.int16)
    for size in (5, 6, 7):
        for held in combinations(range(_RANKS_OF_SUIT), size):
            table[sum(1 << one for one in held)] = rank(held)
    return table
