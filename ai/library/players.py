"""Agents: train and measure strategies of small games, load built-in agents, and let agents play.

Strategies of small games are trained by CFR or value learning, and measured by exact best responses. A built-in
game is given by its name. Your own game is given by its first state, an object with the methods of `State`.

An agent has a `name` and `decide(info, rng, budget)`. `strategy(info)` and `range_strategy(public)` are optional.
AIVAT and the local best response need `range_strategy`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ai import catalog
from ai.agents.small_games import ValueAgent
from ai.algorithms import best_response
from ai.algorithms.best_response import Exploitability
from ai.algorithms.game_tree import flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.evaluation.head_to_head import MatchResult, MatchSpec, play_match
from ai.evaluation.lbr_spec import LbrSpec
from ai.evaluation.local_best_response import LbrResult, measure
from ai.training.config import with_settings
from ai.training.value_learner import ValueLearnerConfig, ValueLearnerRun
from game.agent_entries import AgentEntry
from game.core import (
    DEFAULT_BUDGET,
    Action,
    Agent,
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
    """A strategy by information state: {key: {action: probability}}. A strategy can also play as an agent."""

    def __init__(self, table: Mapping[str, Mapping[Action, float]], name: str = "strategy") -> None:
        self.table = table
        self.name = name

    def strategy(self, info: InformationState) -> Mapping[Action, float]:
        return self.table[info.key]

    def decide(self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET) -> Decision:
        return sample(self.table[info.key], rng)


def initial_state(game: str, *, blinds: float = 1) -> State:
    """Return the first state of a built-in game, named as in the commands. `blinds` is for half-street Kuhn poker.

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
    return best_response.exploitability(_root(game), (strategy.strategy, strategy.strategy))


def _root(game: str | State) -> State:
    return games.initial_state(game) if isinstance(game, str) else game


Player = str | Agent
"""The name of an agent of Parlour, or an agent object."""


def agents(game: str) -> Sequence[AgentEntry]:
    """Return the agents of a game, weakest first.

    Raises:
        BadInput: If there is no such game.
    """
    return catalog.agents(game)


def load(game: str, name: str, *, blinds: float = 1) -> Agent:
    """Return the agent with this name. The name may also be a model file, or `path.py:Class`.

    `blinds` is for half-street Kuhn poker.

    Raises:
        BadInput: If there is no such agent for the game.
    """
    return catalog.load_warmed_up(game, name, blinds)


def match(
    game: str,
    first: Player,
    second: Player,
    *,
    hands: int = 1000,
    seed: int = 0,
    duplicate: bool = True,
    aivat: bool = False,
    stack_bb: int = games.HOLDEM_STACK_BB,
    blinds: float = 1,
    budget: Budget = DEFAULT_BUDGET,
) -> MatchResult:
    """Play a match. If `mean` in the result is above 0, the first agent has won.

    Args:
        game: The game, named as in the commands.
        first: The first agent, or its name.
        second: The second agent, or its name.
        hands: The number of hands.
        seed: The random seed.
        duplicate: Whether every deal is played twice with the seats swapped.
        aivat: Whether the mean is computed by AIVAT. This is possible only in Hold'em.
        stack_bb: The stacks of Hold'em in big blinds.
        blinds: The blinds of half-street Kuhn poker.
        budget: The budget of each decision of an agent that searches.

    Raises:
        BadInput: If an agent does not play the game, or the number of hands is invalid.
    """
    names = _name(first, "first"), _name(second, "second")
    players = dict(zip(names, (first, second), strict=True))
    spec = MatchSpec(
        game,
        *names,
        hands=hands,
        seed=seed,
        duplicate=duplicate,
        aivat=aivat,
        stack_bb=stack_bb,
        blinds=blinds,
        budget=budget,
    )

    def find(game: str, name: str, blinds: float = 1) -> Agent:
        player = players[name]
        return load(game, player, blinds=blinds) if isinstance(player, str) else player

    *_, result = play_match(spec, find)
    assert isinstance(result, MatchResult)
    shown = (player if isinstance(player, str) else player.name for player in (first, second))
    return replace(result, a=next(shown), b=next(shown))


def league(
    game: str,
    players: Sequence[Player],
    *,
    hands: int = 1000,
    seed: int = 0,
    aivat: bool = False,
    blinds: float = 1,
) -> Mapping[tuple[int, int], MatchResult]:
    """Let every pair of agents play a match, in which every deal is played twice with the seats swapped.

    Each agent is loaded once. The keys of the results are the indices of the two agents in `players`. `blinds` is
    for half-street Kuhn poker. If `aivat` is True, the means are computed by AIVAT (only Hold'em).

    Raises:
        BadInput: If an agent does not play the game, or the number of hands is invalid.
    """
    seated = [load(game, one, blinds=blinds) if isinstance(one, str) else one for one in players]
    shown = [one if isinstance(one, str) else one.name for one in players]
    pairs = combinations(range(len(players)), 2)
    results = {
        (a, b): match(game, seated[a], seated[b], hands=hands, seed=seed, aivat=aivat, blinds=blinds)
        for a, b in pairs
    }
    return {(a, b): replace(result, a=shown[a], b=shown[b]) for (a, b), result in results.items()}


def local_best_response(agent: Player, *, hands: int = 1000, seed: int = 0, menu: str = "fcpa") -> LbrResult:
    """Return the winnings of a local best response against a Hold'em agent, in mbb/hand.

    `menu` gives the possible bets of the response, as for the command `measure`.

    Raises:
        BadInput: If the agent does not give its strategy for every hand.
    """

    def find(game: str, name: str) -> Agent:
        return load(game, agent) if isinstance(agent, str) else agent

    *_, result = measure(LbrSpec(_name(agent, "agent"), hands=hands, seed=seed, menu=menu), find)
    assert isinstance(result, LbrResult)
    return result


def _name(player: Player, place: str) -> str:
    """Return a name that is unique even if both agents have the same name."""
    return f"{place}: {player if isinstance(player, str) else player.name}"
