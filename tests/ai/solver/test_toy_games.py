"""Spots of a few hands, written as games of their own and solved by the solver of small games."""

import pytest

from ai.algorithms.game_tree import flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.solver.solving import Goal, solved
from ai.solver.spot import OOP, Spot
from ai.solver.subgame import Subgame
from tests.ai.solver.spots import spot
from tests.ai.solver.toy_game import ToyGame

TOYS = {
    "nuts or air": spot(
        "QsJh2h8d5c", oop="QhQd,5s4s,4c3c", ip="JsTs,KhJc,Tc9c", stack=200, bets="100%", raises="a"
    ),
    "weights": spot(
        "Kh9h4h2sTd", oop="AhQs,9s9d,54s:0.5,7c6c", ip="KsKd,JhTh,8s8c:0.3", bets="75%", raises="a"
    ),
    "a card to come": spot("7c7d2s3h", oop="8s8h,KsQs", ip="9s9h,6s5s", bets="100%", raises="", stack=100),
}


@pytest.mark.parametrize("name", TOYS)
def test_values_are_those_of_the_small_game_solver(name: str) -> None:
    small = Solver(flatten(ToyGame.of(TOYS[name])), FAMILY["dcfr+"])
    small.iterate(20_000)
    expected = small.exploitability()
    assert expected.nash_conv < 2e-5
    found = solved(Subgame(TOYS[name]), Goal(iterations=2_000))
    assert found.exploitability / 100 < 5e-5
    assert found.ev[OOP] / TOYS[name].pot - 0.5 == pytest.approx(expected.value, abs=1e-6)


def test_a_polarised_bettor_bluffs_as_often_as_the_pot_odds_say() -> None:
    """Half nuts, half air against a bluff catcher, bet and pot equal: one bluff to two hands of value."""
    polarised: Spot = spot("AsKsQhJd2c", oop="AhAd,4h3h", ip="QdQc", stack=100, bets="a", raises="")
    game = Subgame(polarised)
    found = solved(game, Goal(iterations=3_000))
    assert found.ev[OOP] == pytest.approx(0.5 * 150 + 0.5 * 0, abs=0.05)
