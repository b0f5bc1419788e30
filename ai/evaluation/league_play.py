"""Play a league of agents in this process or on an executor, or compute the exact results for Kuhn poker.

A deal is determined by the settings of the league, the pair, and the number of the deal. The results are therefore
the same on any number of processes. Results are added in the order of the deals. If the user closes a league during
play, all finished deals are kept, including the deals that other processes finish within the next
`FINISH_SECONDS` seconds.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from statistics import fmean
from typing import cast

from ai.algorithms.best_response import Policy, expected_returns, exploitability
from ai.evaluation.head_to_head import HANDS_A_BATCH, PARTS_AHEAD, LoadAgent, one_at_a_time, unit_scale
from ai.evaluation.league import DEALS_A_TURN, LeagueTable, Pair, pair_match
from ai.evaluation.strength import known_strategy
from ai.steps import in_thread, run_in_steps, run_to_end
from game.core import Agent, BadInput, ConnectionFailed, IllegalAction, Progress, State
from game.match.outside_agents import (
    FaultCount,
    OutsideAgent,
    add_faults,
    check_faults,
    end_programs,
    find_failing,
    note_starting,
    take_faults,
)
from game.match.series import play_hand
from game.match.session import Session
from game.rules import games
from game.study.league import League, LeaguePair, LeagueSettings
from game.texts import text

DIGITS = 12  # decimals: further digits are rounding errors


def is_exact(game: str) -> bool:
    return game in games.KUHN_GAMES


def exact_league(
    settings: LeagueSettings, agents: Sequence[str], load: LoadAgent, *, skip_unknown: bool = False
) -> League:
    """Return the league of these agents with exact results.

    If the worst results of two agents are equal, the earlier agent in `agents` ranks higher.

    Args:
        settings: The league.
        agents: The names of the agents.
        load: The function that loads an agent.
        skip_unknown: Whether to leave out agents that cannot be loaded or do not give their whole strategy. The
            field `left_out` of the league names these agents.

    Raises:
        BadInput: If the strategy of an agent is unknown.
        ConnectionFailed: If the program of an outside agent fails.
    """
    root = games.initial_state(settings.game, blinds=settings.blinds)
    loaded: dict[str, Agent] = {}
    left_out: dict[str, str] = {}
    try:
        players: dict[str, Policy] = {}
        for name in agents:
            try:
                loaded[name] = load(settings.game, name, settings.blinds)
                policy = cast(Policy, cache(known_strategy(loaded[name], name).strategy))
                # a failure shows here, because this visits every information set that a pairing can reach
                exploitability(root, (policy, policy))
                players[name] = policy
            except (BadInput, ConnectionFailed) as error:
                if not skip_unknown:
                    raise
                left_out[name] = "failed" if isinstance(error, ConnectionFailed) else "unknown"
        pairs = tuple(
            LeaguePair(a, b, mean=exact_value(root, players[a], players[b]), ci95=0.0, exact=True)
            for a, b in combinations(sorted(players), 2)
        )
    finally:
        end_programs(loaded.values())
    return League(settings, tuple(players), pairs, 0, left_out=left_out)


def exact_value(root: State, agent: Policy, other: Policy) -> float:
    """Return the expected winnings of `agent` in chips per hand, averaged over both seats."""
    first = expected_returns(root, (agent, other))[0]
    second = expected_returns(root, (other, agent))[1]
    return round(fmean((first, second)), DIGITS) + 0.0  # no negative zero


SAVE_SECONDS = 2.0  # seconds
REPORT_SECONDS = 0.04  # also within a hand, because some agents take long to decide
WAIT_SECONDS = 0.2  # at a time, for the results of other processes
FINISH_SECONDS = 2.0  # for the running parts when the league is closed
PART_SECONDS = 1.0  # the intended duration of a part, by the durations of the earlier parts
MAX_DEALS_A_PART = 500
DEALS_A_BATCH = HANDS_A_BATCH // 2


def play_league(table: LeagueTable, load: LoadAgent, executor: Executor | None = None) -> Generator[Progress]:
    """Play until every pair has enough deals, and yield progress.

    If the generator is closed early, all played deals are kept.

    Raises:
        ConnectionFailed: If an outside agent failed in too many decisions for a valid result. The results of this
            agent are dropped.
    """
    reports, saved = _Reports(table), time.monotonic()
    playing = _play_here(table, load) if executor is None else _play_on_executor(table, load, executor)
    table.save()
    try:
        with closing(playing):
            for _ in playing:
                if reports.due:
                    yield reports.now()
                if time.monotonic() - saved > SAVE_SECONDS:
                    table.save()
                    saved = time.monotonic()
        try:
            check_faults(table.faults)
        except ConnectionFailed:
            table.forget(find_failing(table.faults))
            raise
        yield reports.now()
    finally:
        table.save()


class LeaguePlayers:
    """The agents of a league, loaded on first use."""

    def __init__(self, settings: LeagueSettings, load: LoadAgent) -> None:
        self._settings = settings
        self._load = load
        self._agents: dict[str, Agent] = {}
        self._starting: list[OutsideAgent] = []
        self._estimates: dict[Pair, Callable[[Session], float]] = {}

    def agent(self, name: str) -> Agent:
        self.load(name)
        return self._agents[name]

    def load(self, name: str) -> None:
        """Load the agent of this name, unless it is loaded."""
        if name not in self._agents:
            with note_starting(self._starting):
                self._agents[name] = self._load(self._settings.game, name, self._settings.blinds)

    def load_in_thread(self, name: str) -> Generator[None]:
        """Load the agent of this name in a thread.

        Yield while the agent loads, because the program of an outside agent may not answer.
        """
        if name not in self._agents:
            for _ in in_thread(lambda: self.load(name)):
                yield

    def deal(self, pair: Pair, number: int) -> Generator[None, None, float]:
        """Play a deal in both seats. Yield between the steps, and return the mean winnings of the first agent.

        Raises:
            BadInput: If an agent makes an illegal move.
        """
        spec = pair_match(self._settings, pair, number + 1)
        agents = [self.agent(name) for name in pair]
        estimate = self._estimate(pair) if spec.aivat else None
        batch, place = divmod(number, DEALS_A_BATCH)
        session = Session(replace(spec.table(batch), skip=2 * place))
        won = 0.0
        for hand in range(2):
            if hand:
                session.next_hand()
            steps = play_hand(session, agents, spec.budget)
            is_slow = any(isinstance(agent, OutsideAgent) for agent in agents)
            try:
                for _ in run_in_steps(steps) if is_slow else steps:
                    yield
            except IllegalAction as error:
                either = text("keys.either", first=pair[0], second=pair[1])
                raise BadInput(
                    text("solver_errors.league.illegal_move", agents=either, reason=str(error))
                ) from error
            won += session.results[-1].returns[0] if estimate is None else estimate(session)
        return won / 2 * unit_scale(spec)

    def end(self) -> None:
        """End the programs of outside agents, including agents that are still being loaded."""
        end_programs((*self._agents.values(), *self._starting))

    def _estimate(self, pair: Pair) -> Callable[[Session], float]:
        if pair not in self._estimates:
            from ai.evaluation import aivat  # noqa: PLC0415 - it loads the compiler

            self._estimates[pair] = aivat.for_seats([self.agent(name) for name in pair])
        return self._estimates[pair]


# ---- in this process ----------------------------------------------------------------------------------------
def _play_here(table: LeagueTable, load: LoadAgent) -> Generator[None]:
    """Play some deals of the pair with the fewest deals, and repeat until every pair has enough deals."""
    players = LeaguePlayers(table.settings, load)
    try:
        while (pair := table.next_pair()) is not None:
            for name in pair:
                yield from players.load_in_thread(name)
                yield
            standing = table.standing(pair)
            for _ in range(min(DEALS_A_TURN, table.deals - standing.deals)):
                start = time.monotonic()
                won = yield from players.deal(pair, standing.deals)
                standing.add(won, time.monotonic() - start)
            add_faults(table.faults, pair, take_faults(map(players.agent, pair)))
    finally:
        players.end()


# ---- elsewhere ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class DealRange:
    """Consecutive deals of a pair, starting with the number `first`."""

    pair: Pair
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class PlayedDeals:
    """The winnings of the first agent in each deal, and the total time in seconds."""

    won: tuple[float, ...]
    seconds: float
    faults: tuple[FaultCount | None, ...] = (None, None)


_Waiting = deque[tuple[DealRange, "Future[PlayedDeals]"]]


def play_part(settings: LeagueSettings, part: DealRange, load: LoadAgent, run: str) -> PlayedDeals:
    """Play a range of deals in a process of the executor. The process loads each agent once per `run`."""
    with one_at_a_time:
        players, start = _players_there(settings, load, run), time.monotonic()
        won = tuple(run_to_end(players.deal(part.pair, part.first + place)) for place in range(part.deals))
        return PlayedDeals(won, time.monotonic() - start, take_faults(map(players.agent, part.pair)))


@lru_cache(maxsize=1)
def _players_there(settings: LeagueSettings, load: LoadAgent, run: str) -> LeaguePlayers:
    return LeaguePlayers(settings, load)


def _play_on_executor(table: LeagueTable, load: LoadAgent, executor: Executor) -> Generator[None]:
    """Let an executor play, and add the results in the order of submission."""
    parts, run = _plan_parts(table), secrets.token_hex(8)
    submitted: _Waiting = deque()
    try:
        while True:
            while len(submitted) < PARTS_AHEAD and (part := next(parts, None)) is not None:
                submitted.append((part, executor.submit(play_part, table.settings, part, load, run)))
            if not submitted:
                return
            wait([submitted[0][1]], timeout=WAIT_SECONDS)
            while submitted and submitted[0][1].done():
                part, future = submitted.popleft()
                _enter_results(table, part, future.result())
            yield
    finally:
        _bring_in(table, submitted)


def _plan_parts(table: LeagueTable) -> Iterator[DealRange]:
    """Yield the ranges of deals to play.

    `LeagueTable.rank` gives the order. The sizes of the ranges depend on the time that a deal has taken so far.
    """
    planned = {pair: table.standing(pair).deals for pair in table.pairs}
    while waiting := [pair for pair, deals in planned.items() if deals < table.deals]:
        pair = min(waiting, key=lambda pair: table.rank(pair, planned[pair]))
        standing, first = table.standing(pair), planned[pair]
        left = table.deals - first
        size = DEALS_A_TURN
        if standing.deals and standing.seconds:
            size = int(PART_SECONDS * standing.deals / standing.seconds)
        part = DealRange(pair, first, min(left, max(DEALS_A_TURN, min(size, MAX_DEALS_A_PART))))
        planned[pair] += part.deals
        yield part


def _enter_results(table: LeagueTable, part: DealRange, played: PlayedDeals) -> None:
    standing = table.standing(part.pair)
    for won in played.won:
        standing.add(won, played.seconds / part.deals)
    add_faults(table.faults, part.pair, played.faults)


def _bring_in(table: LeagueTable, submitted: _Waiting) -> None:
    """Cancel the ranges that have not started, and wait for the other ranges.

    Add the results of the ranges before the first range without a result.

    The wait is limited to `FINISH_SECONDS`, because a process may have stopped or may hang.
    """
    begun = [(part, future) for part, future in submitted if not future.cancel()]
    wait([future for _, future in begun], timeout=FINISH_SECONDS)
    for part, future in begun:
        if future.done() and future.exception() is None and table.standing(part.pair).deals == part.first:
            _enter_results(table, part, future.result())


# ---- progress reports ---------------------------------------------------------------------------------------
class _Reports:
    """Progress reports of a league, one every `REPORT_SECONDS` seconds."""

    def __init__(self, table: LeagueTable) -> None:
        self._table = table
        self._began = self._report_time = time.monotonic()
        self._before = self._seconds()

    @property
    def due(self) -> bool:
        return time.monotonic() - self._report_time >= REPORT_SECONDS

    def now(self) -> Progress:
        """Return the progress over all pairs.

        The estimate of the remaining time assumes that the number of parallel processes stays the same.
        """
        self._report_time = time.monotonic()
        league, passed = self._table.league(playing=True, courses=False), self._report_time - self._began
        at_a_time = max(1.0, (self._seconds() - self._before) / passed) if passed else 1.0
        left = league.seconds_left
        return Progress(league.done, league.total, passed, None if left is None else left / at_a_time)

    def _seconds(self) -> float:
        return sum(self._table.standing(pair).seconds for pair in self._table.pairs)
