"""Requests of the lab: tracked runs and their exports, learnt values, and buckets of an abstraction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.request import Request
from game.rules.cards import Card
from game.study.abstraction import AbstractionHand, Apart, Earth, Neighbours
from game.study.lab import (
    FIELD_STEPS,
    START,
    LabField,
    LabPart,
    LabPolicy,
    LabRuns,
    LabSets,
    LabSettings,
    LabTree,
    LearnerSettings,
    LearntValues,
    LostLine,
)

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ListAbstractions(Request[tuple[tuple[str, str], ...]]):
    """Return the names and titles of the abstractions that can be explored."""


@dataclass(frozen=True, slots=True)
class LookUpBucket(Request[AbstractionHand]):
    """Return a hand on a board of three to five cards, together with its bucket."""

    abstraction: str
    hand: Cards
    board: Cards


@dataclass(frozen=True, slots=True)
class FindNeighbours(Request[Neighbours]):
    """Return the nearest neighbours of a hand on the flop."""

    abstraction: str
    hand: Cards
    board: Cards


@dataclass(frozen=True, slots=True)
class MeasureDistance(Request[Apart]):
    """Return the distances between two hands on the flop. `other` is the second hand and its board."""

    abstraction: str
    hand: Cards
    board: Cards
    other: tuple[Cards, Cards]


@dataclass(frozen=True, slots=True)
class WorkEmdExample(Request[Earth]):
    """Return a small example of the earth mover's distance with all its moves.

    `example` is "article" or "greedy".
    """

    example: str


@dataclass(frozen=True, slots=True)
class ListInformationSets(Request[LabSets]):
    """Return the information sets of a game, its equilibrium, and all variants of CFR."""

    settings: LabSettings


@dataclass(frozen=True, slots=True)
class RunSegment(Request[LabPart]):
    """Return the tracked points of a run from iteration `after` + 1 to iteration `upto`.

    Missing points are computed first.
    """

    settings: LabSettings
    upto: int
    after: int = START


@dataclass(frozen=True, slots=True)
class DrawTree(Request[LabTree]):
    """Return the game tree: all histories of a game."""

    settings: LabSettings


@dataclass(frozen=True, slots=True)
class MeasureField(Request[LabField]):
    """Return the winnings U1 of player 0 in the half-street game, on a grid with `steps` steps along each axis."""

    blinds: float
    steps: int = FIELD_STEPS


@dataclass(frozen=True, slots=True)
class WritePolicy(Request[LabPolicy]):
    """Store the average strategy after `iteration` as a model to play against."""

    settings: LabSettings
    iteration: int


@dataclass(frozen=True, slots=True)
class ListLabRuns(Request[LabRuns]):
    """Return the stored runs, the latest first."""


@dataclass(frozen=True, slots=True)
class ExportSeries(Request[str]):
    """Write the points that a run has tracked so far to a CSV file. Return the path of the file."""

    settings: LabSettings
    file: str


@dataclass(frozen=True, slots=True)
class ExportField(Request[str]):
    """Write the grid of U1 in a half-street game as CSV (see `MeasureField`). Return the path of the file."""

    blinds: float
    file: str


@dataclass(frozen=True, slots=True)
class AskLearntValues(Request[LearntValues]):
    """Return the values that a learner gave the squares of `board` during its training, up to episode `upto`."""

    settings: LearnerSettings
    board: Sequence[int]
    upto: int


@dataclass(frozen=True, slots=True)
class ExportLearntValues(Request[str]):
    """Write a CSV file of the values that a learner gave the squares of `board` during its training.

    Return the path of the file.
    """

    settings: LearnerSettings
    board: Sequence[int]
    upto: int
    file: str


@dataclass(frozen=True, slots=True)
class WriteLearner(Request[str]):
    """Store the value learner as it was after `episode`, as a model to play against.

    Return the path of the model.
    """

    settings: LearnerSettings
    episode: int


@dataclass(frozen=True, slots=True)
class FindLostLine(Request[LostLine | None]):
    """Return a line of play that beats the value learner as it was after `episode`, or None if no line does."""

    settings: LearnerSettings
    episode: int
