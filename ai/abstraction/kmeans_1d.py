"""Optimal one-dimensional k-means of hand strengths by dynamic programming (Wang and Song, "Ckmeans.1d.dp", 2011).

On a line, the clusters of an optimal k-means are intervals. The optimal division of the first n values into k
intervals follows from trying every start of the last interval. The optimal start never decreases as n grows, so
each layer is filled by divide and conquer. This takes about k n log n steps instead of k n^2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ai.abstraction.isomorphism import Ints
from ai.compiled import kernel
from game.core import BadInput

Floats = npt.NDArray[np.float64]
Buckets = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Clusters1D:
    """The buckets of all values.

    Attributes:
        buckets: uint8[values], ascending.
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
        raise BadInput(f"{number} buckets are too many: only {len(values):,} different strengths occur.")
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


def compile_kernels() -> None:
    best_levels(np.ones(2, np.int64), 2)


@kernel
def _divide(sums: Floats, begins: Ints) -> float:
    """Fill in `begins`, and return the minimum error of dividing all values.

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
