"""Runs an experiment of the lab: solves, tracks and stores each run, and writes it as CSV if asked to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.lab.export import write_series
from ai.lab.series import TrackedRuns
from ai.lab.settings import read_experiment
from ai.lab.small_game import sets_of
from game.core import Progress
from game.study.lab import START, LabSettings


@dataclass(frozen=True, slots=True)
class Planned:
    """A run to do, and the CSV file to write its series to, if any."""

    settings: LabSettings
    file: Path | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished run: its final measurements, if tracked, and warnings."""

    run: Planned
    nash_conv: float | None
    warning: str


def planned(experiment: Path, folder: Path | None) -> tuple[Planned, ...]:
    """Return the runs of a YAML file; their series go to numbered files in `folder`."""
    return tuple(
        Planned(one, None if folder is None else folder / f"{experiment.stem}-{number}.csv")
        for number, one in enumerate(read_experiment(experiment), 1)
    )


def outcomes(runs: Sequence[Planned], series: TrackedRuns) -> Iterator[Progress | Outcome]:
    """Yield the reports of each run, then its outcome; stored runs resume."""
    for run in runs:
        part = yield from series.segment(run.settings, START, run.settings.iterations)
        if run.file is not None:
            yield from write_series(run.file, part, sets_of(run.settings), run.settings)
        yield Outcome(run, part.nash_conv[-1] if part.nash_conv else None, part.warning)
