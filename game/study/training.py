"""Runs: their settings, curves and checkpoints, and the requests for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from game.agent_entries import Strength
from game.core import Action
from game.request import Request

Value = int | float | str


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """A setting of a run: its default, a line of help, its unit, and its allowed values.

    A number must be at least `low`, at most `high`, and above `above`. A text must be one of `choices`. If the text
    file has no names for the choices, `titles` has the names. If `free`, other texts are allowed.
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
        """Return whether a number is within the limits."""
        return (
            (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
        )


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A metric of a run, drawn as a curve. Metrics with the same `chart` share its axes.

    If `log`, the value axis is logarithmic. `low` and `high` are the ends of the value axis. An end that is
    None is set by the values. A metric that is a `share` is shown in percent. `interval` is the key of
    another metric: the half-width of the 95% interval, which has no curve of its own.
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
    """A training run of the catalogue, with the default of every setting and the data for its form.

    Entries with the same `run` are presets of one kind of run. Presets of one kind differ only in their defaults.
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
    """A checkpoint of a run: its file, its name at a table (`agent`), and its strength.

    If the checkpoint cannot play, `agent` is "".
    """

    iteration: int
    file: Path
    agent: str
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """A snapshot of what a run has learnt, as `table`: key -> (action or column -> value).

    The keys and columns depend on the kind of run:

    - A strategy, or values of first moves: a row for every information state.
    - Opening hands: the keys P, S and O are pairs, suited and offsuit hands. The columns are the higher card
      (high0 is an ace).
    - A network: the keys are N (the network) or T (the frequency table) with a street, 0 to 3. The accuracy
      is in the column 1.
    - Buckets: the keys are E with a street. The mean distance from the centre is in the column 1.
    """

    iteration: int
    meaning: Literal["strategy", "values", "opening", "accuracy", "buckets"]
    table: Mapping[str, Mapping[Action, float]]


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A stored run at its last checkpoint. `curve` has the metrics by iteration.

    `stages` are the checkpoints in order. `proposed` is the iteration of the checkpoint that is proposed for
    play: the strongest, on a tie the latest. `references` has the exact values that metrics approach.
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
        return self.iteration >= self.total

    @property
    def plays(self) -> bool:
        """Whether the run trains agents. Other runs build abstractions for agents."""
        return not self.stages or any(stage.agent for stage in self.stages)


@dataclass(frozen=True, slots=True)
class StoredRuns:
    """The runs in the user's folder, latest first, and a message for every broken file that was renamed."""

    runs: tuple[StoredRun, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRuns(Request[tuple[RunEntry, ...]]):
    """List the runs that can be trained."""


@dataclass(frozen=True, slots=True)
class ListStoredRuns(Request[StoredRuns]):
    """List the runs in the user's folder."""


@dataclass(frozen=True, slots=True)
class CreateRun(Request[StoredRun]):
    """Store a new run. `Train` starts it."""

    run: str
    settings: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Train(Request[None]):
    """Train a stored run from its last checkpoint to its end."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeSnapshot(Request[RunSnapshot]):
    """Return a snapshot of what a run has learnt."""

    id: str


@dataclass(frozen=True, slots=True)
class HoldCheckpoint(Request[str]):
    """Mark a checkpoint as played, so that it is not deleted. The answer is the checkpoint's name at a table."""

    id: str
    iteration: int


@dataclass(frozen=True, slots=True)
class KeepCheckpoints(Request[tuple[str, ...]]):
    """Store the checkpoints up to `iteration` as agents.

    The answer is the names of the new agents. The last name is `name`.
    """

    id: str
    game: str
    name: str
    iteration: int


@dataclass(frozen=True, slots=True)
class ForgetRun(Request[None]):
    """Delete a run. Agents that were made from it are kept."""

    id: str
