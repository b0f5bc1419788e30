"""An agent with a tabular strategy: a row of probabilities for every information set."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ai.algorithms.game_tree import information_states
from ai.storage import load_model
from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State, sample
from game.quoting import quoted

Table = Mapping[str, Mapping[Action, float]]

ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class TableAgent:
    """Samples from `table[key of the information state]`."""

    name: str
    table: Table

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.table[info.key]

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.strategy(info), rng)


def load(file: Path, root: State) -> TableAgent:
    """Read the average strategy of a model trained on the game of `root`."""
    model = load_model(file, agent="table")
    keys = [str(key) for key in model.array("keys", (-1,), "U")]
    rows = model.array("average", (len(keys), count_actions(root))).tolist()
    known = information_states(root)
    table = {
        key: {
            a: share
            for a, share in enumerate(row)
            if share or key not in known or a in known[key].legal_actions
        }
        for key, row in zip(keys, rows, strict=True)
    }
    return TableAgent(file.stem, check_table(table, root, file.name))


def count_actions(root: State) -> int:
    return 1 + max(max(info.legal_actions) for info in information_states(root).values())


def check_table(table: Table, root: State, source: str) -> Table:
    """Return `table` after checking that it is a strategy for every information set of the game.

    Raises:
        BadInput: If `table` is not such a strategy. The message names `source`.
    """
    known = information_states(root)
    if set(table) != set(known):
        odd = sorted(set(table) ^ set(known))
        raise BadInput(f"{source} is for another game: it differs in the information set {quoted(odd[0])}.")
    for key, row in table.items():
        sound = set(row) <= set(known[key].legal_actions) and all(0 <= share <= 1 for share in row.values())
        if not sound or abs(sum(row.values()) - 1) > ROUNDING:
            raise BadInput(f"{source} holds no probabilities for the information set {quoted(key)}.")
    return table
