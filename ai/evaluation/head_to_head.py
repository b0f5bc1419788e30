"""Head-to-head matches of two agents: the mean result of the first agent with its 95 % confidence interval.

The agents alternate seats. With duplicate deals, every deal is played twice with the seats swapped, and the mean of
both hands is one sample. This removes most of the luck of the cards. With AIVAT, the mean and its interval are
computed from the estimates (ai/evaluation/aivat.py). The result of each single hand is always the chips won,
not an estimate.

A match is divided into batches of hands, each with its own seed. An executor may play the batches in any process
and order. If the budget of a decision limits work instead of seconds, the same seed gives the same match on any
number of processes.
"""

from __future__ import annotations

import math
import random
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from statistics import fmean, stdev
from threading import Lock
from typing import TypeVar

from ai.steps import finished_futures
from game.core import DEFAULT_BUDGET, Agent, BadInput, Budget, Progress
from game.match.outside_agents import (
    FaultCount,
    Faults,
    add_faults,
    check_faults,
    session_seed,
    take_faults,
)
from game.match.phh import HandRecord
from game.match.series import NORMAL_95, UNITS, play_hand
from game.match.session import Session
from game.match.table_spec import TableSpec
from game.rules import games
from game.rules.holdem import HoldemState

PARTS_AHEAD = 128
"""The number of parts that wait in the executor at a time, enough to keep all workers busy."""

one_at_a_time = Lock()
"""A lock that allows one part at a time in a worker process, because agents keep state and are not thread-safe."""

Result = TypeVar("Result")


def run_on_executor(
    executor: Executor, work: Callable[[int], Result], parts: Iterable[int]
) -> Iterator[Result]:
    """Yield the results of `work` in the order of the parts. `work` must be picklable.

    Closing the generator cancels the parts that have not started.
    """
    with closing(finished_futures(executor, work, parts, PARTS_AHEAD)) as finished:
        for futures in finished:
            if futures is not None:
                yield futures[0].result()


HANDS_A_BATCH = 50

