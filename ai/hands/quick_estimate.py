"""A glance at two ranges: every figure of the odds screen from one set of random deals.

Each deal says who wins, with hands of which classes, after which next card, and what both have made. So a picture
of everything stands after some ten milliseconds, and what can be counted exactly is filled in later.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ai.hands.combos import CARDS, CLASS_NAMES, CLASS_OF, Floats
from ai.hands.evaluator import Cards
from ai.hands.made_hands import category_of
from ai.hands.sampled_equity import ranks_of_sides
from game.rules.cards import name
from game.rules.hand_rank import Category


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
