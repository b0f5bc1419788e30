"""Equities of hands and ranges: exact by enumeration, or estimated from random deals.

A range is float64[1326], in the order of ai/hands/combos.py, with weights of at least 0 and any sum.

- `equities` is exact. On the flop and later streets, `equities` sorts the hands on each full board by strength
  (ai/hands/equity_walk.py). Before the flop, `equities` reads the shipped table.
- `quick_equities` samples full boards on the flop. On other streets, `quick_equities` is exact.
- `find_bluff_catchers` finds the hands that beat the bluffs of a range and lose to its value hands.
- `sampled_equity` is a Monte Carlo estimate with a confidence interval.
- `QuickEstimate` counts random deals. The counts give a first estimate of the equities of two ranges after about
  ten milliseconds, long before the exact result.

A random deal is a pair of hands with the remaining board cards. The probability of a pair is proportional to the
product of the two hands' weights, and 0 if the two hands share a card. A deal in which a card occurs twice is
dropped.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, sqrt

import numpy as np
import numpy.typing as npt

from ai.hands.boards import run_outs
from ai.hands.combos import (
    CARDS,
    CLASS_NAMES,
    CLASS_OF,
    HANDS,
    Bools,
    Floats,
    Ints,
    Weights,
    opposing_weight,
    unblocked_hands,
)
from ai.hands.equity_walk import won_and_met
from ai.hands.evaluator import Cards, Ranks, ranks
from ai.hands.hand_against_range import won_and_tied
from ai.hands.preflop import equities_before_flop
from ai.hands.range_equity import cleared, hand_categories, pair_weights, shared
from game.core import Progress
from game.rules.cards import DECK, Card, name
from game.rules.hand_rank import Category
from game.study.odds import RangeEquity

SAMPLES_AT_A_TIME = 50_000
CURVE_POINTS = 101
VALUE, MIN_AGAINST_BLUFFS, MAX_AGAINST_VALUE = 1 / 2, 2 / 3, 1 / 3


class RandomDeals:
    """Random deals of two ranges on a board.

    The ranges are float64[1326] each, as `range_equity.cleared` returns them.
    """

    def __init__(self, one: Floats, other: Floats, board: Sequence[Card]) -> None:
        self._board = np.array(board, np.uint8)
        self._first, self._second = np.flatnonzero(one), np.flatnonzero(other)
        self._up_to = pair_weights(one, other).cumsum()
        self._max_draw = np.nextafter(self._up_to[-1], 0.0)

    def throw(self, number: int, rng: np.random.Generator) -> Cards:
        """Draw `number` deals, and return the deals in which no card occurs twice, uint8[some, 9].

        A row is two hands and a board.
        """
        first, second = self._throw_hands(number, rng)
        to_come = rng.integers(0, 52, (number, 5 - len(self._board)), np.uint8)
        on_board = np.broadcast_to(self._board, (number, len(self._board)))
        deals = np.hstack([CARDS[first], CARDS[second], on_board, to_come]).astype(np.uint8)
        bits = np.bitwise_or.reduce(np.uint64(1) << deals.astype(np.uint64), axis=1)
        apart: Cards = deals[np.bitwise_count(bits) == deals.shape[1]]
        return apart

    def _throw_hands(self, number: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Return the indices of pairs of hands that share no card, int64[number] for each side."""
        thrown = np.minimum(
            rng.random(number) * self._up_to[-1], self._max_draw
        )  # rounding may reach the total weight
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
    """Estimate the equity of two ranges, float32[1326] each, by `samples` random deals or for `seconds`.

    Each progress report has the estimate so far, and the last item is the result. The first report follows after
    `at_first` deals. The number of deals between reports then doubles, up to a limit.

    Raises:
        BadInput: If the board is wrong or no deal is possible.
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
        figures = {"equity": found.equity[0], "win": found.win[0], "tie": found.tie, "ci95": found.ci95}
        yield Progress(done, samples, passed, left, figures)
    yield _of_samples(won, tied, done)


def ranks_of_sides(deals: Cards) -> tuple[Ranks, Ranks]:
    """Return the final ranks of both sides in some deals, uint16[n] each. `deals` is uint8[n, 9]."""
    mine, theirs = (
        ranks(np.ascontiguousarray(np.hstack([deals[:, side : side + 2], deals[:, 4:]]))) for side in (0, 2)
    )
    return mine, theirs


def _of_samples(won: int, tied: int, done: int) -> RangeEquity:
    """Return the estimate and its confidence interval by the method of Agresti and Coull (1998).

    The method adds two wins and two losses, so that a few samples with equal results do not look certain.
    """
    more = done + 4
    win, tie = (won + 2) / more, tied / more
    variance = win + tie / 4 - (win + tie / 2) ** 2
    return shared(won / done, tied / done, 1.96 * sqrt(variance / more), exact=False, deals=done)


def _sample(deals: RandomDeals, number: int, rng: np.random.Generator) -> tuple[int, int]:
    """Draw `number` random deals. Return the numbers of deals that the first side wins and ties."""
    won = tied = dealt = 0
    while dealt < number:
        thrown = deals.throw(number, rng)[: number - dealt]
        mine, theirs = ranks_of_sides(thrown)
        won += int((mine < theirs).sum())
        tied += int((mine == theirs).sum())
        dealt += len(thrown)
    return won, tied


MIN_WEIGHT_SHARE = 1e-12
"""A weight below this share of the whole range is a rounding error and counts as 0."""


def equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return the equity of every hand against `weights` on a board of 0, 3, 4 or 5 cards, float64[1326].

    Blocked hands have equity NaN. A hand that blocks the whole range has equity NaN as well. Before the flop, the
    hands of a class must have equal weights.

    Raises:
        BadInput: If the board has one, two or more than five cards.
    """
    if not board:
        return equities_before_flop(weights)
    held = weights * unblocked_hands(board)
    won, met = won_and_met(run_outs(board), held)
    met[met < MIN_WEIGHT_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


def win_and_tie_probabilities(hand: int, weights: Floats, board: Sequence[Card]) -> tuple[float, float]:
    """Return the win and tie probabilities of a hand against a range.

    For a single hand, the hands on a board need not be sorted. The hand is compared with the 91 pairs of ranks and
    with the flushes, which is ten times as fast.

    Args:
        hand: The index of the hand in `HANDS`.
        weights: The opponent's range, float64[1326].
        board: Three to five cards.
    """
    held = weights * unblocked_hands((*HANDS[hand], *board))
    boards = run_outs(board, HANDS[hand])
    won, tied = won_and_tied(hand, held, boards, np.ones(len(boards)))
    deals = held.sum() * comb(48 - len(board), 5 - len(board))
    return float(won / deals), float(tied / deals)


SAMPLED_DISTANCES = (4, 11, 17, 23)
"""The distances of sampled card pairs in the circle of the remaining cards. Each gives 49 full boards.

This set has one of the smallest errors of all sets tried.
"""


def quick_equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return equities as `equities` does, float64[1326].

    On the flop, the equities are estimated from a sample of full boards.

    A flop has 1,176 full boards, and the sample is a sixth of these boards. The 49 remaining cards form a
    circle. The sample contains all pairs of cards whose distance on the circle is one of a few fixed
    distances. Every card therefore occurs equally often, and the errors of single cards cancel out. The
    standard deviation of the remaining error over the hands is about one percentage point of equity. The
    sample is deterministic.
    """
    if len(board) != 3:
        return equities(weights, board)
    held = weights * unblocked_hands(board)
    won, met = won_and_met(sampled_boards(tuple(board)), held)
    met[met < MIN_WEIGHT_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


def find_bluff_catchers(other: Floats, continuing: Floats, board: Sequence[Card]) -> Bools:
    """Return the hands that beat the bluffs of a range and lose to its value hands, bool[1326].

    A hand of the range is a value hand if its equity against the hands that continue is at least one half.
    Otherwise, the hand is a bluff. A bluff-catcher has an equity of at least `MIN_AGAINST_BLUFFS` against the
    bluffs and at most `MAX_AGAINST_VALUE` against the value hands. Without bluffs or value hands, there are
    no bluff-catchers.

    Args:
        other: The range, float64[1326].
        continuing: The weights of the hands that call or raise, float64[1326].
        board: Three to five cards.
    """
    if not (continuing * unblocked_hands(board)).any():
        return np.zeros(len(HANDS), np.bool_)
    against_calls = quick_equities(continuing, board)
    bluffs = np.where(against_calls < VALUE, other, 0.0)
    value = np.where(against_calls >= VALUE, other, 0.0)
    if not (bluffs.any() and value.any()):
        return np.zeros(len(HANDS), np.bool_)
    beats_bluffs = quick_equities(bluffs, board) >= MIN_AGAINST_BLUFFS
    return np.asarray(beats_bluffs & (quick_equities(value, board) <= MAX_AGAINST_VALUE))


def equity_curve(equity: Floats, weights: Floats, points: int = CURVE_POINTS) -> tuple[float, ...]:
    """Return the equity of a range at even percentiles, from its weakest hands to its strongest.

    Hands of equal equity form a step of the curve. The curve of an empty range is empty.

    >>> equity_curve(np.array([0.9, 0.1, np.nan]), np.array([1.0, 3.0, 0.0]), 5)
    (0.1, 0.1, 0.1, 0.9, 0.9)

    Args:
        equity: float64[1326], NaN for hands without an equity.
        weights: float64[1326].
        points: The number of percentiles, spread evenly from 0 to 100.
    """
    held = np.flatnonzero(np.isfinite(equity) & (weights > 0))
    if not len(held):
        return ()
    order = held[np.argsort(equity[held], kind="stable")]
    below = weights[order].cumsum()
    found = np.searchsorted(below, np.linspace(0, 1, points) * below[-1], side="right")
    return tuple(equity[order[np.minimum(found, len(order) - 1)]].tolist())


@lru_cache(maxsize=64)
def sampled_boards(flop: tuple[Card, ...]) -> Cards:
    """Return full boards in which every remaining card occurs equally often, uint8[196, 5]."""
    left = np.array([card for card in DECK if card not in flop], np.uint8)
    pairs = [np.stack([left, np.roll(left, distance)], axis=1) for distance in SAMPLED_DISTANCES]
    to_come = np.concatenate(pairs)
    return np.hstack([np.tile(np.array(flop, np.uint8), (len(to_come), 1)), to_come])


ROUNDING = 1e-9


def class_equities(own: Floats, against: Floats, equity: Floats) -> dict[str, float]:
    """Return the equity of each class of hands in `own`. Impossible classes are left out.

    The equity of a class is the weighted mean over its hands. The weight of a hand in this mean is its weight in
    the range times the weight of the opponent's compatible hands.

    Args:
        own: A range, float64[1326], without blocked hands.
        against: The opponent's range, float64[1326], without blocked hands.
        equity: The result of `equities(against, board)`, float64[1326].
    """
    mass = own * opposing_weight(against)
    shares = np.nan_to_num(equity)
    of_class = np.bincount(CLASS_OF, mass, len(CLASS_NAMES))
    won = np.bincount(CLASS_OF, mass * shares, len(CLASS_NAMES))
    held = np.flatnonzero(of_class > ROUNDING * of_class.sum())
    return {CLASS_NAMES[index]: float(won[index] / of_class[index]) for index in held}


def next_card_equities(own: Floats, against: Floats, board: Sequence[Card]) -> Iterator[tuple[Card, float]]:
    """Yield each possible next card on a flop or turn, and the equity of `own` after this card.

    Args:
        own: A range, float64[1326].
        against: The opponent's range, float64[1326].
        board: Three or four cards.
    """
    whole = float((own * opposing_weight(against)).sum())
    for card in DECK:
        left = unblocked_hands((card,))
        mine, theirs = own * left, against * left
        mass = mine * opposing_weight(theirs)
        if card not in board and mass.sum() > ROUNDING * whole:
            shares = np.nan_to_num(equities(theirs, (*board, card)))
            yield card, float((mass * shares).sum() / mass.sum())


def _classes_of_cards() -> npt.NDArray[np.int64]:
    """Return the hand class of every two cards, int64[52, 52]."""
    classes = np.zeros((52, 52), np.int64)
    classes[CARDS[:, 0], CARDS[:, 1]] = classes[CARDS[:, 1], CARDS[:, 0]] = CLASS_OF
    return classes


_CLASS_OF_CARDS = _classes_of_cards()


@dataclass(slots=True)
class QuickEstimate:
    """The numbers of deals and of pots won so far, by hand class for each side, and by next card."""

    by_class: Floats = field(default_factory=lambda: np.zeros((2, 2, len(CLASS_NAMES))))
    by_next: Floats = field(default_factory=lambda: np.zeros((2, 52)))
    category_counts: Floats = field(default_factory=lambda: np.zeros((2, len(Category))))
    deals: int = 0

    def add(self, deals: Cards, board_cards: int) -> None:
        """Add random deals, uint8[n, 9], as `RandomDeals` draws them.

        `board_cards` is the number of known board cards.
        """
        mine, theirs = ranks_of_sides(deals)
        pots = (mine < theirs) + 0.5 * (mine == theirs)
        self.deals += len(deals)
        self._add(0, deals[:, :2], mine, pots)
        self._add(1, deals[:, 2:4], theirs, 1 - pots)
        if 3 <= board_cards < 5:
            following = deals[:, 4 + board_cards]
            self.by_next += np.bincount(following, minlength=52), np.bincount(following, pots, 52)

    def class_equities(self, side: int) -> dict[str, float]:
        dealt, won = self.by_class[side]
        return {CLASS_NAMES[index]: float(won[index] / dealt[index]) for index in np.flatnonzero(dealt)}

    def next_equities(self) -> dict[str, float]:
        """Return the equity of the first side by next card.

        The result is empty unless the next street has exactly one card.
        """
        dealt, won = self.by_next
        return {name(int(card)): float(won[card] / dealt[card]) for card in np.flatnonzero(dealt)}

    def made_shares(self, side: int) -> tuple[float, ...]:
        return tuple(map(float, self.category_counts[side] / max(1, self.deals)))

    def _add(self, side: int, hole: Cards, found: npt.NDArray[np.uint16], pots: Floats) -> None:
        classes = _CLASS_OF_CARDS[hole[:, 0], hole[:, 1]]
        number = len(CLASS_NAMES)
        self.by_class[side] += np.bincount(classes, minlength=number), np.bincount(classes, pots, number)
        self.category_counts[side] += np.bincount(hand_categories(found), minlength=len(Category))
