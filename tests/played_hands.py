"""Plays hands of Hold'em for tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from game.core import CHANCE, Action
from game.rules.holdem import HoldemState


def decisions_of_hand(
    state: HoldemState, rng: random.Random, act: Callable[[HoldemState], Action]
) -> Iterator[HoldemState]:
    """Deal cards at random and play to the end; yield every state in which a player is to act."""
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state = state.child(rng.choice(state.legal_actions()))
            continue
        yield state
        state = state.child(act(state))
