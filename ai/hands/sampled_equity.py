"""Range against range, sampled: deals at random, with the interval that they leave.

A deal is a pair of hands, in proportion to the product of their weights, and the cards to come. Pairs that share a
card are never thrown, however much of the weight they have; cards to come that lie already are thrown again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np

from ai.hands.combos import CARDS, Floats, Ints
from ai.hands.evaluator import Cards, Ranks, ranks
from ai.hands.range_equity import cleared, pair_weights, shared
from ai.hands.ranges import Weights
from game.core import Progress
from game.rules.cards import Card
from game.study.odds import RangeEquity

SAMPLES_AT_A_TIME = 50_000


class RandomDeals:
    """The deals of two ranges on a board: float64[1326] each, as `range_equity.cleared` returns them."""

    def __init__(self, one: Floats, other: Floats, board: Sequence[Card]) -> None:
        self._board = np.array(board, np.uint8)
        self._first, self._second = np.flatnonzero(one), np.flatnonzero(other)
        self._up_to = pair_weights(one, other).cumsum()
        self._most = np.nextafter(self._up_to[-1], 0.0)

    def throw(self, number: int, rng: np.random.Generator) -> Cards:
        """Return uint8[some, 9], two hands and a board each: of `number` deals those in which no cards collide."""
        first, second = self._throw_hands(number, rng)
        to_come = rng.integers(0, 52, (number, 5 - len(self._board)), np.uint8)
        on_board = np.broadcast_to(self._board, (number, len(self._board)))
        deals = np.hstack([CARDS[first], CARDS[second], on_board, to_come]).astype(np.uint8)
        bits = np.bitwise_or.reduce(np.uint64(1) << deals.astype(np.uint64), axis=1)
        apart: Cards = deals[np.bitwise_count(bits) == deals.shape[1]]
        return apart

    def _throw_hands(self, number: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Return int64[number] twice: the places of hands that can be held at once."""
        thrown = np.minimum(rng.random(number) * self._up_to[-1], self._most)  # rounding may reach the whole
        first, second = np.divmod(np.searchsorted(self._up_to, thrown, side="right"), len(self._second))
        return self._first[first], self._second[second]


def sampled_equity(
    first: Weights,
    second: Weights,
    board: Sequence[Card],
    rng: np.random.Generator,
    *,
    samples: int | None = None,
    seconds: float | None = None,
    at_first: int = SAMPLES_AT_A_TIME,
) -> Iterator[Progress | RangeEquity]:
    """Yield progress with the figures so far, and last those of `samples` random deals, or of `seconds` of them.

    The first report comes after `at_first` deals, each later one after twice as many as before, as far as an item
    may take. `BadInput` as for `exact_equity`.
    """
    one, other = cleared(first, second, board)
    began = time.perf_counter()
    deals = RandomDeals(one, other, board)
    won = tied = done = 0
    while samples is None or done < samples:
        number = min(SAMPLES_AT_A_TIME, max(at_first, done))
        number = number if samples is None else min(number, samples - done)
        more_won, more_tied = _sample(deals, number, rng)
        won, tied, done = won + more_won, tied + more_tied, done + number
        found = _of_samples(won, tied, done)
        passed = time.perf_counter() - began
        if seconds is not None and passed >= seconds:
            break
        left = passed / done * (samples - done) if samples else (seconds or passed) - passed
        yield Progress(done, samples, passed, left, _figures(found))
    yield _of_samples(won, tied, done)


def _figures(found: RangeEquity) -> dict[str, float]:
    return {"equity": found.equity[0], "win": found.win[0], "tie": found.tie, "ci95": found.ci95}


def ranks_of_sides(deals: Cards) -> tuple[Ranks, Ranks]:
    """Return uint16[n] twice: what both sides have in the end in deals, uint8[n, 9]."""
    mine, theirs = (
        ranks(np.ascontiguousarray(np.hstack([deals[:, side : side + 2], deals[:, 4:]]))) for side in (0, 2)
    )
    return mine, theirs


def _of_samples(won: int, tied: int, done: int) -> RangeEquity:
    """Return the shares with their interval, for which two deals won and two lost are added.

    So a few samples that all end alike are not taken to be certain (Agresti and Coull, 1998).
    """
    more = done + 4
    win, tie = (won + 2) / more, tied / more
    variance = win + tie / 4 - (win + tie / 2) ** 2
    return shared(won / done, tied / done, 1.96 * sqrt(variance / more), exact=False, deals=done)


def _sample(deals: RandomDeals, number: int, rng: np.random.Generator) -> tuple[int, int]:
    """Return how many of so many random deals the first side wins, and how many nobody wins."""
    won = tied = dealt = 0
    while dealt < number:
        thrown = deals.throw(number, rng)[: number - dealt]
        mine, theirs = ranks_of_sides(thrown)
        won += int((mine < theirs).sum())
        tied += int((mine == theirs).sum())
        dealt += len(thrown)
    return won, tied
