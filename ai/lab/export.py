"""Export series, fields and strategies of the CFR lab as files, and run experiments. Every write is atomic."""

from __future__ import annotations

import io
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ai.agents.kuhn_tables import equilibrium_bets
from ai.algorithms.best_response import expected_returns
from ai.evaluation.strength import EXPLOITABILITY
from ai.lab.series import TrackedRuns, policies_folder, policy_stem
from ai.lab.tracked_run import describe_infosets, read_blinds, read_experiment
from ai.storage import save_model
from game.agent_entries import Strength
from game.core import Action, BadInput, InformationState, Progress
from game.files import locks
from game.files.manifest import Manifest
from game.quoting import csv_line, quoted
from game.rules.kuhn_poker import KuhnState, Move, half_street
from game.study.lab import AVERAGE, CURRENT, REGRET, START, LabField, LabPart, LabPolicy, LabSets, LabSettings

ROWS_AT_ONCE = 200
"""The number of rows between two reports, which take some hundredths of a second."""

FIELD_COLUMNS = ("p1", "p2", "u1", "du1_dp1", "minus_du1_dp2", "blinds")
RUN_COLUMNS = ("game", "blinds", "variant", "seed")

Row = list[Any]


def write_series(file: Path, part: LabPart, sets: LabSets, settings: LabSettings) -> Generator[Progress]:
    """Write a series as CSV: for each point the values of every (information set, action), and the exploitability.

    Exploitability is in chips a hand, half of NashConv, as on the page. Strategies and regrets have nine
    digits, enough for float32. The last columns name the run in every row, so that files can be concatenated.
    """
    run = [getattr(settings, name) for name in RUN_COLUMNS]
    rows = (line + run for line in _series_rows(part))
    yield from write_csv(file, [*_series_columns(part, sets), *RUN_COLUMNS], rows, len(part.iterations))


def write_field(file: Path, field: LabField, blinds: float) -> Generator[Progress]:
    """Write U1 and its gradient as CSV, a row for each (p1, p2), with the blinds S."""
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
    start, text = time.monotonic(), io.StringIO(newline="")
    text.write(csv_line(columns, end="\r\n"))
    for done in range(0, total, ROWS_AT_ONCE):
        text.writelines(csv_line(row, end="\r\n") for row in islice(rows, ROWS_AT_ONCE))
        yield Progress(min(done + ROWS_AT_ONCE, total), total, time.monotonic() - start)
    try:
        locks.write_alone(file, text.getvalue().encode())
    except BadInput:
        raise
    except ValueError as error:  # a name with a zero byte
        raise BadInput(f"{quoted(str(file))} is not a file name: {error}.") from error


MAX_FIELD_STEPS = 200
_CERTAIN = {"A": 1.0, "K": 0.0, "Ab": 1.0, "Qb": 0.0}


def utility_field(blinds: object, steps: object) -> LabField:
    """Return the utility U1 of player 0 in half-street Kuhn poker on a grid over two probabilities.

    Player 0 bets the queen with probability p1, and player 1 calls a bet with the king with probability p2.
    The ace always bets and calls, the king checks, the queen folds. U1 is bilinear in p1 and p2, so it is
    computed at the four corners and interpolated exactly. The grid has `steps` steps along either
    probability.

    Raises:
        BadInput: If the blinds or the steps are not possible.
    """
    root = half_street(read_blinds(blinds))
    if not isinstance(steps, int) or not 1 <= steps <= MAX_FIELD_STEPS:
        raise BadInput(f"The field is drawn in 1 to {MAX_FIELD_STEPS} steps, not {quoted(steps)}.")
    axis = tuple(place / steps for place in range(steps + 1))
    low_low, low_high, high_low, high_high = (_u1(root, p1, p2) for p1 in (0.0, 1.0) for p2 in (0.0, 1.0))
    at_low = [_between(low_low, low_high, p2) for p2 in axis]
    at_high = [_between(high_low, high_high, p2) for p2 in axis]
    u1 = tuple(
        tuple(_between(low, high, p1) for low, high in zip(at_low, at_high, strict=True)) for p1 in axis
    )
    bets = equilibrium_bets(root.rules)
    nash = bets["Q"], bets["Kb"]
    return LabField(
        axis=axis,
        u1=u1,
        along_p1=tuple(high - low for low, high in zip(at_low, at_high, strict=True)),
        along_p2=tuple(_between(low_low, high_low, p1) - _between(low_high, high_high, p1) for p1 in axis),
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


def _between(low: float, high: float, share: float) -> float:
    return (1 - share) * low + share * high


def write_policy(
    series: TrackedRuns, settings: LabSettings, iteration: int
) -> Generator[Progress, None, LabPolicy]:
    """Write the average strategy after `iteration` as a model. Its path is also the name of an agent."""
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
    """A run of an experiment, and the CSV file for its series, if any."""

    settings: LabSettings
    file: Path | None


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A finished run: its final NashConv, if tracked, and a warning."""

    run: PlannedRun
    nash_conv: float | None
    warning: str


def plan_runs(experiment: Path, folder: Path | None) -> tuple[PlannedRun, ...]:
    """Return the runs of a YAML file. Their series are written to numbered files in `folder`."""
    return tuple(
        PlannedRun(one, None if folder is None else folder / f"{experiment.stem}-{number}.csv")
        for number, one in enumerate(read_experiment(experiment), 1)
    )


def run_experiments(runs: Sequence[PlannedRun], series: TrackedRuns) -> Iterator[Progress | RunOutcome]:
    """Yield the reports of each run, then its outcome. Stored runs are resumed."""
    for run in runs:
        part = yield from series.segment(run.settings, START, run.settings.iterations)
        if run.file is not None:
            yield from write_series(run.file, part, describe_infosets(run.settings), run.settings)
        yield RunOutcome(run, part.nash_conv[-1] if part.nash_conv else None, part.warning)
