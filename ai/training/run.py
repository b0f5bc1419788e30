"""What all training runs share: reports at a steady pace, checkpoints, and an end that keeps what there is."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ai.storage import Model
from game.core import BadInput, Progress, TrainingRun
from game.manifest import Manifest

CHUNK_SECONDS = 0.06
CHECKPOINT_SECONDS = 5.0
REPORTS_MEASURED = 10
REPORTS_BEFORE_AN_ESTIMATE = 3

Clock = Callable[[], float]


class ModelRun(TrainingRun, Protocol):
    """A run whose result is a model file with a manifest."""

    def manifest(self) -> Manifest:
        """Return what the model is now."""


class Pace:
    """Times a run: how long it has been going, and how long it will take at the pace of the last reports."""

    def __init__(self, done: int, total: int, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._total = total
        self._start = clock()
        self._last = (done, self._start)
        self._seconds_each: deque[float] = deque(maxlen=REPORTS_MEASURED)

    @property
    def seconds(self) -> float:
        """Return the seconds since the run was started or resumed."""
        return self._clock() - self._start

    def seconds_left(self, done: int) -> float | None:
        """Note that `done` iterations are done now; None while too little is measured."""
        now = self._clock()
        before, then = self._last
        if done > before:
            self._seconds_each.append((now - then) / (done - before))
            self._last = (done, now)
        if done >= self._total:
            return 0.0
        if len(self._seconds_each) < REPORTS_BEFORE_AN_ESTIMATE:
            return None
        return median(self._seconds_each) * (self._total - done)


def chunk(step: Callable[[int], None], limit: int, size: int, clock: Clock = time.monotonic) -> None:
    """Call `step(size)` until the time of a chunk is up or `limit` iterations are done."""
    done, end = 0, clock() + CHUNK_SECONDS
    while done < limit and clock() < end:
        part = min(size, limit - done)
        step(part)
        done += part


def train(
    run: TrainingRun, file: Path, seconds: float | None = None, clock: Clock = time.monotonic
) -> Generator[Progress]:
    """Drive `run` to its end or for `seconds`, saving to `file` as it goes; the last report is done and saved.

    The first checkpoint is written before any work, so that a place that cannot be written is known at once.
    Closing the generator saves, too: it rests between two chunks, where the run is of one piece.
    """
    start = saved = clock()
    run.save(file)
    for report in run.reports():
        over = report.done or (seconds is not None and clock() - start >= seconds)
        if over or clock() - saved >= CHECKPOINT_SECONDS:
            run.save(file)
            saved = clock()
        try:
            yield replace(report, done=over, file=str(file))
        except GeneratorExit:
            run.save(file)
            raise
        if over:
            return


def iterations_done(model: Model, total: int) -> int:
    """Return how far the checkpoint `model` has come; `BadInput` if that is not on the way to `total`."""
    done = int(model.array("iteration", (), "i"))
    if done < 0:
        raise BadInput(f"{model.file.name} is damaged: it has done {done:,} iterations.")
    if done > total:
        raise BadInput(f"{model.file.name} has done {done:,} iterations already, more than {total:,}.")
    return done


def dice_to_array(rng: random.Random) -> npt.NDArray[np.uint32]:
    """Return the state of the dice as uint32[625]; the numbers of a bell curve are not ours to keep."""
    _, words, _ = rng.getstate()
    return np.array(words, dtype=np.uint32)


def dice_from_array(words: npt.NDArray[np.uint32], source: str) -> random.Random:
    """Return dice that go on where `dice_to_array` left them; `BadInput` names `source`."""
    rng = random.Random()
    try:
        rng.setstate((rng.VERSION, tuple(int(word) for word in words), None))
    except ValueError as error:
        raise BadInput(f"{source} is damaged: the state of its dice cannot be read.") from error
    return rng
