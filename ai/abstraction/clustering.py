"""Clustering of the hands of one street into buckets: one protocol, two methods.

`prepare` computes what the passes need, `seed` draws the first centres, `improve` runs one pass of Lloyd's k-means,
and `place` puts every hand of the street into the bucket of the nearest centre. Long steps are generators that
yield after every block; those of `place` yield the share placed. Errors are mean distances from the centre, as
shares of the pot.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ai.abstraction.average_strengths import average_strengths
from ai.abstraction.histograms import random_deals
from ai.abstraction.isomorphism import Ints, boards, cells
from ai.abstraction.kmeans_1d import best_levels
from ai.abstraction.kmeans_1d_emd import Buckets
from ai.abstraction.metrics import Array, Metric
from ai.abstraction.next_street_histograms import FutureBuckets
from ai.abstraction.parallel import Block, blocks, cores, in_turns
from ai.abstraction.strengths import GREATEST, Strengths, no_strengths

Words = Generator[None, None, tuple[Array, float]]
Progress = Generator[float, None, tuple[Array, float]]

STRENGTH_BOARDS_AT_A_TIME = {3: 20, 4: 200}
"""Boards, by their number of cards, that take some 30 ms."""


class Clustering(Protocol):
    """A method to cluster the hands of a street."""

    def prepare(self) -> Generator[None]:
        """Compute what the passes need."""

    def seed(self, rng: np.random.Generator) -> Generator[None, None, Array]:
        """Return the first centres."""

    def improve(self, centres: Array) -> Words:
        """Return better centres, and the error of the given ones."""

    def place(self, centres: Array) -> Progress:
        """Return the bucket of every cell, uint8[cells], weakest first, and the error over all hands."""


@dataclass(slots=True)
class ByDistribution:
    """Clusters hands by the distribution of what they can become; centres are fitted to `sample` random deals."""

    futures: FutureBuckets
    buckets: int
    metric: Metric
    sample: int
    seed_of_sample: tuple[int, ...]
    _points: Buckets = field(init=False)

    def prepare(self) -> Generator[None]:
        """Draw the deals, and compute what they can become."""
        deals = random_deals(self.futures.cards, self.sample, np.random.default_rng(self.seed_of_sample))
        parts = blocks(self.sample, self.futures.deals_at_a_time)
        found = []
        for points in in_turns(lambda part: self.futures.of_deals(deals[part]), parts, cores()):
            found.append(points)
            yield
        self._points = np.concatenate(found)

    def seed(self, rng: np.random.Generator) -> Generator[None, None, Array]:
        """Return centres by k-means++."""
        return self.metric.sorted_by_strength((yield from self.metric.seeds(self._points, self.buckets, rng)))

    def improve(self, centres: Array) -> Words:
        """Assign the deals to their nearest centres, and return the new centres."""
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
        return self.metric.sorted_by_strength(self.metric.renewed(counts, centres)), total / self.sample

    def place(self, centres: Array) -> Progress:
        """Put all hands into the buckets of their nearest centres."""
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
    """Clusters hands by mean strength alone; the optimal intervals are found exactly, without passes.

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
        return best_levels(self._counts, self.buckets).bucket_of

    def improve(self, centres: Array) -> Words:
        """Return the same centres: they are optimal."""
        yield
        return centres, self._error(centres)

    def place(self, centres: Array) -> Progress:
        """Put all hands into the buckets of their strengths."""
        yield 1.0
        return centres[self.strengths], self._error(centres)

    def _error(self, bucket_of: Array) -> float:
        """Return the mean distance from the mean strength of the bucket."""
        values, counts = np.arange(len(bucket_of)), self._counts
        members = np.bincount(bucket_of, counts, self.buckets)
        means = np.bincount(bucket_of, counts * values, self.buckets) / np.maximum(members, 1)
        return float(counts @ np.abs(values - means[bucket_of]) / counts.sum() / GREATEST)
