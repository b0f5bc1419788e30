"""Hands and boards that are alike are solved once, and nothing is lost by it."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, place_of
from ai.hands.ranges import parse_range
from ai.solver import streets
from ai.solver.deals import NO_MOVES, symmetry
from ai.solver.results import Walk
from ai.solver.solving import Goal, solved
from ai.solver.subgame import Subgame
from game.core import BadInput
from game.rules.cards import parse
from tests.ai.solver.spots import spot


def hands_alike(board: str, *ranges: str) -> int:
    moves = symmetry(parse(board), [parse_range(text).astype(float) for text in ranges])
    return len(np.unique(moves.hands()))


def test_on_a_river_without_a_flush_only_ranks_count() -> None:
    moves = symmetry(parse("QsJh2h8d5c"), [np.ones(len(HANDS))] * 2)
    alike = moves.hands()
    assert alike[place_of(parse("AsKs"))] == alike[place_of(parse("AdKh"))]
    assert alike[place_of(parse("Qh3c"))] == alike[place_of(parse("Qd3s"))]
    assert alike[place_of(parse("QhQd"))] == alike[place_of(parse("QhQc"))]
    assert alike[place_of(parse("AsKs"))] != alike[place_of(parse("AsQd"))]


def test_ranges_with_suited_hands_leave_only_exchanges_of_whole_suits() -> None:
    assert hands_alike("QsJs2s", "AKs", "22+") < hands_alike("QsJh2d", "AKs", "22+") == len(HANDS)
    moves = symmetry(parse("QsJs2s"), [parse_range("AKs").astype(float)])
    alike = moves.hands()
    assert alike[place_of(parse("AhKh"))] == alike[place_of(parse("AcKc"))]
    assert alike[place_of(parse("AhKh"))] != alike[place_of(parse("AhKc"))]


def test_a_dealt_card_leaves_fewer_moves() -> None:
    moves = symmetry(parse("QsJs2s"), [np.ones(len(HANDS))])
    [heart] = parse("7h")
    after = moves.stabilizer(heart)
    assert len(np.unique(after.hands())) > len(np.unique(moves.hands()))
    assert after.cards()[heart] == heart
    assert np.unique(after.cards()[[*parse("7c7d")]]).size == 1


@pytest.mark.parametrize("board", ["KsKh7d2c", "9s8s7s2h", "QsJh2h8d"])
def test_a_solve_without_symmetry_says_the_same(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So do its first iterations, number by number; later, rounding decides between actions of equal worth."""
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
