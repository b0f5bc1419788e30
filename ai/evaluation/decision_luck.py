"""Luck and decisions of a hand told apart: AIVAT with control variates for Hold'em and Kuhn poker.

The strategy of the person is not known, that of most agents is. An agent that thinks while it plays is taken as not
known: a person waits for it in seconds, so that what it thought of the other hands is not what it would think now.
Of two players who are not known only the board is corrected: what their cards are worth depends on how they play.

After Burch, Schmid, Moravčík, Morrill and Bowling (2018), as in ai/evaluation/aivat.py. The opponent's strategy is
known, so every card that would have acted so counts. What the deal, and what the opponent's die, brought beyond
their means is taken off. The rest is the value of the game and what each of the player's own decisions was worth
beside the equilibrium, so its mean is the player's true mean, and it spreads far less than the chips won.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ai.evaluation.aivat import Aivat
from ai.hands.combos import HANDS, Floats, place_of
from ai.hands.range_strategy import RangeStrategy, ThinkingAgent
from game.core import TERMINAL, Action, BadInput, KnownStrategy, Player
from game.rules.cards import Card
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import DECK, MOVE_LETTERS, KuhnInformationState, KuhnRules, KuhnState
from game.rules.kuhn_poker import Card as KuhnPokerCard


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


Weights = tuple[float, ...]
"""How likely the opponent holds each card of the deck, up to a factor."""


class KuhnLuck:
    """Takes the luck out of the hands of `player`, who is expected to go on as `perfect` plays.

    Where the `opponent`'s strategy is not known, it is None: then its card is taken as it was, and only the deal is
    luck.
    """

    def __init__(
        self, rules: KuhnRules, player: Player, perfect: KnownStrategy, opponent: KnownStrategy | None
    ) -> None:
        self._rules, self._player = rules, player
        self._perfect, self._opponent = perfect, opponent
        self._after_deal = {
            (own, other): self._value(own, _one(other), "") for own in DECK for other in DECK if own != other
        }
        self._mean = sum(self._after_deal.values()) / len(self._after_deal)

    @property
    def known(self) -> bool:
        """Whether the opponent's strategy is known."""
        return self._opponent is not None

    def adjusted(self, state: KuhnState) -> float:
        """Return what the player would have won on average, in chips, for a hand at its end.

        An opponent who did what its strategy never does is taken as not known.
        """
        actions = tuple(MOVE_LETTERS.index(letter) for letter in state.betting)
        own, other = state.cards[self._player], state.cards[1 - self._player]
        if self._opponent is not None:
            known = self._against_known(self._opponent, own, other, actions)
            if known is not None:
                return known
        luck = self._after_deal[own, other] - self._mean
        return state.returns()[self._player] - luck

    def _against_known(
        self, opponent: KnownStrategy, own: KuhnPokerCard, other: KuhnPokerCard, actions: Sequence[Action]
    ) -> float | None:
        """Return the adjusted result, or None where the opponent acted outside its strategy."""
        weights: Weights = tuple(float(card != own) for card in DECK)
        luck = self._value(own, weights, "") - self._mean
        betting = ""
        for action in actions:
            if len(betting) % 2 == self._player:
                betting += MOVE_LETTERS[action]
                continue
            options = [self._narrowed(opponent, weights, betting, one) for one in (0, 1)]
            if options[action][other] <= 0.0:
                return None
            values = [
                self._value(own, one, betting + MOVE_LETTERS[move]) * sum(one) if sum(one) > 0.0 else 0.0
                for move, one in enumerate(options)
            ]
            taken = options[action]
            luck += values[action] / sum(taken) - sum(values) / sum(weights)
            weights, betting = taken, betting + MOVE_LETTERS[action]
        return self._value(own, weights, betting) - luck

    def _narrowed(self, opponent: KnownStrategy, weights: Weights, betting: str, action: Action) -> Weights:
        """Return the weights after the opponent's action, each card with its probability of it."""
        return tuple(
            weight * self._share(opponent, 1 - self._player, card, betting, action) if weight > 0.0 else 0.0
            for card, weight in enumerate(weights)
        )

    def _value(self, own: KuhnPokerCard, weights: Weights, betting: str) -> float:
        """Return the mean of what the player wins from here over what the opponent may hold, in chips."""
        total = sum(weights)
        return sum(
            weight / total * self._continued(own, other, betting)
            for other, weight in enumerate(weights)
            if weight > 0.0
        )

    def _continued(self, own: KuhnPokerCard, other: KuhnPokerCard, betting: str) -> float:
        """Return what the player wins with these cards where both go on by their strategies, in chips."""
        cards = (own, other) if self._player == 0 else (other, own)
        state = KuhnState(self._rules, cards, betting)
        actor = state.current_player()
        if actor == TERMINAL:
            return state.returns()[self._player]
        strategy = self._perfect if actor == self._player else self._opponent or self._perfect
        return sum(
            share * self._continued(own, other, betting + MOVE_LETTERS[move])
            for move in state.legal_actions()
            if (share := self._share(strategy, actor, cards[actor], betting, move)) > 0.0
        )

    def _share(
        self, strategy: KnownStrategy, player: Player, card: KuhnPokerCard, betting: str, action: Action
    ) -> float:
        info = KuhnInformationState(player, card, betting, self._rules)
        return strategy.strategy(info).get(action, 0.0)


def _one(card: KuhnPokerCard) -> Weights:
    return tuple(float(one == card) for one in DECK)
