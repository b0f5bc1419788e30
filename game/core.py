"""The types that the whole program shares: states, agents, decisions, training runs.

A game is a `State`: immutable, with the verbs of OpenSpiel (Lanctot et al., 2019). An `Agent` never sees a `State`,
only the `InformationState` of its own player. Players are roles in the rules (player 0 opens, or posts the big
blind in Hold'em); seats belong to the participants of a session, who change roles from hand to hand. This module
imports nothing else of the program but `quoting`.
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
    """An action that the rules do not allow here. The message says what would be legal.

    `reason` is the message without the action, for callers that name the action in their own words.
    """

    def __init__(self, reason: str, action: str = "") -> None:
        super().__init__(f"{action}: {reason}" if action else reason)
        self.reason = reason


class BadInput(ValueError):
    """Input from outside (flag, file, line, click) that cannot be used. One sentence says what would be right.

    A sentence longer than `MAX_MESSAGE_LENGTH` loses its middle. Invisible characters of a quoted text are escapes.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(shortened(escape_controls(sentence)))


def shortened(sentence: str) -> str:
    """Return a sentence of at most `MAX_MESSAGE_LENGTH`. The middle of a longer one is left out."""
    if len(sentence) <= MAX_MESSAGE_LENGTH:
        return sentence
    return f"{sentence[: MAX_MESSAGE_LENGTH - 80]} ... {sentence[-75:]}"


class ConnectionFailed(RuntimeError):
    """A network connection failed, or the other side broke the protocol. One sentence says how."""


class InformationState(Protocol):
    """All that one player knows: own private cards and every public action. Frozen and hashable."""

    @property
    def player(self) -> Player: ...
    @property
    def legal_actions(self) -> Sequence[Action]: ...
    @property
    def key(self) -> str: ...


class State(Protocol):
    """One history of a game. It is immutable, so search and undo need no copies."""

    def current_player(self) -> Player: ...
    def legal_actions(self) -> Sequence[Action]: ...
    def chance_outcomes(self) -> Sequence[tuple[Action, float]]: ...
    def child(self, action: Action) -> Self: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> tuple[float, ...]: ...
    def information_state(self, player: Player) -> InformationState: ...


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an agent may think: in work (samples, nodes; deterministic) or in seconds (for play)."""

    work: int | None = None
    seconds: float | None = None


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Decision:
    """The action of an agent, the strategy it was drawn from, and the random number in [0, 1) that drew it.

    `note` is a sentence for the user if the action is played instead of a decision that failed.
    """

    action: Action
    strategy: Mapping[Action, float]
    roll: float | None = None
    note: str = ""


class Agent(Protocol):
    """Anything that decides at the table: rules of thumb, a table of numbers, a search.

    An agent keeps no state between decisions: the same information, `rng` state and work budget give the same
    decision, so a hand can be undone, resumed and replayed.
    """

    @property
    def name(self) -> str: ...

    def decide(
        self, info: InformationState, rng: random.Random, budget: Budget = DEFAULT_BUDGET
    ) -> Decision: ...


@runtime_checkable
class KnownStrategy(Protocol):
    """An agent whose whole strategy is known: what audits and best responses work with."""

    def strategy(self, info: InformationState) -> Mapping[Action, float]: ...


def sample(strategy: Mapping[Action, float], rng: random.Random) -> Decision:
    """Draw one random number and choose an action from `strategy`, in its order.

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
    """One report of a long run. `seconds_left` is None while it is being measured.

    `doing` names the current step while no iteration ends for long, and is empty if the iterations say enough.
    `next_measured` has the iteration at which each metric is measured next, as far as that is known.
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


class TrainingRun(Protocol):
    """A training run. `reports` works in chunks of at most 100 ms. Closing it cancels the run."""

    def reports(self) -> Iterator[Progress]: ...
    def save(self, file: Path) -> None: ...
