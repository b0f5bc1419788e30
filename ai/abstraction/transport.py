"""The exact earth mover's distance for any ground distance: min-cost flow by successive shortest paths.

The rows are the non-empty bins of a hand's histogram, about ten. The columns are the non-empty bins of the target,
the mean histogram of a cluster, about seventy. Only the rows are nodes of the graph.

At first, every column takes its mass from the nearest row, which *serves* the column. This is the cheapest flow,
but some rows serve more than their mass (the relaxed distance of Kusner et al., 2015). The excess then moves to
other rows along shortest paths. The length of the edge from row a to row b is the minimum additional cost per unit
if b takes over a column from a.

From one search to the next, the shortest paths never get shorter (successive shortest paths with potentials,
as in Edmonds and Karp, 1972). After each search, every row with spare mass receives flow along the shortest
path to it. The cost so far, plus the remaining excess times the length of the current shortest path, is a
lower bound on the distance. A search for the nearest mean can therefore drop most candidates early.

Distances are integers, so nothing is rounded. The length of an edge and the index of its column are packed into one
integer, with the length in the high bits. The minimum of such integers gives the shortest edge and its
column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.emd import (
    WHOLE,
    Floats,
    SparseHistogram,
    Targets,
    compressed,
    in_units,
    of_same_mass,
    prepare_targets,
    sparse_histogram,
)
from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel
from game.core import BadInput

_LANES = 4
"""The number of rows in a group. Arrays are padded to a multiple of it."""
_LENGTH, _ROW, _SHARE = 20, 14, 6
"""The bit positions of three fields of a packed edge: its length, its end row, and the column that moves.

The lowest bits hold its start row.
"""
_EDGE, _OF_ROW, _OF_COLUMN = (1 << _ROW) - 1, (1 << _ROW - _SHARE) - 1, (1 << _SHARE) - 1
_FAR = np.int64(1) << 58
_OUT = 2 * _FAR
_NONE = -1
MAX_ROWS = 1 << _SHARE


class TransportScratch(NamedTuple):
    """Scratch buffers for comparing a histogram of n bins (rows) with a target of m bins (columns).

    Attributes:
        cost: int64[n, m], the distances.
        flow: int64[n, m], the mass that each row sends to each column, in units.
        serves: int64[n, m], the columns that a row serves.
        counts: int64[n], the number of columns that a row serves.
        excess: int64[n], the mass that a row serves minus its own mass.
        edge: int64[n, n padded], the cheapest edge between every two rows, packed.
        length: int64[n padded], the length of the shortest path to each row.
        potential: int64[n padded], the sum of the lengths to each row over all searches.
        by: int64[n], the last edge of the shortest path to each row, packed: the row at the start of the edge, and
            the column that moves.
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
    """Return the distance between two histograms of equal mass. ground[i, j] is the distance from bin i to j.

    >>> distances = abs(np.arange(8)[:, None] - np.arange(8))
    >>> exact([2, 0, 2, 0, 3, 0, 1, 0], [0, 0, 5, 0, 3, 0, 0, 0], distances)
    8.0
    """
    left, right = of_same_mass(one, other)
    _check_full_bins(left[None])
    histogram = sparse_histogram(left)
    targets = prepare_targets(right[None], np.asarray(ground, np.float32))
    return float(left.sum()) * distance(
        histogram, targets, 0, np.inf, scratch_for(len(histogram.bins), len(left))
    )


def distances(histograms: Ints, targets: Targets) -> Floats:
    """Return the distances of histograms from targets, float64[n, targets].

    histograms: int64[n, bins], units of mass in up to 64 bins each.
    """
    _check_full_bins(histograms)
    found = np.empty((len(histograms), len(targets.sizes)))
    _measure_all(histograms, targets, found)
    return found


def _check_full_bins(histograms: npt.NDArray[np.generic]) -> None:
    most = int(np.count_nonzero(histograms, axis=1).max(initial=0))
    if most > MAX_ROWS:
        raise BadInput(f"A histogram has {most} full bins: the exact distance takes {MAX_ROWS} at most.")


def compile_kernels() -> None:
    exact([1.0, 0.0], [0.0, 1.0], np.zeros((2, 2)))
    distances(in_units(np.eye(2)), prepare_targets(np.eye(2), np.zeros((2, 2), np.float32)))


