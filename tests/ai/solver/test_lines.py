"""Filters of hands: words that select hands on a board, such as `Ah`, `hearts`, `suited` and `bluff-catcher`."""

import numpy as np
import pytest

from ai.features.odds import read
from ai.hands.combos import HANDS, parse_range
from ai.hands.equities import find_bluff_catchers
from ai.solver.lines import select_at, select_hands
from ai.solver.results import hand_name, node_report
from ai.solver.solving import Goal, solved
from ai.solver.spot import IP, OOP
from ai.solver.spot_forms import spot_of_texts
from ai.solver.subgame import Subgame
from ai.solver.walk import Walk
from game.core import BadInput
from game.match.spot_texts import SpotTexts
from game.rules.cards import get_suit, parse
from game.study.odds import ReadTexts
from tests.ai.asking import get_json

BOARD = parse("Qs7h2h")


@pytest.mark.parametrize(
    ("words", "hands"),
    [
        ("Ah", 48),
        ("A", 186),
        ("suited & A", 45),
        ("Ah & Kh", 1),
        ("hearts & suited", 55),
        ("offsuit & AA", 6),
    ],
)
def test_cards_suits_and_shapes_choose_hands_by_themselves_and_together(words: str, hands: int) -> None:
    assert select_hands(words, BOARD).sum() == hands


def test_no_hand_without_clubs_holds_a_club() -> None:
    clubs = get_suit(parse("2c")[0])
    chosen = select_hands("nothing & !clubs", BOARD)
    held = {get_suit(card) for hand in np.flatnonzero(chosen) for card in HANDS[hand]}
    assert held == {0, 1, 2, 3} - {clubs}


@pytest.mark.parametrize("words", ["sets", "Az", "pair &", "h"])
def test_other_words_are_refused_with_the_words_that_are_known(words: str) -> None:
    with pytest.raises(BadInput, match=r"neither a range nor a kind of hands.*Ah, A or hearts"):
        select_hands(words, BOARD)


# ---- bluff-catchers ---------------------------------------------------------------------------------------
POLAR = SpotTexts("AsKsQhJd2c", "AhAd,4h3h,4d3d", "QdQc,TdTc,5d4c,7h6h", "100", "100", "a", "")
"""Aces and air bet against a straight and hands between aces and air."""


def test_bluff_catchers_beat_the_bluffs_and_lose_to_the_value_hands_against_the_hands_that_continue() -> None:
    board = parse(POLAR.board)
    bets, calls = (parse_range(words).astype(np.float64) for words in (POLAR.oop, "QdQc"))
    caught = find_bluff_catchers(bets, calls, board)
    held = np.flatnonzero(caught & (parse_range(POLAR.ip) > 0))
    assert {hand_name(hand) for hand in held} == {"QdQc", "7h6h", "5d4c"}
    assert not find_bluff_catchers(parse_range("AhAd").astype(np.float64), calls, board).any()


def test_a_value_hand_is_ahead_of_the_hands_that_continue_and_not_of_the_whole_range() -> None:
    board, bets = parse("AsKsQhJd2c"), parse_range("KhKd,4h3h").astype(np.float64)
    all_hands, calls = (parse_range(words).astype(np.float64) for words in ("QdQc,22,AcAd", "AcAd"))
    queens = np.flatnonzero(parse_range("QdQc"))
    assert find_bluff_catchers(bets, all_hands, board)[queens].all()
    assert not find_bluff_catchers(bets, calls, board)[queens].any()


def test_a_filter_of_bluff_catchers_is_read_in_a_solution_and_by_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Subgame(spot_of_texts(POLAR))
    solved(game, Goal(iterations=100))
    walk = Walk(game)
    bet = walk.at().actions[1]
    chosen = [select_at(walk.at((bet,)), "bluff-catcher & !T", player) for player in (OOP, IP)]
    report = node_report(game, walk, (bet,), (), chosen)
    reach = np.array(report.sides[IP].reach)
    assert {hand_name(hand) for hand in np.flatnonzero(reach > 0)} == {"QdQc", "7h6h", "5d4c"}
    assert report.sides[IP].filter_share == pytest.approx(3 / 4, abs=0.1)
    row = get_json(capsys, "solve", POLAR.id, "--line", bet, "--hands", "Bluff catchers", "--target", "1")
    assert {"QdQc", "7h6h"} <= set(row["hands"])
    assert "TdTc" not in row["hands"]


def test_bluff_catchers_in_odds_are_those_against_the_other_range() -> None:
    question = ReadTexts((POLAR.ip, POLAR.oop), parse(POLAR.board), ("bluff-catcher", ""))
    [found] = read(question)
    assert (found.problem, found.sides[0].problem, found.sides[0].hands) == ("", "", 3)
    [found] = read(ReadTexts((POLAR.ip, "AhAd,"), parse("2c"), ("bluff-catcher", "")))
    assert "deal the flop first" in found.sides[0].problem
    [found] = read(ReadTexts((POLAR.ip, "good ones"), parse(POLAR.board), ("bluff-catcher", "")))
    assert found.sides[0].problem == "Bluff-catchers are known against the other range: write it first."


def test_bluff_catchers_are_unknown_without_a_solution() -> None:
    with pytest.raises(BadInput, match="'bluff-catcher' is known only in a solution"):
        select_hands("bluff-catcher", BOARD)
