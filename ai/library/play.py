"""Let agents play: built-in agents by name, and your agents as objects.

An agent has a `name` and `decide(info, rng, budget)`. `strategy(info)` and `range_strategy(public)` are optional.
AIVAT and the local best response need `range_strategy`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ai import catalog
from ai.evaluation.head_to_head import MatchResult, MatchSpec, play_match
from ai.evaluation.lbr_spec import LbrSpec
from ai.evaluation.local_best_response import LbrResult, measure
from game.agent_entries import AgentEntry
from game.core import DEFAULT_BUDGET, Agent, Budget
from game.rules import games

Player = str | Agent
"""The name of an agent of Parlour, or an agent object."""


def agents(game: str) -> Sequence[AgentEntry]:
    """Return the agents of a game, weakest first.

    Raises:
        BadInput: If there is no such game.
    """
    return catalog.agents(game)


def load(game: str, name: str, *, blinds: float = 1) -> Agent:
    """Return an agent by name, by model file, or by `path.py:Class`.

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
    """Play a match. If `mean` is above 0, the first agent has won.

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
    """Let every pair play, with each deal in both seats. Each player is loaded once.

    The keys of the results are the indices of both players.

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
    """Return the winnings of the local best response against a Hold'em agent, in mbb/hand.

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
