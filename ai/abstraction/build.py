"""Build a card abstraction from the river backwards: k-means clustering of hands by earth mover's distance.

The buckets of a street depend on the buckets of the next street. River hands are divided exactly by strength. Turn
and flop hands are clustered by k-means with several restarts, which share the k-means passes of the street. The
last pass uses the centres with the smallest error and assigns every hand to a bucket.

The result depends only on the plan, so a resumed build gives the same result as an uninterrupted build. A
checkpoint holds the centres (`Search`) and the finished streets. Everything else is computed again.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto

import numpy as np

from ai.abstraction import emd, isomorphism, kmeans_1d, kmeans_emd, next_street, runouts, strengths, transport
from ai.abstraction.clustering import (
    Array,
    BucketMetric,
    ByDistribution,
    ByStrength,
    Clustering,
    FromFlopToRiver,
    FutureBuckets,
    LineMetric,
    MeansOnALine,
    Metric,
    NextStreet,
)
from ai.abstraction.kmeans_1d import Buckets, Clusters1D, best_levels
from ai.abstraction.kmeans_emd import Distance
from ai.abstraction.strengths import Rivers
from ai.steps import relay
from game.files import user_files
from game.rules.betting import Street


class AbstractionKind(StrEnum):
    """The methods of comparing hands before the river."""

    POTENTIAL = "potential-aware"
    DISTRIBUTION = "distribution"
    STRENGTH = "ehs"


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The parameters of an abstraction. `passes` is the total number of k-means passes on turn and flop."""

    kind: AbstractionKind
    flop: int
    turn: int
    river: int
    flop_sample: int
    turn_sample: int
    restarts: int
    passes: int
    distance: Distance
    seed: int

    def pass_count(self, street: Street) -> int:
        return self.passes // 2 if street == Street.TURN else self.passes - self.passes // 2


@dataclass(frozen=True, slots=True)
class Search:
    """The state of k-means on a street: the number of passes so far, and the current and the best centres.

    `error` is the error of the best centres.
    """

    done: int = 0
    centres: Array | None = None
    best: Array | None = None
    error: float = np.inf


@dataclass(frozen=True, slots=True)
class Passed:
    """A report that a k-means pass over a street is done, with the error of the centres."""

    street: Street
    error: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A report while hands are assigned to buckets: the share of the street's boards that are done."""

    share: float


class Before(Enum):
    """A report after each block of the preparation."""

    DEALING = auto()
    """The strengths of all hands over all rivers are being computed."""
    LOOKING = auto()
    """The distributions of sampled hands over the next buckets are being computed."""


Steps = Generator[Passed | Placed | Before | None]


@dataclass(slots=True)
class AbstractionBuild:
    """An abstraction under construction.

    Attributes:
        river: uint8[1981], the bucket of every strength.
        tables: The bucket of every cell of each finished street, uint8[cells].
    """

    plan: BuildPlan
    searches: dict[Street, Search] = field(
        default_factory=lambda: {Street.TURN: Search(), Street.FLOP: Search()}
    )
    river: Buckets | None = None
    tables: dict[Street, Buckets] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        return len(self.tables) == len(self.searches)

    @property
    def passes(self) -> int:
        return sum(search.done for search in self.searches.values())

    def steps(self) -> Steps:
        """Run the build. Yield a report after every block, and None during a k-means pass."""
        dealing = strengths.compute_rivers(user_files.cache_folder())
        known = yield from relay(dealing, lambda _: Before.DEALING)
        of_river = best_levels(known.counts, self.plan.river)
        self.river = of_river.buckets
        if self.plan.kind is AbstractionKind.STRENGTH:
            yield from self._by_strength(known)
        else:
            yield from self._by_distribution(known, of_river)

    def _by_strength(self, known: Rivers) -> Steps:
        turn = ByStrength(4, self.plan.turn, known.table)
        yield from self._put_in_buckets(Street.TURN, turn)
        yield from self._put_in_buckets(Street.FLOP, ByStrength(3, self.plan.flop, turn.strengths))

    def _by_distribution(self, known: Rivers, of_river: Clusters1D) -> Steps:
        plan, line = self.plan, LineMetric.of(of_river)
        rivers_in_buckets = of_river.buckets[known.table]
        of_turn, sample = NextStreet(4, rivers_in_buckets), (plan.turn_sample, (plan.seed, Street.TURN))
        if Street.TURN not in self.tables:
            yield from self._put_in_buckets(Street.TURN, ByDistribution(of_turn, plan.turn, line, *sample))
        futures, metric = self._of_flop(line, rivers_in_buckets)
        sample = plan.flop_sample, (plan.seed, Street.FLOP)
        yield from self._put_in_buckets(Street.FLOP, ByDistribution(futures, plan.flop, metric, *sample))

    def _of_flop(self, line: LineMetric, rivers_in_buckets: Buckets) -> tuple[FutureBuckets, Metric]:
        """Return the histograms of flop hands, and the metric that compares them."""
        if self.plan.kind is AbstractionKind.DISTRIBUTION:
            return FromFlopToRiver(rivers_in_buckets), MeansOnALine(line.positions, line.buckets)
        centres = self.searches[Street.TURN].best
        assert centres is not None
        return NextStreet(3, self.tables[Street.TURN]), BucketMetric(line.ground(centres), self.plan.distance)

    def _put_in_buckets(self, street: Street, clustering: Clustering) -> Steps:
        """Run the remaining k-means passes, and assign every hand of the street to its bucket."""
        passes = self.plan.pass_count(street)
        yield from relay(clustering.prepare(), lambda _: Before.LOOKING)
        while self.searches[street].done < passes - 1:
            error = yield from self._improve(street, clustering)
            yield Passed(street, error)
        if street not in self.tables:
            search = self.searches[street]
            assert search.best is not None
            self.tables[street], error = yield from relay(clustering.place(search.best), Placed)
            self.searches[street] = replace(search, done=passes)
            yield Passed(street, error)

    def _improve(self, street: Street, clustering: Clustering) -> Generator[None, None, float]:
        """Run one k-means pass, and return the error. The first pass of a restart draws new centres."""
        search, before_last = self.searches[street], self.plan.pass_count(street) - 1
        restart, last = (done * self.plan.restarts // before_last for done in (search.done, search.done - 1))
        centres = search.centres
        if centres is None or restart != last:
            centres = yield from clustering.seed(np.random.default_rng((self.plan.seed, street, restart)))
        better, error = yield from clustering.improve(centres)
        best, least = (centres, error) if error < search.error else (search.best, search.error)
        self.searches[street] = Search(search.done + 1, better, best, least)
        return error


def compile_kernels() -> None:
    """Compile all kernels of a build."""
    for module in (
        isomorphism,
        next_street,
        strengths,
        kmeans_1d,
        runouts,
        emd,
        transport,
        kmeans_emd,
    ):
        module.compile_kernels()
