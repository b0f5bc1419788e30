"""The earth mover's distance with any ground distance, exactly: the transport problem, solved from its small side.

A hand's histogram has some ten bins that hold mass, the mean that it is compared with some seventy. So the hand's
bins are the few nodes of a graph. At first every bin of the mean is served by the nearest of them, which costs
least but asks too much of some (the relaxed distance of Kusner et al., 2015). What they are asked too much is
passed on to others along shortest paths: an edge from one to another costs what the cheapest share that the first
serves costs more when the second serves it. Paths only get longer (successive shortest paths, with potentials as
in Edmonds and Karp, 1972), so what is done already, and what is left at the price of the last path, is never more
than the distance: a search for the nearest mean drops most of them early.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import (
    WHOLE,
    Floats,
    Histogram,
    Masses,
    Targets,
    histogram_of,
    of_same_mass,
    targets_of,
)
from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel

_NONE = -1


class Room(NamedTuple):
    """Room for one comparison: n bins of a histogram, m bins of a target.

    cost, flow: float32 and float64[n, m]; excess, length, potential: float64[n]; edge: float64[n, n] and by:
    int64[n, n], what passing a share on costs, and which; before: int64[n], who is before on a path; done: bool.
    """

    cost: Masses
    flow: Ints
    excess: Ints
    potential: Floats
    length: Floats
    edge: Floats
    by: Ints
    before: Ints
    done: npt.NDArray[np.bool_]


def exact(one: Sequence[float], other: Sequence[float], ground: npt.ArrayLike) -> float:
    """Return the distance between two histograms, ground[i, j] apart from bin to bin of one and the other.

    >>> distances = abs(np.arange(8)[:, None] - np.arange(8))
    >>> exact([2, 0, 2, 0, 3, 0, 1, 0], [0, 0, 5, 0, 3, 0, 0, 0], distances)
    8.0
    """
    left, right = of_same_mass(one, other)
    histogram = histogram_of(left)
    targets = targets_of(right[None], np.asarray(ground, np.float32))
    return float(left.sum()) * distance(histogram, targets, 0, np.inf, room(len(histogram.bins), len(left)))


def warm() -> None:
    """Compare two histograms."""
    exact([1.0, 0.0], [0.0, 1.0], np.zeros((2, 2)))


@kernel
def room(rows: int, columns: int) -> Room:
    """Return room for comparisons of so many bins."""
    return Room(
        np.empty((rows, columns), np.float32),
        np.empty((rows, columns), np.int64),
        np.empty(rows, np.int64),
        np.empty(rows, np.float64),
        np.empty(rows, np.float64),
        np.empty((rows, rows), np.float64),
        np.empty((rows, rows), np.int64),
        np.empty(rows, np.int64),
        np.empty(rows, np.bool_),
    )


@kernel
def distance(one: Histogram, targets: Targets, target: int, enough: float, work: Room) -> float:
    """Return the distance of a histogram from one of the targets; beyond `enough` a bound, which is less."""
    rows, columns = len(one.bins), targets.sizes[target]
    total = _serve_from_nearest(one, targets, target, work)
    to_pass_on, enough_moved = 0, enough * WHOLE
    for row in range(rows):
        to_pass_on += max(0, work.excess[row])
    if to_pass_on == 0 or total > enough_moved:
        return total / WHOLE
    for row in range(rows):
        work.potential[row] = 0.0
        _find_edges(row, rows, columns, work)
    while to_pass_on > 0:
        end = _shortest_path(rows, work)
        price = work.potential[end]
        if total + price * to_pass_on > enough_moved:
            return float(total + price * to_pass_on) / WHOLE
        share = _share_to_pass(end, work)
        _pass_on(end, share, rows, columns, work)
        total += price * share
        to_pass_on -= share
    return total / WHOLE


@kernel
def _serve_from_nearest(one: Histogram, targets: Targets, target: int, work: Room) -> float:
    """Let the nearest bin serve each bin of the target, and return what that costs."""
    rows, columns, total = len(one.bins), targets.sizes[target], 0.0
    for row in range(rows):
        work.excess[row] = -one.masses[row]
        for column in range(columns):
            work.cost[row, column] = targets.costs[target, one.bins[row], column]
            work.flow[row, column] = 0
    for column in range(columns):
        nearest, cost = 0, work.cost[0, column]
        for row in range(1, rows):
            if work.cost[row, column] < cost:
                nearest, cost = row, work.cost[row, column]
        mass = targets.masses[target, column]
        work.flow[nearest, column] = mass
        work.excess[nearest] += mass
        total += mass * cost
    return total


@kernel
def _find_edges(row: int, rows: int, columns: int, work: Room) -> None:
    """Find for every other row what it costs to pass a share on to it that this row serves."""
    for other in range(rows):
        work.edge[row, other] = np.inf
    for column in range(columns):
        if work.flow[row, column] > 0:
            _add_edges(row, column, rows, work)


@kernel
def _add_edges(row: int, column: int, rows: int, work: Room) -> None:
    """Take note of a share that a row serves now."""
    own = work.cost[row, column]
    for other in range(rows):
        more = np.float64(work.cost[other, column]) - own
        if more < work.edge[row, other]:
            work.edge[row, other], work.by[row, other] = more, column


@kernel
def _shortest_path(rows: int, work: Room) -> int:
    """Return the row that could serve more nearest to those asked too much; its potential is how near."""
    for row in range(rows):
        work.length[row] = 0.0 if work.excess[row] > 0 else np.inf
        work.before[row], work.done[row] = _NONE, False
    while True:
        nearest, length = _NONE, np.inf
        for row in range(rows):
            if not work.done[row] and work.length[row] < length:
                nearest, length = row, work.length[row]
        work.done[nearest] = True
        if work.excess[nearest] < 0:
            break
        for row in range(rows):
            if not work.done[row]:
                edge = work.edge[nearest, row] + work.potential[nearest] - work.potential[row]
                if length + max(0.0, edge) < work.length[row]:
                    work.length[row], work.before[row] = length + max(0.0, edge), nearest
    for row in range(rows):
        work.potential[row] += min(work.length[row], length)
    return nearest


@kernel
def _share_to_pass(end: int, work: Room) -> int:
    """Return how much mass the path to `end` can take."""
    share, row = -work.excess[end], end
    while work.before[row] != _NONE:
        giver = work.before[row]
        share = min(share, work.flow[giver, work.by[giver, row]])
        row = giver
    return int(min(share, work.excess[row]))


@kernel
def _pass_on(end: int, share: int, rows: int, columns: int, work: Room) -> None:
    """Pass mass on along the path to `end`, and find the edges of those rows anew whose shares have changed."""
    work.excess[end] += share
    row = end
    while work.before[row] != _NONE:
        giver = work.before[row]
        column = work.by[giver, row]
        work.flow[giver, column] -= share
        work.flow[row, column] += share
        _add_edges(row, column, rows, work)
        if work.flow[giver, column] == 0:
            _find_edges(giver, rows, columns, work)
        row = giver
    work.excess[row] -= share
