"""A league: all agents of a game against all, pair by pair in turns, kept so that nothing ends it.

Every pair plays the match that `match A B --duplicate` plays with the same seed and work, deal by deal: whoever has
met least is next. The standing lies in the user's folder and is written every few seconds, whole or not at all. An
agent that joins meets the others from the first deal on; one that has changed begins anew.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from ai.evaluation.head_to_head import HANDS_A_BATCH, MatchSpec, scale_of
from game import user_files
from game.core import Agent, BadInput, Budget, IllegalAction, Progress
from game.league import MOST_DEALS, League, LeaguePair, LeagueSettings
from game.match.loop import play_hand
from game.match.series import DENSE, GROWTH, NORMAL_95, Point
from game.match.session import Session

KIND, VERSION = "league", 1
FOLDER = "leagues"
SAVED_EVERY = 2.0  # seconds
REPORTED_EVERY = 0.04  # seconds: within a hand, too, for those who think long
DEALS_A_TURN = 5
DEALS_A_BATCH = HANDS_A_BATCH // 2

Load = Callable[[str], Agent]
Pair = tuple[str, str]


@dataclass(slots=True)
class Standing:
    """What the first of a pair has won, deal by deal (Welford, 1962); `versions` are those of the two agents."""

    versions: Pair
    deals: int = 0
    mean: float = 0.0
    deviations: float = 0.0
    seconds: float = 0.0
    course: list[Point] = field(default_factory=list)

    @property
    def ci95(self) -> float | None:
        """Return the half-width of the 95 % interval; None before the second deal."""
        if self.deals < 2:
            return None
        return NORMAL_95 * math.sqrt(self.deviations / (self.deals - 1) / self.deals)

    def add(self, won: float, seconds: float) -> None:
        """Count a deal."""
        self.deals += 1
        self.seconds += seconds
        before = won - self.mean
        self.mean += before / self.deals
        self.deviations += before * (won - self.mean)
        last = self.course[-1].samples if self.course else 0
        if self.deals >= (last + 1 if last < DENSE else last * GROWTH):
            self.course.append(Point(self.deals, self.mean, self.ci95))

    @staticmethod
    def from_dict(stored: Mapping[str, Any]) -> Standing:
        """Read what JSON holds of one; `BadInput` where it holds something else."""
        try:
            first, second = map(str, stored["versions"])
            deals, mean, deviations = int(stored["deals"]), float(stored["mean"]), float(stored["deviations"])
            seconds = float(stored["seconds"])
            course = [
                Point(
                    int(one["samples"]),
                    float(one["mean"]),
                    None if one["ci95"] is None else float(one["ci95"]),
                )
                for one in stored["course"]
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput("a pair is no pair of a league") from error
        if not all(map(math.isfinite, (mean, deviations, seconds))) or min(deals, deviations, seconds) < 0:
            raise BadInput("a pair holds figures that cannot be")
        return Standing((first, second), deals, mean, deviations, seconds, course)


class Table:
    """The standings of one league, and the agents (version by name) that play in it now."""

    def __init__(self, settings: LeagueSettings, agents: Mapping[str, str]) -> None:
        self.settings = settings
        self.agents = dict(agents)
        loaded = user_files.read_versioned(file_of(settings), KIND, VERSION, _read)
        self.warning = loaded.warning
        self.deals, self._standings = loaded.content or (0, {})

    def raise_to(self, deals: int) -> None:
        """Let every pair play so many deals; never fewer than were agreed before."""
        if not 0 <= deals <= MOST_DEALS:
            raise BadInput(f"A pair plays up to {MOST_DEALS:,} deals, not {deals:,}.")
        self.deals = max(self.deals, deals)

    def standing(self, pair: Pair) -> Standing:
        """Return how a pair stands; from the beginning where one of them is not who it was."""
        versions = self.agents[pair[0]], self.agents[pair[1]]
        known = self._standings.get(pair)
        if known is None or known.versions != versions:
            known = self._standings[pair] = Standing(versions)
        return known

    @property
    def pairs(self) -> list[Pair]:
        """Return every pair by name."""
        return list(combinations(sorted(self.agents), 2))

    def next_pair(self) -> Pair | None:
        """Return who has met least; None where all have played."""
        waiting = [pair for pair in self.pairs if self.standing(pair).deals < self.deals]
        return min(waiting, key=lambda pair: self.standing(pair).deals, default=None)

    def told(self, *, playing: bool = False, courses: bool = True) -> League:
        """Return what the window is told; without the courses it costs next to nothing."""
        pairs = tuple(
            LeaguePair(
                *pair, one.deals, one.mean, one.ci95, tuple(one.course) if courses else (), one.seconds
            )
            for pair, one in ((pair, self.standing(pair)) for pair in self.pairs)
        )
        return League(self.settings, tuple(self.agents), pairs, self.deals, playing, self.warning)

    def save(self) -> None:
        """Write the standings; those of agents that are away are kept for when they return."""
        begun = {pair: one for pair, one in self._standings.items() if one.deals}
        content = {
            "deals": self.deals,
            "pairs": [{"pair": pair, **asdict(one)} for pair, one in begun.items()],
        }
        user_files.write_versioned(file_of(self.settings), KIND, VERSION, content, durable=False)


def file_of(settings: LeagueSettings) -> Path:
    """Return where a league is kept: each agreement has a file of its own."""
    words = (settings.game, f"{settings.blinds:g}", settings.stack_bb, settings.work, settings.seed)
    return user_files.home() / FOLDER / f"{'-'.join(map(str, words))}.json"


class _Reports:
    """What is told while a league is played: often enough to be cancelled, and no oftener."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._began = self._told = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether the last report is some time ago."""
        return time.monotonic() - self._told >= REPORTED_EVERY

    def now(self) -> Progress:
        """Return how far all pairs have come."""
        self._told = time.monotonic()
        league = self._table.told(playing=True, courses=False)
        return Progress(league.done, league.total, self._told - self._began, league.seconds_left)


