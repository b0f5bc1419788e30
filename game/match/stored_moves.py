"""Moves as JSON can hold them: the action, and the mix and the die of the agent that chose it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core import Action, BadInput, Decision

ROUNDING = 1e-6


def move_to_dict(action: Action, decision: Decision | None) -> dict[str, Any]:
    """Return what JSON can hold of a move: the action, and the mix and die of an agent."""
    entry: dict[str, Any] = {"action": int(action)}
    if decision is not None:
        strategy = [[int(option), float(share)] for option, share in decision.strategy.items()]
        entry |= {"strategy": strategy, "roll": decision.roll}
    return entry


def move_from_dict(entry: Mapping[str, Any]) -> tuple[Action, Decision | None]:
    """Read `move_to_dict` back; raises KeyError, TypeError or ValueError for what cannot be."""
    action = read_action(entry["action"])
    if "strategy" not in entry:
        return action, None
    shares = {read_action(option): _probability(share) for option, share in entry["strategy"]}
    roll = entry["roll"]
    return action, Decision(action, shares, None if roll is None else _probability(roll))


def read_action(value: Any) -> Action:
    """Return the value if it can be an action; raises TypeError for what is no whole number."""
    if type(value) is not int:
        raise TypeError("an action is a whole number")
    return value


def _probability(value: Any) -> float:
    share = float(value)
    if not 0.0 <= share <= 1.0 + ROUNDING:
        raise BadInput(f"{share} is not a probability")
    return share
