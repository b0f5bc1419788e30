"""What everybody saw a player do, and what it says of the hands: the groundwork of every belief.

A decision is a public state and the action taken there. By a known strategy it has a likelihood for every hand, and
what is left of all hands when the likelihoods are multiplied is a belief. How wide a belief is, is its perplexity:
so many equally likely hands would leave as much doubt.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence

import numpy as np

from ai.hands.combos import CLASSES, Floats
from ai.hands.range_strategy import PublicState, Shares
from game.core import Action, Player
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.rules.holdem import BOARD_CARDS
from game.study.holdem import Belief

MOST_KEPT = 256  # decisions

Observed = tuple[PublicState, Action]
"""A decision as everybody saw it."""


class Memory:
    """What decisions say of each hand, the latest ones; `agent` names whose strategy it is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Hashable, Observed], Shares] = OrderedDict()

    def find(self, agent: Hashable, observed: Observed) -> Shares | None:
        """Return float32[1326], the share of an observed action for every hand, if it is known."""
        found = self._kept.get((agent, observed))
        if found is not None:
            self._kept.move_to_end((agent, observed))
        return found

    def keep(self, agent: Hashable, observed: Observed, likelihood: Shares) -> Shares:
        """Keep what `find` will return; what was not asked for longest gives way."""
        self._kept[agent, observed] = likelihood
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return likelihood


def decisions_of(player: Player, board: Sequence[Card], betting: PublicBetting) -> list[Observed]:
    """Return every decision of a player in a hand, with what was public when it was made."""
    return [
        (PublicState(player, tuple(board[: BOARD_CARDS[before.street]]), before), action)
        for before, action in betting.steps()
        if before.actor == player
    ]


def belief_of(weights: Floats, prior: Floats, *, explained: bool) -> Belief:
    """Summarise a belief, float64[1326] of sum 1, by classes, beside what it was before anybody acted."""
    held = weights[weights > 0.0]
    width = float(np.exp(-(held * np.log(held)).sum()))
    return Belief(_by_class(weights), _by_class(prior), width, int((prior > 0.0).sum()), explained)


def _by_class(weights: Floats) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, weight in zip(CLASSES, weights.tolist(), strict=True):
        if weight > 0.0:
            sums[name] = sums.get(name, 0.0) + weight
    return sums
