"""A league: every agent of a game plays every other agent. The standings are stored, and a league can be continued.

Every pair plays the same match as the command `match A B --duplicate` with the same seed and work limit. The pair
with the fewest deals plays next. The standings are saved in the user's folder by atomic writes. league_play.py
plays the deals. A new agent plays the same deals as the other agents, from the first deal on. If an agent has
changed, all pairs with this agent start again from the first deal.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from ai.evaluation.head_to_head import MatchSpec
from game.core import BadInput, Budget
from game.files import locks, user_files
from game.match.outside_agents import FaultCount
from game.match.series import DENSE, GROWTH, NORMAL_95, SeriesPoint
from game.quoting import csv_line
from game.study.league import BATCHES, MAX_DEALS, League, LeaguePair, LeagueSettings
from game.texts import number, text

KIND, VERSION = "league", 2
FOLDER = "leagues"

DEALS_A_TURN = 5
"""The minimum number of consecutive deals of a pair."""
Pair = tuple[str, str]


@dataclass(slots=True)
class PairStanding:
    """The running mean and variance of the winnings of the first agent of a pair (Welford, 1962).

    Attributes:
        versions: The versions of the two agents.
        deviations: The sum of squared deviations from the mean.
        course: A list of the mean and its interval after various numbers of deals, for a chart.
        batches: The sum of the winnings in each batch, for batch means. Deal n belongs to batch n % B, with B
            batches.
    """

    versions: Pair
    deals: int = 0
    mean: float = 0.0
    deviations: float = 0.0
    seconds: float = 0.0
    course: list[SeriesPoint] = field(default_factory=list)
    batches: list[float] = field(default_factory=lambda: [0.0] * BATCHES)

    @property
    def batch_means(self) -> tuple[float, ...]:
        """The mean winnings of each batch. Empty until every batch has a deal."""
        if self.deals < BATCHES:
            return ()
        each, more = divmod(self.deals, BATCHES)
        return tuple(won / (each + (number < more)) for number, won in enumerate(self.batches))

    @property
    def ci95(self) -> float | None:
        """The half-width of the 95 % interval, None for fewer than two deals."""
        if self.deals < 2:
            return None
        return NORMAL_95 * math.sqrt(self.deviations / (self.deals - 1) / self.deals)

    def add(self, won: float, seconds: float) -> None:
        """Add the result of a deal."""
        self.batches[self.deals % BATCHES] += won
        self.deals += 1
        self.seconds += seconds
        before = won - self.mean
        self.mean += before / self.deals
        self.deviations += before * (won - self.mean)
        last = self.course[-1].samples if self.course else 0
        if self.deals >= (last + 1 if last < DENSE else last * GROWTH):
            self.course.append(SeriesPoint(self.deals, self.mean, self.ci95))

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as plain values for JSON."""
        course = [{"samples": one.samples, "mean": one.mean, "ci95": one.ci95} for one in self.course]
        return {
            "versions": self.versions,
            "deals": self.deals,
            "mean": self.mean,
            "deviations": self.deviations,
            "seconds": self.seconds,
            "course": course,
            "batches": self.batches,
        }

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> PairStanding:
        """Read a standing from JSON.

        Raises:
            BadInput: If the values are not a standing.
        """
        try:
            first, second = map(str, stored["versions"])
            deals, mean, deviations = int(stored["deals"]), float(stored["mean"]), float(stored["deviations"])
            seconds, batches = float(stored["seconds"]), list(map(float, stored["batches"]))
            course = [
                SeriesPoint(
                    int(one["samples"]),
                    float(one["mean"]),
                    None if one["ci95"] is None else float(one["ci95"]),
                )
                for one in stored["course"]
            ]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadInput(text("solver_errors.league.pair")) from error
        figures = [
            mean,
            deviations,
            seconds,
            *batches,
            *(value for one in course for value in (one.mean, one.ci95 or 0.0)),
        ]
        possible = all(map(math.isfinite, figures)) and len(batches) == BATCHES
        if not possible or min(deals, deviations, seconds) < 0:
            raise BadInput(text("solver_errors.league.figures"))
        return PairStanding((first, second), deals, mean, deviations, seconds, course, batches)


