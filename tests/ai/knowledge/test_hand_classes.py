"""What hands are on a board, against what poker players say."""

import pytest

from ai.hands.combos import HANDS, place_of
from ai.knowledge.hand_classes import DRAWS, MADE, draws, made
from game.rules.cards import parse


@pytest.mark.parametrize(
    ("hand", "board", "is_made", "draws_to"),
    [
        ("AsKs", "Ad7h2c", "top pair", "no draw"),
        ("7s6s", "Ad7h2c", "middle pair", "no draw"),
        ("9s9h", "Ad7h2c", "middle pair", "no draw"),
        ("AsKs", "Qs7s2c", "ace high", "flush draw"),
        ("JhTh", "9h8h2c", "nothing", "combo draw"),
        ("JhTh", "9c8s2d", "nothing", "open-ended"),
        ("QhTh", "9c8s2d", "nothing", "gutshot"),
        ("Ah4d", "5c3s2d", "straight", "no draw"),
        ("Ah4d", "5c3sKd", "ace high", "gutshot"),
        ("7c7d", "7h2s9c", "set", "no draw"),
        ("7c6d", "7h7s9c", "trips", "no draw"),
        ("7c7d", "7h2s2c", "full house", "no draw"),
        ("9c2d", "9h2s3c", "two pair", "no draw"),
        ("9c9d", "8h4s2c", "overpair", "no draw"),
        ("2s2h", "QhQc5d", "low pair", "no draw"),
        ("AsKd", "QhQc2d", "ace high", "no draw"),
        ("Kh2h", "9h8h3hTc", "flush", "no draw"),
        ("9c9d", "9h9s3hTcKd", "quads", "no draw"),
        ("6h5h", "9h8h7hTcKd", "straight flush", "no draw"),
    ],
)
def test_hands_are_called_what_players_call_them(hand: str, board: str, is_made: str, draws_to: str) -> None:
    place, cards = place_of(parse(hand)), parse(board)
    assert MADE[made(cards)[place]] == is_made
    assert DRAWS[draws(cards)[place]] == draws_to


def test_who_plays_the_board_has_nothing() -> None:
    assert made(parse("AhKhQcJcTd"))[place_of(parse("7s2d"))] == 0


def test_hands_that_meet_the_board_have_nothing_and_draw_to_nothing() -> None:
    board = parse("Kh9h8h")
    for place, hand in enumerate(HANDS):
        if set(hand) & set(board):
            assert made(board)[place] == 0
            assert draws(board)[place] == 0


def test_there_are_no_draws_before_the_flop_and_on_the_river() -> None:
    assert not draws(()).any()
    assert not draws(parse("Kh9h8h2c3d")).any()


@pytest.mark.parametrize("board", ["", "Kh9h8h", "Kh9h8h2c3d"])
def test_what_is_kept_for_the_next_who_asks_cannot_be_written(board: str) -> None:
    assert not draws(parse(board)).flags.writeable
