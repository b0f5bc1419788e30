"""The exact equity of every hand against one range: the share of the pot if all remaining cards came.

After the flop each full board that may come is ranked and sorted once (ai/hands/boards.py) and walked through from
the weakest hand to the strongest. What a hand beats is the weight passed so far, less the weight of the hands that
hold one of its cards: the same sum before and after its equals are passed, halved, counts ties as half won. One
hand alone needs no order: it is compared with the 91 pairs of ranks and with the flushes, which is ten times as
fast. Before the flop the shipped table answers.

Where a flop has to be answered within milliseconds, some of its 1,176 run-outs stand for all (`spread`): those in
which the two cards lie so many places apart in the deck, so that every card comes equally often.

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
from game.rules.cards import DECK, Card

SMALLEST_SHARE = 1e-12
"""Less weight than this beside the whole range is what rounding leaves of none."""

_STEPS = (11, 18, 5, 23, 8, 15, 21, 2, 13, 6, 20, 9, 16, 3, 24, 12, 19, 4, 10, 17, 7, 22, 14, 1)
"""How far the two cards of a run-out lie apart, in the order in which they are taken: 49 run-outs each."""


def equities(weights: Floats, board: Sequence[Card], spread: int | None = None) -> Floats:
    """Return float64[1326]: the equity of every hand against `weights` on a board of no, three, four or five cards.

    nan for hands that meet the board, and where no hand of the range can be held beside one. Before the flop the
    hands of a class must weigh alike. `BadInput` for other boards. With `spread`, flops take only so many times 49
    of their 1,176 run-outs (1 to 24): 3 leave a hand's equity about 0.01 off, in an eighth of the time.
    """
    if not board:
        return equities_before_flop(weights)
    boards = run_outs(board) if spread is None or len(board) > 3 else spread_run_outs(board, spread)
    held = weights * left_by(board)
    won, met = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    _add_won(boards, held, won, met)
    met[met < SMALLEST_SHARE * held.sum()] = np.nan
    shares: Floats = won / met
    return shares


def spread_run_outs(flop: Sequence[Card], spread: int) -> Cards:
    """Return uint8[49 * spread, 5]: full boards of a flop on which every card comes 2 * spread times."""
    left = np.array([card for card in DECK if card not in flop], np.uint8)
    to_come = [np.stack([left, np.roll(left, step)], axis=1) for step in _STEPS[:spread]]
    return np.hstack([np.tile(np.array(flop, np.uint8), (len(left) * spread, 1)), np.concatenate(to_come)])


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
def _add_won(boards: Cards, weights: Floats, won: Floats, met: Floats) -> None:
    """Add to float64[1326] what every hand beats on these boards half of what it ties, and all that it meets."""
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
        for place in range(HANDS_LEFT):
            hand = order[0, place]
            met[hand] += passed - of_card[CARDS[hand, 0]] - of_card[CARDS[hand, 1]] + weights[hand]
