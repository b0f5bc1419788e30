"""The one view of a Hold'em strategy: what an agent would do at a public state with each hand that it may hold.

Beliefs, range grids and everything else that asks after more than the hand held goes through `RangeStrategy`. One
answer for all hands takes no more than some tens of milliseconds, except of an agent that is `ThinkingAgent`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ai.hands.combos import HANDS, Floats, Ints
from game.core import Action, Budget, Player
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
        return PublicState(info.player, info.board, info.betting)

    def with_hand(self, place: int) -> HoldemInformationState:
        """Return what the player to act knows, holding a hand (by its place among all)."""
        return HoldemInformationState(self.player, HANDS[place], self.board, self.betting)


@dataclass(frozen=True, slots=True)
class RangeMix:
    """The mix of every hand, for the actions that any of them takes; 0 for hands that meet the board."""

    actions: tuple[Action, ...]
    shares: Shares
    """float32[1326, actions]."""

    @staticmethod
    def of(columns: Mapping[Action, Floats], hands: Ints) -> RangeMix:
        """Put the shares of each action, float64[hands] for some hands by place, into one array."""
        actions = tuple(sorted(action for action, shares in columns.items() if shares.any()))
        shares = np.zeros((len(HANDS), len(actions)), np.float32)
        shares[hands] = np.stack([columns[action] for action in actions], axis=1)
        return RangeMix(actions, shares)

    def of_action(self, action: Action) -> Shares:
        """Return float32[1326]: the share of one action."""
        if action not in self.actions:
            return np.zeros(len(self.shares), dtype=np.float32)
        return self.shares[:, self.actions.index(action)]


@runtime_checkable
class RangeStrategy(Protocol):
    """An agent that answers for all hands at once, exactly as for each alone."""

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand of the player to act."""
        ...


@runtime_checkable
class ThinkingAgent(RangeStrategy, Protocol):
    """An agent whose answers for all hands take as much work as its decisions: some tenths of a second and more."""

    def thinking(self, budget: Budget) -> ThinkingAgent:
        """Return the agent, whose answers for all hands take the budget that its decisions take."""
        ...

    @property
    def quick(self) -> RangeStrategy:
        """A strategy near to its own that answers at once."""
        ...


def within(agent: RangeStrategy, budget: Budget) -> RangeStrategy:
    """Return an agent whose answers for all hands take a budget, where they take work at all."""
    return agent.thinking(budget) if isinstance(agent, ThinkingAgent) else agent


@runtime_checkable
class ActionLikelihood(RangeStrategy, Protocol):
    """An agent whose actions stand for others as well: a bet of one size for all that are near it.

    Its mix names few sizes, while a player bets any; what it says of an action that was seen, it says itself.
    """

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return float32[1326]: how likely each hand acts like this, up to a factor that all hands share."""
        ...


def likelihood_of(strategy: RangeStrategy, public: PublicState, action: Action) -> Shares:
    """Return float32[1326]: what an action that was seen says of every hand, up to a common factor."""
    if isinstance(strategy, ActionLikelihood):
        return strategy.likelihood(public, action)
    return strategy.range_strategy(public).of_action(action)