LoadAgent = Callable[[str, str, float], Agent]
"""Loads an agent by game, name or file, and blinds. It must be a module-level function that can be pickled."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """The agents, the game and the length of a match.

    `stack_bb` is only for Hold'em, and `blinds` only for half-street Kuhn poker.

    Raises:
        BadInput: If there is no hand or an odd number of duplicate hands, or if a log or AIVAT is requested for a
            game other than Hold'em.
    """

    game: str
    a: str
    b: str
    hands: int = 1000
    seed: int = 0
    duplicate: bool = False
    blinds: float = 1
    stack_bb: int = games.HOLDEM_STACK_BB
    budget: Budget = DEFAULT_BUDGET
    record: bool = False
    aivat: bool = False

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise BadInput(f"{self.hands} hands cannot be played: the minimum is 1.")
        if self.duplicate and self.hands % 2:
            raise BadInput(
                f"{self.hands} hands cannot be duplicate: every deal is played twice, so choose an even number."
            )
        if self.record and self.game != games.HOLDEM:
            raise BadInput(f"Only hands of {games.HOLDEM} are logged, not of {self.game}.")
        if self.aivat and self.game != games.HOLDEM:
            raise BadInput(f"AIVAT is for {games.HOLDEM} only: {self.game} can be measured exactly.")

    @property
    def batches(self) -> range:
        return range(-(-self.hands // HANDS_A_BATCH))

    def batch_hands(self, batch: int) -> int:
        return min(HANDS_A_BATCH, self.hands - batch * HANDS_A_BATCH)

    def table(self, batch: int) -> TableSpec:
        """Return the table of a batch. Agent A has seat 0, and seat 0 moves first at the start of every batch."""
        small_blind, big_blind = games.HOLDEM_BLINDS
        chips = self.stack_bb * big_blind
        return TableSpec(
            self.game,
            (self.a, self.b),
            seed=random.Random(f"{self.seed}/batch {batch}").getrandbits(53),
            blinds=self.blinds,
            small_blind=small_blind,
            big_blind=big_blind,
            stacks=(chips, chips),
            duplicate=self.duplicate,
            duplicate_block=1,
        )


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The recorded hands of a batch, and the results of agent A in each hand, in the unit of the game.

    `samples` has the values from which the mean is computed: the results, or with AIVAT the estimates.
    """

    results: tuple[float, ...]
    samples: tuple[float, ...]
    records: tuple[HandRecord, ...] = ()
    faults: tuple[FaultCount | None, ...] = (None, None)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    If `mean` is above 0, agent A has won. `ci95` is the half-width of the interval, None for fewer than two
    samples. `faults` has the number of failed decisions of each outside agent, by the agent's name.
    """

    a: str
    b: str
    hands: int
    mean: float
    ci95: float | None
    unit: str
    wins: int
    draws: int
    losses: int
    seconds: float
    records: tuple[HandRecord, ...] = ()
    faults: Faults = field(default_factory=dict)


def play_match(
    spec: MatchSpec,
    load: LoadAgent,
    executor: Executor | None = None,
    finished: list[HandRecord] | None = None,
) -> Iterator[Progress | MatchResult]:
    """Play the match. Yield progress after every batch and finally the result.

    Closing the generator ends the match and cancels the batches that have not started. Recorded hands are added to
    `finished` during the match, so that an interrupted match leaves its hands there. Without an executor, a hand is
    added when it ends. With an executor, hands are added when their whole batch has ended.

    Raises:
        ConnectionFailed: If an outside agent failed in too many decisions for a valid result.
    """
    start = time.monotonic()
    results: list[float] = []
    counted: list[float] = []
    records = [] if finished is None else finished
    faults: dict[str, FaultCount] = {}
    for batch in _batches(spec, load, executor, records):
        results.extend(batch.results)
        counted.extend(batch.samples)
        add_faults(faults, (spec.a, spec.b), batch.faults)
        seconds = time.monotonic() - start
        yield Progress(
            iteration=len(results),
            total=spec.hands,
            seconds=seconds,
            seconds_left=seconds / len(results) * (spec.hands - len(results)),
            metrics={"mean": fmean(counted)},
        )
    check_faults(faults)
    result = _result(spec, results, counted, tuple(records), time.monotonic() - start)
    yield replace(result, faults=faults)


def _aivat(agents: Sequence[Agent], budget: Budget) -> Callable[[Session], float]:
    from ai.evaluation import aivat  # noqa: PLC0415 - it loads the compiler

    return aivat.for_seats(agents, budget)


def play_batch(
    spec: MatchSpec, batch: int, agents: Sequence[Agent], records: list[HandRecord] | None = None
) -> BatchResult:
    """Play one batch of the match and add its recorded hands to `records`.

    Agent A is first in `agents`.
    """
    session = Session(spec.table(batch))
    estimate = _aivat(agents, spec.budget) if spec.aivat else None
    results, estimates = [], []
    records = [] if records is None else records
    before = len(records)
    while True:
        for _ in play_hand(session, agents, spec.budget):
            pass
        results.append(session.results[-1].returns[0] * unit_scale(spec))
        if estimate is not None:
            estimates.append(estimate(session) * unit_scale(spec))
        if spec.record:
            number = batch * HANDS_A_BATCH + session.hand_number
            state = session.state
            assert isinstance(state, HoldemState)
            first, second = (agents[session.get_seat(player)].name for player in (0, 1))
            records.append(
                HandRecord(state.rules, tuple(step.action for step in session.steps), (first, second), number)
            )
        if len(results) == spec.batch_hands(batch):
            counted = estimates if spec.aivat else results
            return BatchResult(tuple(results), tuple(counted), tuple(records[before:]), take_faults(agents))
        session.next_hand()


def independent_samples(spec: MatchSpec, counted: Sequence[float]) -> Sequence[float]:
    """Return the independent samples: the result of each hand, or the mean result of each duplicate deal."""
    if not spec.duplicate:
        return counted
    return [fmean(pair) for pair in zip(counted[::2], counted[1::2], strict=True)]


def _batches(
    spec: MatchSpec, load: LoadAgent, executor: Executor | None, records: list[HandRecord]
) -> Iterator[BatchResult]:
    """Yield the batches in order, and add their recorded hands to `records`."""
    if executor is None:
        agents = _agents(spec, load)
        yield from (play_batch(spec, batch, agents, records) for batch in spec.batches)
        return
    work = partial(_play_there, spec, load=load, match=secrets.token_hex(8))
    for batch in run_on_executor(executor, work, spec.batches):
        records.extend(batch.records)
        yield batch


def _play_there(spec: MatchSpec, batch: int, load: LoadAgent, match: str) -> BatchResult:
    """Play a batch in a process of the executor.

    The process loads the agents once per `match`, because a process of a cluster may play several matches, and an
    agent may change between two matches. A process plays one batch at a time.
    """
    with one_at_a_time:
        return play_batch(spec, batch, _agents_there(spec, load, match))


def _agents(spec: MatchSpec, load: LoadAgent) -> tuple[Agent, Agent]:
    with session_seed(spec.seed):
        return load(spec.game, spec.a, spec.blinds), load(spec.game, spec.b, spec.blinds)


@lru_cache(maxsize=1)
def _agents_there(spec: MatchSpec, load: LoadAgent, match: str) -> tuple[Agent, Agent]:
    return _agents(spec, load)


def unit_scale(spec: MatchSpec) -> float:
    return 1000 / games.HOLDEM_BLINDS[1] if spec.game == games.HOLDEM else 1.0


def _result(
    spec: MatchSpec,
    results: Sequence[float],
    counted: Sequence[float],
    records: tuple[HandRecord, ...],
    seconds: float,
) -> MatchResult:
    samples = independent_samples(spec, counted)
    return MatchResult(
        a=spec.a,
        b=spec.b,
        hands=len(results),
        mean=fmean(counted),
        ci95=NORMAL_95 * stdev(samples) / math.sqrt(len(samples)) if len(samples) > 1 else None,
        unit=UNITS[spec.game],
        wins=sum(result > 0 for result in results),
        draws=sum(result == 0 for result in results),
        losses=sum(result < 0 for result in results),
        seconds=seconds,
        records=records,
    )
