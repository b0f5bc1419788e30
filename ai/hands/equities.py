"""The exact equity of every hand against one range: the share of the pot if all remaining cards came.

After the flop each full board that may come is walked through from the weakest hand to the strongest
(ai/hands/equity_walk.py). One hand alone needs no order: it is compared with the 91 pairs of ranks and with the
flushes, which is ten times as fast. Before the flop the shipped table answers.

A range is float64[1326], in the order of ai/hands/combos.py, of weights at least 0 and of any sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from ai.hands.boards import run_outs
from ai.hands.combos import HANDS, Floats, left_by
from ai.hands.equity_walk import won_and_met
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
