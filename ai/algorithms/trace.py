"""The trace of a CFR run: regrets and strategies that the kernels record at fixed intervals.

A record copies three short vectors into new memory. For classic Kuhn poker, this takes about 150 ns, and an
iteration takes 240 ns. Recording every tenth iteration therefore adds 6 % to the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.algorithms.game_tree import Indices, SolverState, Vector
from ai.compiled import kernel

Notes = npt.NDArray[np.float64]

NO_HISTORY = -1
"""The sampled history of an iteration without a random choice."""


class Trace(NamedTuple):
    """Records of the iterations after `begin` that are multiples of `every`, one in each row.

    With `every` = 0, no iteration is recorded.

    Attributes:
        regret, strategy, strategy_sum: float64[notes, sequences] each, as in `SolverState`.
        sampled_history: int32[notes], the history after the last random choice of the iteration, -1 if there was
            none.
    """

    every: int
    begin: int
    regret: Notes
    strategy: Notes
    strategy_sum: Notes
    sampled_history: Indices

    @property
    def iterations(self) -> npt.NDArray[np.int64]:
        """The recorded iterations, int64[notes]."""
        first = self.begin // max(self.every, 1) + 1
        return np.arange(first, first + len(self.regret)) * self.every


def empty_trace(sequences: int, done: int = 0, iterations: int = 0, every: int = 0) -> Trace:
    """Return an empty trace for the records of `iterations` iterations after the first `done`."""
    notes = (done + iterations) // every - done // every if every else 0
    regret, strategy, strategy_sum = (np.empty((notes, sequences)) for _ in range(3))
    return Trace(every, done, regret, strategy, strategy_sum, np.full(notes, NO_HISTORY, dtype=np.int32))


@kernel
def first_noted(trace: Trace) -> int:
    """Return the first recorded iteration, 0 if there is none.

    With this number, the kernels need no division in every iteration.
    """
    return trace.begin - trace.begin % trace.every + trace.every if trace.every > 0 else 0


@kernel
def note(trace: Trace, iteration: int, totals: SolverState, sampled_history: int) -> None:
    """Record the state after `iteration`, and the history after its last random choice."""
    row = iteration // trace.every - trace.begin // trace.every - 1
    for one in range(totals.regret.size):  # assigning slices would take three times as long
        trace.regret[row, one] = totals.regret[one]
        trace.strategy[row, one] = totals.strategy[one]
        trace.strategy_sum[row, one] = totals.strategy_sum[one]
    trace.sampled_history[row] = sampled_history


def compile_kernels() -> None:
    """Compile the kernels by recording a small state."""
    one: Vector = np.zeros(1)
    first_noted(empty_trace(1, 0, 1, 1))
    note(empty_trace(1, 0, 1, 1), 1, SolverState(one, one, one, np.zeros(1, dtype=np.uint64)), NO_HISTORY)
