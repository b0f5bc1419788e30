"""Requests and answers about a league, in which the agents of a game play each other.

Every deal is played from both seats. In each request, `agents` holds the names of the agents that play. If
`agents` is empty, all agents play.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, stdev

from game.match.series import SeriesPoint
from game.rules import games
from game.texts import join_list, text

FIRST_DEALS = 100
MAX_DEALS = 1_000_000
WORK = 12
"""The work budget of each decision of agents that search, about 0.05 s."""
DIGITS = {games.TIC_TAC_TOE: 2, games.HOLDEM: 0}
OTHER_DIGITS = 3
BATCHES = 32
"""The number of batches. Deal n of every pair has the same cards and belongs to the same batch."""
STUDENT_95 = 2.0395
"""The 97.5% quantile of Student's t distribution with 31 degrees of freedom."""


def describe_left_out(reasons: Mapping[str, str]) -> str:
    """Return a sentence about the agents that cannot play, or "". `reasons` maps an agent's name to the reason."""
    groups = []
    for reason in dict.fromkeys(reasons.values()):
        names = [name for name, found in reasons.items() if found == reason]
        groups.append(text(f"arena.left_out.{reason}", agents=", ".join(names)))
    return text("arena.left_out.all", agents=join_list(*groups)) if groups else ""


def get_digits(game: str) -> int:
    return DIGITS.get(game, OTHER_DIGITS)


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The settings of a league.

    `stack_bb` is used only in Hold'em. `blinds` is the ante of half-street Kuhn poker. `work` is the work budget of
    agents that search. If `aivat` is True, the results are AIVAT estimates, which remove most of the luck.
    """

    game: str
    blinds: float = 1
    stack_bb: int = games.HOLDEM_STACK_BB
    work: int = WORK
    seed: int = 0
    aivat: bool = False


@dataclass(frozen=True, slots=True)
class LeaguePair:
    """The result of `a` against `b` so far: mean, half-width of its interval, curve of the mean, seconds of play.

    `batches` has the means of the batches. It is empty until each batch has a deal. If `exact`, the mean was
    computed over all possible deals instead of estimated by play.
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
        return self.exact or self.deals > 0

    def swapped(self) -> LeaguePair:
        """Return the result from the view of `b`."""
        course = tuple(SeriesPoint(one.samples, -one.mean, one.ci95) for one in self.course)
        batches = tuple(-mean for mean in self.batches)
        return replace(self, a=self.b, b=self.a, mean=0.0 - self.mean, course=course, batches=batches)


@dataclass(frozen=True, slots=True)
class FieldResult:
    """The result of an agent against all opponents so far: the mean with its interval, and the worst pair.

    `worst_against` is the opponent with the worst mean, and `worst_ci95` is the half-width of that mean's interval.

    All pairs get the same cards, so their results are not independent. The interval is therefore computed
    from batch means over all pairs. The interval is None until every batch of every pair has a deal, and 0 if all
    pairs are exact.
    """

    met: int
    mean: float
    ci95: float | None
    worst: float
    worst_ci95: float | None = None
    worst_against: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """The standings of a league in which every pair plays `deals` deals.

    `warning` is a message about a problem with the file of the league. `left_out` has the agents that cannot play,
    each with the name of the reason: "not_allowed", "failed" or "unknown".
    """

    settings: LeagueSettings
    agents: tuple[str, ...]
    pairs: tuple[LeaguePair, ...]
    deals: int
    playing: bool = False
    warning: str | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        return sum(min(pair.deals, self.deals) for pair in self.pairs)

    @property
    def total(self) -> int:
        return self.deals * len(self.pairs)

    @property
    def begun(self) -> int:
        return sum(pair.is_known for pair in self.pairs)

    @property
    def exact(self) -> bool:
        return bool(self.pairs) and all(pair.exact for pair in self.pairs)

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds left at the current rate. None until every agent has played.

        For a pair without deals, take the smallest time per deal of each of its two agents. The larger of these two
        times is the estimate for the pair.
        """
        pace = {(one.a, one.b): one.seconds / one.deals for one in self.pairs if one.deals}
        quickest: dict[str, float] = {}
        for pair, seconds in pace.items():
            quickest |= {agent: min(seconds, quickest.get(agent, seconds)) for agent in pair}
        if len(quickest) < len(self.agents):
            return None
        return sum(
            max(0, self.deals - pair.deals)
            * pace.get((pair.a, pair.b), max(quickest[pair.a], quickest[pair.b]))
            for pair in self.pairs
        )

    def pair(self, a: str, b: str) -> LeaguePair | None:
        """Return the result of `a` against `b`. None if there is no such pair."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.b, pair.a) == (a, b):
                return pair.swapped()
        return None

    def field(self, agent: str) -> FieldResult | None:
        """Return an agent's result against all other agents. None before the agent's first deal."""
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
        """Return the agents sorted by worst result or by mean, best first. Agents without a result are last.

        On a tie, the order of `agents` is kept.
        """

        def rank(agent: str) -> float:
            field = self.field(agent)
            return -math.inf if field is None else field.mean if by_mean else field.worst

        return sorted(self.agents, key=rank, reverse=True)
