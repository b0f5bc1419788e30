"""Cluster the hands of one street into buckets by k-means: the methods, and the histograms that they compare.

A *metric* computes the distance of a hand from the centre of a cluster. A hand is a distribution over the next
street's buckets. A *method* (`Clustering`) has four steps: `prepare` computes the data, `seed` draws the first
centres by k-means++, `improve` runs one pass of Lloyd's k-means, and `place` assigns every hand of the street to
the bucket of the nearest centre.

Distances are differences of equity from 0 to 1. Errors are mean distances from the centre, as shares of the pot.
Long steps are generators that yield after every block of work. `place` yields the share of the hands that have a
bucket.

There are two kinds of distributions (histograms):

- `NextStreet` is the distribution of the buckets on the next street. This distribution makes the abstraction
  potential-aware, because it includes the development of a hand (Ganzfried and Sandholm, AAAI 2014).
- `FromFlopToRiver` is the distribution of the strength on the river (Johanson et al., "Evaluating state-space
  abstractions in extensive-form games", AAMAS 2013). For turn hands, both histograms are the same, because the next
  street is the river.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ai.abstraction import kmeans_1d, kmeans_emd, next_street, runouts
from ai.abstraction.emd import Histograms
from ai.abstraction.isomorphism import Ints, boards, cells, pairs_of_kinds
from ai.abstraction.kmeans_1d import Buckets, Clusters1D, Positions, best_levels
from ai.abstraction.kmeans_emd import BucketDistances
from ai.abstraction.next_street import HandHistograms, allocate, average_strengths, random_deals
from ai.abstraction.strengths import GREATEST, Strengths, no_strengths
from ai.hands.evaluator import Cards
from ai.steps import Block, blocks, cores, in_turns

MAX_HANDS = pairs_of_kinds(3)


class FutureBuckets(Protocol):
    """The buckets that hands on boards of `cards` cards can reach."""

    @property
    def cards(self) -> int:
        """The number of cards on the board."""

    @property
    def deals_at_a_time(self) -> int:
        """The number of deals per block. A block takes about 30 ms."""

    @property
    def boards_at_a_time(self) -> int:
        """The number of boards per block. A block takes about 30 ms."""

    def of_deals(self, deals: Cards) -> Buckets:
        """Return the reachable buckets in ascending order, uint8[n, reached].

        Args:
            deals: uint8[n, cards + 2], the board first.
        """

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return the buckets that each hand on some boards can reach.

        Args:
            boards: uint8[n, cards].
            multiplicities: int64[n], the number of isomorphic boards that each board represents.
        """


