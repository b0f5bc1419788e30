"""Hands in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.cards import DECK, parse
from game.rules.hand_rank import rank
from game.rules.hand_words import ENGLISH, words, words_against


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("AsKs", "", "ace-king suited"),
        ("7cTd", "", "ten-seven offsuit"),
        ("7d7c", "", "pocket sevens"),
        ("As9h", "Kd7s2s", "ace-high"),
        ("KsQh", "Kd7s2s", "pair of kings, queen kicker"),
        ("3d2h", "As7d7c", "pair of sevens, ace kicker"),
        ("KsKh", "7d7c2c", "two pair, kings and sevens, two kicker"),
        ("9s9h", "9dKcAc", "three nines"),
        ("9s8h", "7d6c5s", "nine-high straight"),
        ("As2h", "3d4c5s", "five-high straight"),
        ("Kh3h", "2h9hTh", "king-high flush"),
        ("KsKh", "7d7cKc", "kings full of sevens"),
        ("9s9h", "9d9cAc", "four nines"),
        ("5c4c", "3c2cAc", "five-high straight flush"),
        ("As2c", "KsQsJsTs3d", "royal flush"),
    ],
)
def test_made_hands_are_said_as_players_say_them(hole: str, board: str, said: str) -> None:
    assert words(parse(hole), parse(board)) == said


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("KsQs", "Kd7s2s", "pair of kings, flush draw"),
        ("9s8h", "7d6c2s", "nine-high, open-ended straight draw"),
        ("5s4h", "3d2cKs", "king-high, open-ended straight draw"),
        ("9s8h", "7d5c2s", "nine-high, gutshot"),
        ("AsKh", "QdJc2s", "ace-high, gutshot"),
        ("9h7h", "5d6c3sJs", "jack-high, double gutshot"),
        ("9s8s", "7s6s2h", "nine-high, flush draw, open-ended straight draw"),
        ("9s8s", "7s6s5h", "nine-high straight, flush draw"),
    ],
)
def test_draws_are_said_while_cards_are_to_come(hole: str, board: str, said: str) -> None:
    assert words(parse(hole), parse(board)) == said


def test_a_missed_draw_is_not_said_on_the_river() -> None:
    assert words(parse("KsQs"), parse("Kd7s2s9h3c")) == "pair of kings, queen kicker"


def test_a_draw_that_lies_on_the_board_is_not_ours() -> None:
    assert words(parse("2c3d"), parse("9sTsJsQs")) == "queen-high"


@pytest.mark.parametrize(
    ("better", "worse", "board", "said"),
    [
        ("AsJs", "Ac9c", "AdKh7s5d2c", ("pair of aces, king and jack kickers", "king and nine")),
        ("AsJs", "Ac9c", "AdKhQs5d2c", ("pair of aces, king and jack kickers", "king and nine")),
        ("Js4s", "9c3c", "AdKh7s5d2c", ("ace-high, jack kicker", "ace-high, nine kicker")),
        ("9sKs", "9cQc", "9d9h7s5d2c", ("three nines, king kicker", "three nines, queen kicker")),
        ("As3s", "Kc2c", "9d9h9s9c5d", ("four nines, ace kicker", "four nines, king kicker")),
        ("KsJd", "Qs2h", "As9s7s5s2c", ("ace-high flush, king kicker", "ace-high flush, queen kicker")),
        ("AsQs", "AcJc", "AdKh7s5d5c", ("two pair, aces and fives, king kicker", "king kicker")),
        ("AsQs", "KcJc", "Ad7h6s5d2c", ("pair of aces, queen kicker", "ace-high")),
    ],
)
def test_where_two_hands_are_told_alike_what_decides_is_named(
    better: str, worse: str, board: str, said: tuple[str, str]
) -> None:
    one, other, shared = parse(better), parse(worse), parse(board)
    assert words_against(one, other, shared) == said[0]
    assert said[1] in words_against(other, one, shared)


@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_two_hands_are_told_alike_only_where_they_are_equal(deck: list[int]) -> None:
    one, other, board = deck[:2], deck[2:4], deck[4:]
    alike = words_against(one, other, board) == words_against(other, one, board)
    assert alike == (rank((*one, *board)) == rank((*other, *board)))


def test_another_phrase_book_speaks_another_language() -> None:
    german = dict(ENGLISH) | {
        "plural ranks": "Zweien Dreien Vieren Fünfen Sechsen Siebenen Achten Neunen Zehnen Buben Damen Könige Asse",
        "pocket pair": "ein Paar {first_plural}",
    }
    assert words(parse("KsKd"), (), german) == "ein Paar Könige"


@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True), st.sampled_from([0, 3, 4, 5]))
def test_every_hand_has_words(deck: list[int], board: int) -> None:
    said = words(deck[:2], deck[2 : 2 + board])
    assert said
    assert "{" not in said
