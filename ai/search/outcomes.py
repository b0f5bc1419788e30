"""The equity of one hand against every other hand on a board of any length, float64[1326].

The value of a showdown leaf is the dot product of these equities with the opponent's weights, so the equities are
computed once per board. Before the flop they are read from the shipped table of hand classes. On the flop they use
an evenly spread sample of run-outs. On turn and river they are exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.compiled import kernel
from ai.hands.boards import HAND_KEYS, HAND_MASKS, joined, run_outs
from ai.hands.combos import CARDS, CLASS_OF, HANDS, Floats, unblocked_hands
from ai.hands.equities import sampled_boards
from ai.hands.evaluator import Cards, rank_of_key
from ai.hands.preflop import table
from game.rules.cards import Card


def shares_of_pot(hand: int, board: Sequence[Card]) -> Floats:
    """Return the equity of a hand (index) against each hand, float64[1326].

    The equity is 0 against hands that share a card with it.
    """
    if not board:
        return _before_the_flop(hand)
    if len(board) == 3:
        sampled = sampled_boards(tuple(board))
        boards = sampled[~np.isin(sampled, CARDS[hand]).any(axis=1)]
    else:
        boards = run_outs(board, HANDS[hand])
    won, met = np.zeros(len(HANDS)), np.zeros(len(HANDS))
    _compare(hand, boards, won, met)
    shares: Floats = won / np.maximum(met, 1.0)
    return shares


def compile_kernels() -> None:
    shares_of_pot(0, (10, 20, 25, 30, 40))


def _before_the_flop(hand: int) -> Floats:
    found, own = table(), CLASS_OF[hand]
    by_class = (found.wins[own] + found.ties[own] / 2) / np.maximum(found.pairs[own], 1.0)
    shares: Floats = by_class[CLASS_OF] * unblocked_hands(HANDS[hand])
    return shares


@kernel
def _compare(hand: int, boards: Cards, won: Floats, met: Floats) -> None:
    """Count the wins (ties as 1/2) and the showdowns of a hand against each other hand, float64[1326] each."""
    for board in range(len(boards)):
        key, mask, _ = joined(boards[board])
        rank = rank_of_key(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        taken = mask | HAND_MASKS[hand]
        for other in range(1326):
            if HAND_MASKS[other] & taken:
                continue
            found = rank_of_key(key + HAND_KEYS[other], mask | HAND_MASKS[other])
            met[other] += 1.0
            if rank < found:
                won[other] += 1.0
            elif rank == found:
                won[other] += 0.5
