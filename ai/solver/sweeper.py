"""Sweeps all streets of a subgame for one player, the boards of the second street side by side in threads.

Each part of the boards adds up for itself, and parts are added in order, so that the number of threads changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, wait
from itertools import pairwise
from queue import SimpleQueue

import numpy as np

from ai.solver.forest import Float32s, Place, Scratch, SweepStep
from ai.solver.streets import StreetTables
from ai.solver.sweeps import ascend, descend, sweep_rivers

Sweep = Generator[None, None, Float32s]
"""Yields while others work, and returns values."""
Ends = Callable[[int, Float32s], Float32s]
"""Values of a traverser, float32[ends, classes], by the other's reach there: the same."""

BEAT_SECONDS = 0.05
"""How long a sweep waits for its threads until it yields."""
PARTS = 12
"""Into how many parts the rivers after a turn fall."""


class Sweeper:
    """The streets, and scratch for each thread. `pool` runs the threads; without one, this thread does all."""

    def __init__(self, streets: Sequence[StreetTables], threads: int, ends: Ends | None = None) -> None:
        self.pool: Executor | None = None
        self._streets = streets
        self._ends = ends
        self._scratch = streets[0].scratch()
        self._spare: SimpleQueue[list[Scratch]] = SimpleQueue()
        for _ in range(threads if len(streets) > 1 else 0):
            self._spare.put([street.scratch() for street in streets[1:]])

    def sweep(self, traverser: int, step: SweepStep, reach: Float32s) -> Sweep:
        """Return float32[classes], what the traverser wins; reach: float32[classes] of the other player."""
        street, scratch = self._streets[0], self._scratch
        view, place = street.seen_by(traverser), Place(0, 0)
        value = np.zeros((1, street.deals.classes(traverser, 0)), np.float32)
        if street.is_river:
            sweep_rivers(view, step, (0, 1), (reach[None], value), scratch)
            return np.asarray(value[0])
        descend(view, step, place, reach[None], scratch)
        after = yield from self.after_first(traverser, step, reach_at_ends(street, traverser, 0, scratch))
        ascend(view, step, place, (after, value), scratch)
        return np.asarray(value[0])

    def after_first(self, traverser: int, step: SweepStep, reaches: Float32s) -> Sweep:
        """Return float32[ends, classes]: what the ends of the first street are worth."""
        if self._ends is not None:
            return self._ends(traverser, reaches)
        parts = self._parts()
        if self.pool is None:
            values = []
            for part in parts:
                values.append(self._sweep_part(traverser, step, part, reaches))
                yield
            return _sum(values)
        futures = [self.pool.submit(self._sweep_part, traverser, step, part, reaches) for part in parts]
        try:
            while wait(futures, BEAT_SECONDS).not_done:
                yield
            return _sum([future.result() for future in futures])
        finally:
            for future in futures:
                future.cancel()
            wait(futures)

    def _parts(self) -> list[tuple[int, int]]:
        """Divide the boards of the second street into ranges; if it is not the river, each board is one part."""
        boards = len(self._streets[1].deals.boards)
        number = min(boards, PARTS) if self._streets[1].is_river else boards
        return list(pairwise(boards * part // number for part in range(number + 1)))

    def _sweep_part(
        self, traverser: int, step: SweepStep, part: tuple[int, int], reaches: Float32s
    ) -> Float32s:
        """Return float32[ends, classes]: the part of the ends' values from some boards of the second street."""
        street, scratch = self._streets[1], self._spare.get()
        view = street.seen_by(traverser)
        value = np.zeros((len(reaches), self._streets[0].deals.classes(traverser, 0)), np.float32)
        if street.is_river:
            sweep_rivers(view, step, part, (reaches, value), scratch[0])
        else:
            place = Place(part[0], 0)
            descend(view, step, place, reaches, scratch[0])
            after = self.after_turn(traverser, step, part[0], scratch)
            ascend(view, step, place, (after, value), scratch[0])
        self._spare.put(scratch)
        return value

    def after_turn(self, traverser: int, step: SweepStep, board: int, scratch: Sequence[Scratch]) -> Float32s:
        """Return what the ends of the second street are worth on a board whose reaches are in `scratch`."""
        _, street, rivers = self._streets
        reaches = reach_at_ends(street, traverser, board, scratch[0])
        after = np.zeros((len(reaches), street.deals.classes(traverser, board)), np.float32)
        boards = rivers.deals.after(board)
        sweep_rivers(rivers.seen_by(traverser), step, boards, (reaches, after), scratch[1])
        return after


def reach_at_ends(street: StreetTables, traverser: int, board: int, scratch: Scratch) -> Float32s:
    """Return float32[ends, classes]: the other player's reach where a street before the river is over."""
    rows = street.planted.rows[traverser]
    classes = street.deals.classes(1 - traverser, board)
    reach = scratch.reach[: int(rows.size[0]) * classes].reshape(-1, classes)
    found: Float32s = reach[rows.row[street.end_nodes]]
    return found


def _sum(values: Sequence[Float32s]) -> Float32s:
    total = values[0]
    for value in values[1:]:
        total += value
    return total
