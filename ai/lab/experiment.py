"""An experiment of the lab, run after run: each is solved, tracked and stored, and may be written as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.lab.export import write_series
from ai.lab.series import TrackedRuns
from ai.lab.settings import read_experiment
from ai.lab.small_game import sets_of
from game.core import Progress
from game.messages.lab_answers import START, LabSettings


@dataclass(frozen=True, slots=True)
class Planned:
    """A run to come, and the file of CSV that its series will be written to, if any."""

    settings: LabSettings
    file: Path | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that has come to its end: what it measured there, if that is tracked, and what was amiss."""

    run: Planned
    nash_conv: float | None
    warning: str


def planned(experiment: Path, folder: Path | None) -> tuple[Planned, ...]:
    """Return the runs of a YAML file, their series to be written to numbered files of `folder`."""
    return tuple(
        Planned(one, None if folder is None else folder / f"{experiment.stem}-{number}.csv")
        for number, one in enumerate(read_experiment(experiment), 1)
    )


def outcomes(runs: Sequence[Planned], series: TrackedRuns) -> Iterator[Progress | Outcome]:
    """Yield reports of each run in turn, and its outcome; runs that are stored go on from there."""
    for run in runs:
        part = yield from series.stretch(run.settings, START, run.settings.iterations)
        if run.file is not None:
            yield from write_series(run.file, part, sets_of(run.settings), run.settings)
        yield Outcome(run, part.nash_conv[-1] if part.nash_conv else None, part.warning)
