"""The types that the whole program shares: states, agents, decisions, training runs.

A game is a `State`: immutable, with the method names of OpenSpiel (Lanctot et al., 2019). An `Agent` never sees a
`State`, only the `InformationState` of its own player. A player is a role in the rules: player 0 opens or, in
Hold'em, posts the big blind. A seat belongs to a participant of a session. The participants change roles from hand
to hand. The only module of the program that this module imports is `quoting`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from game.quoting import escape_controls

Action = int
Player = int
Seat = int

CHANCE: Player = -1
TERMINAL: Player = -4

MAX_MESSAGE_LENGTH = 300
"""The longest message of a `BadInput`, in characters."""


class IllegalAction(ValueError):
    """An action that the rules do not allow in this state. The message says what would be legal.

    `reason` is the message without the action, for callers that name the action in their own words.
    """

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason or sentence


class BadInput(ValueError):
    """Unusable input from outside, such as a flag, file, line or click. The message says what would be right.

    A message longer than `MAX_MESSAGE_LENGTH` is shortened in the middle. Invisible characters of a quoted
    text are escaped.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(shortened(escape_controls(sentence)))


def shortened(sentence: str) -> str:
    """Return the message, cut in the middle if it is longer than `MAX_MESSAGE_LENGTH`."""
    if len(sentence) <= MAX_MESSAGE_LENGTH:
        return sentence
    return f"{sentence[: MAX_MESSAGE_LENGTH - 80]} ... {sentence[-75:]}"


class ConnectionFailed(RuntimeError):
    """A network connection failed, or the peer broke the protocol. The message is one sentence."""


class InformationState(Protocol):
    """Everything that one player knows: the player's private cards and all public actions. Frozen and hashable."""

    @property
    def player(self) -> Player: ...
    @property
    def legal_actions(self) -> Sequence[Action]: ...
    @property
    def key(self) -> str: ...


class State(Protocol):
    """A state of a game, reached by one history of actions.

    A state is immutable, so search and undo need no copies.
    """

    def current_player(self) -> Player: ...
    def legal_actions(self) -> Sequence[Action]: ...
    def chance_outcomes(self) -> Sequence[tuple[Action, float]]: ...
    def child(self, action: Action) -> Self: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> tuple[float, ...]: ...
    def information_state(self, player: Player) -> InformationState: ...


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of an agent's thinking: an amount of work or a time.

    Work is counted in samples or nodes and is deterministic. Time is in seconds and is used in play.
    """

    work: int | None = None
    seconds: float | None = None


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Decision:
    """The action of an agent, the strategy from which it was drawn, and the random number in [0, 1) of the draw.

    If the agent failed to decide, `action` is chosen by the program instead, `strategy` is empty, and `note` tells
    the user about the failure in a sentence.
    """

    action: Action
    strategy: Mapping[Action, float]
    roll: float | None = None
    note: str = ""

    @property
    def is_replacement(self) -> bool:
        return not self.strategy


class Agent(Protocol):
    """A program that chooses actions in a game, by rules of thumb, a stored strategy or a search.

    An agent keeps no state between decisions. The same information, `rng` state and work budget lead to the same
    decision, so a hand can be undone, resumed and replayed.
    """

    @property
    def name(self) -> str: ...

    def decide(
        self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET
    ) -> Decision: ...


@runtime_checkable
class KnownStrategy(Protocol):
    """An agent whose whole strategy is known, as audits and best responses require."""

    def strategy(self, info: InformationState) -> Mapping[Action, float]: ...


def sample(strategy: Mapping[Action, float], rng: random.Random) -> Decision:
    """Draw an action from `strategy` with one random number, by cumulative probability in the order of the mapping.

    >>> sample({0: 0.25, 1: 0.75}, random.Random(1)).action
    0
    """
    roll = rng.random()
    passed = 0.0
    action = next(iter(strategy))
    for candidate, probability in strategy.items():
        if probability <= 0.0:
            continue
        action = candidate
        passed += probability
        if roll < passed:
            break
    return Decision(action, strategy, roll)


BUILDING = "building"
"""`Progress.doing` while the trees of a solve are built. The metric `NODES` counts their nodes."""
NODES = "nodes"
PREPARING = "preparing"
"""`Progress.doing` while an agent prepares a solve. Iterations then count the steps of the preparation."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress report of a long run. `seconds_left` is None until it can be estimated.

    `doing` names the current step if an iteration takes long, and is empty otherwise. `next_measured` maps a metric
    to the iteration of its next measurement, if this iteration is known.

    >>> Progress(3, 10, 1.0, 4.0).share, Progress(3, 10, 1.0, 4.0).time_share, Progress(3, None, 1.0).share
    (0.3, 0.2, 0.0)
    """

    iteration: int
    total: int | None
    seconds: float
    seconds_left: float | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    done: bool = False
    file: str | None = None
    doing: str = ""
    next_measured: Mapping[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The finished share of the iterations, from 0 to 1. It is 0 while their total is unknown."""
        return min(1.0, self.iteration / self.total) if self.total else 0.0

    @property
    def time_share(self) -> float:
        """The elapsed share of the total time, from 0 to 1. It is 0 while the remaining time is unknown."""
        whole = self.seconds + (self.seconds_left or 0.0)
        return self.seconds / whole if self.seconds_left is not None and whole else 0.0


class TrainingRun(Protocol):
    """A training run. `reports` is a generator that yields at least once per 100 ms. Closing it cancels the run."""

    def reports(self) -> Iterator[Progress]: ...
    def save(self, file: Path) -> None: ...
