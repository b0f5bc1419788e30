"""The runs of the lab: computed on demand, stored part by part, and exported as files.

A point has the values that are tracked at an iteration, such as the strategy and NashConv. If the requested points
are stored, they are read. Otherwise, they are computed and stored, one part at a time. Stored and computed points
are the same, because a run is deterministic. Series, fields and strategies can be exported. Every write is atomic.
"""

from __future__ import annotations

import hashlib
import io
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from ai.agents.small_games import equilibrium_bets
from ai.algorithms.best_response import expected_returns
from ai.evaluation.strength import EXPLOITABILITY
from ai.lab.store import PartEnd, SeriesStore, StoreBusy, StoreDamaged
from ai.lab.tracked_run import TrackedRun, describe_infosets, identity, read_blinds, read_experiment
from ai.storage import save_model
from game.agent_entries import Strength
from game.core import Action, BadInput, InformationState, Progress
from game.files import locks
from game.files.manifest import Manifest
from game.quoting import csv_line, quoted
from game.rules.kuhn_poker import KuhnState, Move, half_street
from game.study.lab import (
    AVERAGE,
    CURRENT,
    NASH_CONV,
    REGRET,
    START,
    LabField,
    LabPart,
    LabPolicy,
    LabSets,
    LabSettings,
    tracked_iterations,
)
from game.texts import join_sentences, text

FOLDER = "lab"
"""The lab's folder in the user's folder."""

MAX_CONCURRENT = 16
PATIENCE_SECONDS = 5.0  # the maximum wait for another program that writes
_SERIES = ("iterations", CURRENT, AVERAGE, REGRET, NASH_CONV, "visited")

T = TypeVar("T")
P = ParamSpec("P")

Mask = npt.NDArray[np.bool_]


def _retry_if_damaged(
    method: Callable[Concatenate[TrackedRuns, P], Generator[Progress, None, T]],
) -> Callable[Concatenate[TrackedRuns, P], Generator[Progress, None, T]]:
    """Decorate a method of `TrackedRuns` to run again if the store was damaged and has been replaced."""

    @wraps(method)
    def renewed(runs: TrackedRuns, /, *arguments: P.args, **named: P.kwargs) -> Generator[Progress, None, T]:
        try:
            return (yield from method(runs, *arguments, **named))
        except StoreDamaged as sentence:
            runs.store.warn(str(sentence))
        return (yield from method(runs, *arguments, **named))

    return renewed


