"""The rating: what is known at first, what results change, and who is proposed."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.archive import rating
from game.archive.rating import (
    AGENT_DEVIATION,
    FIRST_DEVIATION,
    PERFORMANCE_DEVIATION,
    even_opponent,
    standing,
)
from game.rules import games

AGENTS = ("random", "child", "expert", "perfect")


def test_at_first_the_rating_is_1500_and_wide_open() -> None:
    found = standing("tic-tac-toe", {}, AGENTS)
    assert (found.own.value, found.hands) == (1500, 0)
    assert found.own.ci95 == pytest.approx(1.96 * 350)
    assert list(found.agents.values()) == [1200, 1400, 1600, 1800]
    assert even_opponent(found, AGENTS) is None


def test_two_hundred_points_more_are_expected_to_win_three_of_four() -> None:
    own = rating.Standing(rating.Rating(1700, 0), {"a": 1500, "b": 1700}, 100)
    assert own.expected("a") == pytest.approx(0.76, abs=0.01)  # Elo (1978): 200 points, one class
    assert own.expected("b") == 0.5


def test_winning_raises_and_losing_lowers() -> None:
    won, lost = (standing("tic-tac-toe", {"expert": (20, net)}, AGENTS) for net in (20, -20))
    assert won.own.value > 1600
    assert lost.own.value < 1500
    assert won.agents["expert"] < 1600 < lost.agents["expert"]


def test_more_hands_make_the_interval_narrower() -> None:
    widths = [
        standing("holdem", {"expert": (hands, 0.0)}, AGENTS).own.ci95 for hands in (0, 1, 100, 1000, 100_000)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 1.96 * AGENT_DEVIATION * 0.9, "no surer than the agent's own place is"


def test_who_draws_with_the_perfect_player_and_beats_the_others_is_proposed_the_perfect_one() -> None:
    scores = {"random": (30, 27.0), "child": (30, 20.0), "perfect": (30, 0.0)}
    found = standing("tic-tac-toe", scores, AGENTS)
    assert even_opponent(found, AGENTS) == "perfect"
    assert found.expected("random") > 0.85


def test_who_loses_to_all_but_the_weakest_is_proposed_the_weakest() -> None:
    scores = {"random": (30, 3.0), "child": (30, -25.0), "expert": (30, -29.0)}
    assert even_opponent(standing("tic-tac-toe", scores, AGENTS), AGENTS) == "random"


def test_nobody_is_proposed_before_ten_hands_and_where_nobody_is_near() -> None:
    assert even_opponent(standing("tic-tac-toe", {"child": (9, 0.0)}, AGENTS), AGENTS) is None
    far_above = standing("tic-tac-toe", dict.fromkeys(AGENTS, (500, 500.0)), AGENTS)
    assert even_opponent(far_above, AGENTS) is None


def test_only_those_who_are_asked_about_are_proposed() -> None:
    found = standing("tic-tac-toe", {"child": (40, 0.0)}, AGENTS)
    assert even_opponent(found, AGENTS) == "child"
    assert even_opponent(found, ["somebody", "perfect"]) is None


def test_an_agent_trained_here_begins_in_the_middle_and_moves_nobody_else() -> None:
    alone = standing("tic-tac-toe", {"child": (20, 5.0)}, AGENTS)
    beside = standing("tic-tac-toe", {"child": (20, 5.0)}, AGENTS, ["mine", "child"])
    assert beside.agents == {**alone.agents, "mine": 1500}
    assert beside.own == alone.own
    assert standing("tic-tac-toe", {"mine": (20, 20.0)}, AGENTS, ["mine"]).own.value > 1600


@pytest.mark.parametrize("game", games.NAMES)
@given(data=st.data())
def test_the_posterior_is_that_of_the_whole_linear_model(game: str, data: st.DataObject) -> None:
    """Against the joint normal of all ratings, solved as a matrix."""
    scores = {
        name: (data.draw(st.integers(1, 2000)), data.draw(st.floats(-500, 500)))
        for name in data.draw(st.sets(st.sampled_from(AGENTS)))
    }
    found = standing(game, scores, AGENTS)
    precision = np.diag([FIRST_DEVIATION**-2, *[AGENT_DEVIATION**-2] * len(AGENTS)])
    weighted = precision @ np.array([1500.0, 1200.0, 1400.0, 1600.0, 1800.0])
    sitting, deviation = rating.SITTING_HANDS[game], rating.HAND_DEVIATION[game]
    for name, (hands, total) in scores.items():
        row = np.zeros(1 + len(AGENTS))
        row[0], row[1 + AGENTS.index(name)] = 1, -1
        certainty = hands / sitting / PERFORMANCE_DEVIATION**2
        seen = PERFORMANCE_DEVIATION * math.sqrt(sitting) * total / hands / deviation
        precision += certainty * np.outer(row, row)
        weighted += certainty * seen * row
    covariance = np.linalg.inv(precision)
    means = covariance @ weighted
    assert [found.own.value, *found.agents.values()] == pytest.approx(list(means), rel=1e-6, abs=1e-6)
    assert found.own.ci95 == pytest.approx(1.96 * math.sqrt(covariance[0, 0]))
