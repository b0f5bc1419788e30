"""Separate luck from decisions in a player's results, by AIVAT for Hold'em and Kuhn poker.

The method is AIVAT, as in ai/evaluation/aivat.py (Burch, Schmid, Moravčík, Morrill and Bowling, 2018). The player
is a person with an unknown strategy. The strategies of most opponents are known. The strategy of an agent that
searches counts as unknown, because the agent has a time limit and cannot repeat its strategy exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from ai.evaluation.aivat import Aivat
from ai.hands.combos import HANDS, Floats, hand_index
from ai.hands.range_strategy import RangeStrategy, ThinkingAgent
from game.core import TERMINAL, Action, BadInput, KnownStrategy, Player
from game.rules.cards import Card
from game.rules.holdem import HoldemState
from game.rules.kuhn_poker import DECK, MOVE_LETTERS, KuhnInformationState, KuhnRules, KuhnState
from game.rules.kuhn_poker import Card as KuhnPokerCard


class HoldemLuck:
    """Estimates the results of one player in Hold'em, with most of the luck removed.

    If the opponent's strategy is known, the estimate averages over all hands that the opponent could hold. If
    no strategy is known, the value of the deal is not known either, so only the luck of the board cards is
    corrected.
    """

    def __init__(self, player: Player, opponent: object) -> None:
        self._sign = -1.0 if player else 1.0
        self._estimator: Aivat | None = None
        if isinstance(opponent, RangeStrategy) and not isinstance(opponent, ThinkingAgent):
            self._estimator = Aivat((opponent, None) if player else (None, opponent))

    @property
    def known(self) -> bool:
        return self._estimator is not None

    def estimate(self, states: Sequence[HoldemState]) -> float:
        """Return the estimated winnings of the player in chips, given the states of a hand since the deal.

        An opponent that took an action with probability 0 counts as unknown.
        """
        if self._estimator is not None:
            with suppress(BadInput):
                return self._sign * self._estimator.estimate(states)
        first, second = states[0].hole
        return self._sign * Aivat((None, None), (_range_of_hand(first), _range_of_hand(second))).estimate(
            states
        )


def _range_of_hand(hole: Sequence[Card]) -> Floats:
    weights = np.zeros(len(HANDS))
    weights[hand_index(hole)] = 1.0
    return weights


CardWeights = tuple[float, ...]
"""The weight of each card of the deck in the opponent's range. Weights need not sum to 1."""


class KuhnLuck:
    """Estimates the results of one player in Kuhn poker, with most of the luck removed.

    The estimate subtracts the luck of the deal and of the opponent's random choices (control variates). What
    remains is the value of the game, plus the player's gains and losses relative to the equilibrium. The estimate
    has the same mean as the chips won, and a much smaller variance.

    If the opponent's strategy is unknown, the estimate uses the opponent's actual card, and subtracts only the luck
    of the deal.

    Args:
        rules: The rules of the game.
        player: The player.
        perfect: The equilibrium strategy.
        opponent: The strategy of the opponent, or None if it is unknown.
    """

    def __init__(
        self, rules: KuhnRules, player: Player, perfect: KnownStrategy, opponent: KnownStrategy | None
    ) -> None:
        self._rules, self._player = rules, player
        self._perfect, self._opponent = perfect, opponent
        self._after_deal = {
            (own, other): self._value(own, tuple(float(one == other) for one in DECK), "")
            for own in DECK
            for other in DECK
            if own != other
        }
        self._mean = sum(self._after_deal.values()) / len(self._after_deal)

    @property
    def known(self) -> bool:
        return self._opponent is not None

    def estimate(self, state: KuhnState) -> float:
        """Return the estimated winnings of the player in chips, given the final state of a hand.

        An opponent that took an action with probability 0 counts as unknown.
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
        """Return the estimated winnings in chips, or None if the opponent took an action with probability 0."""
        weights: CardWeights = tuple(float(card != own) for card in DECK)
        luck = self._value(own, weights, "") - self._mean
        betting = ""
        for action in actions:
            if len(betting) % 2 == self._player:
                betting += MOVE_LETTERS[action]
                continue
            options = [self._after_action(opponent, weights, betting, one) for one in (0, 1)]
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

    def _after_action(
        self, opponent: KnownStrategy, weights: CardWeights, betting: str, action: Action
    ) -> CardWeights:
        """Return the weights of the opponent's possible cards after an action.

        Each weight is multiplied by the probability of the action with that card.
        """
        return tuple(
            weight * self._share(opponent, 1 - self._player, card, betting, action) if weight > 0.0 else 0.0
            for card, weight in enumerate(weights)
        )

    def _value(self, own: KuhnPokerCard, weights: CardWeights, betting: str) -> float:
        """Return the expected winnings of the player in chips, averaged over the opponent's possible cards."""
        total = sum(weights)
        return sum(
            weight / total * self._expected_winnings(own, other, betting)
            for other, weight in enumerate(weights)
            if weight > 0.0
        )

    def _expected_winnings(self, own: KuhnPokerCard, other: KuhnPokerCard, betting: str) -> float:
        """Return the player's expected winnings in chips if the player follows the equilibrium.

        The opponent follows its known strategy, or the equilibrium if its strategy is unknown.
        """
        cards = (own, other) if self._player == 0 else (other, own)
        state = KuhnState(self._rules, cards, betting)
        actor = state.current_player()
        if actor == TERMINAL:
            return state.returns()[self._player]
        strategy = self._perfect if actor == self._player else self._opponent or self._perfect
        return sum(
            share * self._expected_winnings(own, other, betting + MOVE_LETTERS[move])
            for move in state.legal_actions()
            if (share := self._share(strategy, actor, cards[actor], betting, move)) > 0.0
        )

    def _share(
        self, strategy: KnownStrategy, player: Player, card: KuhnPokerCard, betting: str, action: Action
    ) -> float:
        info = KuhnInformationState(player, card, betting, self._rules)
        return strategy.strategy(info).get(action, 0.0)