@kernel
def scratch_for(rows: int, columns: int) -> TransportScratch:
    """Allocate scratch buffers for up to 64 rows and 256 columns."""
    width = _width(rows)
    return TransportScratch(
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
def _measure_all(histograms: Ints, targets: Targets, found: Floats) -> None:
    work = scratch_for(min(MAX_ROWS, histograms.shape[1]), histograms.shape[1])
    for point in range(found.shape[0]):
        one = compressed(histograms[point])
        for target in range(found.shape[1]):
            found[point, target] = distance(one, targets, target, np.inf, work)


@kernel
def distance(
    one: SparseHistogram, targets: Targets, target: int, enough: float, work: TransportScratch
) -> float:
    """Return the distance of a histogram from a target.

    The computation stops when the distance is known to exceed `enough`, so a result above `enough` may be only a
    lower bound.
    """
    rows, most = len(one.bins), enough * WHOLE / targets.unit
    total = _serve_from_nearest(one, targets, target, work)
    excess, by, potential = work.excess[:rows], work.by[:rows], work.potential
    to_pass_on = 0
    for row in range(rows):
        to_pass_on += max(0, excess[row])
    if to_pass_on > 0 and total <= most:
        _find_all_edges(work.cost[:rows], work.edge, work.serves, work.counts)
    while to_pass_on > 0 and total <= most:
        _find_paths(work.edge, work.length, potential, excess, by)
        bound = total
        for row in range(rows):
            bound += (potential[row] >> _LENGTH) * max(0, -excess[row])
        if bound > most:
            return bound * targets.unit / WHOLE
        for end in range(rows):
            if excess[end] < 0:
                share = _pass_on(end, rows, work)
                total += share * (potential[end] >> _LENGTH)
                to_pass_on -= share
    return total * targets.unit / WHOLE


@kernel
def _width(rows: int) -> int:
    return (rows + _LANES - 1) // _LANES * _LANES


@kernel
def _serve_from_nearest(one: SparseHistogram, targets: Targets, target: int, work: TransportScratch) -> int:
    """Assign each column to the nearest row, and return the cost."""
    cost, flow, serves, counts, excess, _, _, potential, _ = work
    rows, columns, total = len(one.bins), targets.sizes[target], 0
    bins, masses, prices = targets.bins[target], targets.masses[target], targets.prices
    for row in range(rows):
        excess[row], counts[row], potential[row] = -one.masses[row], 0, 0
        for column in range(columns):
            flow[row, column] = 0
    for column in range(columns):
        least = _FAR
        for row in range(rows):
            cost[row, column] = np.int64(prices[bins[column], one.bins[row]]) << _LENGTH
            least = min(least, cost[row, column] | row)
        nearest = least & _OF_COLUMN
        flow[nearest, column] = masses[column]
        serves[nearest, counts[nearest]] = column
        counts[nearest] += 1
        excess[nearest] += masses[column]
        total += masses[column] * (least >> _LENGTH)
    return total


@kernel
def _find_all_edges(cost: Ints, edge: Ints, serves: Ints, counts: Ints) -> None:
    """Find the cheapest edge between every two rows."""
    for row in range(len(cost)):
        for other in range(len(cost)):
            edge[row, other] = _FAR
        for index in range(counts[row]):
            _add_edges(row, serves[row, index], cost, edge)


@kernel
def _add_edges(row: int, column: int, cost: Ints, edge: Ints) -> None:
    """Update the edges of a row that now serves a column."""
    own = cost[row, column] - (column << _SHARE | row)
    for other in range(len(cost)):
        edge[row, other] = min(edge[row, other], cost[other, column] - own + (other << _ROW))


@kernel
def _find_edges_without(row: int, column: int, served: Ints, cost: Ints, edge: Ints) -> None:
    """Recompute the edges of a row that no longer serves a column.

    `served` has the columns that the row still serves.
    """
    for other in range(len(cost)):
        if edge[row, other] >> _SHARE & _OF_ROW == column:
            least = _FAR
            for share in served:
                least = min(least, cost[other, share] - cost[row, share] + (share << _SHARE))
            edge[row, other] = least + (other << _ROW | row)


@kernel
def _find_paths(edge: Ints, length: Ints, potential: Ints, excess: Ints, by: Ints) -> None:
    """Find the shortest paths from rows with excess to all other rows, and add their lengths to the potentials."""
    rows = len(by)
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
def _pass_on(end: int, rows: int, work: TransportScratch) -> int:
    """Move as much excess as possible along the shortest path to row `end`, and return the amount moved.

    The amount is 0 if the path is blocked.
    """
    cost, flow, serves, counts, excess, edge, _, _, by = work  # once: each access counts references
    cost = cost[:rows]
    share, row = -excess[end], end
    while by[row] != _NONE:
        share = min(share, flow[by[row] & _OF_COLUMN, by[row] >> _SHARE])
        row = by[row] & _OF_COLUMN
    share = min(share, excess[row])
    if share <= 0:
        return 0
    excess[row] -= share
    excess[end] += share
    row = end
    while by[row] != _NONE:
        giver, column = by[row] & _OF_COLUMN, by[row] >> _SHARE
        if flow[row, column] == 0:
            serves[row, counts[row]] = column
            counts[row] += 1
            _add_edges(row, column, cost, edge)
        flow[row, column] += share
        flow[giver, column] -= share
        if flow[giver, column] == 0:
            counts[giver] = _without(serves[giver], counts[giver], column)
            _find_edges_without(giver, column, serves[giver, : counts[giver]], cost, edge)
        row = giver
    return int(share)


@kernel
def _without(served: Ints, count: int, column: int) -> int:
    """Remove a column from the first `count` entries, and return the number of entries left."""
    index = 0
    while served[index] != column:
        index += 1
    served[index] = served[count - 1]
    return count - 1
