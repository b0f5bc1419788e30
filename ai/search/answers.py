"""The cached strategies of a search, and the ranges that follow from them.

The strategy that is taken for the opponent's may not know the bet that was made. Between two sizes that it knows, a
bet is read as partly the one and partly the other (ai/abstraction/tree_walk.py). No model is sure: whatever a
decision says, each hand keeps a little of what an average hand keeps.

It only saves time. The work of a search counts every state that it unfolds, found here or not, so that a decision
does not depend on what was thought of before.
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
"""Share of each likelihood that is the average over all hands."""


def multiplied(weights: Floats, likelihood: Floats) -> Floats:
    """Return float64[1326]: weights after a decision, of sum 1; what the strategy never does says nothing."""
    average = float(weights @ likelihood) / float(weights.sum())
    if average <= 0.0:
        return weights
    found = weights * ((1.0 - DOUBT) * likelihood + DOUBT * average)
    after: Floats = found / found.sum()
    return after


def seen(strategy: RangeStrategy, public: PublicState, action: Action) -> Floats:
    """Return float64[1326]: how likely each hand takes an action that was seen, up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action).astype(np.float64)
    return translated(strategy.range_strategy(public), public, action)


def translated(mix: RangeMix, public: PublicState, action: Action) -> Floats:
    """Return float64[1326]: how likely each hand takes an action, a bet translated into those that are known."""
    if action in mix.actions:
        return mix.of_action(action).astype(np.float64)
    raises = [known for known in mix.actions if known > CALL]
    if action <= CALL or not raises:
        return np.zeros(len(HANDS))
    sizes = [public.betting.fraction_of(known) for known in raises]
    found = np.zeros(len(HANDS))
    for place, part in translate_size(public.betting.fraction_of(action), sizes):
        found += part * mix.of_action(raises[place])
    return found


MOST_KEPT = 1024


@runtime_checkable
class _KnowsOneHand(Protocol):
    """A strategy that is quicker for one hand than for all."""

    def strategy(self, info: HoldemInformationState) -> Mapping[Action, float]: ...


class StrategyCache:
    """Both strategies of a search, and what they answered; `hits` counts what was found."""

    def __init__(self, own: RangeStrategy, opposing: RangeStrategy) -> None:
        self._own = own
        self._opposing = opposing
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self.hits = 0

    def of_opponent(self, public: PublicState) -> RangeMix:
        """Return what the opponent does with every hand."""
        found: RangeMix = self._find(("opposing", public), lambda: self._opposing.range_strategy(public))
        return found

    def likelihood(self, public: PublicState, action: Action) -> Floats:
        """Return float64[1326]: what an action of the opponent that was seen says of every hand."""
        found: Floats = self._find(("seen", public, action), lambda: seen(self._opposing, public, action))
        return found

    def of_own(self, public: PublicState, hand: int) -> Mapping[Action, float]:
        found: Mapping[Action, float] = self._find(("own", public, hand), lambda: self._row(public, hand))
        return found

    def shares(self, hand: int, board: tuple[Card, ...]) -> Floats:
        """Return float64[1326], `shares_of_pot`."""
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
        if key in self._kept:
            self.hits += 1
            self._kept.move_to_end(key)
            return self._kept[key]
        found = self._kept[key] = make()
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found
