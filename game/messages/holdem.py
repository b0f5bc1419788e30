"""What a table of Hold'em asks: the coach, beliefs, searches, and how good hands are."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import InformationState, Player
from game.messages.grades import is_solved
from game.messages.holdem_answers import Belief, Counsel, SearchReport
from game.messages.play import AgentKey
from game.needs import Need
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card
from game.rules.holdem import HoldemInformationState

Board = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskCoach(Request[Counsel]):
    """What the coach says of a decision at Hold'em; `need` names what must be set up for it."""

    info: HoldemInformationState

    @property
    def need(self) -> Need:
        """A solve on turn and river, before them the blueprint."""
        return Need.SOLVER if is_solved(self.info) else Need.BLUEPRINT


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
