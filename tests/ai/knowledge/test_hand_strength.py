import numpy as np
import pytest

from ai.hands.canonical_boards import exchanges, standing_for
from ai.hands.combos import CARDS, left_by, place_of
from ai.hands.equities import equities
from ai.knowledge.hand_strength import (
    CATEGORY,
    COLUMNS,
    NO_CARD,
    PROMISE,
    SHAPE,
    SPREAD,
    STANDING,
    hand_strengths,
    strengths,
)
from game.rules.cards import parse

BOARDS = ("", "QsJh2h", "QsJh2h8d", "QsJh2h8d5c")


def of(hand, board):
    return hand_strengths(parse(board))[place_of(parse(hand))]


@pytest.mark.parametrize("board", BOARDS)
def test_single_hands_and_all_hands_give_the_same_numbers(board):
    cards = parse(board)
    hands = np.flatnonzero(left_by(cards))[::37]
    seven = np.full((len(hands), 7), NO_CARD, np.uint8)
    seven[:, :2], seven[:, 2 : 2 + len(cards)] = CARDS[hands], cards
    assert np.allclose(strengths(seven), hand_strengths(cards)[hands], atol=1e-5)


def test_on_the_river_the_standing_is_the_equity_but_for_the_cards_that_a_hand_holds():
    board = parse("QsJh2h8d5c")
    exact = equities(np.ones(1326), board)
    left = left_by(board)
    assert np.abs(hand_strengths(board)[left, STANDING] - exact[left]).max() < 0.05
    assert of("QhQd", "QsJh2h8d5c")[STANDING] > 0.97
    assert of("7c3s", "QsJh2h8d5c")[STANDING] < 0.1


def test_a_draw_promises_more_than_it_is_and_a_set_varies_little():
    draw, made_hand = of("Th9h", "QsJh2h"), of("QhQd", "QsJh2h")
    assert draw[PROMISE] > draw[STANDING] + 0.1
    assert draw[SPREAD] > 10 * made_hand[SPREAD]


def test_nothing_is_to_come_on_the_river():
    strength = hand_strengths(parse("QsJh2h8d5c"))
    assert np.array_equal(strength[:, STANDING], strength[:, PROMISE])
    assert not strength[:, SPREAD].any()


def test_what_a_hand_makes_is_one_category_from_the_flop_on():
    assert not hand_strengths(())[:, CATEGORY:SHAPE].any()
    flop = parse("QsJh2h")
    assert (hand_strengths(flop)[left_by(flop), CATEGORY:SHAPE].sum(axis=1) == 1).all()
    assert of("QhQd", "QsJh2h")[CATEGORY + 3] == 1  # three of a kind


@pytest.mark.parametrize(
    ("hand", "board", "shape"),
    [
        ("AhKh", "", [0, 1, 1, 11 / 12, 0.2, 0, 0, 0, 0, 0]),
        ("QdQc", "", [1, 0, 10 / 12, 10 / 12, 0, 0, 0, 0, 0, 0]),
        ("AhKd", "QsJh2h", [0, 0, 1, 11 / 12, 0.2, 1, 1, 0, 0, 0.5]),
        ("Th9h", "QsJh2h", [0, 1, 8 / 12, 7 / 12, 0.2, 0, 0, 1, 0, 1]),
        ("As3d", "2h4c5d", [0, 0, 1, 1 / 12, 1, 0.5, 0, 0, 0, 0]),  # the wheel is made
        ("Kh3h", "2h4h5h", [0, 1, 11 / 12, 1 / 12, 1, 0.5, 0, 0, 1, 1]),
    ],
)
def test_shapes_are_read_off_the_cards(hand, board, shape):
    assert of(hand, board)[SHAPE:].tolist() == pytest.approx(shape)


def test_hands_that_differ_by_suits_alone_are_worth_the_same():
    flop = parse("QhJh2h")
    least = standing_for(exchanges((), flop))
    assert np.allclose(hand_strengths(flop), hand_strengths(flop)[least], atol=1e-6)
    assert len(np.unique(least)) < 1326 / 2


def test_hands_that_meet_the_board_are_worth_nothing():
    flop = parse("QsJh2h")
    assert not hand_strengths(flop)[~left_by(flop)].any()
    assert hand_strengths(flop).shape == (1326, COLUMNS)
