"""The agent that solves while it plays: what it reports on its way, and what it does when it is hurried."""

import random
from itertools import pairwise

import numpy as np
import pytest

from ai import catalog
from ai.agents.resolving import ResolvingAgent
from ai.hands.range_strategy import PublicState
from game.core import PREPARING, Budget, Decision, Progress
from game.rules import games
from game.rules.betting import CALL
from tests.played_hands import spot

FLOP = ("2c7dAsAh", CALL, CALL, "AdKc2h")
RIVER = (*FLOP, CALL, CALL, "9s", CALL, CALL, "3d")


def test_the_time_it_reports_is_that_of_the_whole_decision() -> None:
    """A river whose turn was not solved yet takes two solves."""
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    *reports, decision = agent.deliberate(spot(*RIVER), random.Random(0), Budget(seconds=1.0))
    assert isinstance(decision, Decision)
    seconds = []
    for report in reports:
        assert isinstance(report, Progress)
        assert report.seconds_left is not None
        if report.seconds_left > 0:
            assert report.seconds + report.seconds_left == pytest.approx(1.0)
        seconds.append(report.seconds)
    assert len(seconds) >= 4
    assert all(before <= after for before, after in pairwise(seconds))


def test_who_is_hurried_while_a_flop_is_prepared_plays_the_blueprint_at_once() -> None:
    agent = catalog.load(games.HOLDEM, "architect-thinks")
    assert isinstance(agent, ResolvingAgent)
    info, minute = spot(*FLOP), Budget(seconds=60.0)
    deciding = agent.deliberate(info, random.Random(0), minute)
    report = next(deciding)
    assert isinstance(report, Progress)
    assert (report.iteration, report.doing) == (0, PREPARING)
    agent.hurry()
    [decision] = deciding
    assert isinstance(decision, Decision)
    public = PublicState.of(info)
    found, trained = (one.range_strategy(public) for one in (agent.thinking(minute), agent.trained))
    assert found.actions == trained.actions
    np.testing.assert_array_equal(found.shares, trained.shares)
