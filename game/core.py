"""The words all rooms of the house share: states, agents, decisions, training runs.

A game is a `State`: immutable, spoken to by OpenSpiel's verbs (Lanctot et al., 2019). An `Agent` never sees a
`State`, only the `InformationState` of its own player. Players are the roles of the rules (player 0 opens, or
posts the big blind in Hold'em); seats are the persons of a session, who change roles from hand to hand.
This module imports nothing of ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

Action = int
Player = int
Seat = int

CHANCE: Player = -1
TERMINAL: Player = -4

MOST_LETTERS = 300
"""The longest sentence about input that cannot be used."""


class IllegalAction(ValueError):
    """An action that the rules do not allow here; the message says what would be legal.

    `reason` is the message without the action, for whoever names that in other words.
    """

    def __init__(self, reason: str, action: str = "") -> None:
        super().__init__(f"{action}: {reason}" if action else reason)
        self.reason = reason


class BadInput(ValueError):
    """Input from outside (flag, file, line, click) that cannot be used; one sentence says what would do.

    A sentence that is longer than anybody reads loses its middle.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(shortened(sentence))


def shortened(sentence: str) -> str:
    """Return a sentence of at most `MOST_LETTERS`, its middle left out where it is longer."""
    if len(sentence) <= MOST_LETTERS:
        return sentence
    return f"{sentence[: MOST_LETTERS - 80]} ... {sentence[-75:]}"


class ConnectionFailed(RuntimeError):
    """The other side of a connection, or the line to it, failed; one sentence says how."""


class InformationState(Protocol):
    """All that one player knows: own private cards and every public action. Frozen and hashable."""

    @property
    def player(self) -> Player: ...
    @property
    def legal_actions(self) -> Sequence[Action]: ...
    @property
    def key(self) -> str: ...


class State(Protocol):
    """One history of a game; immutable, so search and undo need no copies."""

    def current_player(self) -> Player: ...
    def legal_actions(self) -> Sequence[Action]: ...
    def chance_outcomes(self) -> Sequence[tuple[Action, float]]: ...
    def child(self, action: Action) -> Self: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> tuple[float, ...]: ...
    def information_state(self, player: Player) -> InformationState: ...


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an agent may think: as work (samples, nodes; deterministic) or as seconds (for play)."""

    work: int | None = None
    seconds: float | None = None


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent chose, the strategy it chose from, and the die (in [0, 1)) that chose."""

    action: Action
    strategy: Mapping[Action, float]
    roll: float | None = None


class Agent(Protocol):
    """Anything that can decide at the table: rules of thumb, a table of numbers, a search.

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
    """An agent whose whole strategy can be asked: the one view that audits and best responses go through."""

    def strategy(self, info: InformationState) -> Mapping[Action, float]: ...


def sample(strategy: Mapping[Action, float], rng: random.Random) -> Decision:
    """Throw one die and read the action off `strategy` in its own order.

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


@dataclass(frozen=True, slots=True)
class Progress:
    """One report of a long run. `seconds_left` is None while it is being measured.

    `doing` is the name of what it is at while no iteration ends for long; empty where iterations say enough.
    """

    iteration: int
    total: int | None
    seconds: float
    seconds_left: float | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    done: bool = False
    file: str | None = None
    doing: str = ""


class TrainingRun(Protocol):
    """A run of the catalogue. `reports` works in chunks of at most 100 ms; closing it cancels the run."""

    def reports(self) -> Iterator[Progress]: ...
    def save(self, file: Path) -> None: ...
