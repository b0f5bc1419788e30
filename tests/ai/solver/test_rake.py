"""Rake: toy spots compared with a plain enumeration of all hands and boards, and with known values."""

from dataclasses import replace
from functools import cache

import pytest

from ai.command_line import main
from ai.hands.combos import hand_index
from ai.solver.held_solve import HeldSolve, deal_hand, replay_hand
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP, Rake
from ai.solver.spot_forms import find_problems, spot_of_texts
from ai.solver.subgame import Limits, Subgame
from ai.solver.walk import Walk
from game.match.spot_texts import SpotTexts
from game.rules.cards import parse
from tests.ai.asking import get_json
from tests.ai.solver.oracles import PlainGame, spot

NARROW = {"oop": "AA,KQs,JTs,65s", "ip": "QQ,AJ,T9s,A5s:0.5"}
TURN = {"oop": "88,A7s,KQs", "ip": "99:0.7,AKs,65s"}
TOYS = {
    "river, one bet": spot("QsJh2h8d5c", **NARROW, stack=150, bets="75%", raises="", rake=5),
    "river, raises": spot("QsJh2h8d5c", **NARROW, stack=150, bets="50%", raises="a", rake=5),
    "river, a cap for every pot": spot("QsJh2h8d5c", **NARROW, stack=150, bets="75%", rake=10, rake_cap=3),
    "river, a cap for large pots": spot("QsJh2h8d5c", **NARROW, stack=400, bets="100%", rake=5, rake_cap=9),
    "river, checked down": spot("QsJh2h8d5c", **NARROW, stack=150, bets="", raises="", rake=4),
    "river, ties": spot("AsKsQhJdTc", oop="22,33,98s", ip="44,55,87s", stack=50, bets="a", raises="", rake=6),
    "river, flush": spot(
        "Kh9h4h2sTd",
        oop="AhQs,QJ,99,54s",
        ip="KK,KQ,JhTh,88:0.3",
        bets="75%",
        raises="a",
        rake=2.5,
        rake_cap=8,
    ),
    "turn, all-in": spot("7c7d2s3h", **TURN, bets="a", raises="", stack=40, rake=5),
    "turn, bets": spot("7c7d2s3h", **TURN, bets="66%", raises="", stack=100, rake=5, rake_cap=6),
    "turn, raises": spot(
        "QsJs2h8d",
        oop="AQs,TT,KsTs",
        ip="QTs,AJs,9s8s,55:0.4",
        bets="66%",
        raises="a",
        stack=120,
        rake=3,
        rake_cap=7,
    ),
}


@pytest.mark.parametrize("name", TOYS)
def test_values_and_gains_are_those_of_a_plain_enumeration(name: str) -> None:
    given = TOYS[name]
    game = Subgame(given)
    found = solved(game, Goal(iterations=20))
    walk, first = Walk(game), len(given.board)
    plain = PlainGame(given, cache(lambda board, path: walk.at(path, board[first:]).strategy))
    for player in (OOP, IP):
        average = plain.average(player)
        assert found.ev[player] == pytest.approx(average, abs=2e-4)
        assert found.gains is not None
        assert found.gains[player] == pytest.approx(
            100 * (plain.best(player) - average) / given.pot, abs=4e-4
        )
    assert found.gains is not None
    assert found.exploitability == pytest.approx(sum(found.gains) / 2)
    assert sum(found.ev) < given.pot


@pytest.mark.parametrize("name", TOYS)
def test_no_player_gains_by_leaving_the_solution(name: str) -> None:
    found = solved(Subgame(TOYS[name]), Goal(target=0.1))
    assert found.reached
    assert found.gains is not None
    assert max(found.gains) <= 0.2 + 1e-6


def test_a_bluffer_bluffs_and_a_caller_folds_as_the_raked_pot_odds_say() -> None:
    """The frequencies of bluffs and folds follow from the pot odds after rake.

    The bettor has the nuts or air, and bets 100 into 100. The rake of 5 % is 15 after a call and 5 after
    a fold. A call wins 185 against a bluff and loses 100 against the nuts, so there are 100 bluffs for
    185 value bets. A bluff wins 95 after a fold and loses 100 after a call, so the opponent folds 100
    times in 195.
    """
    given = spot("AsKsQhJd2c", oop="AhAd,4h3h", ip="QdQc", stack=100, bets="a", raises="", rake=5)
    game = Subgame(given)
    solved(game, Goal(iterations=4_000))
    walk = Walk(game)
    bets = walk.at().strategy[:, 1]
    assert bets[hand_index(parse("AhAd"))] == pytest.approx(1, abs=0.01)
    assert bets[hand_index(parse("4h3h"))] == pytest.approx(100 / 185, abs=0.01)
    folds = walk.at(("all-in 100",)).strategy[hand_index(parse("QdQc")), 0]
    assert folds == pytest.approx(100 / 195, abs=0.01)


def test_the_cap_takes_the_place_of_the_percentage_in_large_pots() -> None:
    rake = Rake(0.05, 9)
    assert [rake.chips(pot) for pot in (100, 180, 500)] == [5, 9, 9]


def test_without_rake_nothing_about_rake_is_computed() -> None:
    game = Subgame(spot("QsJh2h8d5c", **NARROW, stack=150, bets="75%", raises=""))
    assert len(game.streets[0].trees.forest.rake) == 0
    assert solved(game, Goal(iterations=3)).gains is None


TEXTS = SpotTexts("QsJh2h8d5c", "AA,KQs,JTs", "QQ,AJ,T9s", "100", "150", "75%", "a", rake="5", rake_cap="8")


def test_the_command_tells_the_rake_and_the_gain_of_each_player(capsys: pytest.CaptureFixture[str]) -> None:
    row = get_json(capsys, "solve", TEXTS.id)
    assert sum(row["ev"]) + row["rake"] == pytest.approx(100, abs=1e-4)
    assert 5 <= row["rake"] <= 8
    assert row["exploitability_pct"] == pytest.approx(sum(row["gains_pct"]) / 2, abs=1e-5)
    assert main(["solve", TEXTS.id]) == 0
    assert "and the exploitability is their mean" in capsys.readouterr().out


def test_a_hand_that_is_played_pays_the_rake() -> None:
    checked = replace(TEXTS, bets="", raises="")
    held = HeldSolve.start(checked, spot_of_texts(checked), Limits())
    for _ in held.solve_to(Goal(iterations=1)):
        pass
    deal = deal_hand(held, 1, 1)
    oop, ip = (replay_hand(held, player, deal, ("check",)).won for player in (OOP, IP))
    assert oop is not None
    assert ip is not None
    assert oop + ip == 95


@pytest.mark.parametrize(
    ("fields", "about", "said"),
    [
        ({"rake": "60"}, "rake", "is not a percentage from 0 to 50"),
        ({"rake": "2,5"}, "rake", "write 2.5, with a decimal point"),
        ({"rake": "", "rake_cap": "3"}, "rake_cap", "There is no rake to cap"),
        ({"rake_cap": "-1"}, "rake_cap", "-1 is not a number of chips above 0"),
    ],
)
def test_a_bad_rake_is_told(fields: dict[str, str], about: str, said: str) -> None:
    problems = find_problems(replace(TEXTS, **fields))
    assert said in problems[about]
