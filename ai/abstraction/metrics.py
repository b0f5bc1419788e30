"""The metrics for k-means over distributions: buckets on a line, or buckets with a matrix of distances.

Distances are differences of equity, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ai.abstraction import kmeans_1d_emd, kmeans_emd
from ai.abstraction.emd import Histograms
from ai.abstraction.kmeans_1d import Clusters1D
from ai.abstraction.kmeans_1d_emd import Buckets, Positions
from ai.abstraction.kmeans_emd import BucketDistances
from ai.abstraction.strengths import GREATEST

Array = npt.NDArray[Any]
Seeding = Generator[None, None, Array]


class Metric(Protocol):
    """A metric for k-means. Points are uint8[n, cards to come], the buckets of a hand in ascending order."""

    @property
    def points_at_a_time(self) -> int:
        """How many points to assign in one call, which then takes about 30 ms."""

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return the first centres, drawn by k-means++; yield after each."""

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres in ascending order of their mean strength."""

    def lookup(self, centres: Array) -> Any:
        """Return what `assign` needs to know about the centres."""

    def assign(self, points: Buckets, lookup: Any) -> tuple[Buckets, Histograms]:
        """Return the nearest centre of every point, uint8[n], and its distance, float32[n]."""

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return how often each bucket occurs among the members of each centre. Counts of batches may be added."""

    def renewed(self, counts: Array, centres: Array) -> Array:
        """Return the new centres, computed from the counts. A centre without members stays as it is."""


@dataclass(frozen=True, slots=True)
class LineMetric:
    """Buckets on a line. positions: int16[256], strengths. Centres are medians, uint8[centres, quantiles]."""

    positions: Positions
    buckets: int
    points_at_a_time: int = 20_000

    @staticmethod
    def of(levels: Clusters1D) -> LineMetric:
        """Return the metric over the buckets of a division of strengths."""
        positions = np.zeros(256, np.int16)
        positions[: len(levels.positions)] = levels.positions
        return LineMetric(positions, len(levels.positions))

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return points drawn with probability proportional to their distance from those drawn before."""
        return kmeans_1d_emd.seeds(points, self.positions, number, rng)

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres in ascending order of their mean strength."""
        return kmeans_1d_emd.sorted_by_mean(centres, self.positions)

    def lookup(self, centres: Array) -> kmeans_1d_emd.Centres:
        """Return the centres' quantiles as positions, and their sums. The centres must be sorted by strength."""
        return kmeans_1d_emd.centres_of(centres, self.positions)

    def assign(self, points: Buckets, lookup: kmeans_1d_emd.Centres) -> tuple[Buckets, Histograms]:
        """Return the nearest centres and their exact distances."""
        labels, distances = np.empty(len(points), np.uint8), np.empty(len(points), np.int32)
        kmeans_1d_emd.assign(points, lookup, labels, distances)
        return labels, distances.astype(np.float32) / np.float32(points.shape[1] * GREATEST)

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return int32[centres, quantiles, buckets]."""
        counts = np.zeros((number, points.shape[1], self.buckets), np.int32)
        kmeans_1d_emd.count_members(points, labels, counts)
        return counts

    def renewed(self, counts: Array, centres: Array) -> Array:
        """Return the medians of the members."""
        return kmeans_1d_emd.medians(counts, centres)

    def ground(self, centres: Array) -> BucketDistances:
        """Return the distances between these centres, which are the buckets that the street before is made of."""
        found = kmeans_1d_emd.centres_of(centres, self.positions)
        unit = np.float32(centres.shape[1] * GREATEST)
        return BucketDistances(
            kmeans_1d_emd.distances_between(found).astype(np.float32) / unit,
            found.quantiles.astype(np.float32) / unit,
        )


@dataclass(frozen=True, slots=True)
class MeansOnALine(LineMetric):
    """The same distance, but each centre is the quantiles of its members' mean histogram."""

    points_at_a_time: int = 2_000

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return int64[centres, buckets]."""
        counts = np.zeros((number, self.buckets), np.int64)
        kmeans_emd.count_buckets(points, labels, counts)
        return counts

    def renewed(self, counts: Array, centres: Array) -> Array:
        """Return the means of the members."""
        return kmeans_1d_emd.means(counts, centres)


@dataclass(frozen=True, slots=True)
class BucketMetric:
    """Buckets with distances between them; centres are means, float32[centres, buckets]."""

    ground: BucketDistances
    exactly: bool
    points_at_a_time: int = 500

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return points drawn by a lower bound on their distance from those drawn before."""
        return kmeans_emd.seeds(points, self.ground, number, rng)

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres in ascending order of their mean strength."""
        strengths = (centres @ self.ground.quantiles).sum(axis=1)
        ordered: Array = centres[np.argsort(strengths, kind="stable")]
        return ordered

    def lookup(self, centres: Array) -> kmeans_emd.Means:
        """Return the centres with their bins sorted by distance, and their mean quantiles."""
        return kmeans_emd.means_of(centres, self.ground)

    def assign(self, points: Buckets, lookup: kmeans_emd.Means) -> tuple[Buckets, Histograms]:
        """Return the nearest centres, by the heuristic or exactly, and their distances."""
        found = kmeans_emd.Nearest(np.empty(len(points), np.uint8), np.empty(len(points), np.float32))
        kmeans_emd.assign(points, lookup, self.ground, self.exactly, found)
        return found

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return int64[centres, buckets]."""
        counts = np.zeros((number, len(self.ground.distances)), np.int64)
        kmeans_emd.count_buckets(points, labels, counts)
        return counts

    def renewed(self, counts: Array, centres: Array) -> Array:
        """Return the means of the members."""
        totals = counts.sum(axis=1, keepdims=True)
        found: Array = np.where(totals > 0, counts / np.maximum(totals, 1), centres).astype(np.float32)
        return found
