"""The agent that solves while it plays: what it reports on its way."""

import random
from itertools import pairwise

import pytest

from ai import catalog
from ai.agents.resolving import ResolvingAgent
from game.core import Budget, Decision, Progress
from game.rules import games
from game.rules.betting import CALL
from tests.played_hands import spot

RIVER = ("2c7dAsAh", CALL, CALL, "AdKc2h", CALL, CALL, "9s", CALL, CALL, "3d")


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
