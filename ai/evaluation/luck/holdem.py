"""What the decisions of a hand of Hold'em were worth, about: AIVAT for a person against an agent.

The strategy of the person is not known, that of most agents is. An agent that thinks while it plays is taken as not
known: a person waits for it in seconds, so that what it thought of the other hands is not what it would think now.
Of two players who are not known only the board is corrected: what their cards are worth depends on how they play.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ai.evaluation.aivat import Aivat
from ai.hands.combos import HANDS, Floats, place_of
from ai.hands.range_strategy import RangeStrategy, ThinkingAgent
from game.core import BadInput, Player
from game.rules.cards import Card
from game.rules.holdem import HoldemState


class HoldemLuck:
    """Takes the luck out of the hands of `player`; the strategy of `opponent` counts where it can be asked."""

    def __init__(self, player: Player, opponent: object) -> None:
        self._sign = -1.0 if player else 1.0
        self._known: Aivat | None = None
        if isinstance(opponent, RangeStrategy) and not isinstance(opponent, ThinkingAgent):
            self._known = Aivat((opponent, None) if player else (None, opponent))

    @property
    def known(self) -> bool:
        """Whether the opponent's strategy is known."""
        return self._known is not None

    def adjusted(self, states: Sequence[HoldemState]) -> float:
        """Return what the player would have won on average, in chips, for the states of a hand since the deal.

        An opponent who did what its strategy never does is taken as not known.
        """
        if self._known is not None:
            with suppress(BadInput):
                return self._sign * self._known.estimate(states)
        first, second = states[0].hole
        return self._sign * Aivat((None, None), (_alone(first), _alone(second))).estimate(states)


def _alone(hole: Sequence[Card]) -> Floats:
    """Return the range of one hand: float64[1326]."""
    weights = np.zeros(len(HANDS))
    weights[place_of(hole)] = 1.0
    return weights
