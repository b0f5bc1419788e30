"""The runs of the lab: computed as far as the page needs, stored on the way, and read again later.

Stored points are read; points beyond are computed and stored, a part at a time. Both give the same numbers, because
a run is deterministic.
"""

from __future__ import annotations

import hashlib
import math
import time
from array import array
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ai.lab.store import PartEnd, SeriesStore, StoreBusy
from ai.lab.tracked_run import TrackedRun, identity
from game.core import BadInput, Progress
from game.study.lab import (
    AVERAGE,
    CURRENT,
    NASH_CONV,
    REGRET,
    START,
    LabPart,
    LabSettings,
    tracked_iterations,
)

FOLDER = "lab"
"""The lab's folder in the user's folder."""

MAX_CONCURRENT = 16
PATIENCE_SECONDS = 5.0  # how long to wait for another program that writes
_SERIES = ("iterations", CURRENT, AVERAGE, REGRET, NASH_CONV, "visited")

T = TypeVar("T")

Mask = npt.NDArray[np.bool_]


class TrackedRuns:
    """The runs stored in `folder`; those computed last stay in memory, ready to continue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = SeriesStore(folder)
        self._at_work: OrderedDict[str, TrackedRun] = OrderedDict()

    def advance(self, settings: LabSettings, upto: int) -> Generator[Progress]:
        """Continue a run to iteration `upto`, if it is not there yet, and report every part.

        `BadInput` where the run ends before.
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

    def segment(self, settings: LabSettings, after: int, upto: int) -> Generator[Progress, None, LabPart]:
        """Return the tracked points in (after, upto], and a point at `upto` itself in any case."""
        yield from self.advance(settings, upto)
        points = _between(self.store.parts(settings, after, upto), settings, after, upto)
        if after < upto and (not points.iterations or points.iterations[-1] != upto):
            points = _joined([points, self._point(settings, upto)], after, upto)
        return _with_warning(points, self.store.warnings())

    def at(self, settings: LabSettings, iteration: int) -> Generator[Progress, None, TrackedRun]:
        """Return the state of a run after `iteration`."""
        yield from self.advance(settings, iteration)
        run = _resumed(settings, self.store.end(settings, iteration + 1))
        if run.iteration < iteration:
            run.advance(iteration, math.inf)
        return run

    def forget(self, number: int | None, spared: Collection[str] = ()) -> Generator[Progress]:
        """Delete a stored run, or all, and the policies written from it, except those of the `spared` stems.

        `BadInput` where a file cannot be removed.
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
                raise BadInput(f"{file} cannot be removed: {error.strerror or error}.") from error

    def _point(self, settings: LabSettings, iteration: int) -> LabPart:
        """Compute the point at an iteration that is not tracked, from the end of the part before it."""
        run = _resumed(settings, self.store.end(settings, iteration))
        part = run.advance(iteration, math.inf).tracked
        return _chosen(part, np.asarray(part.iterations) == iteration)

    def _run(self, settings: LabSettings) -> TrackedRun:
        """Return the run where its stored series ends."""
        name, end = identity(settings), self.store.end(settings)
        run = self._at_work.get(name)
        if run is None or run.iteration != (START if end is None else end.iteration):
            run = self._at_work[name] = _resumed(settings, end)
        self._at_work.move_to_end(name)
        if len(self._at_work) > MAX_CONCURRENT:
            self._at_work.popitem(last=False)
        return run


def patiently(work: Callable[[], T]) -> Generator[Progress, None, T]:
    """Run a write, and retry while another program writes; `StoreBusy` after `PATIENCE_SECONDS`.

    It yields between two attempts, so that the worker can serve other requests.
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


def _resumed(settings: LabSettings, end: PartEnd | None) -> TrackedRun:
    """Return a run resumed from the end of a part, or a new one without parts."""
    run = TrackedRun(settings)
    if end is not None:
        run.resume(end.iteration, end.totals)
    return run


def policies_folder(folder: Path) -> Path:
    return folder / "policies"


def policy_stem(settings: LabSettings) -> str:
    """Return the stem of the names of a run's policies, under which they sit at a table.

    >>> policy_stem(LabSettings("kuhn-poker"))
    'cfr-plus-66aa126e'
    """
    digest = hashlib.sha256(identity(settings).encode()).hexdigest()[:8]
    return f"{settings.variant.replace('+', '-plus')}-{digest}"


def _between(parts: Sequence[LabPart], settings: LabSettings, after: int, upto: int) -> LabPart:
    """Return the tracked points of (after, upto], and the one at `upto` if it is stored."""
    scheduled = np.fromiter(tracked_iterations(after, upto, settings.every), dtype=np.int64)
    wanted = np.append(scheduled, upto)
    return _joined(
        [_chosen(part, np.isin(np.asarray(part.iterations), wanted)) for part in parts], after, upto
    )


def _chosen(part: LabPart, mask: Mask) -> LabPart:
    """Return some points of a part."""
    if mask.all():
        return part
    chosen = LabPart(part.after, part.upto)
    for name in _SERIES:
        getattr(chosen, name).frombytes(_rows(getattr(part, name), len(mask))[mask].tobytes())
    return chosen


def _rows(values: array[Any], points: int) -> npt.NDArray[Any]:
    """Return a series as one row for each point; an empty row for what is not tracked."""
    return np.asarray(values).reshape(points, len(values) // points if points else 0)


def _joined(parts: Sequence[LabPart], after: int, upto: int) -> LabPart:
    whole = LabPart(after, upto)
    for part in parts:
        for name in _SERIES:
            getattr(whole, name).extend(getattr(part, name))
    return whole


def _with_warning(part: LabPart, warnings: Sequence[str]) -> LabPart:
    return replace(part, warning=" ".join(warnings)) if warnings else part


def _progress(begun: int, done: int, upto: int, seconds: float) -> Progress:
    gone = done - begun
    left = seconds / gone * (upto - done) if gone > 0 else None
    return Progress(done, upto, seconds, left)
