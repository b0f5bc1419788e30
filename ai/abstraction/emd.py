"""Earth mover's distance (EMD) between histograms: exact, or by a greedy heuristic.

The distance is the minimum cost of moving mass to turn one histogram into another of the same total mass. Moving
one unit costs the ground distance between the two bins. There are three methods:

- `on_line` is exact, and is for bins on a line. The distance is the area between the two cumulative histograms.
- `heuristic` gives an upper bound, for any ground distance between bins. In the first pass, each bin sends as much
  mass as possible to the nearest bin of the other histogram. In the second pass, each bin sends the rest to the
  second nearest bin, and so on (Ganzfried and Sandholm, "Potential-aware imperfect-recall abstraction with earth
  mover's distance", AAAI 2014).
- ai/abstraction/transport.py is exact, for any ground distance.

`Targets` prepares histograms for many comparisons. For every possible bin and every target, `Targets` lists the
target's non-empty bins, sorted by their distance from that bin. Mass is counted in whole units, so that nothing is
lost to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel
from game.core import BadInput

Histograms = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]
Bins = npt.NDArray[np.uint8]
Prices = npt.NDArray[np.int32]

WHOLE = 47 * 46 << 18
"""The mass of a histogram in units.

A multiple of 46 and 47, the numbers of possible next cards, gives each next card a whole number of units.
"""
PRICES = 1 << 26
"""The largest ground distance after the distances are scaled to integers."""
SAME_MASS = 1e-4
"""The maximum relative difference between the masses of two histograms."""


class SparseHistogram(NamedTuple):
    """The bins with mass, uint8[n], and the mass of each in units, int64[n]."""

    bins: Bins
    masses: Ints


class Targets(NamedTuple):
    """Prepared target histograms without their empty bins.

    Attributes:
        sizes: int64[targets], the number of non-empty bins. The largest of these numbers is called `most` in the
            shapes below.
        bins: uint8[targets, most], the non-empty bins.
        masses: int64[targets, most], the masses of these bins in units.
        order: uint8[targets, bins, most], for every possible bin, the indices of the target's non-empty bins,
            nearest first.
        costs: float32[targets, bins, most], the distances of the target's bins from every possible bin, in the
            order of `order`.
        prices: int32[bins, bins], the distance between a bin of the target (row) and a bin of the compared
            histogram (column), as a multiple of `unit`.
    """

    sizes: Ints
    bins: Bins
    masses: Ints
    order: Bins
    costs: Histograms
    prices: Prices
    unit: float


def on_line(one: Sequence[float], other: Sequence[float], positions: Sequence[float] | None = None) -> float:
    """Return the distance between two histograms with bins at ascending positions, by default 0, 1, 2, ...

    >>> on_line([0, 0, 5, 0, 3, 0, 0, 0], [2, 0, 2, 0, 3, 0, 1, 0])
    8.0
    """
    left, right = of_same_mass(one, other)
    places = np.arange(len(left)) if positions is None else np.asarray(positions, float)
    return float(np.abs(np.cumsum(left - right)[:-1]) @ np.diff(places))


def heuristic(one: Sequence[float], other: Sequence[float], ground: npt.ArrayLike) -> float:
    """Return an upper bound on the distance between two histograms. ground[i, j] is the distance from bin i to j.

    >>> distances = abs(np.arange(8)[:, None] - np.arange(8))
    >>> heuristic([2, 0, 2, 0, 3, 0, 1, 0], [0, 0, 5, 0, 3, 0, 0, 0], distances)
    8.0
    """
    left, right = of_same_mass(one, other)
    targets = prepare_targets(right[None], np.asarray(ground, np.float32))
    return float(left.sum()) * greedy_distance(
        sparse_histogram(left), targets, 0, np.inf, scratch_for(len(left))
    )


def heuristics(histograms: Ints, targets: Targets) -> Floats:
    """Return the heuristic distance of each histogram to each target, float64[n, targets].

    histograms: int64[n, bins], in units of mass.
    """
    found = np.empty((len(histograms), len(targets.sizes)))
    _move_all(histograms, targets, found)
    return found


def sparse_histogram(masses: Floats) -> SparseHistogram:
    """Return a histogram, float64[bins], without its empty bins."""
    return compressed(in_units(masses[None])[0])


def in_units(histograms: npt.NDArray[np.floating]) -> Ints:
    """Return the masses in whole units, int64[n, bins].

    Each row sums to the constant `WHOLE`. The bin with the largest mass absorbs the rounding error.
    """
    shares = histograms / histograms.sum(axis=1, keepdims=True, dtype=np.float64)
    units: Ints = np.rint(shares * WHOLE).astype(np.int64)
    units[np.arange(len(units)), units.argmax(axis=1)] += WHOLE - units.sum(axis=1)
    return units


def prepare_targets(histograms: npt.NDArray[np.floating], ground: Histograms) -> Targets:
    """Prepare `histograms`, floats[targets, bins], as targets.

    `ground`, float32[bins, bins], has the distance between every two bins.

    The maximum number of bins is 256.
    """
    units = in_units(histograms)
    sizes = np.count_nonzero(units, axis=1).astype(np.int64)
    number, bins, most = len(units), len(ground), int(sizes.max())
    prices, unit = _prices(ground)
    targets = Targets(
        sizes,
        np.zeros((number, most), np.uint8),
        np.zeros((number, most), np.int64),
        np.zeros((number, bins, most), np.uint8),
        np.zeros((number, bins, most), np.float32),
        prices,
        unit,
    )
    _prepare(units, ground, np.argsort(ground, axis=1, kind="stable"), targets)
    return targets


def of_same_mass(one: Sequence[float], other: Sequence[float]) -> tuple[Floats, Floats]:
    """Return two histograms as arrays, float64[bins].

    Raises:
        BadInput: If the masses or the numbers of bins of the two histograms differ.
    """
    left, right = np.asarray(one, float), np.asarray(other, float)
    if left.shape != right.shape or left.ndim != 1:
        raise BadInput("Two histograms to compare must have the same number of bins.")
    if not all(np.isfinite(masses).all() and (masses >= 0).all() for masses in (left, right)):
        raise BadInput("Two histograms to compare must have finite masses of at least 0.")
    if not left.any() or abs(left.sum() - right.sum()) > SAME_MASS * left.sum():
        raise BadInput(
            f"Two histograms to compare must have the same mass, not {left.sum():g} and {right.sum():g}."
        )
    return left, right


def are_shares(histograms: npt.NDArray[np.floating]) -> bool:
    """Return whether every row is a histogram of mass 1. `histograms` is floats[n, bins], without NaN or infinity.

    >>> are_shares(np.array([[0.5, 0.5], [1.0, 0.0]])), are_shares(np.array([[1.5, -0.5]]))
    (True, False)
    """
    totals = histograms.sum(axis=1, dtype=np.float64)
    return bool((histograms >= 0).all() and (np.abs(totals - 1) <= SAME_MASS).all())


def compile_kernels() -> None:
    heuristic([1.0, 0.0], [0.0, 1.0], np.zeros((2, 2)))
    heuristics(in_units(np.eye(2)), prepare_targets(np.eye(2), np.zeros((2, 2), np.float32)))


@kernel
def scratch_for(bins: int) -> Ints:
    """Return working memory for `greedy_distance`, int64[3, bins]."""
    return np.zeros((3, bins), np.int64)


def _prices(ground: Histograms) -> tuple[Prices, float]:
    """Return the transposed ground distances as integers, int32[bins, bins], and their unit, a power of two."""
    unit = 2.0 ** ceil(log2(float(ground.max()) or 1.0)) / PRICES
    return np.ascontiguousarray(np.rint(ground.T / unit).astype(np.int32)), unit


@kernel
def compressed(units: Ints) -> SparseHistogram:
    """Return a histogram in units, int64[bins], without its empty bins."""
    bins = np.flatnonzero(units).astype(np.uint8)
    return SparseHistogram(bins, units[bins])


@kernel
def _move_all(histograms: Ints, targets: Targets, found: Floats) -> None:
    scratch = scratch_for(histograms.shape[1])
    for point in range(found.shape[0]):
        one = compressed(histograms[point])
        for target in range(found.shape[1]):
            found[point, target] = greedy_distance(one, targets, target, np.inf, scratch)


@kernel
def _prepare(units: Ints, ground: Histograms, nearest: Ints, targets: Targets) -> None:
    number, bins = units.shape
    hand_index = np.empty(bins, np.int64)
    for target in range(number):
        size = 0
        for column in range(bins):
            if units[target, column] > 0:
                hand_index[column] = size
                targets.bins[target, size] = column
                targets.masses[target, size] = units[target, column]
                size += 1
        for row in range(bins):
            rank = 0
            for column in nearest[row]:
                if units[target, column] > 0:
                    targets.order[target, row, rank] = hand_index[column]
                    targets.costs[target, row, rank] = ground[row, column]
                    rank += 1


@kernel
def greedy_distance(
    one: SparseHistogram, targets: Targets, target: int, enough: float, scratch: Ints
) -> float:
    """Return the distance of a histogram of mass 1 from a target by the greedy heuristic of this module.

    The computation stops when the cost exceeds `enough`, so a result above `enough` may be only a lower bound.

    To avoid branches, every bin sends as much mass as the target's bin can take, even if this mass is 0. Bins that
    have sent all their mass are removed at the end of the pass. The working memory `scratch` is
    int64[3, bins or more].
    """
    left, free, rows = scratch[0], scratch[1], scratch[2]
    order, costs = targets.order[target], targets.costs[target]
    ahead, size, moved, enough_moved = len(one.bins), targets.sizes[target], 0.0, enough * WHOLE
    left[:ahead], rows[:ahead], free[:size] = one.masses, one.bins, targets.masses[target, :size]
    for rank in range(size):
        one_is_done = False
        for index in range(ahead):
            row = rows[index]
            column = order[row, rank]
            takes, waits = free[column], left[index]
            share = min(takes, waits)
            moved += share * costs[row, rank]
            free[column], left[index] = takes - share, waits - share
            one_is_done |= waits <= takes
        if one_is_done:
            ahead = _leave_out_done(left, rows, ahead)
        if ahead == 0 or moved > enough_moved:
            break
    return moved / WHOLE


@kernel
def _leave_out_done(left: Ints, rows: Ints, ahead: int) -> int:
    """Move the unfinished rows among the first `ahead` rows to the front.

    A row is unfinished if it still has mass to send. The order of the unfinished rows stays the same. Return the
    number of unfinished rows.
    """
    still = 0
    for index in range(ahead):
        if left[index] > 0:
            left[still], rows[still] = left[index], rows[index]
            still += 1
    return still
