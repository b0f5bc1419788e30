"""An agent that imitates the players of some logs: it samples from a network trained by behaviour cloning."""

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
    """Plays by a network."""

    name: str
    network: NetworkStrategy

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.network.strategy(info)

    def range_strategy(self, public: PublicState) -> RangeMix:
        return self.network.range_strategy(public)

    def likelihood(self, public: PublicState, action: Action) -> Shares:
        """Return the probability that each hand takes `action`, float32[1326]."""
        return self.network.likelihood(public, action)

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load(file: Path, root: State) -> Imitator:
    """Return the imitator in a model file.

    Raises:
        BadInput: If the file is not an imitator.
    """
    return Imitator(file.stem, NetworkStrategy.of(load_model(file, game=games.HOLDEM, agent="imitator")))
