"""The requests of every table (preparation, decisions, hands, values, exploitability), clock, seeds and dice.

`game.study.holdem` has further requests for Hold'em: beliefs, search and equities.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.core import DEFAULT_BUDGET, Action, BadInput, Budget, Decision, InformationState, State
from game.match import terminal
from game.match.series import HandBatch
from game.match.table_spec import TableSpec
from game.quoting import quoted
from game.request import Request
from game.rules.cards import Card
from game.texts import apportion, percent

NOW_VARIABLE = "PARLOUR_NOW"
SEED_VARIABLE = "PARLOUR_SEED"
SEEDS = 1 << 31

Mix = Mapping[Action, float]


@dataclass(frozen=True, slots=True)
class AgentKey:
    """The identity of an agent: its game, its name or model file, and the blinds if the game has several."""

    game: str
    name: str
    blinds: float = 1


@dataclass(frozen=True, slots=True)
class Decide(Request[Decision]):
    """Ask an agent for a decision. The same position, seed and work budget give the same decision."""

    agent: AgentKey
    info: InformationState
    seed: int | str
    budget: Budget = DEFAULT_BUDGET

    @property
    def session_seed(self) -> int | None:
        """The seed of the session: the first part of a seed like `7/1/0`.

        None if the seed has another form.
        """
        session, slash, _ = str(self.seed).partition("/")
        return int(session) if slash and session.isdecimal() else None


@dataclass(frozen=True, slots=True)
class GetReady(Request[bool]):
    """Load an agent. An agent that solves also prepares for the most likely flops of the current hand."""

    agent: AgentKey
    info: InformationState


@dataclass(frozen=True, slots=True)
class Prepare(Request[bool]):
    """Compile the kernels and build the hand table. The worker reports `NeedsProgress` and answers True."""


@dataclass(frozen=True, slots=True)
class LoadEquities(Request[bool]):
    """Load all data for equities, so that the first all-in does not have to wait. The answer is True."""


@dataclass(frozen=True, slots=True)
class ActNow(Request[bool]):
    """Make a thinking agent decide now, with the best action that it has found so far.

    The answer is whether the agent supports this.
    """

    agent: AgentKey


@dataclass(frozen=True, slots=True)
class EndBots(Request[bool]):
    """End the programs of all outside agents except the agents in `keep`.

    The answer is whether any program was running.
    """

    keep: tuple[AgentKey, ...] = ()


@dataclass(frozen=True, slots=True)
class TellResult(Request[bool]):
    """Send the result of a hand to the outside agents at a table.

    The answer is whether any outside agent is loaded. `agents` are ordered by player. The entry of a person is
    None.
    """

    agents: tuple[AgentKey | None, AgentKey | None]
    state: State


@dataclass(frozen=True, slots=True)
class PlayHands(Request[HandBatch]):
    """Play hands between two agents for a short time.

    The first hand is hand `number` of the series, in which `actions` have already been played. At most `hands`
    hands are played.
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
    """The winnings of a best response to recorded play, in chips per hand, with a 95% interval.

    The winnings are averaged over both seats.

    `reply` is the best response: an action for each information state. The action is None if the state is never
    reached in the recorded play.
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
    """Return the seed that PARLOUR_SEED gives to every session. None if this variable is not set.

    Raises:
        BadInput: If the variable is not a whole number of at least 0.
    """
    words = os.environ.get(SEED_VARIABLE)
    if words is None:
        return None
    number = terminal.whole_number(words)
    if number is None or number < 0:
        raise BadInput(f"{SEED_VARIABLE} is {quoted(words)}: it must be a whole number of at least 0.")
    return number


Board = tuple[Card, ...]


SIDES = (100, 1_000, 10_000, 1_000_000)
CERTAIN = 0.9995


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers on a die that select an action: all numbers from `first` to `last`."""

    action: Action
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled die: its number, its number of sides, and the band of each action.

    The die illustrates the random choice of an agent with a mixed strategy.
    """

    number: int
    sides: int
    bands: tuple[Band, ...]


def make_die(decision: Decision) -> Die | None:
    """Return the die that illustrates a decision. None if there was no random choice.

    The die has a hundred sides. If rounding would move the rolled number into the band of another action, the die
    has more sides.

    >>> make_die(Decision(1, {1: 0.333, 0: 0.667}, 0.205)).number
    21
    """
    played = {action: share for action, share in decision.strategy.items() if share > 0}
    if decision.roll is None or not played or max(played.values()) > CERTAIN:
        return None
    for sides in SIDES:
        number = min(sides, int(decision.roll * sides) + 1)
        bands = _bands(played, sides)
        if any(band.action == decision.action and band.first <= number <= band.last for band in bands):
            return Die(number, sides, bands)
    return None


def in_percent(decision: Decision, *actions: Action) -> str:
    """Format the total probability of some actions in percent, rounded so that all actions add up to 100%.

    >>> decision = Decision(1, {0: 0.125, 1: 0.125, 2: 0.75})
    >>> [in_percent(decision, action) for action in (0, 1, 2)], in_percent(decision, 0, 2)
    (['13%', '12%', '75%'], '88%')
    """
    strategy = decision.strategy
    parts = dict(zip(strategy, apportion(tuple(strategy.values()), SIDES[0]), strict=True))
    return percent(sum(parts[action] for action in actions) / SIDES[0])


def _bands(played: dict[Action, float], sides: int) -> tuple[Band, ...]:
    bands = []
    first = 1
    for action, width in zip(played, apportion(tuple(played.values()), sides), strict=True):
        if width:
            bands.append(Band(action, first, first + width - 1))
        first += width
    return tuple(bands)