@dataclass(frozen=True, slots=True)
class NextStreet:
    """The buckets that hands can reach on the next street.

    `after`, uint8[cells], has the bucket of each cell of the next street.
    """

    cards: int
    after: Buckets
    deals_at_a_time: int = 2_000

    @property
    def boards_at_a_time(self) -> int:
        return {3: 1, 4: 32}[self.cards]

    def of_deals(self, deals: Cards) -> Buckets:
        """Return the reachable buckets, uint8[n, 46 or 47].

        Args:
            deals: uint8[n, cards + 2], the board first.
        """
        points = np.empty((len(deals), 50 - self.cards), np.uint8)
        next_street.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return the buckets that each hand on some boards can reach.

        Args:
            boards: uint8[n, cards].
            multiplicities: int64[n], the number of isomorphic boards that each board represents.
        """
        hands = allocate(len(boards) * MAX_HANDS, 50 - self.cards)
        return _first(hands, next_street.fill_boards(boards, multiplicities, self.after, hands))


@dataclass(frozen=True, slots=True)
class FromFlopToRiver:
    """The river buckets that flop hands can reach. `after`, uint8[cells], has the bucket of each river cell."""

    after: Buckets
    cards: int = 3
    deals_at_a_time: int = 100
    boards_at_a_time: int = 1

    def of_deals(self, deals: Cards) -> Buckets:
        """Return the reachable river buckets, uint8[n, 1081].

        Args:
            deals: uint8[n, 5], the flop first.
        """
        points = np.empty((len(deals), runouts.RUNOUTS), np.uint8)
        runouts.fill_deals(deals, self.after, points)
        return points

    def of_boards(self, boards: Cards, multiplicities: Ints) -> HandHistograms:
        """Return the river buckets that each hand on some flops can reach.

        Args:
            boards: uint8[n, 3].
            multiplicities: int64[n], the number of isomorphic flops that each flop represents.
        """
        hands = allocate(len(boards) * MAX_HANDS, runouts.RUNOUTS)
        return _first(hands, runouts.fill_boards(boards, multiplicities, self.after, hands))


def _first(hands: HandHistograms, filled: int) -> HandHistograms:
    return HandHistograms(hands.points[:filled], hands.where[:filled], hands.multiplicities[:filled])


Array = npt.NDArray[Any]
Seeding = Generator[None, None, Array]


class Metric(Protocol):
    """A metric for k-means. Points are uint8[n, cards to come], the buckets of a hand in ascending order."""

    @property
    def points_at_a_time(self) -> int:
        """The number of points for one call of `assign`. A call takes about 30 ms."""

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return the first centres, [number, ...], drawn by k-means++. Yield after each centre."""

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres, [centres, ...], in ascending order of their mean strength."""

    def lookup(self, centres: Array) -> Any:
        """Return precomputed data of the centres, [centres, ...], for `assign`."""

    def assign(self, points: Buckets, lookup: Any) -> tuple[Buckets, Histograms]:
        """Return the index of the nearest centre of every point, uint8[n], and the distance to it, float32[n]."""

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return the bucket counts of the members of each centre, int[centres, ...].

        The counts of several batches may be added up.
        """

    def update_centres(self, counts: Array, centres: Array) -> Array:
        """Return new centres, [centres, ...], from the counts. An empty cluster keeps its centre."""


@dataclass(frozen=True, slots=True)
class LineMetric:
    """The earth mover's distance between distributions over buckets on a line.

    Attributes:
        positions: int16[256], the mean strength of each bucket.
        buckets: The number of buckets on the line.

    The centres are medians, uint8[centres, quantiles].
    """

    positions: Positions
    buckets: int
    points_at_a_time: int = 20_000

    @staticmethod
    def of(levels: Clusters1D) -> LineMetric:
        """Return the metric over the buckets of the one-dimensional clusters `levels`."""
        positions = np.zeros(256, np.int16)
        positions[: len(levels.positions)] = levels.positions
        return LineMetric(positions, len(levels.positions))

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return the first centres, uint8[number, quantiles], by k-means++ (see kmeans_1d.py)."""
        return kmeans_1d.seeds(points, self.positions, number, rng)

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres, uint8[centres, quantiles], in ascending order of their mean strength."""
        return kmeans_1d.sorted_by_mean(centres, self.positions)

    def lookup(self, centres: Array) -> kmeans_1d.Centres:
        """Return the positions of the centres' quantiles, and the sum of these positions for each centre.

        `centres`, uint8[centres, quantiles], must be sorted by strength.
        """
        return kmeans_1d.prepare_centres(centres, self.positions)

    def assign(self, points: Buckets, lookup: kmeans_1d.Centres) -> tuple[Buckets, Histograms]:
        """Return the nearest centres of the points, uint8[n], and their exact distances, float32[n]."""
        labels, distances = np.empty(len(points), np.uint8), np.empty(len(points), np.int32)
        kmeans_1d.assign(points, lookup, labels, distances)
        return labels, distances.astype(np.float32) / np.float32(points.shape[1] * GREATEST)

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return the number of members by centre, quantile and bucket, int32[centres, quantiles, buckets]."""
        counts = np.zeros((number, points.shape[1], self.buckets), np.int32)
        kmeans_1d.count_members(points, labels, counts)
        return counts

    def update_centres(self, counts: Array, centres: Array) -> Array:
        """Return the medians of the members, uint8[centres, quantiles]."""
        return kmeans_1d.medians(counts, centres)

    def ground(self, centres: Array) -> BucketDistances:
        """Return the ground distances between the centres, for clustering the previous street.

        `centres` is uint8[centres, quantiles].
        """
        found = kmeans_1d.prepare_centres(centres, self.positions)
        unit = np.float32(centres.shape[1] * GREATEST)
        return BucketDistances(
            kmeans_1d.distances_between(found).astype(np.float32) / unit,
            found.quantiles.astype(np.float32) / unit,
        )


@dataclass(frozen=True, slots=True)
class MeansOnALine(LineMetric):
    """Uses the distance of `LineMetric`, but different centres: the quantiles of the members' mean histogram."""

    points_at_a_time: int = 2_000

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return the count of each bucket among the members of each centre, int64[centres, buckets]."""
        counts = np.zeros((number, self.buckets), np.int64)
        kmeans_emd.count_buckets(points, labels, counts)
        return counts

    def update_centres(self, counts: Array, centres: Array) -> Array:
        """Return the quantiles of the members' mean histograms, uint8[centres, quantiles]."""
        return kmeans_1d.means(counts, centres)


