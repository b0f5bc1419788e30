"""A run of CFR that records its course: it advances in parts, and a part holds all tracked points.

The kernels record their state as they run (ai/algorithms/trace.py); the average strategies and their NashConv are
then computed for all points of a chunk together. Each part includes the solver's state at its end, from which the
run continues bit for bit, in this process or another.
"""

from __future__ import annotations

import time
from array import array
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ai.algorithms.best_response import Exploitability
from ai.algorithms.game_tree import SolverState, StrategyTable
from ai.algorithms.solver import Solver
from ai.algorithms.trace import Notes, Trace
from ai.algorithms.variants import FAMILY, Sampled
from ai.lab.small_game import first_state, tree_of
from game.core import BadInput
from game.study.lab import (
    AVERAGE,
    CURRENT,
    NASH_CONV,
    NO_NODE,
    REGRET,
    START,
    LabPart,
    LabSettings,
    tracked_segment,
)

PART_SECONDS = 0.04
CHUNK_ITERATIONS = 25_000
"""Iterations between two looks at the clock: some ten milliseconds."""
CHUNK_POINTS = 1_000
"""Points recorded together, few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class TrackedSegment:
    """A part of tracked points, and the solver's state at its end."""

    tracked: LabPart
    totals: bytes


class TrackedRun:
    """A run of the lab after `iteration`; START before its first part, which also tracks iteration 0."""

    def __init__(self, settings: LabSettings) -> None:
        self.settings = settings
        self.iteration = START
        self._solver = _solver(settings)

    def resume(self, iteration: int, totals: bytes) -> None:
        """Continue after `iteration` from the end of a part; `BadInput` if it is of another game, or damaged."""
        self._solver.resume(iteration, totals_of(totals, self._solver.tree.first[-1]))
        self.iteration = iteration

    def advance(self, upto: int, seconds: float = PART_SECONDS) -> TrackedSegment:
        """Run for `seconds` or up to `upto`, where a point is always tracked; return the part."""
        after, end = self.iteration, time.perf_counter() + seconds
        points = _Points(self._solver, self.settings)
        if after == START:
            points.add_start()
            self.iteration = 0
        while self.iteration < upto:
            self._chunk(upto, points)
            if time.perf_counter() >= end:
                break
        return TrackedSegment(points.part(after, self.iteration), totals_to_bytes(self._solver.totals()))

    def average(self) -> StrategyTable:
        return self._solver.tree.table(self._solver.average())

    def exploitability(self) -> Exploitability:
        return self._solver.exploitability()

    def _chunk(self, upto: int, points: _Points) -> None:
        every, end = tracked_segment(self.iteration, self.settings.every)
        stop = min(upto, end, self.iteration + min(CHUNK_ITERATIONS, CHUNK_POINTS * every))
        aligned = stop - stop % every
        if stop == upto and self.iteration >= aligned:  # a point beside the schedule
            self._solver.iterate(stop - self.iteration - 1)
            every = 1
        elif stop == upto:
            stop = aligned
        points.add(self._solver.traced(stop - self._solver.iteration, every))
        self.iteration = stop


def totals_to_bytes(totals: SolverState) -> bytes:
    """Return the solver's state as bytes: float64[3 * sequences], uint64[1], little-endian."""
    numbers = np.concatenate((totals.regret, totals.strategy, totals.strategy_sum))
    return numbers.astype("<f8").tobytes() + totals.dice.astype("<u8").tobytes()


def totals_of(stored: bytes, sequences: int) -> SolverState:
    """Read `totals_to_bytes` back; `BadInput` where it is of a game with other information sets, or damaged."""
    if len(stored) != 8 * (3 * sequences + 1):
        raise BadInput("The stored run is of another game: its information sets differ.")
    numbers = np.frombuffer(stored, "<f8", 3 * sequences).astype(np.float64)
    if not np.isfinite(numbers).all() or (numbers[sequences:] < 0).any():
        raise BadInput("The stored run is damaged: it contains no strategy.")
    regret, strategy, strategy_sum = numbers.reshape(3, sequences)
    dice = np.frombuffer(stored, "<u8", 1, 24 * sequences).astype(np.uint64)
    return SolverState(regret, strategy, strategy_sum, dice)


def _solver(settings: LabSettings) -> Solver:
    return Solver(tree_of(first_state(settings)), FAMILY[settings.variant], settings.seed)


def _bytes(values: npt.NDArray[Any]) -> memoryview:
    """Return the bytes of an array without copying them."""
    return values.reshape(-1).view(np.uint8).data


class _Points:
    """Collects the points of a part."""

    def __init__(self, solver: Solver, settings: LabSettings) -> None:
        self._solver = solver
        self._track = settings.track
        self._is_sampled = isinstance(solver.variant, Sampled)
        self._iterations = array("q")
        self._floats = {name: array("f") for name in (CURRENT, AVERAGE, REGRET)}
        self._nash_conv = array("d")
        self._visited = array("i")

    def add(self, trace: Trace) -> None:
        """Add the recorded points."""
        self._add(trace.iterations, trace.strategy, trace.strategy_sum, trace.regret)
        if self._is_sampled:
            self._visited.frombytes(_bytes(trace.drawn))

    def add_start(self) -> None:
        """Add the point from which a run starts."""
        now = self._solver.totals()
        rows = (one.reshape(1, -1) for one in (now.strategy, now.strategy_sum, now.regret))
        self._add(np.zeros(1, dtype=np.int64), *rows)
        if self._is_sampled:
            self._visited.append(NO_NODE)

    def part(self, after: int, upto: int) -> LabPart:
        """Return the points so far as the part (after, upto]."""
        current, average, regret = self._floats.values()
        return LabPart(
            after, upto, self._iterations, current, average, regret, self._nash_conv, self._visited
        )

    def _add(self, iterations: npt.NDArray[np.int64], current: Notes, sums: Notes, regret: Notes) -> None:
        self._iterations.frombytes(_bytes(iterations))
        series = {CURRENT: current, REGRET: regret}
        if AVERAGE in self._track or NASH_CONV in self._track:
            series[AVERAGE], nash_conv = self._solver.measured(sums)
            if NASH_CONV in self._track:
                self._nash_conv.frombytes(_bytes(nash_conv))
        for name, values in self._floats.items():
            if name in self._track:
                values.frombytes(_bytes(series[name].astype(np.float32)))
