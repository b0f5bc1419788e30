"""The cost of tracking: a run of the lab with every series stored in SQLite, against the same run without tracking.

The two runs alternate. The best round of each counts, in processor time, so other work on the machine does
not matter. The series are read back after the measurement.

Tracking costs most in the first 25,000 iterations, in which every tenth iteration adds a point. A point takes
about 1.5 microseconds, more than half of it in SQLite, and ten iterations take 2.4 microseconds. Together
these points add four milliseconds. Later points are further apart.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.commands.benching import Measured
from ai.lab.store import SeriesStore
from ai.lab.tracked_run import TrackedRun, first_state, game_tree
from game.rules import games
from game.study.lab import LabSettings, tracked_iterations

ITERATIONS = 100_000
TURNS = 25


def tracking(game: str, variant: str) -> Measured:
    """Return the iterations per second of a tracked run and of the same run without tracking."""
    settings = LabSettings(game, variant=variant, iterations=ITERATIONS)
    turns = [(_tracked(settings), _run_untracked(settings)) for _ in range(TURNS)]
    ours, peer = (ITERATIONS / min(seconds) for seconds in zip(*turns, strict=True))
    return Measured(ours, peer, "iterations/s")


def _tracked(settings: LabSettings) -> float:
    with tempfile.TemporaryDirectory() as folder:
        store, run = SeriesStore(Path(folder)), TrackedRun(settings)
        store.append(settings, run.advance(0))
        seconds = _seconds(partial(_track, store, run, settings))
        points = sum(len(part.iterations) for part in store.parts(settings, -1, ITERATIONS))
        store.close()
    assert points >= sum(1 for _ in tracked_iterations(-1, ITERATIONS))
    return seconds


def _track(store: SeriesStore, run: TrackedRun, settings: LabSettings) -> None:
    while run.iteration < ITERATIONS:
        store.append(settings, run.advance(ITERATIONS))


def _run_untracked(settings: LabSettings) -> float:
    solver = Solver(game_tree(first_state(settings)), FAMILY[settings.variant], settings.seed)
    return _seconds(partial(solver.iterate, ITERATIONS))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


BENCHMARKS = {
    f"lab-tracking-{game}-{variant}": partial(tracking, game, variant)
    for game in games.KUHN_GAMES
    for variant in ("cfr+", "cfr", "chance-sampled", "outcome-sampling")
}
