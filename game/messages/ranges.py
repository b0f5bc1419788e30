"""Requests of the range page: agents with known ranges, the ranges at a public state, and their CSV."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.betting_line import Line
from game.messages.ranges_answers import RangeAgent, RangeNode
from game.request import Request


@dataclass(frozen=True, slots=True)
class ListRangeAgents(Request[tuple[RangeAgent, ...]]):
    """The agents whose ranges are known: near equilibrium first, the deepest first; then the strongest."""


@dataclass(frozen=True, slots=True)
class AskRange(Request[RangeNode]):
    """Ranges and strategy of an agent at the end of a line."""

    agent: str
    line: Line


@dataclass(frozen=True, slots=True)
class ExportRange(Request[str]):
    """Write the same as CSV; the answer is the file."""

    agent: str
    line: Line
    file: str
