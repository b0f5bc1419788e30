"""k-means for single numbers, the strengths of hands: the best division into buckets, found exactly.

On a line the clusters of the best k-means are intervals, so the best division of the first n values into k is the
best over where the last interval begins (Wang and Song, "Ckmeans.1d.dp", 2011). That beginning never moves down
when n rises, so each layer is filled by divide and conquer: about k n log n steps instead of k n^2.
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
    """bucket_of: uint8[values], rising; positions: int16[buckets], mean values, rounded; error: the variance."""

    bucket_of: Buckets
    positions: npt.NDArray[np.int16]
    error: float


def best_levels(counts: Ints, number: int) -> Clusters1D:
    """Divide the values 0 .. n - 1, each of which occurs counts[value] times, into `number` buckets.

    `BadInput` where fewer different values occur.
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
    """Divide two values."""
    best_levels(np.ones(2, np.int64), 2)


@kernel
def _divide(sums: Floats, begins: Ints) -> float:
    """Fill in where the last of so many intervals begins among the first n values, and return the least error.

    sums: float64[3, n + 1], what the weights, weighted values and squares of the first values add up to.
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
    """Return the weighted squares of the distances of the values from begin to before end from their mean."""
    weight = sums[0, end] - sums[0, begin]
    if weight <= 0.0:
        return 0.0
    total = sums[1, end] - sums[1, begin]
    return float(max(0.0, sums[2, end] - sums[2, begin] - total * total / weight))
