"""What the window asks the lab: runs of a small game, their points and trees, and what value learners thought."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from game.messages.lab_answers import (
    START,
    LabField,
    LabPart,
    LabPolicy,
    LabRuns,
    LabSets,
    LabSettings,
    LabTree,
    LearntValues,
    LostLine,
)
from game.request import Request

FIELD_STEPS = 100

LearnerSettings = Mapping[str, object]
"""The settings of a run of the value learner, by name."""


@dataclass(frozen=True, slots=True)
class ListInformationSets(Request[LabSets]):
    """The information sets of a game, its equilibrium, and all variants."""

    settings: LabSettings


@dataclass(frozen=True, slots=True)
class RunStretch(Request[LabPart]):
    """The points of (after, upto]; the run goes on until it comes there."""

    settings: LabSettings
    upto: int
    after: int = START


@dataclass(frozen=True, slots=True)
class DrawTree(Request[LabTree]):
    """All histories of a game."""

    settings: LabSettings


@dataclass(frozen=True, slots=True)
class MeasureField(Request[LabField]):
    """U1 of the half-street game, on a grid of so many steps a side."""

    blinds: float
    steps: int = FIELD_STEPS


@dataclass(frozen=True, slots=True)
class WritePolicy(Request[LabPolicy]):
    """Write the average strategy after an iteration as a model."""

    settings: LabSettings
    iteration: int


@dataclass(frozen=True, slots=True)
class ListLabRuns(Request[LabRuns]):
    """The stored runs, the latest first."""


@dataclass(frozen=True, slots=True)
class ForgetLabRuns(Request[None]):
    """Throw a stored run away, or all where none is named; learners in the files to `spare` stay."""

    id: int | None = None
    spare: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ReadExperiment(Request[tuple[LabSettings, ...]]):
    """The runs that a YAML file describes."""

    file: str


@dataclass(frozen=True, slots=True)
class ExportSeries(Request[str]):
    """Write every tracked point of a run as CSV, as far as it has come; the answer is the file."""

    settings: LabSettings
    file: str


@dataclass(frozen=True, slots=True)
class ExportField(Request[str]):
    """Write the field of a half-street game as CSV; the answer is the file."""

    blinds: float
    file: str


@dataclass(frozen=True, slots=True)
class AskLearntValues(Request[LearntValues]):
    """What a value learner thought of the squares of a board (nine marks) in its training."""

    settings: LearnerSettings
    board: Sequence[int]
    upto: int


@dataclass(frozen=True, slots=True)
class ExportLearntValues(Request[str]):
    """Write the same as CSV; the answer is the file."""

    settings: LearnerSettings
    board: Sequence[int]
    upto: int
    file: str


@dataclass(frozen=True, slots=True)
class WriteLearner(Request[str]):
    """Write a value learner as it was after an episode as a model; the answer is its path."""

    settings: LearnerSettings
    episode: int


@dataclass(frozen=True, slots=True)
class FindLostLine(Request[LostLine | None]):
    """A line that beats a value learner as it was after an episode, None where there is none."""

    settings: LearnerSettings
    episode: int
