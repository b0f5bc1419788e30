"""k-means for histograms over unordered buckets (flop hands): earth mover's distance, and means as centres.

A turn bucket is itself a distribution, so the distance between two turn buckets is an earth mover's distance. A
flop hand is a histogram over turn buckets, and the centre of a cluster is the mean of its members (Ganzfried and
Sandholm, "Potential-aware imperfect-recall abstraction with earth mover's distance", AAAI 2014). The distance
between histograms is the heuristic of this paper or the exact distance (ai/abstraction/emd.py,
ai/abstraction/transport.py).

A lower bound speeds up the search for the nearest centre. A turn bucket is a vector of quantiles, and the distance
between two buckets is the L1 distance of their vectors. The L1 distance between the mean vectors of two histograms
is therefore a lower bound on their earth mover's distance. The heuristic distance is never below the earth mover's
distance, so the bound also holds for the heuristic distance. The search visits centres in the order of this
bound. The search stops when the bound reaches the smallest distance so far. Of two hundred centres, the
search visits about ten.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum, auto
from typing import NamedTuple, assert_never

import numpy as np

from ai.abstraction import transport
from ai.abstraction.emd import (
    WHOLE,
    Histograms,
    SparseHistogram,
    Targets,
    greedy_distance,
    prepare_targets,
    scratch_for,
)
from ai.abstraction.isomorphism import Ints
from ai.abstraction.kmeans_1d import Buckets
from ai.compiled import kernel

ROUNDING = np.float32(0.9999)
"""The bound is multiplied by this factor, so that rounding to single precision cannot lift it above the distance.
"""


class Distance(StrEnum):
    """The methods of computing the earth mover's distance. The setting of a run uses the same values."""

    HEURISTIC = auto()
    EXACT = auto()

    @property
    def is_exact(self) -> bool:
        """Whether `assign` computes the exact distance."""
        match self:
            case Distance.HEURISTIC:
                return False
            case Distance.EXACT:
                return True
            case _:
                assert_never(self)


class BucketDistances(NamedTuple):
    """The distances between the buckets of the next street.

    Attributes:
        distances: float32[buckets, buckets], the distance between every two buckets.
        quantiles: float32[buckets, quantiles], a vector for each bucket. The L1 distances of the vectors are
            `distances`.
    """

    distances: Histograms
    quantiles: Histograms


class Nearest(NamedTuple):
    """The nearest centres of points.

    Attributes:
        labels: uint8[n], the index of the nearest centre of each point.
        distances: float32[n], the distance to that centre.
    """

    labels: Buckets
    distances: Histograms


class Means(NamedTuple):
    """Centres for the kernels: target histograms, and their mean quantiles, float32[centres, quantiles]."""

    targets: Targets
    quantiles: Histograms


def prepare_means(histograms: Histograms, ground: BucketDistances) -> Means:
    """Return the arrays for the kernels. histograms: float32[centres, buckets], each of mass 1."""
    return Means(prepare_targets(histograms, ground.distances), histograms @ ground.quantiles)


def mass_histograms(points: Buckets, buckets: int) -> Histograms:
    """Return the histograms of `points`, uint8[n, 47], as float32[n, buckets], each of mass 1."""
    counts = np.zeros((len(points), buckets), np.float32)
    for column in points.T:
        counts[np.arange(len(points)), column] += 1
    found: Histograms = counts / points.shape[1]
    return found


def seeds(
    points: Buckets, ground: BucketDistances, number: int, rng: np.random.Generator
) -> Generator[None, None, Histograms]:
    """Return the first centres, float32[number, buckets], drawn from the points. Yield after each centre.

    This is k-means++ (Arthur and Vassilvitskii, 2007) with lower bounds of distances in place of squared distances.
    A point is drawn with probability proportional to the bound on its distance from the nearest centre so far. The
    points are uint8[n, 47], each row ascending.
    """
    quantiles = mass_histograms(points, len(ground.distances)) @ ground.quantiles
    nearest = np.full(len(points), np.inf, np.float32)
    chosen = [int(rng.integers(len(points)))]
    while len(chosen) < number:
        _update_nearest(quantiles, chosen[-1], nearest)
        yield
        ahead = np.cumsum(nearest, dtype=np.float64)
        chosen.append(min(int(np.searchsorted(ahead, rng.random() * ahead[-1], "right")), len(points) - 1))
    return mass_histograms(points[chosen], len(ground.distances))


