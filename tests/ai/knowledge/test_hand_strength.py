"""Hand strengths, made hands and draws, and the metrics of predicted actions."""

import numpy as np
import pytest

from ai.hands.canonical_boards import exchanges, standing_for
from ai.hands.combos import CARDS, HANDS, hand_index, unblocked_hands
from ai.hands.equities import equities
from ai.knowledge.batches import (
    MIN_BIN_SIZE,
    FrequencyTable,
    JudgementSums,
    legal_three,
    merge_classes,
    three_given,
)
from ai.knowledge.hand_strength import (
    CATEGORY,
    COLUMNS,
    DRAWS,
    MADE,
    NO_CARD,
    PROMISE,
    SHAPE,
    SPREAD,
    STANDING,
    draws,
    hand_strengths,
    made_classes,
    strengths,
)
from game.rules.cards import parse
from tests.ai.knowledge.tables import random_decisions

BOARDS = ("", "QsJh2h", "QsJh2h8d", "QsJh2h8d5c")


def of(hand, board):
    return hand_strengths(parse(board))[hand_index(parse(hand))]


@pytest.mark.parametrize("board", BOARDS)
def test_single_hands_and_all_hands_give_the_same_numbers(board):
    cards = parse(board)
    hands = np.flatnonzero(unblocked_hands(cards))[::37]
    seven = np.full((len(hands), 7), NO_CARD, np.uint8)
    seven[:, :2], seven[:, 2 : 2 + len(cards)] = CARDS[hands], cards
    assert np.allclose(strengths(seven), hand_strengths(cards)[hands], atol=1e-5)


def test_on_the_river_the_standing_is_the_equity_but_for_the_cards_that_a_hand_holds():
    board = parse("QsJh2h8d5c")
    exact = equities(np.ones(1326), board)
    left = unblocked_hands(board)
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
    assert (hand_strengths(flop)[unblocked_hands(flop), CATEGORY:SHAPE].sum(axis=1) == 1).all()
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
    assert not hand_strengths(flop)[~unblocked_hands(flop)].any()
    assert hand_strengths(flop).shape == (1326, COLUMNS)


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
    index, cards = hand_index(parse(hand)), parse(board)
    assert MADE[made_classes(cards)[index]] == is_made
    assert DRAWS[draws(cards)[index]] == draws_to


def test_who_plays_the_board_has_nothing() -> None:
    assert made_classes(parse("AhKhQcJcTd"))[hand_index(parse("7s2d"))] == 0


def test_hands_that_meet_the_board_have_nothing_and_draw_to_nothing() -> None:
    board = parse("Kh9h8h")
    for index, hand in enumerate(HANDS):
        if set(hand) & set(board):
            assert made_classes(board)[index] == 0
            assert draws(board)[index] == 0


def test_there_are_no_draws_before_the_flop_and_on_the_river() -> None:
    assert not draws(()).any()
    assert not draws(parse("Kh9h8h2c3d")).any()


@pytest.mark.parametrize("board", ["", "Kh9h8h", "Kh9h8h2c3d"])
def test_what_is_kept_for_the_next_who_asks_cannot_be_written(board: str) -> None:
    assert not draws(parse(board)).flags.writeable


def judge(given, done, legal=None, street=None):
    given = np.array(given, np.float32)
    sums = JudgementSums.none()
    legal = np.ones(given.shape, np.bool_) if legal is None else legal
    street = np.zeros(len(given), np.int64) if street is None else np.array(street)
    sums.add(given, legal, np.array(done), street)
    return sums


def test_log_loss_and_accuracy_are_those_of_the_book():
    found = judge([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]], [0, 1]).score()
    assert found.log_loss == pytest.approx(-(np.log(0.5) + np.log(0.2)) / 2)
    assert found.accuracy == 0.5
    assert found.decisions == 2


def test_a_forecast_that_keeps_its_word_has_no_calibration_error():
    given = [[0.25, 0.75, 0.0]] * 400
    right = judge(given, [0] * 100 + [1] * 300).score()
    wrong = judge(given, [0] * 200 + [1] * 200).score()
    assert right.calibration_error == pytest.approx(0, abs=1e-6)
    assert wrong.worst_bin == pytest.approx(0.25)
    assert wrong.calibration_error == pytest.approx(0.5 / 3)


def test_where_every_bin_has_few_forecasts_there_is_no_worst_bin():
    found = judge(
        [[0.25, 0.75, 0.0]] * (MIN_BIN_SIZE - 1),
        [2] * (MIN_BIN_SIZE - 1),
        legal=np.ones((MIN_BIN_SIZE - 1, 3), bool),
    )
    assert found.score().worst_bin is None
    assert found.score().calibration_error > 0.3


def test_classes_that_are_illegal_count_for_no_bin():
    legal = np.array([[False, True, True]] * 4)
    assert judge([[0.0, 0.5, 0.5]] * 4, [1, 1, 2, 2], legal).score().calibration_error == 0


def test_streets_are_told_apart():
    sums = judge([[0.9, 0.1, 0], [0.9, 0.1, 0]], [0, 1], street=[0, 3])
    assert sums.score([0]).accuracy == 1
    assert sums.score([3]).accuracy == 0
    assert sums.score([1]).decisions == 0


def test_parts_add_up():
    given, done = np.random.default_rng(0).dirichlet(np.ones(3), 50).astype(np.float32), np.arange(50) % 3
    whole, parts = judge(given, done), JudgementSums.none()
    for part in (slice(0, 20), slice(20, None)):
        parts.add(
            given[part], np.ones((len(given[part]), 3), bool), done[part], np.zeros(len(done[part]), np.int64)
        )
    assert whole.score() == pytest.approx(parts.score()) or whole.score().log_loss == pytest.approx(
        parts.score().log_loss
    )


def test_the_table_of_frequencies_learns_what_is_public():
    found = random_decisions(600)
    table = FrequencyTable()
    table.count(found)
    given = table.probabilities(found)
    assert np.allclose(given.sum(axis=1), 1, atol=1e-5)
    assert not given[~legal_three(found.legal)].any()
    nothing = FrequencyTable().probabilities(found)
    done = merge_classes(found.done)
    rows = np.arange(len(found))
    assert np.log(given[rows, done]).mean() > np.log(nothing[rows, done]).mean()


def test_six_classes_are_three():
    assert merge_classes(np.array([0, 1, 2, 3, 4, 5])).tolist() == [0, 1, 2, 2, 2, 2]
    assert three_given(np.full((1, 6), 1 / 6, np.float32))[0].tolist() == pytest.approx([1 / 6, 1 / 6, 4 / 6])
    assert three_given(np.full((1, 3), 1 / 3, np.float32)).shape == (1, 3)
