"""Parlour as a library: hands, equities, solved spots, small games, agents and matches.

    import parlour
    print(parlour.equity("AsKs", "QhQd").equity)

A name of the module is loaded when it is first used, so importing `parlour` is quick. Cards, ranges and spots are
text in the notation of the commands. An error in such a text raises `BadInput` with one sentence.

    rank, parse_range, equity                         hands and ranges
    solve, Solution                                   a flop, turn or river with two ranges
    initial_state, train, exploitability, Strategy    CFR and best responses, also for your own game as a `State`
    agents, load, match, league                       built-in agents and your own
    local_best_response                               a lower bound on an agent's exploitability in Hold'em
    learn_values                                      value learning of tic-tac-toe
    open_spiel                                        a module that converts games and strategies for OpenSpiel
    pettingzoo                                        a module that turns games into PettingZoo environments
    Agent, Budget, Decision, State, BadInput          the types of agents, games and errors
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ai.evaluation.head_to_head import MatchResult as MatchResult
    from ai.evaluation.local_best_response import LbrResult as LbrResult
    from ai.hands.range_strategy import PublicState as PublicState
    from ai.hands.range_strategy import RangeMix as RangeMix
    from ai.library.holdem import RankedHand as RankedHand
    from ai.library.holdem import Solution as Solution
    from ai.library.holdem import SolutionState as SolutionState
    from ai.library.holdem import equity as equity
    from ai.library.holdem import parse_range as parse_range
    from ai.library.holdem import rank as rank
    from ai.library.holdem import solve as solve
    from ai.library.players import Strategy as Strategy
    from ai.library.players import agents as agents
    from ai.library.players import exploitability as exploitability
    from ai.library.players import initial_state as initial_state
    from ai.library.players import league as league
    from ai.library.players import learn_values as learn_values
    from ai.library.players import load as load
    from ai.library.players import local_best_response as local_best_response
    from ai.library.players import match as match
    from ai.library.players import train as train
    from game.core import Agent as Agent
    from game.core import BadInput as BadInput
    from game.core import Budget as Budget
    from game.core import Decision as Decision
    from game.core import InformationState as InformationState
    from game.core import State as State
    from game.rules.holdem import HoldemInformationState as HoldemInformationState

    __version__: str

__all__ = [
    "Agent",
    "BadInput",
    "Budget",
    "Decision",
    "HoldemInformationState",
    "InformationState",
    "LbrResult",
    "MatchResult",
    "PublicState",
    "RangeMix",
    "RankedHand",
    "Solution",
    "SolutionState",
    "State",
    "Strategy",
    "__version__",
    "agents",
    "equity",
    "exploitability",
    "initial_state",
    "league",
    "learn_values",
    "load",
    "local_best_response",
    "match",
    "parse_range",
    "rank",
    "solve",
    "train",
]

_HOMES: Mapping[str, str] = {
    **dict.fromkeys(("RankedHand", "equity", "parse_range", "rank"), "ai.library.holdem"),
    **dict.fromkeys(("agents", "league", "load", "local_best_response", "match"), "ai.library.players"),
    **dict.fromkeys(
        ("Strategy", "exploitability", "initial_state", "learn_values", "train"), "ai.library.players"
    ),
    **dict.fromkeys(("Solution", "SolutionState", "solve"), "ai.library.holdem"),
    **dict.fromkeys(("Agent", "BadInput", "Budget", "Decision", "InformationState", "State"), "game.core"),
    **dict.fromkeys(("PublicState", "RangeMix"), "ai.hands.range_strategy"),
    "HoldemInformationState": "game.rules.holdem",
    "LbrResult": "ai.evaluation.local_best_response",
    "MatchResult": "ai.evaluation.head_to_head",
}
"""The module of each name."""
_ADAPTERS = ("open_spiel", "pettingzoo")
"""The modules for other packages. Each has the name of the extra that installs its package."""


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    if name in _ADAPTERS:
        return _load_adapter(name)
    if name == "__version__":
        return import_module("game.files.manifest").CODE_VERSION
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def _load_adapter(name: str) -> Any:
    """Load the module that connects Parlour with another package.

    Raises:
        ModuleNotFoundError: If the package is not installed.
    """
    try:
        return import_module(f"ai.library.{name}")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"parlour.{name} needs the package {name}: run pip install {name}.", name=error.name
        ) from error


def __dir__() -> list[str]:
    return sorted(__all__)
