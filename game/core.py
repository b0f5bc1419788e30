"""The words all rooms of the house share: states, agents, decisions, training runs.

A game is a `State`: immutable, spoken to by OpenSpiel's verbs (Lanctot et al., 2019). An `Agent` never sees a
`State`, only the `InformationState` of its own player. Players are the roles of the rules (player 0 opens, or
posts the big blind in Hold'em); seats are the persons of a session, who change roles from hand to hand.
This module imports nothing of ours.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from typing import Literal, Protocol, Self

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


FIELD = "the field"
"""Against whom a strength was measured that comes from a league: everybody else in it."""
MOST_DIAMONDS = 5


@dataclass(frozen=True, slots=True)
class Strength:
    """A measured strength: what was measured, against whom, over how many hands, with the 95 % half-width.

    From a league come, too: `worst`, the mean of the agent's worst pair, with whom and its half-width; `lbr`, what
    a local best response wins from the agent, where that can be measured; and the 1 to 5 `diamonds` of its rank.
    """

    metric: str
    mean: float
    ci95: float | None
    against: str | None
    hands: int | None
    worst: float | None = None
    worst_ci95: float | None = None
    worst_against: str | None = None
    lbr: float | None = None
    lbr_ci95: float | None = None
    diamonds: int | None = None


def diamonds_of(step: int, steps: int) -> int:
    """Return the diamonds of a step, the weakest being 0, where there are so many: 1 for the first, 5 for the last.

    >>> [diamonds_of(step, 4) for step in range(4)], diamonds_of(0, 1)
    ([1, 2, 4, 5], 1)
    """
    return 1 + round((MOST_DIAMONDS - 1) * step / max(1, steps - 1))


@dataclass(frozen=True, slots=True)
class Belief:
    """By class of hands ("AKs"): how likely it is now, and was before anybody acted; and how many hands it is like.

    Classes that cannot be held are left out. `explained` is false where no hand would have acted so.
    """

    probability: Mapping[str, float]
    prior: Mapping[str, float]
    width: float
    explained: bool = True

    def weights(self) -> dict[str, float]:
        """Return what one hand of each class weighs beside one of the likeliest class."""
        each = {name: self.probability.get(name, 0.0) / prior for name, prior in self.prior.items()}
        most = max(each.values())
        return {name: weight / most for name, weight in each.items()}

    def lift(self, name: str) -> float:
        """Return how many times likelier a class is than it was."""
        return self.probability.get(name, 0.0) / self.prior[name]


AGENT_NAME = re.compile(r"[a-z0-9-]+")

AT = "@"
"""What stands between the id of a run and the iteration of its checkpoint, in no other agent's name."""


def checkpoint_name(run_id: str, iteration: int) -> str:
    """Return the name under which a checkpoint sits at a table.

    >>> checkpoint_name("kuhn-cfr-1", 300)
    'kuhn-cfr-1@300'
    """
    return f"{run_id}{AT}{iteration}"


