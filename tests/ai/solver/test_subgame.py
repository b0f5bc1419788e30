"""Solves compared with known values, with plain CFR+, with toy games, and with solves without symmetry."""

import json
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

import numpy as np
import pytest
import yaml

from ai.algorithms.game_tree import flatten
from ai.algorithms.solver import Solver
from ai.algorithms.variants import FAMILY
from ai.command_line import main
from ai.hands.combos import HANDS, hand_index, parse_range
from ai.solver import streets
from ai.solver.deals import NO_MOVES, symmetry
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Spot, parse_spot
from ai.solver.subgame import Subgame
from ai.solver.walk import Walk
from game.core import BadInput
from game.rules.cards import parse
from tests.ai.solver.oracles import SMALL, PlainGame, PlainSpot, ToyGame, spot

R0_VALUE = -3.172
T0_VALUE = -3.90


def read_strategy(walk: Walk, spot: Spot):
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
    plain = PlainGame(SMALL[name], read_strategy(Walk(game), SMALL[name]))
    best = plain.best(OOP) + plain.best(IP)
    assert (best - game.spot.pot) / 2 / game.spot.pot * 100 == pytest.approx(found.exploitability, abs=2e-4)
    assert plain.average(OOP) == pytest.approx(found.ev[OOP], abs=2e-4)
    assert sum(found.ev) == pytest.approx(game.spot.pot, abs=2e-4)


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
    small.iterate(8_000)
    expected = small.exploitability()
    assert expected.nash_conv < 2e-5
    found = solved(Subgame(TOYS[name]), Goal(iterations=2_000))
    assert found.exploitability / 100 < 5e-5
    assert found.ev[OOP] / TOYS[name].pot - 0.5 == pytest.approx(expected.value, abs=1e-6)


def test_a_polarised_bettor_bluffs_as_often_as_the_pot_odds_say() -> None:
    """Half of the bettor's hands are the nuts and half are air. The opponent has a bluff catcher.

    A third of the pot-sized bets are bluffs. The nuts then win 150 on average, and air wins nothing.
    """
    polarised: Spot = spot("AsKsQhJd2c", oop="AhAd,4h3h", ip="QdQc", stack=100, bets="a", raises="")
    game = Subgame(polarised)
    found = solved(game, Goal(iterations=3_000))
    assert found.ev[OOP] == pytest.approx(0.5 * 150 + 0.5 * 0, abs=0.05)


FIELDS = ("board", "oop", "ip", "pot", "stack", "bets", "raises")
WITHIN = 0.003
"""The tolerance, in pots."""


@dataclass(frozen=True)
class Given:
    """The fields of a spot file, and the number of iterations of the plain solver."""

    board: str
    oop: str
    ip: str
    pot: float
    stack: float
    bets: str
    raises: str = ""
    iterations: int = 600


RIVERS = {
    "paired board": Given(
        "KcKd7h4s2c", "AA,KQ,76s,44,A5s", "AK,QQ-99,77,A4s,65s:0.5", 100, 250, "50%,a", "100%"
    ),
    "four to a flush": Given(
        "Ah9h6h2h3c", "KhQs,QhJc,AK,99,65s", "AQ,JTs,AhKd,66,87s", 80, 90, "33%,75%", "a"
    ),
    "straight on board": Given(
        "9s8d7c6h2s", "TT,T9s,55,AA,A6s", "JTs,AK,99-66,KQs", 60, 400, "100%", "60%,a"
    ),
    "overbet": Given("AcQd8s5h3d", "AQ,88,KJs,T9s,A2s", "AK,AJ,QJs,55,76s", 100, 600, "200%", "a"),
}
TURNS = {
    "flush draw": Given("KsTs6d2c", "KQs,AsQs,66,98s", "AK,TT,QJs,As5s,77:0.4", 100, 180, "75%", "a", 250),
    "paired turn": Given("8c8d3h3s", "A8s,AK,55,76s", "TT-99,K8s,A3s,QJs", 50, 60, "a", "", 250),
    "straight draw": Given("JhTd5c4s", "AQ,JTs,98s,55", "KQs,QQ,AJs,76s", 120, 150, "50%", "a", 250),
    "monotone": Given("AdKd9d3h", "AQ,QdJd,33,T8s", "KJs,99,JTs,Td8d", 40, 100, "33%", "100%", 250),
}
SPOTS = {
    **{f"river, {name}": one for name, one in RIVERS.items()},
    **{f"turn, {name}": one for name, one in TURNS.items()},
}
LONG_SPOTS = {"turn, straight draw", "turn, monotone"}