class TrackedRuns:
    """The runs stored in a folder. The most recently used runs stay in memory, ready to continue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = SeriesStore(folder)
        self._at_work: OrderedDict[str, TrackedRun] = OrderedDict()

    @_retry_if_damaged
    def advance(self, settings: LabSettings, upto: int) -> Generator[Progress]:
        """Continue a run up to iteration `upto`, and yield a report after every part.

        Raises:
            BadInput: If the run ends before `upto`.
        """
        if upto > settings.iterations:
            raise BadInput(f"This run has {settings.iterations:,} iterations: there is no {upto:,}th.")
        run, start = self._run(settings), time.monotonic()
        begun = max(run.iteration, 0)
        while run.iteration < upto:
            part = run.advance(upto)
            if not (yield from patiently(partial(self.store.append, settings, part))):
                run = self._run(settings)  # another process wrote or deleted the run
            yield _progress(begun, run.iteration, upto, time.monotonic() - start)

    @_retry_if_damaged
    def segment(self, settings: LabSettings, after: int, upto: int) -> Generator[Progress, None, LabPart]:
        """Return the tracked points of the iterations in (after, upto].

        The point at `upto` is always included.
        """
        yield from self.advance(settings, upto)
        points = _series_between(self.store.parts(settings, after, upto), settings, after, upto)
        if after < upto and (not points.iterations or points.iterations[-1] != upto):
            points = _joined([points, self._point(settings, upto)], after, upto)
        warnings = self.store.warnings()
        return replace(points, warning=join_sentences(*warnings)) if warnings else points

    @_retry_if_damaged
    def at(self, settings: LabSettings, iteration: int) -> Generator[Progress, None, TrackedRun]:
        """Return the state of a run after `iteration`."""
        yield from self.advance(settings, iteration)
        run = _resume(settings, self.store.end(settings, iteration + 1))
        if run.iteration < iteration:
            run.advance(iteration, math.inf)
        return run

    def forget(self, number: int | None, spared: Collection[str] = ()) -> Generator[Progress]:
        """Delete a stored run, or all runs, and the strategies written from the deleted runs.

        A strategy is not deleted if the stem of its file name is in `spared`.

        Raises:
            BadInput: If a file cannot be removed.
        """
        pattern = "*" if number is None else f"{policy_stem(self.store.settings(number))}-*"
        yield from patiently(partial(self.store.forget, number))
        self._at_work.clear()
        for file in policies_folder(self.folder).glob(pattern):
            if file.stem in spared:
                continue
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                reason = error.strerror or str(error)
                raise BadInput(
                    text("agent_errors.file.unremovable", path=str(file), reason=reason)
                ) from error

    def _point(self, settings: LabSettings, iteration: int) -> LabPart:
        """Compute the point at an iteration that is not tracked.

        The computation starts at the end of the previous stored part.
        """
        run = _resume(settings, self.store.end(settings, iteration))
        part = run.advance(iteration, math.inf).tracked
        return _select_points(part, np.asarray(part.iterations) == iteration)

    def _run(self, settings: LabSettings) -> TrackedRun:
        """Return a run, continued to the end of its stored series."""
        name, end = identity(settings), self.store.end(settings)
        run = self._at_work.get(name)
        if run is None or run.iteration != (START if end is None else end.iteration):
            run = self._at_work[name] = _resume(settings, end)
        self._at_work.move_to_end(name)
        if len(self._at_work) > MAX_CONCURRENT:
            self._at_work.popitem(last=False)
        return run


def patiently(work: Callable[[], T]) -> Generator[Progress, None, T]:
    """Run `work`, which writes to the store. While another program writes, retry.

    Between two attempts, yield, so that the worker can serve other requests.

    Raises:
        StoreBusy: If the store is still busy after `PATIENCE_SECONDS`.
    """
    start = time.monotonic()
    while True:
        try:
            return work()
        except StoreBusy:
            seconds = time.monotonic() - start
            if seconds >= PATIENCE_SECONDS:
                raise
        yield Progress(0, None, seconds)


def _resume(settings: LabSettings, end: PartEnd | None) -> TrackedRun:
    """Return a run resumed from the end of a part, or a new run if `end` is None."""
    run = TrackedRun(settings)
    if end is not None:
        run.resume(end.iteration, end.totals)
    return run


def policies_folder(folder: Path) -> Path:
    return folder / "policies"


def policy_stem(settings: LabSettings) -> str:
    """Return the stem for the file names of the strategies written from a run.

    >>> policy_stem(LabSettings("kuhn-poker"))
    'cfr-plus-66aa126e'
    """
    digest = hashlib.sha256(identity(settings).encode()).hexdigest()[:8]
    return f"{settings.variant.replace('+', '-plus')}-{digest}"


def _series_between(parts: Sequence[LabPart], settings: LabSettings, after: int, upto: int) -> LabPart:
    """Return the tracked points of the iterations (after, upto], including the point at `upto` if it is stored."""
    scheduled = np.fromiter(tracked_iterations(after, upto, settings.every), dtype=np.int64)
    wanted = np.append(scheduled, upto)
    return _joined(
        [_select_points(part, np.isin(np.asarray(part.iterations), wanted)) for part in parts], after, upto
    )


def _select_points(part: LabPart, mask: Mask) -> LabPart:
    """Return the part with only the points that the mask selects."""
    if mask.all():
        return part
    chosen = LabPart(part.after, part.upto)
    for name in _SERIES:
        values = getattr(part, name)  # empty if the series is not tracked
        rows = np.asarray(values).reshape(len(mask), len(values) // len(mask) if len(mask) else 0)
        getattr(chosen, name).frombytes(rows[mask].tobytes())
    return chosen


def _joined(parts: Sequence[LabPart], after: int, upto: int) -> LabPart:
    whole = LabPart(after, upto)
    for part in parts:
        for name in _SERIES:
            getattr(whole, name).extend(getattr(part, name))
    return whole


def _progress(begun: int, done: int, upto: int, seconds: float) -> Progress:
    gone = done - begun
    left = seconds / gone * (upto - done) if gone > 0 else None
    return Progress(done, upto, seconds, left)


ROWS_AT_ONCE = 200
"""The number of rows between two reports, which are some hundredths of a second apart."""

FIELD_COLUMNS = ("p1", "p2", "u1", "du1_dp1", "minus_du1_dp2", "blinds")
RUN_COLUMNS = ("game", "blinds", "variant", "seed")

Row = list[Any]


def write_series(file: Path, part: LabPart, sets: LabSets, settings: LabSettings) -> Generator[Progress]:
    """Write a series as CSV: for each point, the values of every (information set, action) and the exploitability.

    Exploitability is half of NashConv, in chips per hand, as on the page of the lab. Strategies and regrets have
    nine digits, which is enough for float32. The last columns identify the run in every row, so that files can be
    concatenated.
    """
    run = [getattr(settings, name) for name in RUN_COLUMNS]
    rows = (line + run for line in _series_rows(part))
    yield from write_csv(file, [*_series_columns(part, sets), *RUN_COLUMNS], rows, len(part.iterations))


def write_field(file: Path, field: LabField, blinds: float) -> Generator[Progress]:
    """Write the utility U1 of `utility_field` and its gradient as CSV.

    There is a row for each pair (p1, p2). Each row also contains the blinds.
    """
    rows = (
        [p1, p2, u1, along_p1, along_p2, blinds]
        for p1, values, along_p2 in zip(field.axis, field.u1, field.along_p2, strict=True)
        for p2, u1, along_p1 in zip(field.axis, values, field.along_p1, strict=True)
    )
    yield from write_csv(file, list(FIELD_COLUMNS), rows, len(field.axis) ** 2)


def _series_columns(part: LabPart, sets: LabSets) -> Row:
    names = [f"{sets.keys[index]} {sets.actions[index][turn]}" for index, turn in sets.sequences]
    series = [name for name in (CURRENT, AVERAGE, REGRET) if getattr(part, name)]
    exploitability = ["exploitability"] if part.nash_conv else []
    return ["iteration", *exploitability, *(f"{name} {one}" for name in series for one in names)]


def _series_rows(part: LabPart) -> Iterator[Row]:
    points = len(part.iterations)
    widths = {name: len(getattr(part, name)) // max(points, 1) for name in (CURRENT, AVERAGE, REGRET)}
    for point, iteration in enumerate(part.iterations):
        line: Row = [iteration]
        if part.nash_conv:
            line.append(part.nash_conv[point] / 2)
        for name, width in widths.items():
            line += [f"{value:.9g}" for value in getattr(part, name)[point * width : (point + 1) * width]]
        yield line


def write_csv(file: Path, columns: Row, rows: Iterator[Row], total: int) -> Generator[Progress]:
    """Write a CSV file of `total` rows atomically.

    Raises:
        BadInput: If the file cannot be written.
    """
    start, lines = time.monotonic(), io.StringIO(newline="")
    lines.write(csv_line(columns, end="\r\n"))
    for done in range(0, total, ROWS_AT_ONCE):
        lines.writelines(csv_line(row, end="\r\n") for row in islice(rows, ROWS_AT_ONCE))
        yield Progress(min(done + ROWS_AT_ONCE, total), total, time.monotonic() - start)
    try:
        locks.write_alone(file, lines.getvalue().encode())
    except BadInput:
        raise
    except ValueError as error:  # a file name with a zero byte
        raise BadInput(f"{quoted(str(file))} is not a file name: {error}.") from error


MAX_FIELD_STEPS = 200
_CERTAIN = {"A": 1.0, "K": 0.0, "Ab": 1.0, "Qb": 0.0}


def utility_field(blinds: object, steps: object) -> LabField:
    """Return the utility U1 of player 0 in half-street Kuhn poker on a grid over two probabilities.

    Player 0 bets the queen with probability p1, and player 1 calls with the king with probability p2. The ace
    always bets and calls, the king checks, the queen folds. U1 is bilinear in p1 and p2, so it is computed at the
    four corners and interpolated exactly. The grid has `steps` steps in each direction.

    Raises:
        BadInput: If the blinds or the steps are not possible.
    """
    root = half_street(read_blinds(blinds))
    if not isinstance(steps, int) or not 1 <= steps <= MAX_FIELD_STEPS:
        raise BadInput(f"The field is drawn in 1 to {MAX_FIELD_STEPS} steps, not {quoted(steps)}.")
    axis = tuple(place / steps for place in range(steps + 1))
    low_low, low_high, high_low, high_high = (_u1(root, p1, p2) for p1 in (0.0, 1.0) for p2 in (0.0, 1.0))
    at_low = [_export_between(low_low, low_high, p2) for p2 in axis]
    at_high = [_export_between(high_low, high_high, p2) for p2 in axis]
    u1 = tuple(
        tuple(_export_between(low, high, p1) for low, high in zip(at_low, at_high, strict=True))
        for p1 in axis
    )
    bets = equilibrium_bets(root.rules)
    nash = bets["Q"], bets["Kb"]
    return LabField(
        axis=axis,
        u1=u1,
        along_p1=tuple(high - low for low, high in zip(at_low, at_high, strict=True)),
        along_p2=tuple(
            _export_between(low_low, high_low, p1) - _export_between(low_high, high_high, p1) for p1 in axis
        ),
        nash=nash,
        value=_u1(root, *nash),
        lowest=min(map(min, u1)),
        highest=max(map(max, u1)),
    )


def _u1(root: KuhnState, p1: float, p2: float) -> float:
    """Return the mean winnings of player 0."""
    bets = {**_CERTAIN, "Q": p1, "Kb": p2}

    def strategy(info: InformationState) -> Mapping[Action, float]:
        return {Move.PASS: 1 - bets[info.key], Move.BET: bets[info.key]}

    return expected_returns(root, (strategy, strategy))[0]


def _export_between(low: float, high: float, share: float) -> float:
    return (1 - share) * low + share * high


def write_policy(
    series: TrackedRuns, settings: LabSettings, iteration: int
) -> Generator[Progress, None, LabPolicy]:
    """Write the average strategy after `iteration` as a model.

    The path of the model can be used as the name of an agent.
    """
    run = yield from series.at(settings, iteration)
    table, measure = run.average(), run.exploitability()
    file = policies_folder(series.folder) / f"{policy_stem(settings)}-{iteration}.npz"
    manifest = Manifest(
        game=settings.game,
        agent="table",
        kind="learned",
        config={"variant": settings.variant, "blinds": settings.blinds},
        seed=settings.seed,
        iterations=iteration,
        blinds=settings.blinds if settings.half_street else None,
        stage=f"{iteration:,} iterations",
        description=f"{settings.variant} as it was after {iteration:,} iterations.",
        strength=Strength(EXPLOITABILITY, measure.exploitability, None, "its best reply", None),
    )
    rows = np.array([list(row.values()) for row in table.values()])
    save_model(file, manifest, {"keys": np.array(list(table)), "average": rows})
    return LabPolicy(str(file), iteration, measure.exploitability, measure.value)


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run of an experiment, and the CSV file to which its series is written, if any."""

    settings: LabSettings
    file: Path | None


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a finished run: the final NashConv, and a warning.

    The NashConv is None if it was not tracked. The warning is empty if there is none.
    """

    run: PlannedRun
    nash_conv: float | None
    warning: str


def plan_runs(experiment: Path, folder: Path | None) -> tuple[PlannedRun, ...]:
    """Return the runs that a YAML file describes.

    If `folder` is given, the series of the runs will be written to numbered files in this folder.
    """
    return tuple(
        PlannedRun(one, None if folder is None else folder / f"{experiment.stem}-{number}.csv")
        for number, one in enumerate(read_experiment(experiment), 1)
    )


def run_experiments(runs: Sequence[PlannedRun], series: TrackedRuns) -> Iterator[Progress | RunOutcome]:
    """Yield the reports of each run, and then the outcome of the run. Stored runs are resumed."""
    for run in runs:
        part = yield from series.segment(run.settings, START, run.settings.iterations)
        if run.file is not None:
            yield from write_series(run.file, part, describe_infosets(run.settings), run.settings)
        yield RunOutcome(run, part.nash_conv[-1] if part.nash_conv else None, part.warning)
