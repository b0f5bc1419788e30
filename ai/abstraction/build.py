"""A card abstraction is made from the river backwards: what a hand can become must be in buckets before it.

The river is divided by strength, exactly. Then the turn, then the flop: each by so many passes of k-means, of
which the last puts every hand into its bucket; the passes before it are shared by restarts from other centres, and
the best centres of all are taken. Everything follows from the plan, so a making goes on as if it had never
stopped: what is kept are the centres (`Search`) and the streets that are in buckets; the rest is worked out again.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto

import numpy as np

from ai.abstraction import (
    emd,
    histograms,
    isomorphism,
    kmeans_1d,
    kmeans_1d_emd,
    kmeans_emd,
    next_cards,
    rivers,
    runouts,
    strengths,
    transport,
)
from ai.abstraction.clustering import ByDistribution, ByStrength, Clustering
from ai.abstraction.kmeans_1d import Clusters1D, best_levels
from ai.abstraction.kmeans_1d_emd import Buckets
from ai.abstraction.metrics import Array, BucketMetric, LineMetric, MeansOnALine, Metric
from ai.abstraction.next_street_histograms import FromFlopToRiver, FutureBuckets, NextStreet
from ai.abstraction.rivers import Rivers
from ai.steps import relayed
from game.files import user_files
from game.rules.betting import Street


class AbstractionKind(StrEnum):
    """By what hands are put together before the river."""

    POTENTIAL = "potential-aware"
    DISTRIBUTION = "distribution"
    STRENGTH = "ehs"


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What is to be made: the kind, buckets of a street, deals to find them by, passes over both streets."""

    kind: AbstractionKind
    flop: int
    turn: int
    river: int
    flop_sample: int
    turn_sample: int
    restarts: int
    passes: int
    exactly: bool
    seed: int

    def passes_of(self, street: Street) -> int:
        """Return how many passes are the turn's or the flop's."""
        return self.passes // 2 if street == Street.TURN else self.passes - self.passes // 2


@dataclass(frozen=True, slots=True)
class Search:
    """How far the passes over a street have come: the centres of the next one, and the best so far."""

    done: int = 0
    centres: Array | None = None
    best: Array | None = None
    error: float = np.inf


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass over a street is done, with this error."""

    street: Street
    error: float


@dataclass(frozen=True, slots=True)
class Placed:
    """So large a share of the boards of a street is done with."""

    share: float


class Before(Enum):
    """What is done before the passes, over another block of deals."""

    DEALING = auto()
    """All hands are dealt out to the river, for their strengths."""
    LOOKING = auto()
    """What hands of a street can become is looked at."""


Steps = Generator[Passed | Placed | Before | None]


@dataclass(slots=True)
class AbstractionBuild:
    """An abstraction on its way.

    river: uint8[1981], the bucket of every strength; tables: the streets that are in buckets, uint8[cells].
    """

    plan: BuildPlan
    searches: dict[Street, Search] = field(
        default_factory=lambda: {Street.TURN: Search(), Street.FLOP: Search()}
    )
    river: Buckets | None = None
    tables: dict[Street, Buckets] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Return whether all streets are in buckets."""
        return len(self.tables) == len(self.searches)

    @property
    def passes(self) -> int:
        """Return how many passes are done."""
        return sum(search.done for search in self.searches.values())

    def steps(self) -> Steps:
        """Go on to the end, with a word after every block, None within a pass."""
        dealing = rivers.worked_out(user_files.cache_folder())
        known = yield from relayed(dealing, lambda _: Before.DEALING)
        of_river = best_levels(known.counts, self.plan.river)
        self.river = of_river.bucket_of
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
        rivers_in_buckets = of_river.bucket_of[known.table]
        of_turn, sample = NextStreet(4, rivers_in_buckets), (plan.turn_sample, (plan.seed, Street.TURN))
        if Street.TURN not in self.tables:
            yield from self._put_in_buckets(Street.TURN, ByDistribution(of_turn, plan.turn, line, *sample))
        futures, metric = self._of_flop(line, rivers_in_buckets)
        sample = plan.flop_sample, (plan.seed, Street.FLOP)
        yield from self._put_in_buckets(Street.FLOP, ByDistribution(futures, plan.flop, metric, *sample))

    def _of_flop(self, line: LineMetric, rivers_in_buckets: Buckets) -> tuple[FutureBuckets, Metric]:
        """Return by what flop hands are put together."""
        if self.plan.kind is AbstractionKind.DISTRIBUTION:
            return FromFlopToRiver(rivers_in_buckets), MeansOnALine(line.positions, line.buckets)
        centres = self.searches[Street.TURN].best
        assert centres is not None
        return NextStreet(3, self.tables[Street.TURN]), BucketMetric(line.ground(centres), self.plan.exactly)

    def _put_in_buckets(self, street: Street, clustering: Clustering) -> Steps:
        """Make what passes are left, of which the last puts the street into buckets."""
        passes = self.plan.passes_of(street)
        yield from relayed(clustering.prepare(), lambda _: Before.LOOKING)
        while self.searches[street].done < passes - 1:
            error = yield from self._improve(street, clustering)
            yield Passed(street, error)
        if street not in self.tables:
            search = self.searches[street]
            assert search.best is not None
            self.tables[street], error = yield from relayed(clustering.place(search.best), Placed)
            self.searches[street] = replace(search, done=passes)
            yield Passed(street, error)

    def _improve(self, street: Street, clustering: Clustering) -> Generator[None, None, float]:
        """Make one pass, the first of a restart from centres of its own."""
        search, before_last = self.searches[street], self.plan.passes_of(street) - 1
        restart, last = (done * self.plan.restarts // before_last for done in (search.done, search.done - 1))
        centres = search.centres
        if centres is None or restart != last:
            centres = yield from clustering.seed(np.random.default_rng((self.plan.seed, street, restart)))
        better, error = yield from clustering.improve(centres)
        best, least = (centres, error) if error < search.error else (search.best, search.error)
        self.searches[street] = Search(search.done + 1, better, best, least)
        return error


def compile_kernels() -> None:
    """Compile all that a making calls."""
    for module in (
        isomorphism,
        next_cards,
        strengths,
        kmeans_1d,
        histograms,
        runouts,
        kmeans_1d_emd,
        emd,
        transport,
        kmeans_emd,
    ):
        module.compile_kernels()
