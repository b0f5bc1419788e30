"""k-means on a line: optimal clusters of hand strengths, and clusters of turn hands as histograms of river buckets.

Strengths are divided by dynamic programming (Wang and Song, "Ckmeans.1d.dp", 2011). On a line, the clusters of an
optimal k-means are intervals. To divide the first n values into k intervals, the algorithm tries every start of the
last interval. The optimal start never decreases as n grows, so divide and conquer finds the starts of all n
for a fixed k. All values of k together take about k n log n steps instead of k n^2.

Histograms are compared by the earth mover's distance. The centres of clusters of histograms are medians.

On a line, the earth mover's distance is the area between two quantile functions (Vallender, 1974). A turn hand has
46 possible rivers, so it is a vector of 46 quantiles: the buckets that it reaches, in ascending order. Each bucket
has a position on the line. The distance of two hands is the mean absolute difference of the positions of their
quantiles. The kernels sum the differences, and the caller divides by 46.

The centre that minimises the sum of distances to its members is the median of each quantile. Therefore, neither
assigning hands to centres nor moving the centres increases the total distance.

The search for the nearest centre uses two lower bounds. The first is the difference of the sums of all quantiles.
The second is tighter: it sums the differences of the four quarters of the quantiles. The search visits centres in
the order of the first bound, and stops when the first bound exceeds the smallest distance so far. It skips a centre
whose second bound exceeds that distance. All sums are integers, so their order does not change the result.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel
from game import texts
from game.core import BadInput

Floats = npt.NDArray[np.float64]
Buckets = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Clusters1D:
    """A division of ordered values into buckets.

    Attributes:
        buckets: uint8[values], the bucket of each value, in ascending order.
        positions: int16[buckets], the rounded mean of each bucket.
        error: The mean squared distance of the values from the mean of their bucket.
    """

    buckets: Buckets
    positions: npt.NDArray[np.int16]
    error: float


def best_levels(counts: Ints, number: int) -> Clusters1D:
    """Divide the values 0 .. n - 1 into `number` buckets.

    Args:
        counts: int64[n], the frequency of each value.
        number: The number of buckets.

    Raises:
        BadInput: If there are fewer distinct values than buckets.
    """
    values = np.flatnonzero(counts)
    if len(values) < number:
        found = texts.number(len(values))
        raise BadInput(texts.text("input_errors.abstraction.too_many_buckets", wanted=number, found=found))
    weights = counts[values] / counts.sum()
    sums = np.stack([np.cumsum(weights * values**power) for power in range(3)])
    sums = np.hstack([np.zeros((3, 1)), sums])
    begins = np.zeros((number, len(values) + 1), np.int64)
    error = _divide(sums, begins)
    edges = [len(values)]
    for bucket in reversed(range(number)):
        edges.append(int(begins[bucket, edges[-1]]))
    edges.reverse()
    bucket_of = np.searchsorted(values[edges[1:-1]], np.arange(len(counts)), "right").astype(np.uint8)
    weight, total, _ = np.diff(sums[:, edges], axis=1)
    return Clusters1D(bucket_of, np.rint(total / weight).astype(np.int16), error)


@kernel
def _divide(sums: Floats, begins: Ints) -> float:
    """Fill in `begins`, and return the minimum error of the division of all values.

    begins[k, m] is the start of the last interval in the optimal division of the first m values into k + 1
    intervals. `begins` is int64[intervals, n + 1]. `sums`, float64[3, n + 1], has the prefix sums of the weights,
    of the weighted values and of the weighted squares.
    """
    number, size = begins.shape[0], sums.shape[1]
    before, now = np.empty(size), np.empty(size)
    for end in range(size):
        before[end] = _error(sums, 0, end)
    spans = np.empty((size + 1, 4), np.int64)
    for bucket in range(1, number):
        now[:bucket] = np.inf
        spans[0, 0], spans[0, 1], spans[0, 2], spans[0, 3] = bucket, size - 1, bucket - 1, size - 2
        ahead = 1
        while ahead > 0:
            ahead -= 1
            low, high, first, last = spans[ahead, 0], spans[ahead, 1], spans[ahead, 2], spans[ahead, 3]
            if low > high:
                continue
            middle = (low + high) // 2
            least, at = np.inf, first
            for begin in range(first, min(last, middle - 1) + 1):
                error = before[begin] + _error(sums, begin, middle)
                if error < least:
                    least, at = error, begin
            now[middle], begins[bucket, middle] = least, at
            spans[ahead, 0], spans[ahead, 1], spans[ahead, 2], spans[ahead, 3] = low, middle - 1, first, at
            spans[ahead + 1, 0], spans[ahead + 1, 1], spans[ahead + 1, 2], spans[ahead + 1, 3] = (
                middle + 1,
                high,
                at,
                last,
            )
            ahead += 2
        before, now = now, before
    return float(before[size - 1])


@kernel
def _error(sums: Floats, begin: int, end: int) -> float:
    """Return the weighted sum of the squared distances of values[begin:end] from their mean."""
    weight = sums[0, end] - sums[0, begin]
    if weight <= 0.0:
        return 0.0
    total = sums[1, end] - sums[1, begin]
    return float(max(0.0, sums[2, end] - sums[2, begin] - total * total / weight))


Positions = npt.NDArray[np.int16]
Distances = npt.NDArray[np.int32]

QUARTERS = 4
_FAR = 1 << 30


class Centres(NamedTuple):
    """Centres for the kernels, in ascending order of `sums`.

    Attributes:
        positions: int16[256], the position of each bucket on the line.
        quantiles: int16[centres, quantiles], the positions of each centre's quantiles, each row ascending.
        sums: int64[centres], the sum of each row.
        quarters: int64[centres, 4], the sums of the four quarters of each row.
    """

    positions: Positions
    quantiles: Positions
    sums: Ints
    quarters: Ints


def prepare_centres(buckets: Buckets, positions: Positions) -> Centres:
    """Return the arrays for the kernels.

    Args:
        buckets: uint8[centres, quantiles], as `sorted_by_mean` returns them.
        positions: int16[256], the position of each bucket on the line.
    """
    quantiles = positions[buckets]
    edges = quarter_edges(buckets.shape[1])
    quarters = np.stack(
        [quantiles[:, low:high].sum(axis=1, dtype=np.int64) for low, high in pairwise(edges)], axis=1
    )
    return Centres(positions, quantiles, quarters.sum(axis=1), quarters)


def sorted_by_mean(buckets: Buckets, positions: Positions) -> Buckets:
    """Return the centres, uint8[centres, quantiles], in ascending order of their mean position."""
    sums = positions[buckets].sum(axis=1, dtype=np.int64)
    return buckets[np.argsort(sums, kind="stable")]


def distances_between(centres: Centres) -> Distances:
    """Return the distances between centres, int32[centres, centres].

    A distance is the sum of the differences of the quantiles.
    """
    quantiles = centres.quantiles.astype(np.int32)
    return np.stack([np.abs(quantiles - one).sum(axis=1, dtype=np.int32) for one in quantiles])


def seeds(
    points: Buckets, positions: Positions, number: int, rng: np.random.Generator
) -> Generator[None, None, Buckets]:
    """Return the first centres, uint8[number, quantiles], drawn from the points. Yield after each centre.

    This is k-means++ (Arthur and Vassilvitskii, 2007) with distances in place of squared distances. A point is
    drawn with probability proportional to its distance from the nearest centre so far. If there are fewer than
    `number` distinct points, a point may be drawn twice.

    Args:
        points: uint8[n, quantiles], each row ascending.
        positions: int16[256], the position of each bucket on the line.
        number: The number of centres.
        rng: The random numbers.
    """
    quantiles = positions[points]
    nearest = np.full(len(points), _FAR, np.int32)
    chosen = [int(rng.integers(len(points)))]
    while len(chosen) < number:
        update_nearest(quantiles, chosen[-1], nearest)
        yield
        ahead = np.cumsum(nearest, dtype=np.int64)
        chosen.append(min(int(np.searchsorted(ahead, rng.random() * ahead[-1], "right")), len(points) - 1))
    return points[chosen]


def medians(counts: Distances, fallback: Buckets) -> Buckets:
    """Return new centres, uint8[centres, quantiles]. Each quantile is the lower median of the members.

    counts: int32[centres, quantiles, buckets], the number of members whose quantile q is bucket b.
    fallback: uint8[centres, quantiles], the centres that empty clusters keep.
    """
    passed = np.cumsum(counts, axis=2)
    members = passed[:, :, -1:]
    found: Buckets = np.where(members[:, :, 0] > 0, (2 * passed >= members).argmax(axis=2), fallback).astype(
        np.uint8
    )
    return found


def means(counts: Ints, fallback: Buckets) -> Buckets:
    """Return new centres, uint8[centres, quantiles]: the quantiles of the mean histogram of the members.

    counts: int64[centres, buckets], the number of occurrences of each bucket among the members.
    fallback: uint8[centres, quantiles], the centres that empty clusters keep.
    """
    found, quantiles = fallback.copy(), fallback.shape[1]
    middles = np.arange(1, 2 * quantiles, 2)
    for centre in np.flatnonzero(counts.any(axis=1)):
        passed = np.cumsum(counts[centre])
        found[centre] = np.searchsorted(2 * quantiles * passed, middles * passed[-1])
    return found


@kernel
def quarter_edges(quantiles: int) -> Ints:
    """Return the start index of each quarter of the quantiles, and the end of the last quarter, int64[5]."""
    edges = np.empty(QUARTERS + 1, np.int64)
    for quarter in range(QUARTERS + 1):
        edges[quarter] = quarter * quantiles // QUARTERS
    return edges


@kernel
def update_nearest(quantiles: Positions, chosen: int, nearest: Distances) -> None:
    """Lower each entry of `nearest` to the distance of its point from the point `chosen`.

    Entries that are already smaller do not change.

    quantiles: int16[points, quantiles], positions, each row ascending.
    nearest: int32[points], the distances: sums of the differences of all quantiles.
    """
    centre = quantiles[chosen].astype(np.int32)
    for point in range(len(quantiles)):
        distance = np.int32(0)
        for index in range(len(centre)):
            distance += abs(np.int32(quantiles[point, index]) - centre[index])
        nearest[point] = min(nearest[point], distance)


@kernel
def assign(points: Buckets, centres: Centres, labels: Buckets, distances: Distances) -> None:
    """Fill in the nearest centre of every point and the distance to it.

    On a tie, the first centre counts as the nearest.

    Args:
        points: uint8[n, quantiles], each row ascending.
        centres: The centres.
        labels: uint8[n], the index of the nearest centre.
        distances: int32[n], the sum of the differences of all quantiles for each point.
    """
    quantiles = points.shape[1]
    point, quarters = np.empty(quantiles, np.int16), np.empty(QUARTERS, np.int64)
    edges = quarter_edges(quantiles)
    for number in range(len(points)):
        for index in range(quantiles):
            point[index] = centres.positions[points[number, index]]
        for quarter in range(QUARTERS):
            quarters[quarter] = 0
            for index in range(edges[quarter], edges[quarter + 1]):
                quarters[quarter] += point[index]
        labels[number], distances[number] = nearest_centre(point, quarters, centres)


@kernel
def nearest_centre(point: Positions, quarters: Ints, centres: Centres) -> tuple[int, int]:
    """Return the index of the nearest centre and its distance, the sum of the differences of all quantiles.

    Args:
        point: int16[quantiles], positions, ascending.
        quarters: int64[4], the sums of the four quarters of `point`.
        centres: The centres.
    """
    number, total = len(centres.sums), quarters[0] + quarters[1] + quarters[2] + quarters[3]
    above = np.searchsorted(centres.sums, total)
    below = above - 1
    found, least = 0, _FAR
    while True:
        under = total - centres.sums[below] if below >= 0 else _FAR
        over = centres.sums[above] - total if above < number else _FAR
        if min(under, over) > least or min(under, over) == _FAR:
            return found, least
        if under <= over:
            centre = below
            below -= 1
        else:
            centre = above
            above += 1
        bound = np.int64(0)
        for quarter in range(QUARTERS):
            bound += abs(quarters[quarter] - centres.quarters[centre, quarter])
        if bound > least:
            continue
        distance = np.int32(0)
        for index in range(len(point)):
            distance += abs(np.int32(point[index]) - np.int32(centres.quantiles[centre, index]))
        if distance < least or (distance == least and centre < found):
            found, least = centre, int(distance)


@kernel
def count_members(points: Buckets, labels: Buckets, counts: Distances) -> None:
    """Count the members of each centre by quantile and bucket, and add the numbers to `counts`.

    Args:
        points: uint8[n, quantiles].
        labels: uint8[n], the centre of each point.
        counts: int32[centres, quantiles, buckets], the totals so far.
    """
    for point in range(len(points)):
        for index in range(points.shape[1]):
            counts[labels[point], index, points[point, index]] += 1


def compile_kernels() -> None:
    """Compile the kernels by dividing two strengths and by clustering the histogram of one hand."""
    best_levels(np.ones(2, np.int64), 2)
    point, positions = np.zeros((1, 46), np.uint8), np.zeros(256, np.int16)
    labels, distances = np.zeros(1, np.uint8), np.zeros(1, np.int32)
    update_nearest(positions[point], 0, distances)
    assign(point, prepare_centres(point, positions), labels, distances)
    count_members(point, labels, np.zeros((1, 46, 1), np.int32))