Kind = Literal["learned", "solved", "search", "rules", "random"]


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An opponent of the catalogue; entries of one `family` are one character at stages of training.

    `version` is a digest of all that made it, so that a hand can say which model played it. `depth` is that of the
    stacks it was trained for, in big blinds: those of one family and stage play together, each at its depth.
    `iterations` is how long it was trained, 0 where nobody says.
    """

    name: str
    game: str
    kind: Kind
    description: str
    strength: Strength | None = None
    blinds: float | None = None
    family: str | None = None
    stage: str | None = None
    file: Path | None = None
    version: str = ""
    depth: int | None = None
    iterations: int = 0

    @property
    def together(self) -> tuple[str, str | None, str | None]:
        """Return what those have in common who play together, each at its depth."""
        return self.game, self.family, self.stage

    @property
    def is_checkpoint(self) -> bool:
        """Return whether it is a run as it was once, which was not kept as an agent of its own."""
        return AT in self.name


def one_a_stage(entries: Iterable[AgentEntry]) -> list[AgentEntry]:
    """Return the entries without those who play together with a deeper one of their stage: they are one player."""
    every = list(entries)
    deepest: dict[tuple[str, str | None, str | None], int] = {}
    for entry in every:
        if entry.family is not None and entry.depth is not None:
            deepest[entry.together] = max(deepest.get(entry.together, 0), entry.depth)
    return [
        entry for entry in every if entry.depth is None or deepest.get(entry.together) in (None, entry.depth)
    ]


def nearest_depth(depths: Iterable[int], stack_bb: float) -> int:
    """Return the depth nearest to these stacks by their ratio, the shallower one of two that are as near.

    >>> nearest_depth((200, 100, 50, 20), 33), nearest_depth((100, 25), 50)
    (50, 25)
    """
    return min(depths, key=lambda depth: (abs(log(depth / stack_bb)), depth))


def who_plays(entry: AgentEntry, entries: Iterable[AgentEntry], stack_bb: float) -> AgentEntry:
    """Return who sits down for an agent at these stacks: of those together with it that of the nearest depth."""
    together = {one.depth: one for one in entries if one.depth is not None and one.together == entry.together}
    if entry.depth is None or entry.family is None or not together:
        return entry
    return together[nearest_depth(together, stack_bb)]


Value = int | float | str


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """A setting of a run: its default, a line of help, its unit, and what it may be.

    Numbers go from `low`, up to `high`, or are more than `above`; words are one of `choices`, which `titles` name
    where no text file can; where they are `free`, others may be typed.
    """

    key: str
    default: Value
    help: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    free: bool = False

    def admits(self, value: float) -> bool:
        """Return whether a number lies within the limits."""
        return (
            (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
        )


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A curve of a run: metrics of one `chart` share its axes, whose value axis is logarithmic where `log`.

    `low` and `high` are where the value axis may end; None: where the values do. A `share` is read in percent.
    `interval` is the key of half the width of its 95% interval, which has no curve of its own.
    """

    key: str
    help: str
    chart: str
    low: float | None = None
    high: float | None = None
    log: bool = False
    share: bool = False
    interval: str = ""


@dataclass(frozen=True, slots=True)
class RunEntry:
    """A training run of the catalogue, with the default of every setting and what a form needs of it.

    Entries with the same `run` are presets of one run: same form, same metrics, other defaults.
    """

    name: str
    game: str
    description: str
    settings: Mapping[str, object]
    form: tuple[SettingEntry, ...] = ()
    run: str = ""
    metrics: tuple[MetricEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class RunStage:
    """A checkpoint of a run, of this strength; `agent` is its name at a table, empty for what plays nothing."""

    iteration: int
    file: Path
    agent: str
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """What a run knows: a strategy, the values of the first moves, how it opens, or how often it is right.

    `table` holds a row by action for every key of an information state; where it opens, for pairs, suited and
    offsuit hands (P, S, O) by their higher card (high0: an ace); where it foretells others, for every letter of who
    foretells (N: the network, T: a table of frequencies) with a street (0 to 3), 1 for right; of buckets, for E
    with a street, the mean distance from the middle of a bucket as 1.
    """

    iteration: int
    meaning: Literal["strategy", "values", "opening", "accuracy", "buckets"]
    table: Mapping[str, Mapping[Action, float]]


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that was started, as its last checkpoint has it; `curve` holds iterations and their metrics.

    `stages` are its checkpoints, the last one last. `proposed` is the iteration of the one to keep: the latest of
    the strongest. `references` are the exact values that metrics approach.
    """

    id: str
    run: str
    game: str
    iteration: int
    total: int
    settings: Mapping[str, object]
    curve: tuple[tuple[int, Mapping[str, float]], ...] = ()
    stages: tuple[RunStage, ...] = ()
    proposed: int = 0
    references: Mapping[str, float] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Return whether nothing is left to do."""
        return self.iteration >= self.total

    @property
    def plays(self) -> bool:
        """Return whether it makes agents; a run may also make what agents are trained with."""
        return not self.stages or any(stage.agent for stage in self.stages)


@dataclass(frozen=True, slots=True)
class StoredRuns:
    """The runs in the user's folder, the latest first, and a sentence for each thing that was set aside."""

    runs: tuple[StoredRun, ...]
    warnings: tuple[str, ...] = ()
