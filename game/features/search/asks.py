"""The request to look ahead from a decision by the search of an agent."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import InformationState
from game.request import Request
from game.study.holdem import SearchReport
from game.study.play import AgentKey


@dataclass(frozen=True, slots=True)
class LookAhead(Request[SearchReport]):
    """Return the search of an agent from a decision. `cards` is the number of next cards to sample."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    cards: int
