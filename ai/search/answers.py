"""What strategies said of public states, by hash: none is asked twice, and no board is weighed twice.

It only saves time. The work of a search counts every state that it unfolds, found here or not, so that a decision
does not depend on what was thought of before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol, runtime_checkable

from ai.hands.combos import Floats
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy
from ai.search.opposing_range import seen
from ai.search.outcomes import shares_of_pot
from game.core import Action
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

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
