"""Answers the lab. It loads the compiler, so the worker imports it with the first such request."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

from ai.lab import export, policy, value_history
from ai.lab.field import field_of
from ai.lab.series import FOLDER, TrackedRuns, policies_folder
from ai.lab.settings import checked, read_experiment
from ai.lab.small_game import drawn_tree, sets_of
from game.core import BadInput, Progress
from game.files import user_files
from game.messages.lab import (
    FIELD_STEPS,
    AskLearntValues,
    DrawTree,
    ExportField,
    ExportLearntValues,
    ExportSeries,
    FindLostLine,
    ForgetLabRuns,
    ListInformationSets,
    ListLabRuns,
    MeasureField,
    ReadExperiment,
    RunSegment,
    WriteLearner,
    WritePolicy,
)
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
from game.quoting import quoted

MOST_NUMBER = 2**62
"""Beyond it no store counts."""


@ListInformationSets.handler
def lab_sets(request: ListInformationSets) -> Iterator[LabSets]:
    """Return the information sets of a game, its equilibrium, and all variants."""
    yield sets_of(checked(request.settings))


@RunSegment.handler
def lab_run(request: RunSegment) -> Iterator[Progress | LabPart]:
    """Return the points of (after, upto], and let the run come there."""
    settings = checked(request.settings)
    after, upto = _whole("after", request.after), _whole("upto", request.upto)
    yield (yield from _series().segment(settings, after, upto))


@DrawTree.handler
def lab_tree(request: DrawTree) -> Iterator[LabTree]:
    """Return all histories of a game."""
    yield drawn_tree(checked(request.settings))


@MeasureField.handler
def lab_field(request: MeasureField) -> Iterator[LabField]:
    """Return U1 of the half-street game."""
    yield field_of(request.blinds, request.steps)


@WritePolicy.handler
def lab_policy(request: WritePolicy) -> Iterator[Progress | LabPolicy]:
    """Write the average strategy after an iteration as a model."""
    settings, iteration = checked(request.settings), _whole("iteration", request.iteration)
    yield (yield from policy.written(_series(), settings, max(iteration, 0)))


@ListLabRuns.handler
def lab_runs(request: ListLabRuns) -> Iterator[LabRuns]:
    """Return the stored runs, the latest first."""
    yield _series().store.runs()


@ForgetLabRuns.handler
def lab_forget(request: ForgetLabRuns) -> Iterator[Progress | None]:
    """Delete a stored run, or all of them, except learners that are still played."""
    spared = frozenset(Path(file).stem for file in request.spare)
    yield from _series().forget(None if request.id is None else _whole("id", request.id), spared)
    yield None


@ReadExperiment.handler
def lab_experiment(request: ReadExperiment) -> Iterator[tuple[LabSettings, ...]]:
    """Return the runs that a YAML file describes."""
    yield read_experiment(user_files.typed_path(request.file))


@ExportSeries.handler
def export_series(request: ExportSeries) -> Iterator[Progress | str]:
    """Write a series as CSV; return the file."""
    file = user_files.typed_path(request.file)
    yield from exported_series(checked(request.settings), file)
    yield str(file)


@ExportField.handler
def export_field(request: ExportField) -> Iterator[Progress | str]:
    """Write the field of a game as CSV; return the file."""
    file = user_files.typed_path(request.file)
    yield from export.write_field(file, field_of(request.blinds, FIELD_STEPS), request.blinds)
    yield str(file)


def exported_series(settings: LabSettings, file: Path) -> Generator[Progress]:
    """Write every tracked point of a run as far as it has come; `BadInput` where it has not begun."""
    series = _series()
    done = series.store.end(settings)
    if done is None:
        raise BadInput("Nothing of this run is saved yet. Continue it first.")
    part = yield from series.segment(settings, START, min(done.iteration, settings.iterations))
    yield from export.write_series(file, part, sets_of(settings), settings)


@AskLearntValues.handler
def lab_values(request: AskLearntValues) -> Iterator[Progress | LearntValues]:
    """Return what a value learner thought of the squares in its training."""
    yield (yield from _values(request))


@ExportLearntValues.handler
def lab_values_export(request: ExportLearntValues) -> Iterator[Progress | str]:
    """Write the same as CSV; return the file."""
    values, file = (yield from _values(request)), user_files.typed_path(request.file)
    rows = value_history.rows(values)
    yield from export.write(file, value_history.columns(values), rows, len(values.episodes))
    yield str(file)


@WriteLearner.handler
def lab_learner(request: WriteLearner) -> Iterator[Progress | str]:
    """Write a value learner as it was after an episode as a model; return its path."""
    folder = policies_folder(user_files.home() / FOLDER)
    yield (yield from value_history.written(request.settings, request.episode, folder))


@FindLostLine.handler
def lab_lost_line(request: FindLostLine) -> Iterator[Progress | LostLine | None]:
    """Return a line that beats a value learner as it was after an episode, or None."""
    yield (yield from value_history.lost_line(request.settings, request.episode))


def _values(request: AskLearntValues | ExportLearntValues) -> Generator[Progress, None, LearntValues]:
    return value_history.over_training(request.settings, request.board, request.upto)


_open: dict[Path, TrackedRuns] = {}


def _series() -> TrackedRuns:
    """Return the tracked runs in the user's folder; they are opened once."""
    folder = user_files.home() / FOLDER
    if folder not in _open:
        for other in _open.values():
            other.store.close()
        _open.clear()
        _open[folder] = TrackedRuns(folder)
    return _open[folder]


def _whole(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_NUMBER:
        raise BadInput(f"{quoted(name)} must be a whole number, not {quoted(value)}.")
    return value
