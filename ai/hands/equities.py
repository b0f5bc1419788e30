"""Equities of hands and ranges: exact, in parts, and estimated from random deals.

After the flop each full board that may come is walked through from the weakest hand to the strongest
(ai/hands/equity_walk.py). One hand alone needs no order: it is compared with the 91 pairs of ranks and with the
flushes, which is ten times as fast. Before the flop the shipped table answers.

A range is float64[1326], in the order of ai/hands/combos.py, of weights at least 0 and of any sum.

On the flop the exact equity takes 1,176 full boards. Here a balanced sixth of them is used. The 49 cards left are
placed on a circle, and the sample is all pairs of cards at some of the 24 distances. So every card occurs equally
often, and the luck of single cards cancels out. The remaining error is about one percentage point of equity (the
standard deviation over hands, measured against `equities`). The sample is fixed: the same board and range give the
same equities. Turn and river are computed exactly, and before the flop the shipped table is used.

Every hand has its equity against the other range (ai/hands/equities.py). A part is the mean over its hands, each by
its own weight times that of all hands that the other side may hold beside it.

Each deal says who wins, with hands of which classes, after which next card, and what both have made. So a picture
of everything stands after some ten milliseconds, and what can be counted exactly is filled in later.
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

SMALLEST_SHARE = 1e-12
"""Less weight than this beside the whole range is what rounding leaves of none."""


def equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return float64[1326]: the equity of every hand against `weights` on a board of no, three, four or five cards.

    nan for hands that meet the board, and where no hand of the range can be held beside one. Before the flop the
    hands of a class must weigh alike. `BadInput` for other boards.
    """
    if not board:
        return equities_before_flop(weights)
    held = weights * left_by(board)
    won, met = won_and_met(run_outs(board), held)
    met[met < SMALLEST_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


def shares_of_hand(hand: int, weights: Floats, board: Sequence[Card]) -> tuple[float, float]:
    """Return what share of the deals a hand (by place) wins on a board of three cards or more, and what it ties."""
    held = weights * left_by((*HANDS[hand], *board))
    boards = run_outs(board, HANDS[hand])
    won, tied = won_and_tied(hand, held, boards, np.ones(len(boards)))
    deals = held.sum() * _run_outs_a_pair(board)
    return float(won / deals), float(tied / deals)


def _run_outs_a_pair(board: Sequence[Card]) -> int:
    """Return how many full boards two hands leave."""
    return comb(48 - len(board), 5 - len(board))


DISTANCES = (4, 11, 17, 23)
"""In the circle of the cards that a flop leaves: 49 full boards each. Of the sets tried one of the least errors."""


def quick_equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return float64[1326] as `equities` does, sampled on the flop; nan where no hand of the range can be held.

    weights: float64[1326], at least 0.
    """
    if len(board) != 3:
        return equities(weights, board)
    held = weights * left_by(board)
    won, met = won_and_met(sampled_boards(tuple(board)), held)
    met[met < SMALLEST_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


@lru_cache(maxsize=64)
def sampled_boards(flop: tuple[Card, ...]) -> Cards:
    """Return uint8[196, 5]: full boards in which every card left comes equally often."""
    left = np.array([card for card in DECK if card not in flop], np.uint8)
    pairs = [np.stack([left, np.roll(left, distance)], axis=1) for distance in DISTANCES]
    to_come = np.concatenate(pairs)
    return np.hstack([np.tile(np.array(flop, np.uint8), (len(to_come), 1)), to_come])


ROUNDING = 1e-9


def class_equities(own: Floats, against: Floats, board: Sequence[Card]) -> dict[str, float]:
    """Return by class the equity of the hands of `own`; classes that cannot be held are left out.

    own, against: float64[1326], no hand of which meets the board; before the flop `against` must treat the hands of
    a class alike.
    """
    mass = own * opposing_weight(against)
    shares = np.nan_to_num(equities(against, board))
    of_class = np.bincount(CLASS_OF, mass, len(CLASS_NAMES))
    won = np.bincount(CLASS_OF, mass * shares, len(CLASS_NAMES))
    held = np.flatnonzero(of_class > ROUNDING * of_class.sum())
    return {CLASS_NAMES[place]: float(won[place] / of_class[place]) for place in held}


def next_card_equities(own: Floats, against: Floats, board: Sequence[Card]) -> Iterator[tuple[Card, float]]:
    """Yield each card that may come next on a flop or turn, and the equity of `own` after it."""
    whole = float((own * opposing_weight(against)).sum())
    for card in DECK:
        left = left_by((card,))
        mine, theirs = own * left, against * left
        mass = mine * opposing_weight(theirs)
        if card not in board and mass.sum() > ROUNDING * whole:
            shares = np.nan_to_num(equities(theirs, (*board, card)))
            yield card, float((mass * shares).sum() / mass.sum())


def _classes_of_cards() -> npt.NDArray[np.int64]:
    """Return int64[52, 52]: the class of two cards, in either order."""
    classes = np.zeros((52, 52), np.int64)
    classes[CARDS[:, 0], CARDS[:, 1]] = classes[CARDS[:, 1], CARDS[:, 0]] = CLASS_OF
    return classes


_CLASS_OF_CARDS = _classes_of_cards()


@dataclass(slots=True)
class QuickEstimate:
    """What the deals so far have brought: arrays of (deals, pots won) by class of each side and by next card."""

    by_class: Floats = field(default_factory=lambda: np.zeros((2, 2, len(CLASS_NAMES))))
    by_next: Floats = field(default_factory=lambda: np.zeros((2, 52)))
    made: Floats = field(default_factory=lambda: np.zeros((2, len(Category))))
    deals: int = 0

    def add(self, deals: Cards, board_cards: int) -> None:
        """Add deals, uint8[n, 9], as `RandomDeals` throws them; so many cards of the board lie already."""
        mine, theirs = ranks_of_sides(deals)
        pots = (mine < theirs) + 0.5 * (mine == theirs)
        self.deals += len(deals)
        self._add(0, deals[:, :2], mine, pots)
        self._add(1, deals[:, 2:4], theirs, 1 - pots)
        if 3 <= board_cards < 5:
            following = deals[:, 4 + board_cards]
            self.by_next += np.bincount(following, minlength=52), np.bincount(following, pots, 52)

    def class_equities(self, side: int) -> dict[str, float]:
        """Return by class the equity of a side's hands, as far as any were dealt."""
        dealt, won = self.by_class[side]
        return {CLASS_NAMES[place]: float(won[place] / dealt[place]) for place in np.flatnonzero(dealt)}

    def next_equities(self) -> dict[str, float]:
        """Return by next card the equity of the first side; nothing where no card is to come alone."""
        dealt, won = self.by_next
        return {name(int(card)): float(won[card] / dealt[card]) for card in np.flatnonzero(dealt)}

    def made_shares(self, side: int) -> tuple[float, ...]:
        """Return the shares of the nine categories, high card first."""
        return tuple(map(float, self.made[side] / max(1, self.deals)))

    def _add(self, side: int, hole: Cards, found: npt.NDArray[np.uint16], pots: Floats) -> None:
        classes = _CLASS_OF_CARDS[hole[:, 0], hole[:, 1]]
        number = len(CLASS_NAMES)
        self.by_class[side] += np.bincount(classes, minlength=number), np.bincount(classes, pots, number)
        self.made[side] += np.bincount(category_of(found), minlength=len(Category))
