"""The equity of every hand against one range, fast enough to be asked at every decision: flops are sampled.

On the flop the exact equity takes 1,176 full boards. Here an even sixth of them stands for all: with the 49 cards
left in a circle, those pairs of cards that lie at some of the 24 distances, so that every card comes equally often
and the luck of single cards evens out. What is left of the error is about a point of equity (a standard deviation
over hands, measured against `equities`). The sample is fixed: the same board and range give the same figures. Turn
and river are counted exactly, and before the flop the shipped table answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ai.hands.combos import Floats, left_by
from ai.hands.equities import SMALLEST_SHARE, equities
from ai.hands.equity_walk import won_and_met
from ai.hands.evaluator import Cards
from game.rules.cards import DECK, Card

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
