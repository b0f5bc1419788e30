"""The requests of every table: decisions, hands, values, hints, exploitability. Also the clock and the seeds.

Hold'em adds beliefs, search and equities.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, Player, State
from game.match import terminal
from game.match.series import HandBatch
from game.match.table_spec import TableSpec
from game.quoting import quoted
from game.request import Request
from game.rules.betting import PublicBetting
from game.rules.cards import Card

NOW_VARIABLE = "PARLOUR_NOW"
SEED_VARIABLE = "PARLOUR_SEED"
SEEDS = 1 << 31

Mix = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class AgentKey:
    """The identity of an agent: its game, its name or model file, and the blinds if the game has a choice."""

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

    @property
    def session_seed(self) -> int | None:
        """The seed of the session, which is the first part of a seed like `7/1/0`.

        None for seeds of another form.
        """
        session, slash, _ = str(self.seed).partition("/")
        return int(session) if slash and session.isdecimal() else None


@dataclass(frozen=True, slots=True)
class GetReady(Request[bool]):
    """Load an agent, and prepare the solve of the flop of the current hand."""

    agent: AgentKey
    info: InformationState


@dataclass(frozen=True, slots=True)
class LoadEquities(Request[bool]):
    """Load everything that equities of open hands need, before an all-in shows them. Answers True."""


@dataclass(frozen=True, slots=True)
class ActNow(Request[bool]):
    """Make an agent decide now with the result so far. The answer is whether the agent can do so."""

    agent: AgentKey


@dataclass(frozen=True, slots=True)
class EndBots(Request[bool]):
    """End the programs of all outside agents except those in `keep`. The answer is whether any was running."""

    keep: tuple[AgentKey, ...] = ()


@dataclass(frozen=True, slots=True)
class TellResult(Request[bool]):
    """Tell the outside agents at a table how a hand ended. The answer is whether any is loaded.

    `agents` are ordered by player. None is a person.
    """

    agents: tuple[AgentKey | None, AgentKey | None]
    state: State


@dataclass(frozen=True, slots=True)
class PlayHands(Request[HandBatch]):
    """Play hands between two agents for a short time.

    The first hand is `number`, continued after some actions.

    `hands` is the maximum number of hands.
    """

    spec: TableSpec
    number: int
    actions: tuple[Action, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class AskValues(Request[Mix]):
    """Return a value learner's value of each square, from 0 to 1 for the player to move."""

    agent: AgentKey
    info: InformationState


@dataclass(frozen=True, slots=True)
class RecordedExploitability:
    """The winnings of a best response to recorded play over both seats, in chips per hand, with the 95% interval.

    The response has an action for each information state, or None if the recorded play never reaches the state.
    """

    exploitability: float
    interval: tuple[float, float]
    reply: Mapping[str, Action | None]


@dataclass(frozen=True, slots=True)
class ExploitRecordedPlay(Request[RecordedExploitability]):
    """Compute the best response to recorded play, given as counts of actions by information state."""

    game: str
    counts: Mapping[str, Sequence[int]]
    blinds: float = 1


# ---- the time and the seed of a session -----------------------------------------------------------------------

_started = time.time()


def now() -> float:
    """Return the Unix time.

    Raises:
        BadInput: If PARLOUR_NOW is not a date.
    """
    words = os.environ.get(NOW_VARIABLE)
    if words is None:
        return time.time()
    try:
        begin = datetime.fromisoformat(words).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise BadInput(
            f"{NOW_VARIABLE} is {quoted(words)}: write a date and a time like 2026-11-23T12:00."
        ) from error
    return begin + time.time() - _started


def new_seed() -> int:
    given = fixed_seed()
    return secrets.randbelow(SEEDS) if given is None else given


def fixed_seed() -> int | None:
    """Return the seed that PARLOUR_SEED gives to every session. None if it is not set.

    Raises:
        BadInput: If it is not a whole number of at least 0.
    """
    words = os.environ.get(SEED_VARIABLE)
    if words is None:
        return None
    number = terminal.whole_number(words)
    if number is None or number < 0:
        raise BadInput(f"{SEED_VARIABLE} is {quoted(words)}: it must be a whole number of at least 0.")
    return number


@dataclass(frozen=True, slots=True)
class Belief:
    """An estimated range by class of hands ("AKs"): probability, prior, and the effective number of hands.

    Impossible classes are left out. `possible` is the number of hands that contain no known card. `explained`
    is False if no hand would have taken the observed actions.
    """

    probability: Mapping[str, float]
    prior: Mapping[str, float]
    width: float
    possible: int
    explained: bool = True

    def weights(self) -> dict[str, float]:
        """Return the weight of one hand of each class, relative to a hand of the most likely class."""
        each = {name: self.probability.get(name, 0.0) / prior for name, prior in self.prior.items()}
        most = max(each.values())
        return {name: weight / most for name, weight in each.items()}

    def lift(self, name: str) -> float:
        return self.probability.get(name, 0.0) / self.prior[name]


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """An action in a line. `share` is its probability if the opponent takes it, None for an action of the agent."""

    player: Player
    action: Action
    share: float | None


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A line to the end of this street: the agent's best actions, and the opponent's most likely ones."""

    value: float
    """The chips won or lost by the first action, over the whole hand."""
    steps: tuple[ExpectedStep, ...]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The result of a search so far: the value and the best line of each action, and the work done."""

    values: Mapping[Action, float]
    """The chips over the whole hand, by action. The value of a fold is minus the chips put in."""
    lines: tuple[SearchLine, ...]
    """The best line of each action, best first."""
    margins: Mapping[Action, float]
    """The half-widths of the 95% intervals of the values, in chips, by action. Empty if no cards were sampled."""
    advised: Mapping[Action, float]
    """The mix of the agent's own strategy, without the search."""
    nodes: int
    """The number of evaluated public states."""
    hits: int
    """The number of evaluations from the cache."""
    cards: int
    """The number of sampled next cards or full boards. 0 if only this street was searched."""
    seconds: float
    belief: Belief
    """The opponent's estimated range."""

    @property
    def best(self) -> Action:
        """The action with the highest value. On a tie it is the most passive one."""
        return max(sorted(self.values), key=lambda action: self.values[action])


Board = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AskBelief(Request[Belief]):
    """Estimate the range of `player` from the betting and some known cards. The player's agent must be known."""

    agent: AgentKey
    player: Player
    board: Board
    betting: PublicBetting
    seen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandEquity:
    """The equity of a hand (a tie counts half), and the shares of deals that it wins and ties."""

    equity: float
    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class AskEquity(Request[HandEquity]):
    """Compute the exact equity of a hand against a random hand."""

    hole: tuple[Card, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class AskDuel(Request[HandEquity]):
    """Compute the exact equity of the first of two open hands."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    board: Board
