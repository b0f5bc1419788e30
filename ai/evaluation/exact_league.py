"""A league of Kuhn poker without a hand played: every pair is computed over all deals, from both seats.

The games are small enough to walk, so that nobody ranks above an equilibrium by luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

from ai.algorithms.best_response import expected_returns
from ai.evaluation.head_to_head import LoadAgent
from ai.evaluation.strength import known_strategy
from game.core import KnownStrategy, State
from game.rules import games
from game.study.league import League, LeaguePair, LeagueSettings

DIGITS = 12  # behind the point: the rest is rounding of the arithmetic


def is_exact(game: str) -> bool:
    """Return whether the league of a game is computed instead of played."""
    return game in games.KUHN_GAMES


def exact_league(settings: LeagueSettings, agents: Sequence[str], load: LoadAgent) -> League:
    """Return the league of these agents, every pair exact.

    If the worst results of two agents are equal, the earlier one of `agents` ranks higher.

    Raises:
        BadInput: The strategy of an agent is not known.
    """
    root = games.initial_state(settings.game, blinds=settings.blinds)
    players = {name: known_strategy(load(settings.game, name, settings.blinds)) for name in agents}
    pairs = tuple(
        LeaguePair(a, b, mean=exact_value(root, players[a], players[b]), ci95=0.0, exact=True)
        for a, b in combinations(sorted(agents), 2)
    )
    return League(settings, tuple(agents), pairs, 0)


def exact_value(root: State, agent: KnownStrategy, other: KnownStrategy) -> float:
    """Return what `agent` wins of `other` on average over both seats, in chips a hand."""
    first = expected_returns(root, (agent.strategy, other.strategy))[0]
    second = expected_returns(root, (other.strategy, agent.strategy))[1]
    return round(fmean((first, second)), DIGITS) + 0.0  # no negative zero
