"""Decisions under seconds: what a step may take, and what is not started when it cannot end in time."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from ai import catalog, preparation
from ai.agents.resolving import ResolvingAgent
from ai.features.held_agents import held_agents
from ai.search import flop_ends, flop_solving, resolving
from ai.search.resolving import Resolver
from ai.service import answer
from ai.solver import solving
from ai.solver.solving import Goal, iterate
from ai.steps import MEASUREMENTS, SECONDS, StepPace, step_pace
from game.core import Budget, Decision
from game.needs import Need
from game.rules import games
from game.rules.betting import CALL
from game.study.play import AgentKey, Decide
from tests.ai.search.test_resolving import RIVER, blueprint, public
from tests.played_hands import spot

FLOP = ("2c7dAsAh", 300, 900, CALL, "Qh8c5s")
KEY = AgentKey(games.HOLDEM, "architect-thinks")


class Clock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_slowest_of_the_last_measurements_counts() -> None:
    clock = Clock()
    pace = StepPace(clock)
    assert pace.seconds("turn card", 10.0) == 10 * SECONDS["turn card"]
    for seconds in (9.0, 2.0, 4.0, 1.0, 3.0):
        with pace.measure("turn card", 2.0):
            clock.now += seconds
    assert MEASUREMENTS == 4
    assert pace.seconds("turn card", 3.0) == 6.0
    assert pace.seconds("turn card", of="elsewhere") == SECONDS["turn card"]


class SlowGame:
    """A game whose iterations each take some seconds of a clock."""

    streets = (None,)

    def __init__(self, clock: Clock, seconds: Iterator[float]) -> None:
        self.iterations = 0
        self._clock, self._seconds = clock, seconds

    def iterate(self) -> Iterator[None]:
        self._clock.now += next(self._seconds)
        self.iterations += 1
        yield


def test_no_iteration_starts_that_would_end_late_at_the_pace_of_the_slowest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(solving.time, "perf_counter", clock)
    game = SlowGame(clock, iter([0.1, 0.1, 0.4, 0.1, 0.1, 0.1, 0.1]))
    list(iterate(game, Goal(seconds=1.0)))  # type: ignore[arg-type]
    assert clock.now == pytest.approx(0.6)


@pytest.mark.parametrize("kind", ["tree", "ends", "turn card", "first iteration", "continuations"])
def test_a_flop_with_a_step_that_cannot_end_in_time_is_left_to_the_blueprint(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = StepPace(lambda: 0.0)
    pace.note(kind, 1e3)
    pace.note(kind, 1e3, of="flop")
    for module in (resolving, flop_solving, flop_ends):
        monkeypatch.setattr(module, "step_pace", pace)
    flop_solving._continuations.clear()
    flop, goal = public(*FLOP), Goal(seconds=3.0)
    resolver = Resolver(blueprint(), leaf_blueprint=blueprint().blueprint)
    assert resolver.resolves(flop, goal)
    assert not any(report.iteration and not report.doing for report in resolver.solve_decision(flop, goal))
    mix, trained = resolver.range_strategy(flop, goal), blueprint().range_strategy(flop)
    assert np.array_equal(mix.shares, trained.shares)


def test_a_river_is_left_to_the_blueprint_once_its_time_is_over() -> None:
    river, goal = public(*RIVER), Goal(seconds=3.0)
    resolver = Resolver(blueprint())
    assert list(resolver.solve_decision(river, goal, step_pace.clock())) == []
    mix, trained = resolver.range_strategy(river, goal), blueprint().range_strategy(river)
    assert np.array_equal(mix.shares, trained.shares)


def test_until_the_solver_is_compiled_the_blueprint_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    agent, _ = held_agents.take(KEY)
    assert isinstance(agent, ResolvingAgent)
    monkeypatch.setattr(Resolver, "solving", lambda *_: pytest.fail("a solve would compile its kernels"))
    monkeypatch.setattr(preparation, "_awaited", {Need.SOLVER})
    info = spot(*FLOP)
    [decision] = answer(Decide(KEY, info, 5, Budget(seconds=1.0)))
    assert isinstance(decision, Decision)
    assert decision == agent.quick.decide(info, random.Random(5))


def test_what_is_prepared_at_the_deal_is_not_computed_on_the_flop() -> None:
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    info = spot("2c7dAsAh", CALL, CALL, "AdKc2h")
    list(agent.prepare(info))
    assert list(agent.prepare(info)) == []
