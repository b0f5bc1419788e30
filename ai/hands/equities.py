"""The exact equity of every hand against one range: the share of the pot if all remaining cards came.

After the flop each full board that may come is ranked and sorted once (ai/hands/boards.py) and walked through from
the weakest hand to the strongest. What a hand beats is the weight passed so far, less the weight of the hands that
hold one of its cards: the same sum before and after its equals are passed, halved, counts ties as half won. One
hand alone needs no order: it is compared with the 91 pairs of ranks and with the flushes, which is ten times as
fast. Before the flop the shipped table answers.

A range is float64[1326], in the order of ai/hands/combos.py, of weights at least 0 and of any sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from ai.compiled import kernel
from ai.hands.boards import HANDS_LEFT, rank_and_sort_rivers, run_outs
from ai.hands.combos import CARDS, HANDS, Floats, left_by
from ai.hands.evaluator import Cards
from ai.hands.hand_against_range import won_and_tied
from ai.hands.preflop import equities_before_flop
from game.rules.cards import Card

SMALLEST_SHARE = 1e-12
"""Less weight than this beside the whole range is what rounding leaves of none."""


def equities(weights: Floats, board: Sequence[Card]) -> Floats:
    """Return float64[1326]: the equity of every hand against `weights` on a board of no, three, four or five cards.

    nan for hands that meet the board, and where no hand of the range can be held beside one. Before the flop the
    hands of a class must weigh alike. `BadInput` for other boards.
    """
    if not board:
        return equities_before_flop(weights)
    left = left_by(board)
    held = weights * left
    won = np.zeros(len(HANDS))
    _add_won(run_outs(board), held, won)
    of_card = np.bincount(CARDS.ravel(), np.repeat(held, 2), 52)
    opposed = held.sum() - of_card[CARDS].sum(axis=1) + held
    opposed[~left | (opposed < SMALLEST_SHARE * held.sum())] = np.nan
    shares: Floats = won / (opposed * _run_outs_a_pair(board))
    return shares


def shares_of_hand(hand: int, weights: Floats, board: Sequence[Card]) -> tuple[float, float]:
    """Return what share of the deals a hand (by place) wins on a board of three cards or more, and what it ties."""
    held = weights * left_by((*HANDS[hand], *board))
    boards = run_outs(board, HANDS[hand])
    won, tied = won_and_tied(hand, held, boards, np.ones(len(boards)))
    deals = held.sum() * _run_outs_a_pair(board)
    return float(won / deals), float(tied / deals)


def warm() -> None:
    """Count all hands, and one alone, on one board."""
    anything, board = np.ones(len(HANDS)), (10, 20, 25, 30, 40)
    equities(anything, board)
    shares_of_hand(0, anything, board)


def _run_outs_a_pair(board: Sequence[Card]) -> int:
    """Return how many full boards two hands leave."""
    return comb(48 - len(board), 5 - len(board))


@kernel
def _add_won(boards: Cards, weights: Floats, won: Floats) -> None:
    """Add to float64[1326] what every hand beats on these boards, and half of what it ties."""
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
                beside = passed - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]] + weights[hand]
                won[hand] += beside / 2
            start = end
