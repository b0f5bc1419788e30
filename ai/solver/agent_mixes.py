"""What an agent of the house does at a decision of a spot, in the actions that the spot has there.

An agent knows hands from the blinds on. The pot is taken for one that was raised once, to 2.5 big blinds; its bets
and raises are shared out between the sizes of the spot by the pseudo-harmonic mapping.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.abstraction.tree_walk import taken_for
from ai.hands.combos import HANDS
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.solver.locks import Strategy
from ai.solver.spot import Spot
from ai.solver.table_betting import PASSIVE, table_action, table_betting
from game.core import Action
from game.rules.betting import FOLD, PublicBetting
from game.rules.cards import Card

BLINDS = 5
"""The pot of the spot, in big blinds."""


def agent_mix(
    spot: Spot, strategy: RangeStrategy, line: Sequence[str], board: Sequence[Card], actions: Sequence[str]
) -> Strategy:
    """Return float64[1326, actions]: what each hand does after a line; NaN where the agent says nothing.

    `BadInput` where nobody is to act there.
    """
    betting = table_betting(spot, line, BLINDS)
    assert betting.actor is not None
    mix = strategy.range_strategy(PublicState(betting.actor, tuple(board), betting))
    sizes = _sizes(spot, betting, actions)
    found = np.zeros((len(HANDS), len(actions)))
    for action, shares in zip(mix.actions, mix.shares.T, strict=True):
        for place, part in _places(betting, action, actions, sizes):
            found[:, place] += part * shares
    total = found.sum(axis=1, keepdims=True)
    mixes: Strategy = np.divide(found, total, out=np.full(found.shape, np.nan), where=total > 0)
    return mixes


def _sizes(spot: Spot, betting: PublicBetting, actions: Sequence[str]) -> dict[float, int]:
    """Return the place of every bet and raise by its size, in parts of the pot, the least first."""
    bets = [place for place, action in enumerate(actions) if action not in PASSIVE]
    sizes = {betting.fraction_of(table_action(spot, betting, actions[place])): place for place in bets}
    return dict(sorted(sizes.items()))


def _places(
    betting: PublicBetting, action: Action, actions: Sequence[str], sizes: dict[float, int]
) -> Sequence[tuple[int, float]]:
    """Return which actions of the spot an action at the table stands for, by place, and in which shares."""
    if action == FOLD and "fold" in actions:
        return [(actions.index("fold"), 1.0)]
    if action in PASSIVE.values() or not sizes:
        return [(next(place for place, one in enumerate(actions) if one in ("check", "call")), 1.0)]
    on_offer = list(sizes)
    return [
        (sizes[on_offer[place]], part) for place, part in taken_for(betting.fraction_of(action), on_offer)
    ]
