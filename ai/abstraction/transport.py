"""The earth mover's distance with any ground distance, exactly: the transport problem, solved from its small side.

A hand's histogram has some ten bins that hold mass, the mean that it is compared with some seventy. So the hand's
bins are the few nodes of a graph. At first every bin of the mean is served by the nearest of them, which costs
least but asks too much of some (the relaxed distance of Kusner et al., 2015). What they are asked too much is
passed on to others along shortest paths: an edge from one to another costs what the cheapest share that the first
serves costs more when the second serves it. Paths only get longer (successive shortest paths, with potentials as
in Edmonds and Karp, 1972), and once all are known, something is passed on to everybody who can serve more, at the
price of its own path. What is done already, and what is left at these prices, is never more than the distance: a
search for the nearest mean drops most of them early.

Distances are whole numbers here, so that nothing is lost or gained by rounding on the way. A length and what it
belongs to stand in one number, the length above: the least of such numbers says how short, and which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import WHOLE, Histogram, Targets, histogram_of, of_same_mass, targets_of
from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel

_LANES = 4
"""Rows are gone through so many at a time: what is beyond the last takes no part."""
_LENGTH, _ROW, _SHARE = 20, 14, 6
"""The bits from which a length begins, the row that a path leads to, and the column that is passed on; the rest
is the row that passes it on."""
_EDGE, _OF_ROW, _OF_COLUMN = (1 << _ROW) - 1, (1 << _ROW - _SHARE) - 1, (1 << _SHARE) - 1
_FAR = np.int64(1) << 58
_OUT = 2 * _FAR
_NONE = -1
MOST_ROWS = 1 << _SHARE


class Room(NamedTuple):
    """Room for one comparison: n bins of a histogram, the rows, with m bins of a target, the columns.

    cost, flow: int64[n, m], lengths and units of mass; serves: int64[n, m], the columns with a flow, and counts:
    int64[n], how many; excess: int64[n]; edge: int64[n, n and some], what passing a share on costs, to which row,
    and which share; length, potential: int64[n and some]; by: int64[n], the last edge of the path to a row.
    """

    cost: Ints
    flow: Ints
    serves: Ints
    counts: Ints
    excess: Ints
    edge: Ints
    length: Ints
    potential: Ints
    by: Ints


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
    """Return room for comparisons of so many bins, at most 64 and 256."""
    width = _width(rows)
    return Room(
        np.empty((rows, columns), np.int64),
        np.empty((rows, columns), np.int64),
        np.empty((rows, columns), np.int64),
        np.empty(rows, np.int64),
        np.empty(rows, np.int64),
        np.full((rows, width), _FAR),
        np.empty(width, np.int64),
        np.zeros(width, np.int64),
        np.empty(rows, np.int64),
    )


@kernel
def distance(one: Histogram, targets: Targets, target: int, enough: float, work: Room) -> float:
    """Return the distance of a histogram from one of the targets; beyond `enough` a bound, which is less."""
    rows = len(one.bins)
    most = enough * WHOLE / targets.unit
    total = _serve_from_nearest(one, targets, target, work)
    to_pass_on = 0
    for row in range(rows):
        to_pass_on += max(0, work.excess[row])
    if to_pass_on > 0 and total <= most:
        _find_all_edges(rows, work.cost, work.edge, work.serves, work.counts)
    while to_pass_on > 0 and total <= most:
        _find_paths(rows, work.edge, work.length, work.potential, work.excess, work.by)
        bound = total
        for row in range(rows):
            bound += (work.potential[row] >> _LENGTH) * max(0, -work.excess[row])
        if bound > most:
            return bound * targets.unit / WHOLE
        for end in range(rows):
            if work.excess[end] < 0:
                share = _pass_on(end, rows, work)
                total += share * (work.potential[end] >> _LENGTH)
                to_pass_on -= share
    return total * targets.unit / WHOLE


@kernel
def _width(rows: int) -> int:
    return (rows + _LANES - 1) // _LANES * _LANES


@kernel
def _serve_from_nearest(one: Histogram, targets: Targets, target: int, work: Room) -> int:
    """Let the nearest bin serve each bin of the target, and return what that costs."""
    rows, columns, total = len(one.bins), targets.sizes[target], 0
    for row in range(rows):
        work.excess[row], work.counts[row], work.potential[row] = -one.masses[row], 0, 0
        for column in range(columns):
            work.flow[row, column] = 0
    for column in range(columns):
        least = _FAR
        for row in range(rows):
            price = np.int64(targets.prices[targets.bins[target, column], one.bins[row]]) << _LENGTH
            work.cost[row, column] = price
            least = min(least, price | row)
        nearest, mass = least & _OF_COLUMN, targets.masses[target, column]
        work.flow[nearest, column] = mass
        work.serves[nearest, work.counts[nearest]] = column
        work.counts[nearest] += 1
        work.excess[nearest] += mass
        total += mass * (least >> _LENGTH)
    return total


@kernel
def _find_all_edges(rows: int, cost: Ints, edge: Ints, serves: Ints, counts: Ints) -> None:
    """Find for every row and every other what it costs to pass a share on that the first serves."""
    for row in range(rows):
        for other in range(rows):
            edge[row, other] = _FAR
        for place in range(counts[row]):
            _add_edges(row, serves[row, place], rows, cost, edge)


@kernel
def _add_edges(row: int, column: int, rows: int, cost: Ints, edge: Ints) -> None:
    """Take note of a share that a row serves now."""
    own = cost[row, column] - (column << _SHARE | row)
    for other in range(rows):
        edge[row, other] = min(edge[row, other], cost[other, column] - own + (other << _ROW))


@kernel
def _find_edges_without(row: int, column: int, rows: int, work: Room) -> None:
    """Find those edges anew by which a row passed on a share that it serves no more."""
    for other in range(rows):
        if work.edge[row, other] >> _SHARE & _OF_ROW == column:
            least = _FAR
            for place in range(work.counts[row]):
                served = work.serves[row, place]
                least = min(least, work.cost[other, served] - work.cost[row, served] + (served << _SHARE))
            work.edge[row, other] = least + (other << _ROW | row)


@kernel
def _find_paths(rows: int, edge: Ints, length: Ints, potential: Ints, excess: Ints, by: Ints) -> None:
    """Find the shortest paths from those asked too much to all others, and add their lengths to the potentials."""
    width = _width(rows)
    for row in range(width):
        length[row] = _OUT
    for row in range(rows):
        length[row] = row << _ROW if excess[row] > 0 else _FAR
    for _ in range(rows):
        least = _FAR
        for start in range(0, width, _LANES):
            for lane in range(_LANES):
                least = min(least, length[start + lane])
        nearest = least >> _ROW & _OF_COLUMN
        length[nearest] = _OUT + least
        base = (least >> _LENGTH << _LENGTH) + potential[nearest]
        for start in range(0, width, _LANES):
            for lane in range(_LANES):
                known = length[start + lane]
                new = base + edge[nearest, start + lane] - potential[start + lane]
                shorter = (known <= _FAR) & (new >> _LENGTH < known >> _LENGTH)
                length[start + lane] = new if shorter else known
    for row in range(rows):
        found = length[row] - _OUT
        potential[row] += found >> _LENGTH << _LENGTH
        by[row] = _NONE if excess[row] > 0 else found & _EDGE


@kernel
def _pass_on(end: int, rows: int, work: Room) -> int:
    """Pass on along the path to `end` as much mass as it can take, and return how much: none if it is blocked now."""
    share, row = -work.excess[end], end
    while work.by[row] != _NONE:
        giver = work.by[row] & _OF_COLUMN
        share = min(share, work.flow[giver, work.by[row] >> _SHARE])
        row = giver
    share = min(share, work.excess[row])
    if share <= 0:
        return 0
    work.excess[row] -= share
    work.excess[end] += share
    row = end
    while work.by[row] != _NONE:
        giver, column = work.by[row] & _OF_COLUMN, work.by[row] >> _SHARE
        if work.flow[row, column] == 0:
            work.serves[row, work.counts[row]] = column
            work.counts[row] += 1
            _add_edges(row, column, rows, work.cost, work.edge)
        work.flow[row, column] += share
        work.flow[giver, column] -= share
        if work.flow[giver, column] == 0:
            _serve_no_more(giver, column, work)
            _find_edges_without(giver, column, rows, work)
        row = giver
    return share


@kernel
def _serve_no_more(row: int, column: int, work: Room) -> None:
    place = 0
    while work.serves[row, place] != column:
        place += 1
    work.counts[row] -= 1
    work.serves[row, place] = work.serves[row, work.counts[row]]
