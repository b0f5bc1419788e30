"""Requests of the lab: runs of a small game, their points and trees, and a learner's values over its training."""

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
class RunSegment(Request[LabPart]):
    """The points of a run in (after, upto]; it is computed as far as necessary."""

    settings: LabSettings
    upto: int
    after: int = START


@dataclass(frozen=True, slots=True)
class DrawTree(Request[LabTree]):
    """All histories of a game."""

    settings: LabSettings


@dataclass(frozen=True, slots=True)
class MeasureField(Request[LabField]):
    """U1 of the half-street game, on a grid with so many steps a side."""

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
    """Delete a stored run, or all if none is named; policies in the files to `spare` stay."""

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
    """The values that a learner gave the squares of a board (nine marks) over its training."""

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
    """Write a value learner after an episode as a model; the answer is its path."""

    settings: LearnerSettings
    episode: int


@dataclass(frozen=True, slots=True)
class FindLostLine(Request[LostLine | None]):
    """A line of play that beats a value learner after an episode, None if there is none."""

    settings: LearnerSettings
    episode: int
