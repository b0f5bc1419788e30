"""The request to look ahead from a decision, as an agent that searches does."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import InformationState
from game.request import Request
from game.study.holdem import SearchReport
from game.study.play import AgentKey


@dataclass(frozen=True, slots=True)
class LookAhead(Request[SearchReport]):
    """What an agent that searches thinks of a decision; `cards`: how many next cards it samples."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    cards: int
