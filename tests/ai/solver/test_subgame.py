"""The solver beside values that are known, and beside a plain best response."""

from functools import cache

import pytest

from ai.solver.results import Walk
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot
from ai.solver.subgame import Subgame
from tests.ai.solver.plain import PlainGame
from tests.ai.solver.spots import SMALL, spot

R0_VALUE = -3.172
T0_VALUE = -3.90


def strategy_of(walk: Walk, spot: Spot):
    first = len(spot.board)
    return cache(lambda board, path: walk.at(path, board[first:]).strategy)


def test_the_reference_river_has_its_value() -> None:
    found = solved(Subgame(spot("QsJh2h8d5c")), Goal(target=0.02))
    assert found.reached
    assert found.ev[OOP] - 50 == pytest.approx(R0_VALUE, abs=0.02)
    assert sum(found.ev) == pytest.approx(100)


@pytest.mark.parametrize("name", SMALL)
def test_exploitability_is_that_of_a_plain_best_response(name: str) -> None:
    game = Subgame(SMALL[name])
    found = solved(game, Goal(iterations=30))
    plain = PlainGame(SMALL[name], strategy_of(Walk(game), SMALL[name]))
    best = plain.best(OOP) + plain.best(IP)
    assert (best - game.spot.pot) / 2 / game.spot.pot * 100 == pytest.approx(found.exploitability, abs=2e-4)
    assert plain.average(OOP) == pytest.approx(found.ev[OOP], abs=2e-4)
    assert plain.average(IP) == pytest.approx(found.ev[IP], abs=2e-4)


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "value", "within"), [("QsJh2h8d5c", R0_VALUE, 0.02), ("QsJh2h8d", T0_VALUE, 0.05)]
)
def test_the_reference_spots_have_their_values(board: str, value: float, within: float) -> None:
    found = solved(Subgame(spot(board)), Goal(target=0.02 if len(board) == 10 else 0.05))
    assert found.reached
    assert found.ev[OOP] - 50 == pytest.approx(value, abs=within)


def test_the_reference_turn_is_near_its_value_soon() -> None:
    found = solved(Subgame(spot("QsJh2h8d")), Goal(target=0.5))
    assert found.ev[OOP] - 50 == pytest.approx(T0_VALUE, abs=0.1)
