"""Train and measure strategies of small games by CFR, value learning and exact best responses.

A game is given by the name of a built-in game, or by the first state of your own game, which has the methods of
`State`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from ai.agents.value_agent import ValueAgent
from ai.algorithms.best_response import Exploitability
from ai.algorithms.best_response import exploitability as measure
from ai.algorithms.game_tree import flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.training.config import with_settings
from ai.training.value_learner import ValueLearnerConfig
from ai.training.value_learner_run import ValueLearnerRun
from game.core import (
    DEFAULT_BUDGET,
    Action,
    BadInput,
    Budget,
    Decision,
    InformationState,
    KnownStrategy,
    State,
    sample,
)
from game.quoting import list_names, quoted
from game.rules import games
from game.study.training import Value


class Strategy:
    """A strategy by information state: {key: {action: probability}}. It can also play as an agent."""

    def __init__(self, table: Mapping[str, Mapping[Action, float]], name: str = "strategy") -> None:
        self.table = table
        self.name = name

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.table[info.key]

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.table[info.key], rng)


def initial_state(game: str, *, blinds: float = 1) -> State:
    """Return the first state of a built-in game, named as in the commands.

    Raises:
        BadInput: If there is no such game.
    """
    return games.initial_state(game, blinds=blinds)


def train(game: str | State, *, iterations: int = 1000, variant: str = "cfr+", seed: int = 0) -> Strategy:
    """Train by counterfactual regret minimisation (CFR), and return the average strategy of both players.

    Raises:
        BadInput: If the game is too large, a player lacks perfect recall, or there is no such variant.
    """
    if variant not in FAMILY:
        raise BadInput(f"There is no variant {quoted(variant)}: the variants are {list_names(FAMILY)}.")
    tree = flatten(_root(game))
    solver = Solver(tree, FAMILY[variant], seed)
    solver.iterate(iterations)
    return Strategy(tree.table(solver.average()), variant)


def learn_values(*, games: int = 100_000, seed: int = 0, **settings: Value) -> ValueAgent:
    """Learn tic-tac-toe by temporal differences, TD(0), and return the greedy player.

    Args:
        games: The number of games.
        seed: The random seed.
        **settings: Settings of the run `value-learner`, as `runs` lists them: `alpha`, `epsilon`, `opponent`, ...

    Raises:
        BadInput: If a setting does not exist or its value is impossible.
    """
    chosen: dict[str, object] = {"iterations": games, "seed": seed, **settings}
    run = ValueLearnerRun(with_settings(ValueLearnerConfig(), chosen, "The value learner"))
    for _ in run.reports():
        pass
    return run.agent("value-learner")


def exploitability(game: str | State, strategy: KnownStrategy) -> Exploitability:
    """Measure the exploitability of a strategy of both players by exact best responses.

    In the result, `exploitability` is half of `nash_conv`, and `value` is the expected winnings of player 0.
    """
    return measure(_root(game), (strategy.strategy, strategy.strategy))


def _root(game: str | State) -> State:
    return games.initial_state(game) if isinstance(game, str) else game
