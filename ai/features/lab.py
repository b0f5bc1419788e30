"""Answer the requests of the lab: tracked runs of small games, learnt values, and card abstractions.

Answers about an abstraction are computed exactly from its buckets. The first request for neighbours builds an index
of all flop hands, about 100 MB. The index stays in memory until another abstraction is requested, or until another
feature needs the memory (play, the arena or training).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

from ai.features.held_agents import releases_cache
from ai.lab import emd_examples, value_history
from ai.lab import series as export
from ai.lab.flop_neighbours import FlopIndexBuilder, nearest_neighbours
from ai.lab.opened_abstraction import checked_hand as spots_checked
from ai.lab.opened_abstraction import explain_hand, hand_distances, open_abstraction
from ai.lab.series import FOLDER, TrackedRuns, policies_folder, utility_field
from ai.lab.tracked_run import checked, describe_infosets, drawn_tree
from ai.training.holdem_settings import ready_abstractions
from game.core import BadInput, Progress
from game.features.lab import (
    AskLearntValues,
    DrawTree,
    ExportField,
    ExportLearntValues,
    ExportSeries,
    FindLostLine,
    FindNeighbours,
    ListAbstractions,
    ListInformationSets,
    ListLabRuns,
    LookUpBucket,
    MeasureDistance,
    MeasureField,
    RunSegment,
    WorkEmdExample,
    WriteLearner,
    WritePolicy,
)
from game.files import user_files
from game.quoting import quoted
from game.study.abstraction import POTENTIAL, AbstractionHand, Apart, Earth, Neighbours
from game.study.lab import (
    FIELD_STEPS,
    START,
    ForgetLabRuns,
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
from game.texts import text

MAX_NUMBER = 2**62
"""The maximum integer that a request may contain, because the store has 64 bits for integers."""


@ListInformationSets.handler
def lab_sets(request: ListInformationSets) -> Iterator[LabSets]:
    yield describe_infosets(checked(request.settings))


@RunSegment.handler
def lab_run(request: RunSegment) -> Iterator[Progress | LabPart]:
    """Return the tracked points of a run for a range of iterations.

    The range begins after iteration `request.after` and ends with iteration `request.upto`. If necessary, continue
    the run to the end of the range.
    """
    settings = checked(request.settings)
    after, upto = _whole("after", request.after), _whole("upto", request.upto)
    yield (yield from _series().segment(settings, after, upto))


@DrawTree.handler
def lab_tree(request: DrawTree) -> Iterator[LabTree]:
    yield drawn_tree(checked(request.settings))


@MeasureField.handler
def lab_field(request: MeasureField) -> Iterator[LabField]:
    yield utility_field(request.blinds, request.steps)


@WritePolicy.handler
def lab_policy(request: WritePolicy) -> Iterator[Progress | LabPolicy]:
    settings, iteration = checked(request.settings), _whole("iteration", request.iteration)
    yield (yield from export.write_policy(_series(), settings, max(iteration, 0)))


@ListLabRuns.handler
def lab_runs(request: ListLabRuns) -> Iterator[LabRuns]:
    yield _series().store.runs()


@ForgetLabRuns.handler
def lab_forget(request: ForgetLabRuns) -> Iterator[Progress | None]:
    """Delete a stored run, or all stored runs. The strategy files in `request.spare` are kept."""
    spared = frozenset(Path(file).stem for file in request.spare)
    yield from _series().forget(None if request.id is None else _whole("id", request.id), spared)
    yield None


@ExportSeries.handler
def export_series(request: ExportSeries) -> Iterator[Progress | str]:
    """Write a series of a run as CSV, and return the file."""
    file = user_files.typed_path(request.file)
    yield from _write_series(checked(request.settings), file)
    yield str(file)


@ExportField.handler
def export_field(request: ExportField) -> Iterator[Progress | str]:
    """Write the utility field of half-street Kuhn poker (ai/lab/series.py) as CSV. Return the file."""
    file = user_files.typed_path(request.file)
    yield from export.write_field(file, utility_field(request.blinds, FIELD_STEPS), request.blinds)
    yield str(file)


def _write_series(settings: LabSettings, file: Path) -> Generator[Progress]:
    """Write every tracked point of a run so far as CSV.

    Raises:
        BadInput: If the run has not started.
    """
    series = _series()
    done = series.store.end(settings)
    if done is None:
        raise BadInput(text("input_errors.history.nothing_saved"))
    part = yield from series.segment(settings, START, min(done.iteration, settings.iterations))
    yield from export.write_series(file, part, describe_infosets(settings), settings)


@AskLearntValues.handler
def lab_values(request: AskLearntValues) -> Iterator[Progress | LearntValues]:
    yield (yield from _values(request))


@ExportLearntValues.handler
def lab_values_export(request: ExportLearntValues) -> Iterator[Progress | str]:
    """Write the values of a value learner as CSV. Return the file."""
    values, file = (yield from _values(request)), user_files.typed_path(request.file)
    rows = value_history.value_rows(values)
    yield from export.write_csv(file, value_history.value_columns(values), rows, len(values.episodes))
    yield str(file)


@WriteLearner.handler
def lab_learner(request: WriteLearner) -> Iterator[Progress | str]:
    folder = policies_folder(user_files.home() / FOLDER)
    yield (yield from value_history.write_learner(request.settings, request.episode, folder))


@FindLostLine.handler
def lab_lost_line(request: FindLostLine) -> Iterator[Progress | LostLine | None]:
    yield (yield from value_history.lost_line(request.settings, request.episode))


def _values(request: AskLearntValues | ExportLearntValues) -> Generator[Progress, None, LearntValues]:
    return value_history.values_over_training(request.settings, request.board, request.upto)


_open: dict[Path, TrackedRuns] = {}


def _series() -> TrackedRuns:
    """Return the tracked runs in the user's folder. The store is opened only once and then cached."""
    folder = user_files.home() / FOLDER
    if folder not in _open:
        for other in _open.values():
            other.store.close()
        _open.clear()
        _open[folder] = TrackedRuns(folder)
    return _open[folder]