def command(given: Given, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[float]:
    """Return the values of both players that the command `solve` prints."""
    file = folder / "spot.yaml"
    file.write_text(yaml.safe_dump({name: getattr(given, name) for name in FIELDS}))
    assert main(["solve", str(file), "--target", "0.02", "--json"]) == 0
    ev: list[float] = json.loads(capsys.readouterr().out)["ev"]
    return ev


def plain(given: Given) -> PlainSpot:
    """Return the given spot, solved by the plain solver."""
    spot = parse_spot({name: getattr(given, name) for name in FIELDS})
    oop, ip = ({HANDS[index]: float(one[index]) for index in np.flatnonzero(one)} for one in spot.ranges)
    sizes = [
        [inf if size == "a" else float(size.rstrip("%")) / 100 for size in text.split(",") if size]
        for text in (given.bets, given.raises)
    ]
    return PlainSpot(spot.board, (oop, ip), given.pot, given.stack, *sizes).solve(given.iterations)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in LONG_SPOTS)) for name in SPOTS]
)
def test_the_command_finds_the_value_of_a_plain_program(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = SPOTS[name]
    ev = command(given, tmp_path, capsys)
    game = plain(given)
    value, most = game.value(OOP), game.value(OOP, best=True)
    least = given.pot - game.value(IP, best=True)
    assert value + game.value(IP) == pytest.approx(given.pot)
    assert most - least < 2 * WITHIN * given.pot, "the plain program is near enough to equilibrium"
    assert ev[OOP] == pytest.approx(value, abs=WITHIN * given.pot)
    assert least - WITHIN * given.pot <= ev[OOP] <= most + WITHIN * given.pot


def hands_alike(board: str, *ranges: str) -> int:
    moves = symmetry(parse(board), [parse_range(text).astype(float) for text in ranges])
    return len(np.unique(moves.hands()))


def test_on_a_river_without_a_flush_only_ranks_count() -> None:
    moves = symmetry(parse("QsJh2h8d5c"), [np.ones(len(HANDS))] * 2)
    alike = moves.hands()
    assert alike[hand_index(parse("AsKs"))] == alike[hand_index(parse("AdKh"))]
    assert alike[hand_index(parse("Qh3c"))] == alike[hand_index(parse("Qd3s"))]
    assert alike[hand_index(parse("QhQd"))] == alike[hand_index(parse("QhQc"))]
    assert alike[hand_index(parse("AsKs"))] != alike[hand_index(parse("AsQd"))]


def test_ranges_with_suited_hands_leave_only_exchanges_of_whole_suits() -> None:
    assert hands_alike("QsJs2s", "AKs", "22+") < hands_alike("QsJh2d", "AKs", "22+") == len(HANDS)
    moves = symmetry(parse("QsJs2s"), [parse_range("AKs").astype(float)])
    alike = moves.hands()
    assert alike[hand_index(parse("AhKh"))] == alike[hand_index(parse("AcKc"))]
    assert alike[hand_index(parse("AhKh"))] != alike[hand_index(parse("AhKc"))]


def test_a_dealt_card_leaves_fewer_moves() -> None:
    moves = symmetry(parse("QsJs2s"), [np.ones(len(HANDS))])
    [heart] = parse("7h")
    after = moves.stabilizer(heart)
    assert len(np.unique(after.hands())) > len(np.unique(moves.hands()))
    assert after.cards()[heart] == heart
    assert np.unique(after.cards()[[*parse("7c7d")]]).size == 1


@pytest.mark.parametrize("board", ["KsKh7d2c", "9s8s7s2h", "QsJh2h8d"])
def test_a_solve_without_symmetry_says_the_same(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solve without symmetry has the same result.

    The first iterations agree in every number. In later iterations, rounding decides between actions of equal
    value.
    """
    given = spot(board, oop="99+,AK", ip="TT+,AQ:0.5", bets="100%", raises="", stack=100)
    few = Subgame(given)
    monkeypatch.setattr(streets, "symmetry", lambda *_: NO_MOVES)
    every = Subgame(given)
    assert len(few.streets[1].deals.boards) < len(every.streets[1].deals.boards) == 48
    one, other = (solved(game, Goal(iterations=3)) for game in (few, every))
    assert one.exploitability == pytest.approx(other.exploitability, abs=1e-4)
    for card in {*parse("2s3dAhKc")} - {*given.board}:
        here, there = (Walk(game).at(["check", "check"], [card]) for game in (few, every))
        for player in (0, 1):
            assert np.allclose(here.ev[player], there.ev[player], atol=1e-3, equal_nan=True)
            assert np.allclose(here.reach[player], there.reach[player], atol=1e-4, equal_nan=True)
    one, other = (solved(game, Goal(target=0.05)) for game in (few, every))
    assert one.ev == pytest.approx(other.ev, abs=0.1)


# ---- walking ------------------------------------------------------------------------------------------------
def test_a_walk_goes_by_actions_and_cards() -> None:
    game = Subgame(spot("QsJh2h8d", oop="AA,KQ", ip="JJ,AQ"))
    solved(game, Goal(iterations=30))
    walk = Walk(game)
    root = walk.at()
    assert root.actions == ("check", "bet 50", "bet 100", "all-in 300")
    assert sum(root.frequencies()) == pytest.approx(1)
    river = walk.at(["check", "bet 50", "call"], parse("5c"))
    assert river.board == parse("QsJh2h8d5c")
    assert river.player == 0
    assert river.actions == ("check", "bet 100", "bet 200", "all-in 250")
    shown = walk.at(["check", "bet 50", "call", "check", "check"], parse("5c"))
    assert shown.player == -1
    assert np.nansum(shown.values[0] * np.nan_to_num(shown.reach[0])) == pytest.approx(
        -np.nansum(shown.values[1] * np.nan_to_num(shown.reach[1])), abs=1e-3
    )


def test_what_actions_are_worth_averages_to_what_the_hand_is_worth() -> None:
    game = Subgame(spot("QsJh2h8d5c", oop="AA,KQ", ip="JJ,AQ"))
    solved(game, Goal(iterations=200))
    state = Walk(game).at(["bet 50"])
    assert state.player == 1
    mean = (state.action_ev * state.strategy).sum(axis=1)
    assert np.allclose(mean, state.ev[1], atol=1e-3, equal_nan=True)
    assert np.nanmax(np.abs(state.action_ev[:, 0])) < 1e-4


def test_a_fold_is_worth_nothing_and_a_card_or_action_that_is_not_there_is_refused() -> None:
    game = Subgame(spot("QsJh2h8d", oop="AA,KQ", ip="JJ,AQ"))
    solved(game, Goal(iterations=5))
    walk = Walk(game)
    for actions, cards in (
        (["bet 51"], ""),
        (["check"], "5c"),
        (["check", "check"], "Qs"),
        (["check"] * 3, "5c5d"),
    ):
        with pytest.raises(BadInput):
            walk.at(actions, parse(cards))
