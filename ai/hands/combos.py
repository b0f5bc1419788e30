"""The 1,326 pairs of cards in one fixed order, as arrays over them want it, and the 169 classes they fall into."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ai.hands.equity import Hole
from ai.hands.preflop import hand_class
from game.rules.cards import DECK, Card

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

HANDS: tuple[Hole, ...] = tuple(combinations(DECK, 2))
PLACES = {hand: place for place, hand in enumerate(HANDS)}
CARDS: Ints = np.array(HANDS, dtype=np.int64)
CLASSES: tuple[str, ...] = tuple(map(hand_class, HANDS))
_MASKS: Ints = (1 << CARDS).sum(axis=1)


def place_of(hole: Iterable[Card]) -> int:
    """Return the place of two cards in the order of all hands.

    >>> place_of((1, 0)), place_of((51, 50))
    (0, 1325)
    """
    low, high = sorted(hole)
    return PLACES[low, high]


def left_by(known: Iterable[Card]) -> Bools:
    """Return bool[1326]: the hands that hold none of the `known` cards."""
    left: Bools = (_MASKS & sum(1 << card for card in known)) == 0
    return left


def beside_each_other(hands: Ints) -> Bools:
    """Return bool[hands, 1326]: for some hands, by place, which hands the other player may hold beside them."""
    beside: Bools = (_MASKS[hands, None] & _MASKS[None, :]) == 0
    return beside
