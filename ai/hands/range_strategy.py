"""The one view of a Hold'em strategy: what an agent would do at a public state with each hand that it may hold.

Beliefs, range grids and everything else that asks after more than the hand held goes through `RangeStrategy`. It is
asked for some hands at a time, so that whoever asks decides how much work comes at a stroke.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ai.hands.combos import HANDS, Ints
from game.core import Action, Player
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

Shares = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody knows: whose turn it is, the board and the betting."""

    player: Player
    board: tuple[Card, ...]
    betting: PublicBetting

    @staticmethod
    def of(info: HoldemInformationState) -> PublicState:
        """Forget the private cards."""
        return PublicState(info.player, info.board, info.betting)

    def with_hand(self, place: int) -> HoldemInformationState:
        """Return what the player to act knows, holding a hand (by its place among all)."""
        return HoldemInformationState(self.player, HANDS[place], self.board, self.betting)


@dataclass(frozen=True, slots=True)
class RangeMix:
    """The mix of some hands: float32[hands, actions], for the actions that any of them takes."""

    actions: tuple[Action, ...]
    shares: Shares

    @staticmethod
    def of(strategies: Sequence[Mapping[Action, float]]) -> RangeMix:
        """Put the strategies of the hands, in their order, into one array."""
        actions = tuple(sorted(set().union(*strategies)))
        rows = [[strategy.get(action, 0.0) for action in actions] for strategy in strategies]
        return RangeMix(actions, np.array(rows, dtype=np.float32).reshape(len(strategies), len(actions)))

    def of_action(self, action: Action) -> Shares:
        """Return float32[hands]: the share of one action."""
        if action not in self.actions:
            return np.zeros(len(self.shares), dtype=np.float32)
        return self.shares[:, self.actions.index(action)]


@runtime_checkable
class RangeStrategy(Protocol):
    """An agent that answers for many hands (int64[hands], by place) at once, exactly as for each alone."""

    def range_strategy(self, public: PublicState, hands: Ints) -> RangeMix:
        """Return the mixes of these hands, which hold no card of the board."""
        ...
