"""Spots to search: hands that have gone so far, with a few opposing hands."""

import numpy as np

from ai.hands.combos import Floats, place_of
from game.rules.cards import parse
from game.rules.holdem import HoldemRules, HoldemState


def spot(deal: str, board: str, *actions: int, stacks: tuple[int, int] = (2_000, 2_000)) -> HoldemState:
    """Deal four cards, then act, with the board as far as it is due."""
    state = HoldemState(HoldemRules(50, 100, stacks))
    for card in parse(deal):
        state = state.child(card)
    cards = iter(parse(board))
    for action in actions:
        state = state.child(action)
        while state.current_player() < 0 and (card := next(cards, None)) is not None:
            state = state.child(card)
    return state


def weighted(**hands: float) -> Floats:
    """Return float64[1326] of a few hands by name."""
    weights = np.zeros(1326)
    for name, weight in hands.items():
        weights[place_of(parse(name))] = weight
    return weights
