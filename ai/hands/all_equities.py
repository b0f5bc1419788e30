"""The equities of many hands at once, each against a range of its own: the very figures of `ai.hands.equity`.

The plain one draws, for one hand, an opponent's hand for each sample and then the cards to come, and draws a card
again that was dealt already. Here each hand has the same stream of random numbers and meets the same deals; what is
done side by side is one step of all streams, and the ranking of all deals at the end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ai.hands.combos import CARDS, Bools, Floats, Ints
from ai.hands.seven_card import Cards
from game.rules.cards import DECK, Card

_MORE_AT_A_TIME = 0.06  # of the numbers that are needed at least


def equities(
    hands: Ints, board: Sequence[Card], weights: Floats, samples: int, seeds: Sequence[str]
) -> Floats:
    """Return float64[hands]: the equity of each hand (by place) against its row of `weights`.

    weights: float64[hands, 1326], 0 for hands that cannot be held. seeds: of each hand's random numbers. On a full
    board every opposing hand is counted, and before it `samples` deals are drawn.
    """
    own = CARDS[hands]
    if len(board) == 5:
        return _counted(own, np.array(board), weights)
    streams = _Streams(seeds)
    opponents = _opponents(weights, streams.take(samples))
    run_outs = _run_outs(own, board, opponents, streams)
    return _tally(own, np.array(board, dtype=np.int64), opponents, run_outs)


class _Streams:
    """For each seed the numbers that `random.Random(seed).random()` gives one after the other."""

    def __init__(self, seeds: Sequence[str]) -> None:
        self._generators = [random.Random(seed) for seed in seeds]

    def take(self, count: int) -> Floats:
        """Return float64[seeds, count]: two 32-bit words make a number, as the generator does it."""
        drawn = b"".join(generator.randbytes(8 * count) for generator in self._generators)
        words = np.frombuffer(drawn, dtype="<u4").reshape(-1, count, 2).astype(np.uint64)
        return ((words[..., 0] >> 5) * 67108864.0 + (words[..., 1] >> 6)) / 9007199254740992.0


def _opponents(weights: Floats, rolls: Floats) -> Ints:
    """Return int64[hands, samples]: the places of the hands that the rolls choose in proportion to the weights."""
    chosen = np.empty(rolls.shape, dtype=np.int64)
    for row, (row_weights, row_rolls) in enumerate(zip(weights, rolls, strict=True)):
        up_to = np.cumsum(row_weights)
        chosen[row] = np.searchsorted(up_to, row_rolls * up_to[-1], side="right")
    return chosen


def _run_outs(own: Ints, board: Sequence[Card], opponents: Ints, streams: _Streams) -> Ints:
    """Return int64[hands, samples, missing]: the cards to come."""
    count, samples = opponents.shape
    missing = 5 - len(board)
    needed = samples * missing
    left = np.array([[c for c in DECK if c not in hole and c not in board] for hole in own.tolist()])
    deal = _Deal((1 << CARDS[opponents.T]).sum(axis=2), missing)
    drawn = [np.empty((0, count), dtype=np.int64)]
    fresh = [np.empty((0, count), dtype=np.bool_)]
    more = needed
    while not deal.finished:
        places = (streams.take(more) * left.shape[1]).astype(np.int64)
        cards = np.ascontiguousarray(np.take_along_axis(left, places, axis=1).T)
        drawn.append(cards)
        fresh.append(deal.accept(cards))
        more = max(8, int(needed * _MORE_AT_A_TIME))
    dealt: Ints = np.concatenate(drawn).T[np.concatenate(fresh).T]
    return dealt.reshape(count, samples, missing)


class _Deal:
    """Who deals one sample after the other for every hand, and takes no card twice in a sample."""

    def __init__(self, taken_before: Ints, missing: int) -> None:
        """taken_before: int64[samples, hands], the opponent's cards as bits."""
        samples, self._count = taken_before.shape
        self._before = np.concatenate([taken_before, np.zeros((1, self._count), dtype=np.int64)]).ravel()
        self._last = samples * self._count
        self._missing = missing
        self._place = np.arange(self._count)
        self._taken = self._before[self._place]
        self._dealt = np.zeros(self._count, dtype=np.int64)

    @property
    def finished(self) -> bool:
        """Whether every hand has all its samples."""
        return bool((self._place >= self._last).all())

    def accept(self, cards: Ints) -> Bools:
        """Return bool[steps, hands]: which of these cards (int64[steps, hands]) are dealt."""
        accepted = np.empty(cards.shape, dtype=np.bool_)
        for step, bits in enumerate(1 << cards):
            fresh = np.logical_and((self._taken & bits) == 0, self._place < self._last, out=accepted[step])
            self._taken |= bits
            self._dealt += fresh
            complete = self._dealt == self._missing
            if complete.any():
                self._place += complete * self._count
                self._dealt[complete] = 0
                self._taken = np.where(complete, self._before[self._place], self._taken)
        return accepted


def _tally(own: Ints, board: Ints, opponents: Ints, run_outs: Ints) -> Floats:
    shared = Cards.of(run_outs) + Cards.of(board)
    mine = Cards.of(own)
    mine_seven = Cards(mine.sums[:, None], mine.masks[:, None]) + shared
    theirs_seven = Cards.of(CARDS[opponents]) + shared
    ahead, level = _compare(mine_seven, theirs_seven)
    samples = opponents.shape[1]
    found: Floats = ahead.sum(axis=1) / samples + level.sum(axis=1) / samples / 2
    return found


def _counted(own: Ints, board: Ints, weights: Floats) -> Floats:
    shared = Cards.of(board)
    mine = (Cards.of(own) + shared).ranks()[:, None]
    possible = np.flatnonzero(weights.any(axis=0))
    theirs = (Cards.of(CARDS[possible]) + shared).ranks()[None, :]
    held = weights[:, possible]
    won = (held * (mine < theirs)).sum(axis=1)
    tied = (held * (mine == theirs)).sum(axis=1)
    total = held.sum(axis=1)
    found: Floats = won / total + tied / total / 2
    return found


def _compare(mine: Cards, theirs: Cards) -> tuple[Bools, Bools]:
    my_ranks, their_ranks = mine.ranks(), theirs.ranks()
    return my_ranks < their_ranks, my_ranks == their_ranks