class LeagueTable:
    """The standings of a league, and the current agents with their versions.

    If `anew` is True, every pair starts from the first deal. The file keeps the old result of a pair until the new
    result has more deals.

    Args:
        settings: The settings of the league.
        agents: The version of each agent, by the agent's name.
        left_out: The pairs that do not play.
        slow: The agents whose pairs play last, except for the first `DEALS_A_TURN` deals of each pair. These first
            deals are played early, so that the remaining time can be estimated.
    """

    def __init__(
        self,
        settings: LeagueSettings,
        agents: Mapping[str, str],
        *,
        anew: bool = False,
        left_out: Collection[Pair] = (),
        slow: Collection[str] = (),
    ) -> None:
        self.settings = settings
        self.agents = dict(agents)
        self._left_out, self._slow = frozenset(left_out), frozenset(slow)
        loaded = user_files.read_versioned(league_file(settings), KIND, VERSION, _read)
        self.warning = loaded.warning
        self._agreed, self._in_file = loaded.content or (0, {})
        self.deals = 0 if anew else self._agreed
        self._standings = {} if anew else dict(self._in_file)
        self.faults: dict[str, FaultCount] = {}
        """The failed decisions of outside agents, by name, in the deals that this table has added."""

    def raise_to(self, deals: int) -> None:
        self.play_to(max(self.deals, deals))

    def play_to(self, deals: int) -> None:
        """Set the number of deals up to which every pair plays. The file may already have more deals.

        Raises:
            BadInput: If the number is above `MAX_DEALS`.
        """
        if not 0 <= deals <= MAX_DEALS:
            told = {"most": number(MAX_DEALS), "deals": number(deals)}
            raise BadInput(text("solver_errors.league.deals", **told))
        self.deals = deals

    def forget(self, agents: Collection[str]) -> None:
        """Delete all results of these agents."""
        for standings in (self._in_file, self._standings):
            for pair in [pair for pair in standings if not set(agents).isdisjoint(pair)]:
                del standings[pair]

    def standing(self, pair: Pair) -> PairStanding:
        """Return the standing of a pair. The standing is empty if one of the agents has changed."""
        versions = self.agents[pair[0]], self.agents[pair[1]]
        known = self._standings.get(pair)
        if known is None or known.versions != versions:
            known = self._standings[pair] = PairStanding(versions)
        return known

    @property
    def pairs(self) -> list[Pair]:
        return [pair for pair in combinations(sorted(self.agents), 2) if pair not in self._left_out]

    def next_pair(self) -> Pair | None:
        waiting = [pair for pair in self.pairs if self.standing(pair).deals < self.deals]
        return min(waiting, key=lambda pair: self.rank(pair, self.standing(pair).deals), default=None)

    def rank(self, pair: Pair, deals: int) -> tuple[bool, int, bool]:
        """Return a sort key for the order in which the pairs play. `deals` is the pair's number of deals so far.

        Slow pairs that have `DEALS_A_TURN` deals or more are last. Of the other pairs, those with the fewest deals
        are first. If two pairs have equally many deals, the quick pair is first.
        """
        slow = not self._slow.isdisjoint(pair)
        return slow and deals >= DEALS_A_TURN, deals, slow

    def league(self, *, playing: bool = False, courses: bool = True) -> League:
        """Return the league for the window. If `courses` is False, leave out the courses of pairs to save time."""
        pairs = tuple(
            LeaguePair(
                *pair,
                one.deals,
                one.mean,
                one.ci95,
                tuple(one.course) if courses else (),
                one.seconds,
                one.batch_means,
            )
            for pair, one in ((pair, self.standing(pair)) for pair in self.pairs)
        )
        return League(self.settings, tuple(self.agents), pairs, self.deals, playing, self.warning)

    def save(self) -> None:
        """Write the standings, including the standings of agents that do not play now.

        Raises:
            BadInput: If the file cannot be written.
        """
        begun = {pair: one for pair, one in self._standings.items() if one.deals and not self._is_kept(pair)}
        standings = self._in_file | begun
        content = {
            "deals": max(self.deals, self._agreed),
            "pairs": [{"pair": pair, **one.to_dict()} for pair, one in standings.items()],
        }
        file = league_file(self.settings)
        try:
            user_files.write_versioned(file, KIND, VERSION, content, durable=False)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput(text("solver_errors.league.not_kept", file=file, reason=reason)) from error

    def _is_kept(self, pair: Pair) -> bool:
        ours, kept = self._standings[pair], self._in_file.get(pair)
        return kept is not None and kept.versions == ours.versions and kept.deals > ours.deals


def league_file(settings: LeagueSettings) -> Path:
    """Return the file of a league. Each combination of settings has its own file."""
    words = (settings.game, f"{settings.blinds:g}", settings.stack_bb, settings.work, settings.seed)
    name = "-".join(map(str, words)) + ("-aivat" if settings.aivat else "")
    return user_files.home() / FOLDER / f"{name}.json"


def claim(settings: LeagueSettings) -> AbstractContextManager[None]:
    """Lock a league for this process.

    Raises:
        BadInput: If another process plays the league.
    """
    return locks.only_writer(league_file(settings), text("solver_errors.league.busy"))


def pair_match(settings: LeagueSettings, pair: Pair, deals: int) -> MatchSpec:
    """Return the match that a pair plays, with `deals` deals in both seats."""
    return MatchSpec(
        settings.game,
        *pair,
        hands=2 * deals,
        seed=settings.seed,
        duplicate=True,
        blinds=settings.blinds,
        stack_bb=settings.stack_bb,
        budget=Budget(work=settings.work),
        aivat=settings.aivat,
    )


def _read(content: Mapping[str, Any]) -> tuple[int, dict[Pair, PairStanding]]:
    """Read the content of a league file.

    Raises:
        BadInput: If the content is not a league.
    """
    standings: dict[Pair, PairStanding] = {}
    try:
        deals = int(content["deals"])
        for stored in content["pairs"]:
            first, second = map(str, stored["pair"])
            standings[first, second] = PairStanding.from_dict(stored)
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadInput(text("solver_errors.league.none")) from error
    if not 0 <= deals <= MAX_DEALS:
        raise BadInput(text("solver_errors.league.too_many_deals"))
    return deals, standings


def league_csv(league: League) -> str:
    """Return the cross-table as CSV.

    A row has two agents, their number of deals, the mean, and the half-width of its interval.
    """
    lines = [csv_line(("a", "b", "deals", "mean", "ci95"))]
    for a, b in permutations(league.agents, 2):
        pair = league.pair(a, b)
        if pair is not None and pair.is_known:
            half = "" if pair.ci95 is None else f"{pair.ci95:.6g}"
            lines.append(csv_line((a, b, pair.deals, f"{pair.mean:.6g}", half)))
    return "".join(lines)
