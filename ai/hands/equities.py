"""Equities of hands and ranges: exact, by class and next card, and estimated from random deals.

A range is float64[1326], in the order of ai/hands/combos.py, with weights of at least 0 and any sum.

- `equities` is exact. After the flop it sorts the hands of each full board by strength
  (ai/hands/equity_walk.py). Before the flop it reads the shipped table.
- `quick_equities` samples full boards on the flop. It is exact on the other streets.
- `QuickEstimate` counts random deals. It gives a first picture of a matchup after some ten milliseconds,
  before the exact figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from ai.hands.boards import run_outs
from ai.hands.combos import CARDS, CLASS_NAMES, CLASS_OF, HANDS, Floats, left_by, opposing_weight
from ai.hands.equity_walk import won_and_met
from ai.hands.evaluator import Cards
from ai.hands.hand_against_range import won_and_tied
from ai.hands.made_hands import category_of
from ai.hands.preflop import equities_before_flop
from ai.hands.sampled_equity import ranks_of_sides
from game.rules.cards import DECK, Card, name
from game.rules.hand_rank import Category

MIN_WEIGHT_SHARE = 1e-12
"""A weight below this share of the whole range counts as 0, because it is a rounding error."""


def equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return the equity of every hand against `weights` on a board of no, three, four or five cards, float64[1326].

    The equity is NaN for hands that the board blocks, and if no hand of the range is compatible. Before the
    flop, the hands of a class must have equal weights.

    Raises:
        BadInput: If the board has another number of cards.
    """
    if not board:
        return equities_before_flop(weights)
    held = weights * left_by(board)
    won, met = won_and_met(run_outs(board), held)
    met[met < MIN_WEIGHT_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


def win_and_tie_probabilities(hand: int, weights: Floats, board: Sequence[Card]) -> tuple[float, float]:
    """Return the win and tie probabilities of the hand with this index on a board of three cards or more.

    One hand needs no sorting. It is compared with the 91 pairs of ranks and with the flushes, which is ten
    times as fast.
    """
    held = weights * left_by((*HANDS[hand], *board))
    boards = run_outs(board, HANDS[hand])
    won, tied = won_and_tied(hand, held, boards, np.ones(len(boards)))
    deals = held.sum() * _run_outs_a_pair(board)
    return float(won / deals), float(tied / deals)


def _run_outs_a_pair(board: Sequence[Card]) -> int:
    """Return the number of full boards that are left for a pair of hands."""
    return comb(48 - len(board), 5 - len(board))


SAMPLED_DISTANCES = (4, 11, 17, 23)
"""The distances of sampled card pairs in the circle of remaining cards, with 49 full boards each.

This set has one of the smallest errors of the sets tried.
"""


def quick_equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return equities as `equities` does, float64[1326], from a sample of full boards on the flop.

    The flop has 1,176 full boards, of which a balanced sixth is used. The 49 remaining cards form a circle,
    and the sample is all pairs of cards at some of the 24 distances. Every card therefore occurs equally
    often, and the errors of single cards cancel out. The remaining error is about one percentage point of
    equity (the standard deviation over hands, measured against `equities`). The sample is deterministic.
    """
    if len(board) != 3:
        return equities(weights, board)
    held = weights * left_by(board)
    won, met = won_and_met(sampled_boards(tuple(board)), held)
    met[met < MIN_WEIGHT_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


@lru_cache(maxsize=64)
def sampled_boards(flop: tuple[Card, ...]) -> Cards:
    """Return full boards in which every remaining card occurs equally often, uint8[196, 5]."""
    left = np.array([card for card in DECK if card not in flop], np.uint8)
    pairs = [np.stack([left, np.roll(left, distance)], axis=1) for distance in SAMPLED_DISTANCES]
    to_come = np.concatenate(pairs)
    return np.hstack([np.tile(np.array(flop, np.uint8), (len(to_come), 1)), to_come])


ROUNDING = 1e-9


def class_equities(own: Floats, against: Floats, board: Sequence[Card]) -> dict[str, float]:
    """Return the equity of each class of hands in `own`, without classes that cannot be held.

    The equity of a class is the mean over its hands, weighted by the hand and by the compatible weight of the
    other range. The ranges are float64[1326] without blocked hands. Before the flop, `against` must have
    equal weights within a class.
    """
    mass = own * opposing_weight(against)
    shares = np.nan_to_num(equities(against, board))
    of_class = np.bincount(CLASS_OF, mass, len(CLASS_NAMES))
    won = np.bincount(CLASS_OF, mass * shares, len(CLASS_NAMES))
    held = np.flatnonzero(of_class > ROUNDING * of_class.sum())
    return {CLASS_NAMES[place]: float(won[place] / of_class[place]) for place in held}


def next_card_equities(own: Floats, against: Floats, board: Sequence[Card]) -> Iterator[tuple[Card, float]]:
    """Yield each possible next card on a flop or turn, and the equity of `own` after it."""
    whole = float((own * opposing_weight(against)).sum())
    for card in DECK:
        left = left_by((card,))
        mine, theirs = own * left, against * left
        mass = mine * opposing_weight(theirs)
        if card not in board and mass.sum() > ROUNDING * whole:
            shares = np.nan_to_num(equities(theirs, (*board, card)))
            yield card, float((mass * shares).sum() / mass.sum())


def _classes_of_cards() -> npt.NDArray[np.int64]:
    """Return the class of two cards in either order, int64[52, 52]."""
    classes = np.zeros((52, 52), np.int64)
    classes[CARDS[:, 0], CARDS[:, 1]] = classes[CARDS[:, 1], CARDS[:, 0]] = CLASS_OF
    return classes


_CLASS_OF_CARDS = _classes_of_cards()


@dataclass(slots=True)
class QuickEstimate:
    """Counts of the deals so far: arrays of (deals, pots won) by class for each side, and by next card."""

    by_class: Floats = field(default_factory=lambda: np.zeros((2, 2, len(CLASS_NAMES))))
    by_next: Floats = field(default_factory=lambda: np.zeros((2, 52)))
    made: Floats = field(default_factory=lambda: np.zeros((2, len(Category))))
    deals: int = 0

    def add(self, deals: Cards, board_cards: int) -> None:
        """Add deals, uint8[n, 9], of `RandomDeals`, on a board that has `board_cards` cards already."""
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
        return {CLASS_NAMES[place]: float(won[place] / dealt[place]) for place in np.flatnonzero(dealt)}

    def next_equities(self) -> dict[str, float]:
        """Return the equity of the first side by next card, empty if no single card is next."""
        dealt, won = self.by_next
        return {name(int(card)): float(won[card] / dealt[card]) for card in np.flatnonzero(dealt)}

    def made_shares(self, side: int) -> tuple[float, ...]:
        """Return the shares of the nine categories of made hands, high card first."""
        return tuple(map(float, self.made[side] / max(1, self.deals)))

    def _add(self, side: int, hole: Cards, found: npt.NDArray[np.uint16], pots: Floats) -> None:
        classes = _CLASS_OF_CARDS[hole[:, 0], hole[:, 1]]
        number = len(CLASS_NAMES)
        self.by_class[side] += np.bincount(classes, minlength=number), np.bincount(classes, pots, number)
        self.made[side] += np.bincount(category_of(found), minlength=len(Category))
