"""What the window asks the lab; see `game.lab` for what it is told.

Every answer is a generator, as the worker wants it: it may yield `Progress` and yields its value last. The compiler
is loaded with this module, so the worker imports it with the first such request.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from ai.lab import export, learnt_values, policy
from ai.lab.field import field_of
from ai.lab.series import FOLDER, Series, policies_folder
from ai.lab.settings import checked, read_experiment
from ai.lab.small_game import drawn_tree, sets_of
from game import user_files
from game.core import BadInput, Progress
from game.lab import (
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

Payload = Mapping[str, Any]

FIELD_STEPS = 100
MOST_NUMBER = 2**62
"""Beyond it no store counts."""
EXPORTS = ("series", "field")


def lab_sets(payload: Payload) -> Iterator[LabSets]:
    """Return the information sets of a game, its equilibrium, and all variants: {settings}."""
    yield sets_of(checked(payload["settings"]))


def lab_run(payload: Payload) -> Iterator[Progress | LabPart]:
    """Return the points of (after, upto], and let the run come there: {settings, after, upto}."""
    settings = checked(payload["settings"])
    after, upto = _whole("after", payload.get("after", START)), _whole("upto", payload["upto"])
    yield (yield from _series().stretch(settings, after, upto))


def lab_tree(payload: Payload) -> Iterator[LabTree]:
    """Return all histories of a game: {settings}."""
    yield drawn_tree(checked(payload["settings"]))


def lab_field(payload: Payload) -> Iterator[LabField]:
    """Return U1 of the half-street game: {blinds, steps}."""
    yield field_of(payload["blinds"], payload.get("steps", FIELD_STEPS))


def lab_policy(payload: Payload) -> Iterator[Progress | LabPolicy]:
    """Write the average strategy after an iteration as a model: {settings, iteration}."""
    settings, iteration = checked(payload["settings"]), _whole("iteration", payload["iteration"])
    yield (yield from policy.written(_series(), settings, max(iteration, 0)))


def lab_runs(payload: Payload) -> Iterator[LabRuns]:
    """Return the stored runs, the latest first."""
    yield _series().store.runs()


def lab_forget(payload: Payload) -> Iterator[Progress | None]:
    """Throw a stored run away, or all, but for learners of them that are still played: {id, spare: files}."""
    number = payload.get("id")
    spared = frozenset(Path(file).stem for file in payload.get("spare", ()))
    yield from _series().forget(None if number is None else _whole("id", number), spared)
    yield None


def lab_experiment(payload: Payload) -> Iterator[tuple[LabSettings, ...]]:
    """Return the runs that a YAML file describes: {file}."""
    yield read_experiment(user_files.typed_path(payload["file"]))


def lab_export(payload: Payload) -> Iterator[Progress | str]:
    """Write a series or the field of a game as CSV: {settings, what, file}; return the file."""
    settings, what = checked(payload["settings"]), payload.get("what", EXPORTS[0])
    file = user_files.typed_path(payload["file"])
    if what not in EXPORTS:
        raise BadInput(f"There is no {quoted(what)} to export: there are {' and '.join(EXPORTS)}.")
    if what == "series":
        yield from exported_series(settings, file)
    else:
        yield from export.write_field(file, field_of(settings.blinds, FIELD_STEPS), settings.blinds)
    yield str(file)


def exported_series(settings: LabSettings, file: Path) -> Generator[Progress]:
    """Write every tracked point of a run as far as it has come."""
    series = _series()
    done = series.store.end(settings)
    if done is None:
        raise BadInput("Nothing of this run is saved yet. Continue it first.")
    part = yield from series.stretch(settings, START, min(done.iteration, settings.iterations))
    yield from export.write_series(file, part, sets_of(settings), settings)


def lab_values(payload: Payload) -> Iterator[Progress | LearntValues]:
    """Return what a value learner thought of the squares in its training: {settings, board: nine marks, upto}."""
    yield (yield from _values(payload))


def lab_values_export(payload: Payload) -> Iterator[Progress | str]:
    """Write the same as CSV: {settings, board, upto, file}; return the file."""
    values, file = (yield from _values(payload)), user_files.typed_path(payload["file"])
    rows = learnt_values.rows(values)
    yield from export.write(file, learnt_values.columns(values), rows, len(values.episodes))
    yield str(file)


def lab_learner(payload: Payload) -> Iterator[Progress | str]:
    """Write a value learner as it was after an episode as a model: {settings, episode}; return its path."""
    folder = policies_folder(user_files.home() / FOLDER)
    yield (yield from learnt_values.written(payload["settings"], payload["episode"], folder))


def lab_lost_line(payload: Payload) -> Iterator[Progress | LostLine | None]:
    """Return a line that beats a value learner as it was after an episode, or None: {settings, episode}."""
    yield (yield from learnt_values.lost_line(payload["settings"], payload["episode"]))


def _values(payload: Payload) -> Generator[Progress, None, LearntValues]:
    return learnt_values.over_training(payload["settings"], payload["board"], payload["upto"])


ANSWERS: Mapping[str, Callable[[Payload], Iterator[Any]]] = {
    "lab_sets": lab_sets,
    "lab_run": lab_run,
    "lab_tree": lab_tree,
    "lab_field": lab_field,
    "lab_policy": lab_policy,
    "lab_runs": lab_runs,
    "lab_forget": lab_forget,
    "lab_experiment": lab_experiment,
    "lab_export": lab_export,
    "lab_values": lab_values,
    "lab_values_export": lab_values_export,
    "lab_learner": lab_learner,
    "lab_lost_line": lab_lost_line,
}

_open: dict[Path, Series] = {}


def _series() -> Series:
    """Return what lies in the user's folder, which is opened once."""
    folder = user_files.home() / FOLDER
    if folder not in _open:
        for other in _open.values():
            other.store.close()
        _open.clear()
        _open[folder] = Series(folder)
    return _open[folder]


def _whole(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_NUMBER:
        raise BadInput(f"{quoted(name)} must be a whole number, not {quoted(value)}.")
    return value
