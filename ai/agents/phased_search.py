"""Reads an agent that searches: the strategy it follows, and the one it assumes for the opponent.

The manifest names both under `own` and `opposing`: an expert (`expert-sound`), a character (`sound`), or for the
opponent `network`, whose weights are in the .npz file beside it. The strategy of such an agent is not known for all
hands at once: every hand needs its own search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ai.agents import holdem_rules
from ai.hands.combos import place_of
from ai.hands.range_strategy import PublicState, RangeStrategy
from ai.knowledge.network_strategy import NetworkStrategy
from ai.knowledge.rule_file import STYLES, built_in_expert
from ai.search.answers import StrategyCache
from ai.search.kinds import every_kind
from ai.search.phased_search import UNBOUNDED, PhasedSearch
from ai.storage import load_model
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.files.manifest import read_manifest
from game.quoting import quoted
from game.rules.holdem import HoldemInformationState

EXPERT = "expert-"
"""What the name of an expert's style begins with."""
NETWORK = "network"


@dataclass(frozen=True, slots=True)
class PhasedSearchAgent:
    """Follows a strategy, and of the actions that it advises takes the best against another."""

    name: str
    answers: StrategyCache

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Search; what is advised without a choice is done without one."""
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
        """Return a search that compares every kind of action, with the next round on at most so many cards."""
        hand = cast(HoldemInformationState, info)
        advised = self.answers.of_own(PublicState.of(hand), place_of(hand.hole))
        compared = every_kind(hand.betting, advised)
        return PhasedSearch(self.answers, hand, UNBOUNDED, rng, compared=compared, cards=cards)


def load(file: Path, _root: State) -> PhasedSearchAgent:
    """Return the agent of a manifest; `BadInput` names a strategy that there is not."""
    return PhasedSearchAgent(file.stem, StrategyCache(_strategy(file, "own"), _strategy(file, "opposing")))


def _strategy(file: Path, key: str) -> RangeStrategy:
    named = read_manifest(file).config.get(key)
    if not isinstance(named, str):
        raise BadInput(f"{file.name} does not name its {key} strategy.")
    if named == NETWORK and key == "opposing":
        return NetworkStrategy.of(load_model(file))
    if named.startswith(EXPERT):
        return _expert(named.removeprefix(EXPERT), file)
    return holdem_rules.load(named)


def _expert(style: str, file: Path) -> RangeStrategy:
    if style not in STYLES:
        raise BadInput(
            f"{file.name} follows the expert {quoted(style)}: the experts are {', '.join(STYLES)}."
        )
    return built_in_expert(style)
