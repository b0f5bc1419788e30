"""What a table of Hold'em asks: beliefs, searches, and how good hands are."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import InformationState, Player
from game.messages.holdem_answers import Belief, SearchReport
from game.messages.play import AgentKey
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card

Board = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskBelief(Request[Belief]):
    """What somebody who sees some cards believes that `player` holds, whose agent is known."""

    agent: AgentKey
    player: Player
    board: Board
    betting: PublicBetting
    seen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LookAhead(Request[SearchReport]):
    """What an agent that searches thinks of a decision; `cards`: how many next cards it samples."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    cards: int


@dataclass(frozen=True, slots=True)
class HandEquity:
    """Shares of all deals: what a hand wins on average (a tie counts half), how often it wins, and ties."""

    equity: float
    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class AskEquity(Request[HandEquity]):
    """The exact equity of a hand against a random one."""

    hole: tuple[Card, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class AskDuel(Request[HandEquity]):
    """The exact equity of the first of two open hands."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: Board
