"""Cached strategies of both players in a search, and Bayes updates of the opponent's range.

If the opponent's model lacks a bet size, the bet is translated into a mixture of the two neighbouring sizes
(pseudo-harmonic mapping, ai/abstraction/tree_walk.py). No model is exact, so each update mixes the likelihood of a
hand with the average likelihood (`DOUBT`).

A search counts every expanded state as work, even if the strategy is cached. The cache therefore saves time but
never changes a decision.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ai.abstraction.tree_walk import translate_size
from ai.hands.combos import HANDS, Floats
from ai.hands.range_strategy import ActionLikelihood, PublicState, RangeMix, RangeStrategy
from ai.search.outcomes import shares_of_pot
from game.core import Action
from game.rules.betting import CALL
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

DOUBT = 0.05
"""The weight of the average likelihood in the likelihood of each hand."""
MAX_CACHED = 1024


def update_range(weights: Floats, likelihood: Floats) -> Floats:
    """Return the posterior range after a decision, float64[1326], with sum 1.

    If no hand takes the action, the range stays the same.

    Args:
        weights: float64[1326], the prior range.
        likelihood: float64[1326], the probability that each hand takes the action.
    """
    average = float(weights @ likelihood) / float(weights.sum())
    if average <= 0.0:
        return weights
    found = weights * ((1.0 - DOUBT) * likelihood + DOUBT * average)
    after: Floats = found / found.sum()
    return after


def action_likelihood(strategy: RangeStrategy, public: PublicState, action: Action) -> Floats:
    """Return the probability that each hand takes an action, float64[1326], up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action).astype(np.float64)
    return translate_likelihood(strategy.range_strategy(public), public, action)


def translate_likelihood(mix: RangeMix, public: PublicState, action: Action) -> Floats:
    """Return the probability that each hand takes an action, float64[1326].

    If the strategy lacks the bet size, the bet is translated (see the module).
    """
    if action in mix.actions:
        return mix.of_action(action).astype(np.float64)
    raises = [known for known in mix.actions if known > CALL]
    if action <= CALL or not raises:
        return np.zeros(len(HANDS))
    sizes = [public.betting.raise_fraction(known) for known in raises]
    found = np.zeros(len(HANDS))
    for index, part in translate_size(public.betting.raise_fraction(action), sizes):
        found += part * mix.of_action(raises[index])
    return found


@runtime_checkable
class _KnowsOneHand(Protocol):
    """A strategy with a faster method for a single hand."""

    def strategy(self, info: HoldemInformationState) -> Mapping[Action, float]: ...


class StrategyCache:
    """The cached strategies of both players in a search. `hits` counts the answers from the cache."""

    def __init__(self, own: RangeStrategy, opposing: RangeStrategy) -> None:
        self._own = own
        self._opponent = opposing
        self._cache: OrderedDict[Hashable, Any] = OrderedDict()
        self.hits = 0

    def of_opponent(self, public: PublicState) -> RangeMix:
        found: RangeMix = self._find(("opposing", public), lambda: self._opponent.range_strategy(public))
        return found

    def likelihood(self, public: PublicState, action: Action) -> Floats:
        """Return the probability that each of the opponent's hands takes an action, float64[1326]."""
        key = "seen", public, action
        found: Floats = self._find(key, lambda: action_likelihood(self._opponent, public, action))
        return found

    def of_own(self, public: PublicState, hand: int) -> Mapping[Action, float]:
        found: Mapping[Action, float] = self._find(("own", public, hand), lambda: self._row(public, hand))
        return found

    def shares(self, hand: int, board: tuple[Card, ...]) -> Floats:
        """Return the cached equity of a hand (index) against each hand, float64[1326]."""
        flop, later = tuple(sorted(board[:3])), tuple(sorted(board[3:]))
        found: Floats = self._find(("shares", hand, flop + later), lambda: shares_of_pot(hand, board))
        return found

    def _row(self, public: PublicState, hand: int) -> Mapping[Action, float]:
        if isinstance(self._own, _KnowsOneHand):
            return self._own.strategy(public.with_hand(hand))
        mix = self._own.range_strategy(public)
        return {
            action: float(share)
            for action, share in zip(mix.actions, mix.shares[hand], strict=True)
            if share > 0
        }

    def _find(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key in self._cache:
            self.hits += 1
            self._cache.move_to_end(key)
            return self._cache[key]
        found = self._cache[key] = make()
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        return found
