"""An agent that plays every legal action with the same probability, for games with few actions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core import DEFAULT_BUDGET, Action, Budget, Decision, InformationState, State, sample


@dataclass(frozen=True, slots=True)
class UniformAgent:
    """Plays random legal actions."""

    name: str

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        actions = info.legal_actions
        return dict.fromkeys(actions, 1 / len(actions))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load(file: Path, root: State) -> UniformAgent:
    return UniformAgent(file.stem)
