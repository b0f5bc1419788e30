"""Reads an agent that searches: which strategy it follows, and which it takes for the opponent's.

The manifest names both under `own` and `opposing`: a character (ai/agents/holdem_rules.py). The strategy of such an
agent is not known for all hands at once: each hand asks for a search of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ai.agents import holdem_rules
from ai.hands.range_strategy import RangeStrategy
from ai.search.answers import Answers
from ai.search.phased_search import PhasedSearch
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State
from game.manifest import Manifest, read_manifest
from game.rules.holdem import HoldemInformationState
from game.search import SearchReport


@dataclass(frozen=True, slots=True)
class PhasedSearchAgent:
    """Follows a strategy, and of the actions that it advises takes the best against another."""

    name: str
    answers: Answers

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        """Search; what is advised without a choice is done without one."""
        search = self._search(info, rng, budget)
        choices = search.choices()
        if len(choices) == 1:
            return Decision(choices[0], {choices[0]: 1.0})
        for _ in search.steps():
            pass
        values = search.values()
        action: Action = max(sorted(values), key=lambda choice: values[choice])
        return Decision(action, {action: 1.0})

    def reports(
        self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET
    ) -> Iterator[SearchReport]:
        """Search, and yield what is known after every step; last the whole."""
        search = self._search(info, rng, budget)
        for _ in search.steps():
            yield search.report(done=False)
        yield search.report(done=True)

    def _search(self, info: InformationState, rng: random.Random, budget: Budget) -> PhasedSearch:
        return PhasedSearch(self.answers, cast(HoldemInformationState, info), budget, rng)


def load(file: Path, _root: State) -> PhasedSearchAgent:
    """Return the agent of a manifest; `BadInput` names a strategy that there is not."""
    manifest = read_manifest(file)
    return PhasedSearchAgent(
        file.stem, Answers(_strategy(manifest, "own", file), _strategy(manifest, "opposing", file))
    )


def _strategy(manifest: Manifest, key: str, file: Path) -> RangeStrategy:
    named = manifest.config.get(key)
    if not isinstance(named, str):
        raise BadInput(f"{file.name} does not say which strategy it takes for its {key!r} one.")
    return holdem_rules.load(named)