def compile_kernels() -> None:
    """Compile the kernels by assigning one point twice: by the heuristic and by the exact distance."""
    point, found = np.zeros((1, 47), np.uint8), Nearest(np.zeros(1, np.uint8), np.zeros(1, np.float32))
    ground = BucketDistances(np.zeros((1, 1), np.float32), np.zeros((1, 46), np.float32))
    list(seeds(point, ground, 2, np.random.default_rng(0)))
    means = prepare_means(np.ones((1, 1), np.float32), ground)
    for is_exact in (False, True):
        assign(point, means, ground, is_exact, found)
    count_buckets(point, found.labels, np.zeros((1, 1), np.int64))


@kernel
def _update_nearest(quantiles: Histograms, chosen: int, nearest: Histograms) -> None:
    """Set each entry of `nearest` to the bound on the distance from the point `chosen` if the bound is smaller.

    The mean quantiles are float32[points, quantiles], and `nearest` is float32[points].
    """
    for point in range(len(quantiles)):
        nearest[point] = min(nearest[point], _bound(quantiles[point], quantiles[chosen]))


@kernel
def assign(points: Buckets, means: Means, ground: BucketDistances, is_exact: bool, found: Nearest) -> None:
    """Fill `found` with the nearest centre of every point, and the exact or heuristic distance to this centre.

    points: uint8[n, 47], each row ascending.
    """
    cards, buckets = points.shape[1], len(ground.distances)
    bins, masses = np.empty(cards, np.uint8), np.empty(cards, np.int64)
    quantiles = np.empty(ground.quantiles.shape[1], np.float32)
    bounds, scratch = np.empty(len(means.quantiles), np.float32), scratch_for(buckets)
    work = transport.scratch_for(cards, buckets)
    for point in range(len(points)):
        size = _compress(points[point], bins, masses)
        histogram = SparseHistogram(bins[:size], masses[:size])
        _mean_quantiles(histogram, ground, quantiles)
        for centre in range(len(bounds)):
            bounds[centre] = _bound(quantiles, means.quantiles[centre]) * ROUNDING
        nearest, least = 0, np.inf
        while True:
            centre = int(np.argmin(bounds))
            if bounds[centre] >= least:
                break
            bounds[centre] = np.inf
            if is_exact:
                distance = transport.distance(histogram, means.targets, centre, least, work)
            else:
                distance = greedy_distance(histogram, means.targets, centre, least, scratch)
            if distance < least:
                nearest, least = centre, distance
        found.labels[point], found.distances[point] = nearest, least


@kernel
def count_buckets(points: Buckets, labels: Buckets, counts: Ints) -> None:
    """Add to `counts`, int64[centres, buckets], how often each bucket occurs among the members of each centre."""
    for point in range(len(points)):
        for bucket in points[point]:
            counts[labels[point], bucket] += 1


@kernel
def _compress(point: Buckets, bins: Buckets, masses: Ints) -> int:
    """Fill in the distinct buckets of a point and their masses, and return the number of distinct buckets."""
    size = 0
    for index in range(len(point)):
        if index == 0 or point[index] != point[index - 1]:
            bins[size], masses[size] = point[index], 0
            size += 1
        masses[size - 1] += WHOLE // len(point)
    return size


@kernel
def _mean_quantiles(histogram: SparseHistogram, ground: BucketDistances, quantiles: Histograms) -> None:
    """Fill `quantiles` with the mean of the vectors of a histogram's buckets, weighted by mass."""
    for index in range(len(quantiles)):
        quantiles[index] = 0
    for bucket in range(len(histogram.bins)):
        share = np.float32(histogram.masses[bucket] / WHOLE)
        for index in range(len(quantiles)):
            quantiles[index] += share * ground.quantiles[histogram.bins[bucket], index]


@kernel
def _bound(one: Histograms, other: Histograms) -> float:
    """Return the L1 distance of two vectors of mean quantiles."""
    total = np.float32(0)
    for index in range(len(one)):
        total += abs(one[index] - other[index])
    return float(total)
