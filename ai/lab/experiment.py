"""An experiment of the lab, run after run: each is solved, tracked and stored, and may be written as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ai.lab.export import write_series
from ai.lab.series import Series
from ai.lab.settings import read_experiment
from ai.lab.small_game import sets_of
from game.core import BadInput, Progress
from game.lab import START, LabSettings


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run that has come to its end: what it measured there, if that is tracked, and its file of CSV."""

    settings: LabSettings
    nash_conv: float | None
    file: Path | None


def outcomes(experiment: Path, series: Series, folder: Path | None) -> Iterator[Progress | Outcome]:
    """Yield reports of each run in turn, and its outcome; runs that are stored go on from there."""
    settings = read_experiment(experiment)
    if folder is not None and not folder.is_dir():
        raise BadInput(f"There is no folder {folder} to write the series into.")
    for number, one in enumerate(settings, 1):
        part = yield from series.stretch(one, START, one.iterations)
        file = None if folder is None else folder / f"{experiment.stem}-{number}.csv"
        if file is not None:
            yield from write_series(file, part, sets_of(one))
        yield Outcome(one, part.nash_conv[-1] if part.nash_conv else None, file)