@dataclass(frozen=True, slots=True)
class BucketMetric:
    """The earth mover's distance between histograms over buckets, with L1 distances of vectors as ground distances.

    The centres are mean histograms, float32[centres, buckets].
    """

    ground: BucketDistances
    distance: kmeans_emd.Distance
    points_at_a_time: int = 500

    def seeds(self, points: Buckets, number: int, rng: np.random.Generator) -> Seeding:
        """Return the first centres, float32[number, buckets], by k-means++ (see kmeans_emd.py)."""
        return kmeans_emd.seeds(points, self.ground, number, rng)

    def sorted_by_strength(self, centres: Array) -> Array:
        """Return the centres, float32[centres, buckets], in ascending order of their mean strength."""
        strengths = (centres @ self.ground.quantiles).sum(axis=1)
        ordered: Array = centres[np.argsort(strengths, kind="stable")]
        return ordered

    def lookup(self, centres: Array) -> kmeans_emd.Means:
        """Return the centres, float32[centres, buckets], prepared for `assign`, and their mean quantiles."""
        return kmeans_emd.prepare_means(centres, self.ground)

    def assign(self, points: Buckets, lookup: kmeans_emd.Means) -> tuple[Buckets, Histograms]:
        """Return the nearest centres, uint8[n], and their distances, float32[n]."""
        found = kmeans_emd.Nearest(np.empty(len(points), np.uint8), np.empty(len(points), np.float32))
        kmeans_emd.assign(points, lookup, self.ground, self.distance.is_exact, found)
        return found

    def count(self, points: Buckets, labels: Buckets, number: int) -> Array:
        """Return the count of each bucket among the members of each centre, int64[centres, buckets]."""
        counts = np.zeros((number, len(self.ground.distances)), np.int64)
        kmeans_emd.count_buckets(points, labels, counts)
        return counts

    def update_centres(self, counts: Array, centres: Array) -> Array:
        """Return the mean histograms of the members, float32[centres, buckets]."""
        totals = counts.sum(axis=1, keepdims=True)
        found: Array = np.where(totals > 0, counts / np.maximum(totals, 1), centres).astype(np.float32)
        return found


Pass = Generator[None, None, tuple[Array, float]]
Placement = Generator[float, None, tuple[Array, float]]

STRENGTH_BOARDS_AT_A_TIME = {3: 20, 4: 200}
"""The number of boards per block, by the number of cards on a board. A block takes some 30 ms."""


class Clustering(Protocol):
    """A method of clustering the hands of a street."""

    def prepare(self) -> Generator[None]:
        """Compute the data for the k-means passes."""

    def seed(self, rng: np.random.Generator) -> Generator[None, None, Array]:
        """Return the first centres, [centres, ...]."""

    def improve(self, centres: Array) -> Pass:
        """Run one pass of k-means.

        Returns:
            The new centres, [centres, ...], and the error of the old centres.
        """

    def place(self, centres: Array) -> Placement:
        """Return the bucket of every cell, uint8[cells], weakest first, and the error over all hands."""


