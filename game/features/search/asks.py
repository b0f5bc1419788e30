"""The request for an agent's look-ahead search from a decision."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import InformationState
from game.request import Request
from game.study.holdem import SearchReport
from game.study.play import AgentKey


@dataclass(frozen=True, slots=True)
class LookAhead(Request[SearchReport]):
    """Search from a decision with an agent. `cards` is the number of next cards to sample."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    cards: int
