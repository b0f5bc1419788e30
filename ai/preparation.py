"""Compile kernels and build tables in another process while the worker answers requests.

A compilation can take several seconds and cannot be interrupted. Each compilation therefore runs in a separate
process (ai/first_start.py), which writes a report for every kernel to stdout. A report is one line of JSON. The
worker passes on the reports. The process ends with its parent, or when the request is cancelled. A need
(game/needs.py) is a part of the program with the kernels and tables that this part uses. The process prepares the
needs one after the other. A request that belongs to an unfinished need waits until this need is met.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ai import kernel_cache
from ai.kernel_cache import KernelSet
from ai.steps import in_thread
from game.core import BadInput, Progress
from game.files.memory_limit import check_thread
from game.needs import NEEDS, Need, NeedsProgress
from game.texts import text

MAKER = "ai.first_start"
LISTEN_SECONDS = 0.05  # the maximum delay of other requests to the worker
MIN_SHARE = 0.05  # the share of the work after which the time left can be estimated
PACE_HALF_LIFE = 10.0  # seconds after which the weight of a measurement is halved, because the load changes
FOLLOWING_HALF_LIFE = 3.0  # seconds in which the distance to a new estimate is halved
MAX_SLOWER = 1.25  # the countdown rises only if the estimate is higher than the shown time by this factor
CATCHING_UP = 4  # if the countdown shows too little, it falls at (shown / estimated seconds) to this power
AT_ONCE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Report:
    """The progress of a preparation.

    Attributes:
        ready: The number of finished kernels and tables.
        total: The number of all kernels and tables.
        share: The finished share of the work.
        trouble: The reason why something could not be stored, or an empty string.
        ends: The share of the work that must be finished to meet each need.
        met: The number of needs that are met.
        step: The current step as a share of the whole work.
    """

    ready: int = 0
    total: int = 1
    share: float = 0.0
    trouble: str = ""
    ends: Sequence[float] = ()
    met: int = 0
    step: float = 0.0


Reports = queue.SimpleQueue[Report | None]

_awaited: set[Need] = set()
"""The needs that the running `prepare` has not met yet."""


def prepare() -> Iterator[Progress | bool]:
    """Let another process compile kernels. Yield the needs met so far and the remaining time, and finally True.

    Raises:
        BadInput: If the preparation failed. Without preparation, kernels are compiled on their first call.
    """
    met = kernel_cache.met_needs()
    _awaited.update(NEEDS[len(met) :])
    try:
        if _awaited:
            for progress in by_another_process(met=len(met)):
                _awaited.intersection_update(progress.unmet)
                yield progress
    finally:
        _awaited.clear()
    yield True


def is_awaited(need: Need) -> bool:
    return need in _awaited


def once_met(need: Need) -> Iterator[Progress]:
    """Wait until the need is met, and yield progress.

    Compiling in this process instead would block all other requests.
    """
    while need in _awaited:
        yield Progress(0, None, 0.0)


def by_another_process(part: KernelSet = KernelSet.PLAY, met: int = 0) -> Iterator[NeedsProgress]:
    """Yield progress while another process compiles kernels.

    If `part` is `KernelSet.PLAY`, the process also computes the river strengths. `met` is the number of needs that
    are already met.

    Raises:
        BadInput: If the result could not be stored.
    """
    check_thread()
    process = start(part)
    reports: Reports = queue.SimpleQueue()
    threading.Thread(target=_read, args=(process, reports), daemon=True).start()
    pace = _Pace(time.perf_counter(), met)
    try:
        while True:
            yield pace.progress(time.perf_counter())
            if pace.last.ready == pace.last.total:  # don't wait for the process, which takes a second to end
                break
            with suppress(queue.Empty):
                report = reports.get(timeout=LISTEN_SECONDS)
                if report is None:
                    break
                pace.hear(report, time.perf_counter())
    finally:
        _end(process)
    if pace.last.trouble or pace.last.ready < pace.last.total:
        reason = pace.last.trouble or text("agent_errors.kernels.ended")
        raise BadInput(text("agent_errors.kernels.unsaved", reason=reason))


def kernels_loaded(part: KernelSet, load: Callable[[], None]) -> Iterator[Progress]:
    """Let another process compile a set of kernels, and load the kernels in this process by `load`.

    Yield progress. Closing the generator ends the other process. If nothing can be cached, `load` compiles the
    kernels.
    """
    if not kernel_cache.has(part):
        with suppress(BadInput):
            yield from by_another_process(part)
    for seconds in in_thread(load):
        yield Progress(0, None, seconds)


def start(part: KernelSet = KernelSet.PLAY) -> subprocess.Popen[str]:
    """Start the process that compiles. The process ends when its standard input is closed."""
    path = os.pathsep.join(filter(None, (str(kernel_cache.ROOT), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", MAKER, part],
        env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        text=True,
    )


def _end(process: subprocess.Popen[str]) -> None:
    """End the process if it is still running, and close its pipe."""
    process.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


def _read(process: subprocess.Popen[str], reports: Reports) -> None:
    """Put the reports of the process into the queue, and None at the end."""
    assert process.stdout is not None
    with process.stdout, suppress(ValueError):  # the last line may be truncated
        for line in process.stdout:
            reports.put(Report(**json.loads(line)))
    reports.put(None)


class Countdown:
    """Turns estimates of the remaining time into a countdown that falls steadily.

    The countdown follows a lower estimate within seconds. After a slightly higher estimate, the countdown slows
    down until it equals the estimate. If the estimate is higher by more than `MAX_SLOWER`, because the machine has
    become slower, the countdown rises.
    """

    def __init__(self) -> None:
        self._left = 0.0
        self._now: float | None = None

    def follow(self, estimate: float, now: float) -> float:
        """Return the seconds to show at the time `now`."""
        if self._now is None:
            self._left, self._now = estimate, now
            return estimate
        passed, self._now = now - self._now, now
        slower = MAX_SLOWER * self._left < estimate
        if self._left < estimate and not slower:
            self._left -= passed * (self._left / estimate) ** CATCHING_UP
            self._left = max(0.0, self._left)
        else:
            self._left = max(0.0, self._left - passed)
            goal = estimate / MAX_SLOWER if slower else estimate
            self._left = goal + (self._left - goal) * 0.5 ** (passed / FOLLOWING_HALF_LIFE)
        return self._left


class _Pace:
    """Measures the speed of the work, starting at the first report. The start of the process is thus not included.

    Work that an earlier start has cached finishes at once. Such work does not affect the measured speed.
    """

    def __init__(self, now: float, met: int = 0) -> None:
        self.last = Report(met=met)
        self._began = now
        self._first = self._heard = now
        self._cached = 0.0
        self._work = self._seconds = 0.0
        self._countdowns: dict[Need | None, Countdown] = defaultdict(Countdown)

    def hear(self, report: Report, now: float) -> None:
        """Record a report. The first report comes before any work."""
        if not report.share:
            self._first = now
        if now - self._first < AT_ONCE_SECONDS:
            self._cached = report.share
            self._work = self._seconds = 0.0
        else:
            self._measure(report.share - self.last.share, now - self._heard)
        self.last, self._heard = report, now

    def _measure(self, share: float, seconds: float) -> None:
        """Update the speed with a share of the work that was finished in `seconds`. Older work has less weight."""
        weight = 0.5 ** (seconds / PACE_HALF_LIFE)
        self._work = weight * self._work + share
        self._seconds = weight * self._seconds + seconds

    def progress(self, now: float) -> NeedsProgress:
        """Return the progress with the remaining time at the current speed, in total and for each unmet need."""
        left = self._seconds_to(None, 1.0, now)
        ends = [*self.last.ends, *[1.0] * len(NEEDS)]
        unmet = {
            need: self._seconds_to(need, end, now)
            for need, end in list(zip(NEEDS, ends, strict=False))[self.last.met :]
        }
        return NeedsProgress(self.last.ready, self.last.total, now - self._began, left, unmet=unmet)

    def _seconds_to(self, need: Need | None, end: float, now: float) -> float | None:
        """Return the seconds until the share `end` of the work is finished, None if this is unknown.

        The speed is measured on the finished steps. If the running step takes longer than expected, the
        estimated speed decreases. A step that is overdue by t seconds is expected to take another t seconds.
        """
        if self.last.share - self._cached <= MIN_SHARE or not self._work:
            return None
        waited, step = now - self._heard, self.last.step
        pace = self._seconds / self._work
        overdue = waited - step * pace
        if overdue > 0:
            pace = (self._seconds + waited) / (self._work + step)
        rest = pace * max(0.0, end - self.last.share - step)
        return self._countdowns[need].follow(rest + abs(overdue), now)