@dataclass(slots=True)
class ByDistribution:
    """Clusters hands by their distribution over the buckets of the next street.

    The centres are fitted to `sample` random deals.
    """

    futures: FutureBuckets
    buckets: int
    metric: Metric
    sample: int
    seed_of_sample: tuple[int, ...]
    _points: Buckets = field(init=False)

    def prepare(self) -> Generator[None]:
        """Draw the random deals and compute their distributions over buckets."""
        deals = random_deals(self.futures.cards, self.sample, np.random.default_rng(self.seed_of_sample))
        parts = blocks(self.sample, self.futures.deals_at_a_time)
        found = []
        for points in in_turns(lambda part: self.futures.of_deals(deals[part]), parts, cores()):
            found.append(points)
            yield
        self._points = np.concatenate(found)

    def seed(self, rng: np.random.Generator) -> Generator[None, None, Array]:
        """Return the first centres, [buckets, ...], in ascending order of strength."""
        return self.metric.sorted_by_strength((yield from self.metric.seeds(self._points, self.buckets, rng)))

    def improve(self, centres: Array) -> Pass:
        """Assign the deals to their nearest centres, and return the new centres, [buckets, ...]."""
        lookup = self.metric.lookup(centres)

        def assign(part: Block) -> tuple[Array, float]:
            labels, distances = self.metric.assign(self._points[part], lookup)
            counts = self.metric.count(self._points[part], labels, self.buckets)
            return counts, float(distances.sum(dtype=np.float64))

        counts, total = np.zeros(1, np.int64), 0.0
        for counted, distance in in_turns(assign, blocks(self.sample, self.metric.points_at_a_time), cores()):
            counts = counts + counted
            total += distance
            yield
        return self.metric.sorted_by_strength(
            self.metric.update_centres(counts, centres)
        ), total / self.sample

    def place(self, centres: Array) -> Placement:
        """Return the bucket of the nearest centre for every hand, uint8[cells]."""
        lookup = self.metric.lookup(centres)
        found, multiplicities = boards(self.futures.cards)
        table = np.zeros(cells(self.futures.cards), np.uint8)

        def place(part: Block) -> tuple[float, int]:
            hands = self.futures.of_boards(found[part], multiplicities[part])
            labels, distances = self.metric.assign(hands.points, lookup)
            table[hands.where] = labels
            return float(distances.astype(np.float64) @ hands.multiplicities), int(hands.multiplicities.sum())

        total, deals, parts = 0.0, 0, blocks(len(found), self.futures.boards_at_a_time)
        for part, (distance, weight) in zip(parts, in_turns(place, parts, cores()), strict=True):
            total += distance
            deals += weight
            yield part.stop / len(found)
        return table, total / deals


@dataclass(slots=True)
class ByStrength:
    """Clusters hands by mean strength alone. The optimal intervals are computed exactly, so no passes are needed.

    Attributes:
        after: uint16[cells], the strengths on the next street.
    """

    cards: int
    buckets: int
    after: Strengths
    strengths: Strengths = field(init=False)
    _counts: Ints = field(init=False)

    def prepare(self) -> Generator[None]:
        """Compute the strengths of all hands."""
        found, multiplicities = boards(self.cards)
        self.strengths, self._counts = no_strengths(self.cards)

        def work(part: Block) -> Ints:
            counted = np.zeros_like(self._counts)
            average_strengths(found[part], multiplicities[part], self.after, self.strengths, counted)
            return counted

        parts = blocks(len(found), STRENGTH_BOARDS_AT_A_TIME[self.cards])
        for counted in in_turns(work, parts, cores()):
            self._counts += counted
            yield

    def seed(self, rng: np.random.Generator) -> Generator[None, None, Array]:
        """Return the bucket of every strength, uint8[1981]."""
        yield
        return best_levels(self._counts, self.buckets).buckets

    def improve(self, centres: Array) -> Pass:
        """Return the centres unchanged, uint8[1981], and their error. The centres are already optimal."""
        yield
        return centres, self._error(centres)

    def place(self, centres: Array) -> Placement:
        """Return the bucket of every hand by its strength, uint8[cells]."""
        yield 1.0
        return centres[self.strengths], self._error(centres)

    def _error(self, bucket_of: Array) -> float:
        """Return the mean distance between the strength of a hand and the mean strength of the hand's bucket."""
        values, counts = np.arange(len(bucket_of)), self._counts
        members = np.bincount(bucket_of, counts, self.buckets)
        means = np.bincount(bucket_of, counts * values, self.buckets) / np.maximum(members, 1)
        return float(counts @ np.abs(values - means[bucket_of]) / counts.sum() / GREATEST)
