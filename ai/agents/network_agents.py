"""Agents with a network that predicts players' actions.

The first agent plays the network's strategy, and the second uses the network as its opponent model.

- `Imitator` samples from a network that was trained by behaviour cloning on the logs of some players.
- `PhasedSearchAgent` searches against a model of the opponent (ai/search/phased_search.py). The manifest names the
  agent's own strategy (`own`) and the opponent model (`opposing`). Each is an expert (such as `expert-sound`) or a
  character (such as `sound`). The opponent model may also be `network`. The network's weights are then in the .npz
  file of the agent. The agent doesn't give its strategy for all hands, because every hand would need a separate
  search.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ai.agents import holdem_rules
from ai.hands.combos import hand_index
from ai.hands.range_strategy import PublicState, RangeMix, RangeStrategy, Shares
from ai.knowledge.network_strategy import NetworkStrategy
from ai.knowledge.rule_file import STYLES, built_in_expert
from ai.search.answers import StrategyCache
from ai.search.phased_search import UNBOUNDED, PhasedSearch
from ai.search.phased_tree import every_kind
from ai.storage import load_model
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.files.manifest import read_manifest
from game.quoting import quoted
from game.rules import games
from game.rules.holdem import HoldemInformationState
from game.texts import text


@dataclass(frozen=True, slots=True)
class Imitator:
    """Samples its actions from a network."""

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


def load_imitator(file: Path, root: State) -> Imitator:
    """Return the imitator in a model file.

    Raises:
        BadInput: If the file is not an imitator.
    """
    return Imitator(file.stem, NetworkStrategy.of(load_model(file, game=games.HOLDEM, agent="imitator")))


EXPERT = "expert-"
"""The name prefix of an expert's style."""
NETWORK = "network"


@dataclass(frozen=True, slots=True)
class PhasedSearchAgent:
    """Searches for the best of the actions that its own strategy considers, against the opponent model."""

    name: str
    answers: StrategyCache

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Search for the best action.

        If the agent's own strategy considers only one action, return this action without a search.
        """
        search = self.search(info, rng, budget)
        choices = search.choices()
        if len(choices) == 1:
            return sample({choices[0]: 1.0}, rng)
        for _ in search.steps():
            pass
        values = search.values()
        action: Action = max(sorted(values), key=lambda choice: values[choice])
        return sample({action: 1.0}, rng)

    def search(self, info: InformationState, rng: random.Random, budget: Budget) -> PhasedSearch:
        return PhasedSearch(self.answers, cast(HoldemInformationState, info), budget, rng)

    def look_ahead(self, info: InformationState, rng: random.Random, cards: int) -> PhasedSearch:
        """Return a search that compares all kinds of actions, on at most `cards` samples of the next cards."""
        hand = cast(HoldemInformationState, info)
        advised = self.answers.of_own(PublicState.of(hand), hand_index(hand.hole))
        compared = every_kind(hand.betting, advised)
        return PhasedSearch(self.answers, hand, UNBOUNDED, rng, compared=compared, cards=cards)


def load_phased_search(file: Path, _root: State) -> PhasedSearchAgent:
    """Return the agent of a manifest.

    Raises:
        BadInput: If the manifest names no strategy or an unknown strategy.
    """
    return PhasedSearchAgent(file.stem, StrategyCache(_strategy(file, "own"), _strategy(file, "opposing")))


def _strategy(file: Path, key: str) -> RangeStrategy:
    named = read_manifest(file).config.get(key)
    if not isinstance(named, str):
        raise BadInput(text(f"agent_errors.agent.{key}_strategy", file=file.name))
    if named == NETWORK and key == "opposing":
        return NetworkStrategy.of(load_model(file))
    if named.startswith(EXPERT):
        return _expert(named.removeprefix(EXPERT), file)
    return holdem_rules.load(named)


def _expert(style: str, file: Path) -> RangeStrategy:
    if style not in STYLES:
        known = ", ".join(STYLES)
        raise BadInput(text("agent_errors.agent.expert", file=file.name, name=quoted(style), known=known))
    return built_in_expert(style)