def _whole(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
        raise BadInput(f"{quoted(name)} must be a whole number, not {quoted(value)}.")
    return value


@ListAbstractions.handler
def list_abstractions(request: ListAbstractions) -> Iterator[tuple[tuple[str, str], ...]]:
    yield tuple(ready_abstractions(POTENTIAL))


@LookUpBucket.handler
def look_up_bucket(request: LookUpBucket) -> Iterator[Progress | AbstractionHand]:
    """Return a hand and its bucket."""
    spot = spots_checked(request.hand, request.board)
    abstraction = yield from open_abstraction(request.abstraction)
    yield explain_hand(abstraction, spot)


@FindNeighbours.handler
def find_neighbours(request: FindNeighbours) -> Iterator[Progress | Neighbours]:
    """Return the nearest neighbours of a hand on the flop."""
    spot = spots_checked(request.hand, request.board).flop
    abstraction = yield from open_abstraction(request.abstraction)
    if not _latest or _latest[0].abstraction is not abstraction:
        _latest[:] = [FlopIndexBuilder(abstraction)]
    index = yield from _latest[0].build()
    yield (yield from nearest_neighbours(abstraction, index, spot))


@MeasureDistance.handler
def measure_distance(request: MeasureDistance) -> Iterator[Progress | Apart]:
    """Return the distances between two hands on the flop by three distance measures."""
    one, other = spots_checked(request.hand, request.board), spots_checked(*request.other)
    abstraction = yield from open_abstraction(request.abstraction)
    yield hand_distances(abstraction, one, other)


@WorkEmdExample.handler
def work_emd_example(request: WorkEmdExample) -> Iterator[Earth]:
    yield emd_examples.example(request.example)


_latest: list[FlopIndexBuilder] = []


@releases_cache
def forget() -> None:
    _latest.clear()
