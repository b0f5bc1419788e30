"""What the window is told of a league: all agents of a game against all, every deal twice with seats swapped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from game.match.series import SeriesPoint
from game.rules import games

FIRST_DEALS = 100
MOST_DEALS = 1_000_000
WORK = 12
"""The budget of a decision for those who search, in their units of work: about 0.05 s."""
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3
BATCHES = 32
"""Deals are counted in so many batches in turn: deal n of every pair has the same cards and falls into the same."""
STUDENT_95 = 2.0395
"""What of Student's distribution with 31 degrees of freedom lies beyond on either side with 2.5 %."""


def digits_of(game: str) -> int:
    """Return how many digits behind the point results of a game are written with."""
    return DIGITS.get(game, OTHER_DIGITS)


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The agreement: `stack_bb` matters in Hold'em, `blinds` in half-street Kuhn, `work` for those who search.

    With `aivat` the figures are estimates that leave most of the luck out.
    """

    game: str
    blinds: float = 1
    stack_bb: int = games.HOLDEM_STACK_BB
    work: int = WORK
    seed: int = 0
    aivat: bool = False


@dataclass(frozen=True, slots=True)
class LeaguePair:
    """How `a` stands against `b` after some deals: mean of `a`, half its interval, course, seconds taken.

    `batches` are the means of the batches, empty before every one has a deal. Where the pair is `exact`, its mean
    was computed over all deals and none was played.
    """

    a: str
    b: str
    deals: int = 0
    mean: float = 0.0
    ci95: float | None = None
    course: tuple[SeriesPoint, ...] = ()
    seconds: float = 0.0
    batches: tuple[float, ...] = ()
    exact: bool = False

    @property
    def is_known(self) -> bool:
        """Return whether the mean says anything: some deals were played, or it is exact."""
        return self.exact or self.deals > 0

    def swapped(self) -> LeaguePair:
        """Return the same, seen from the other side."""
        course = tuple(SeriesPoint(one.samples, -one.mean, one.ci95) for one in self.course)
        batches = tuple(-mean for mean in self.batches)
        return replace(self, a=self.b, b=self.a, mean=0.0 - self.mean, course=course, batches=batches)


@dataclass(frozen=True, slots=True)
class FieldResult:
    """How an agent stands against all whom it has met: the mean of their pairs, half its interval, the worst.

    `worst_ci95` is half the interval of the worst pair, `worst_against` the opponent.

    All pairs are dealt the same cards, so their results are not independent: the interval is that of batch means,
    each of the same deals of all pairs; None before every batch of every pair has a deal, 0 where all is exact.
    """

    met: int
    mean: float
    ci95: float | None
    worst: float
    worst_ci95: float | None = None
    worst_against: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """Where a league stands; every pair is to play so many `deals`. `warning` says what was amiss with its file."""

    settings: LeagueSettings
    agents: tuple[str, ...]
    pairs: tuple[LeaguePair, ...]
    deals: int
    playing: bool = False
    warning: str | None = None

    @property
    def done(self) -> int:
        """Return how many of the deals to play were played."""
        return sum(min(pair.deals, self.deals) for pair in self.pairs)

    @property
    def total(self) -> int:
        """Return how many deals there are to play."""
        return self.deals * len(self.pairs)

    @property
    def begun(self) -> int:
        """Return how many pairs have met."""
        return sum(pair.is_known for pair in self.pairs)

    @property
    def exact(self) -> bool:
        """Return whether every pair was computed, and nothing played."""
        return bool(self.pairs) and all(pair.exact for pair in self.pairs)

    @property
    def seconds_left(self) -> float | None:
        """Return what is left to play at the pace so far; None before anybody has met."""
        played = sum(pair.deals for pair in self.pairs)
        if not played:
            return None
        usual = sum(pair.seconds for pair in self.pairs) / played
        return sum(
            max(0, self.deals - pair.deals) * (pair.seconds / pair.deals if pair.deals else usual)
            for pair in self.pairs
        )

    def pair(self, a: str, b: str) -> LeaguePair | None:
        """Return how `a` stands against `b`; None for nobody's pair."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.b, pair.a) == (a, b):
                return pair.swapped()
        return None

    def field(self, agent: str) -> FieldResult | None:
        """Return how an agent stands against the others; None before it has met anybody."""
        found = (self.pair(agent, other) for other in self.agents if other != agent)
        met = [pair for pair in found if pair is not None and pair.is_known]
        if not met:
            return None
        ci95 = 0.0 if all(pair.exact for pair in met) else None
        if all(pair.batches for pair in met):
            batches = [fmean(same_deals) for same_deals in zip(*(pair.batches for pair in met), strict=True)]
            ci95 = STUDENT_95 * stdev(batches) / math.sqrt(BATCHES)
        worst = min(met, key=lambda pair: pair.mean)
        mean = fmean(pair.mean for pair in met)
        return FieldResult(len(met), mean, ci95, worst.mean, worst.ci95, worst.b)

    def ranked(self, *, by_mean: bool = False) -> Sequence[str]:
        """Return the agents by their worst result or by their mean, the best first and who has met nobody last.

        Equal ones stand in the order of `agents`.
        """

        def rank(agent: str) -> float:
            field = self.field(agent)
            return -math.inf if field is None else field.mean if by_mean else field.worst

        return sorted(self.agents, key=rank, reverse=True)
