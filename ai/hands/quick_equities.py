"""The equity of every hand against one range, fast enough to be asked at every decision: flops are sampled.

On the flop the exact equity takes 1,176 full boards. Here an even quarter of them stands for all: with the 49 cards
left in a circle, those pairs of cards that lie at some of the 24 distances, so that every card comes equally often
and the luck of single cards evens out. What is left of the error is about a point of equity (a standard deviation
over hands, measured against `equities`). The sample is fixed: the same board and range give the same figures. Turn
and river are counted exactly, and before the flop the shipped table answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ai.compiled import kernel
from ai.hands.boards import HANDS_LEFT, rank_and_sort_rivers
from ai.hands.combos import CARDS, HANDS, Floats
from ai.hands.equities import equities
from ai.hands.evaluator import Cards
from game.rules.cards import DECK, Card

DISTANCES = (1, 5, 8, 14, 18, 23)
"""In the circle of the cards that a flop leaves: none a multiple of 7, so that each distance is one round trip."""


def quick_equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return float64[1326] as `equities` does, sampled on the flop; nan where no hand of the range can be held.

    weights: float64[1326], at least 0.
    """
    if len(board) != 3:
        return equities(weights, board)
    won, opposed = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    add_shares(sampled_boards(tuple(board)), weights.astype(np.float64), won, opposed)
    opposed[opposed <= 0.0] = np.nan
    shares: Floats = won / opposed
    return shares


@lru_cache(maxsize=64)
def sampled_boards(flop: tuple[Card, ...]) -> Cards:
    """Return uint8[294, 5]: full boards in which every card left comes equally often."""
    left = np.array([card for card in DECK if card not in flop], np.uint8)
    pairs = [np.stack([left, np.roll(left, distance)], axis=1) for distance in DISTANCES]
    to_come = np.concatenate(pairs)
    return np.hstack([np.tile(np.array(flop, np.uint8), (len(to_come), 1)), to_come])


def warm() -> None:
    """Count all hands on one board."""
    add_shares(
        np.arange(5, dtype=np.uint8)[None], np.ones(len(HANDS)), np.zeros(len(HANDS)), np.zeros(len(HANDS))
    )


@kernel
def add_shares(boards: Cards, weights: Floats, won: Floats, opposed: Floats) -> None:
    """Add for every hand the weight that it beats on these boards, half of what it ties, and what opposes it.

    boards: uint8[n, 5]; weights, won, opposed: float64[1326]. The walk is that of `ai.hands.equities`: what is
    passed before and after the hands of equal rank, halved, is what these win.
    """
    ranks = np.zeros((1, 1326), np.uint16)
    order = np.empty((1, HANDS_LEFT), np.int16)
    of_card = np.empty(52)
    for board in range(len(boards)):
        ranks[:] = 0
        rank_and_sort_rivers(boards[board : board + 1], ranks, order)
        passed = 0.0
        of_card[:] = 0.0
        start = 0
        while start < HANDS_LEFT:
            end = start
            while end < HANDS_LEFT and ranks[0, order[0, end]] == ranks[0, order[0, start]]:
                hand = order[0, end]
                won[hand] += (passed - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]]) / 2
                end += 1
            for place in range(start, end):
                hand = order[0, place]
                passed += weights[hand]
                of_card[CARDS[hand, 0]] += weights[hand]
                of_card[CARDS[hand, 1]] += weights[hand]
            for place in range(start, end):
                hand = order[0, place]
                won[hand] += (passed - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]] + weights[hand]) / 2
            start = end
        for place in range(HANDS_LEFT):
            hand = order[0, place]
            opposed[hand] += passed - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]] + weights[hand]