def play(table: Table, load: Load) -> Generator[Progress]:
    """Play until every pair has met often enough, reporting all the time; closing it keeps what was played."""
    saved = time.monotonic()
    reports = _Reports(table)
    agents: dict[str, Agent] = {}
    table.save()
    try:
        while (pair := table.next_pair()) is not None:
            for name in pair:
                if name not in agents:
                    agents[name] = load(name)
                    yield reports.now()
            standing = table.standing(pair)
            for _ in range(min(DEALS_A_TURN, table.deals - standing.deals)):
                start = time.monotonic()
                won = yield from _deal(table, pair, [agents[name] for name in pair], reports)
                standing.add(won, time.monotonic() - start)
            if time.monotonic() - saved > SAVED_EVERY:
                table.save()
                saved = time.monotonic()
        yield reports.now()
    finally:
        table.save()


def match_of(settings: LeagueSettings, pair: Pair, deals: int) -> MatchSpec:
    """Return the match that a pair plays."""
    return MatchSpec(
        settings.game,
        *pair,
        hands=2 * deals,
        seed=settings.seed,
        duplicate=True,
        blinds=settings.blinds,
        stack_bb=settings.stack_bb,
        budget=Budget(work=settings.work),
    )


def _deal(
    table: Table, pair: Pair, agents: Sequence[Agent], reports: _Reports
) -> Generator[Progress, None, float]:
    """Play the next deal of a pair twice; return what its first agent won on average."""
    spec = match_of(table.settings, pair, table.deals)
    batch, place = divmod(table.standing(pair).deals, DEALS_A_BATCH)
    session = Session(replace(spec.table(batch), skip=2 * place))
    for hand in range(2):
        if hand:
            session.next_hand()
        try:
            for _ in play_hand(session, agents, spec.budget):
                if reports.due:
                    yield reports.now()
        except IllegalAction as error:
            raise BadInput(
                f"{' or '.join(pair)} made a move that the rules do not allow: {error}."
            ) from error
    return sum(result.returns[0] for result in session.results) / 2 * scale_of(spec)


def _read(content: Mapping[str, Any]) -> tuple[int, dict[Pair, Standing]]:
    """Read a league's file; `BadInput` where it is none."""
    standings: dict[Pair, Standing] = {}
    try:
        deals = int(content["deals"])
        for stored in content["pairs"]:
            first, second = map(str, stored["pair"])
            standings[first, second] = Standing.from_dict(stored)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("it holds no league") from error
    if not 0 <= deals <= MOST_DEALS:
        raise BadInput("it asks for more deals than can be")
    return deals, standings


def rows_of(league: League) -> Iterator[tuple[str, ...]]:
    """Yield the cross-table in words: who against whom, after how many deals, mean and half the interval."""
    yield "a", "b", "deals", "mean", "ci95"
    for a in league.agents:
        for b in league.agents:
            pair = league.pair(a, b)
            if pair is not None and pair.deals:
                yield (
                    a,
                    b,
                    str(pair.deals),
                    f"{pair.mean:.6g}",
                    "" if pair.ci95 is None else f"{pair.ci95:.6g}",
                )
