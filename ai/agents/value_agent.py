"""An agent for tic-tac-toe that is greedy over learnt state values.

Only ties are broken at random, so different stages of a run are clearly different players.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.storage import load_model
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.rules.tic_tac_toe import NUMBERS


@dataclass(frozen=True, slots=True)
class ValueAgent:
    """Plays greedily by `table[player][state number]`, the value of a position to the player, from 0 to 1."""

    name: str
    table: Sequence[Sequence[float]]

    def values(self, info: InformationState) -> Mapping[Action, float]:
        """Return the value of each legal cell to the player to move, from 0 (lost) to 1 (won)."""
        number, digit = int(info.key), info.player + 1
        return {cell: self.table[info.player][number + digit * 3**cell] for cell in info.legal_actions}

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return greedy(self.values(info))

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def greedy(values: Mapping[Action, float]) -> dict[Action, float]:
    """Return the greedy strategy: the best actions share probability 1 equally, and the others have 0."""
    highest = max(values.values())
    best = [action for action, value in values.items() if value == highest]
    return {action: (1 / len(best) if action in best else 0.0) for action in values}


def load(file: Path, root: State) -> ValueAgent:
    """Read the values of a model trained on tic-tac-toe.

    Raises:
        BadInput: If the file is not such a model, or a value is not between 0 and 1.
    """
    model = load_model(file, game="tic-tac-toe", agent="values")
    values = model.array("values", (2, NUMBERS))
    if values.min() < 0 or values.max() > 1:
        raise BadInput(f"{file.name} is damaged: a value is not between 0 and 1.")
    return ValueAgent(file.stem, values.tolist())
