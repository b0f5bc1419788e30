"""Somebody who acts as the players of some logs do: a network that learnt from them, and a die."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ai.hands.range_strategy import PublicState, RangeMix, Shares
from ai.knowledge.network_strategy import NetworkStrategy
from ai.storage import load_model
from game.core import DEFAULT_BUDGET, Action, Budget, Decision, InformationState, State, sample
from game.rules import games


@dataclass(frozen=True, slots=True)
class Imitator:
    """A network at the table."""

    name: str
    network: NetworkStrategy

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        """Return the probabilities of a few legal actions, in ascending order of the action."""
        return self.network.strategy(info)

    def range_strategy(self, public: PublicState) -> RangeMix:
        """Return the mix of every hand."""
        return self.network.range_strategy(public)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return float32[1326]: how likely each hand acts like this."""
        return self.network.likelihood(public, action)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Throw one die over the strategy: more work or time would change nothing."""
        return sample(self.strategy(info), rng)


def load(file: Path, root: State) -> Imitator:
    """Return the imitator in a model file; `BadInput` where it is none."""
    return Imitator(file.stem, NetworkStrategy.of(load_model(file, game=games.HOLDEM, agent="imitator")))
