"""The sampled equities of the flop against the exact ones."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, left_by
from ai.hands.equities import equities, quick_equities
from game.rules.cards import parse


def some_range() -> np.ndarray:
    return np.random.default_rng(1).random(len(HANDS)) ** 3


@pytest.mark.parametrize("flop", ["QsJh2h", "8h7h6h", "KsKd4c"])
def test_on_the_flop_they_are_within_a_point_or_two_of_the_exact_ones(flop: str) -> None:
    board = parse(flop)
    off = (quick_equities(some_range(), board) - equities(some_range(), board))[left_by(board)]
    assert abs(off.mean()) < 0.004
    assert off.std() < 0.014
    assert abs(off).max() < 0.05


@pytest.mark.parametrize("cards", ["QsJh2h8d", "QsJh2h8d5c"])
def test_on_the_turn_and_the_river_they_are_exact(cards: str) -> None:
    board = parse(cards)
    np.testing.assert_array_equal(quick_equities(some_range(), board), equities(some_range(), board))


def test_hands_that_no_hand_of_the_range_can_be_held_beside_have_none() -> None:
    board = parse("QsJh2h")
    only = np.zeros(len(HANDS))
    only[[HANDS.index((0, 1))]] = 1.0
    found = quick_equities(only, board)
    assert np.isnan(found[HANDS.index((0, 1))])
    assert 0.0 <= found[HANDS.index((2, 3))] <= 1.0


def test_the_same_board_and_range_give_the_same_figures() -> None:
    board = parse("QsJh2h")
    np.testing.assert_array_equal(quick_equities(some_range(), board), quick_equities(some_range(), board))
