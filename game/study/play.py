"""What every table asks: decisions and hands, strategies and values, hints, and how far a person can be beaten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core import DEFAULT_BUDGET, Action, Budget, Decision, InformationState
from game.match.series import HandBatch
from game.match.table_spec import TableSpec
from game.request import Request

Mix = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class AgentKey:
    """What names an agent: its game, its name or model file, and the blinds where the game has some to choose."""

    game: str
    name: str
    blinds: float = 1


@dataclass(frozen=True, slots=True)
class Decide(Request[Decision]):
    """Let an agent decide. The same position, seed and work budget give the same decision."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    budget: Budget = DEFAULT_BUDGET


@dataclass(frozen=True, slots=True)
class GetReady(Request[bool]):
    """Load an agent, and prepare what it needs to solve the flop of a hand that has just been dealt."""

    agent: AgentKey
    info: InformationState


@dataclass(frozen=True, slots=True)
class ActNow(Request[bool]):
    """Let an agent that takes its time decide with what it has found so far; whether it is one that can."""

    agent: AgentKey


@dataclass(frozen=True, slots=True)
class PlayHands(Request[HandBatch]):
    """Play hands between two agents for a moment, from some actions of hand `number` on, at most `hands`."""

    spec: TableSpec
    number: int
    actions: tuple[Action, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class AskValues(Request[Mix]):
    """What a value learner thinks of each square, 0 to 1 for the player to move."""

    agent: AgentKey
    info: InformationState


@dataclass(frozen=True, slots=True)
class RecordedExploitability:
    """What a best reply to recorded play wins on average over both seats, in chips a hand, with its 95 % interval.

    The reply has an action by key of an information state, None where the play never leads.
    """

    exploitability: float
    interval: tuple[float, float]
    reply: Mapping[str, Action | None]


@dataclass(frozen=True, slots=True)
class ExploitRecordedPlay(Request[RecordedExploitability]):
    """The best reply to recorded play: how often each action was taken, by key of an information state."""

    game: str
    counts: Mapping[str, Sequence[int]]
    blinds: float = 1
