"""The 1,326 hands in the fixed order that all arrays over hands use, and their 169 classes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from game.rules.cards import DECK, Card, hand_class

Hole = tuple[Card, Card]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

HANDS: tuple[Hole, ...] = tuple(combinations(DECK, 2))
PLACES = {hand: place for place, hand in enumerate(HANDS)}
CARDS: Ints = np.array(HANDS, dtype=np.int64)
CLASSES: tuple[str, ...] = tuple(map(hand_class, HANDS))
"""The class of every hand."""
CLASS_NAMES: tuple[str, ...] = tuple(dict.fromkeys(CLASSES))
"""The 169 classes, in the order of their first hands."""
CLASS_OF: Ints = np.array([CLASS_NAMES.index(name) for name in CLASSES])
"""int64[1326]: the index of each hand's class in CLASS_NAMES."""
MASKS: Ints = (1 << CARDS).sum(axis=1)
"""int64[1326]: the two cards of each hand as bits."""


@cache
def apart() -> Bools:
    """Return bool[1326, 1326]: which hands share no card."""
    found: Bools = (MASKS[:, None] & MASKS) == 0
    return found


def place_of(hole: Iterable[Card]) -> int:
    """Return the index of two cards in the order of all hands.

    >>> place_of((1, 0)), place_of((51, 50))
    (0, 1325)
    """
    low, high = sorted(hole)
    return PLACES[low, high]


def left_by(known: Iterable[Card]) -> Bools:
    """Return bool[1326]: the hands that hold none of the `known` cards."""
    left: Bools = (MASKS & sum(1 << card for card in known)) == 0
    return left


def opposing_weight(weights: Floats) -> Floats:
    """Return float64[1326]: for each hand the total weight of the hands of a range that share no card with it.

    weights: float64[1326], the range.
    """
    of_card = np.bincount(CARDS.ravel(), np.repeat(weights, 2), len(DECK))
    met: Floats = np.maximum(0.0, weights.sum() - of_card[CARDS].sum(axis=1) + weights)
    return met


def class_means(weights: Floats) -> Floats:
    """Return float64[1326]: for every hand the mean weight of its class. weights: float64[1326], a range."""
    hands = np.bincount(CLASS_OF, minlength=len(CLASS_NAMES))
    means: Floats = (np.bincount(CLASS_OF, weights, len(CLASS_NAMES)) / hands)[CLASS_OF]
    return means


def treats_classes_alike(weights: Floats) -> bool:
    """Return whether all hands of each class have the same weight, up to rounding."""
    return bool(np.allclose(class_means(weights), weights, rtol=1e-6, atol=0.0))
