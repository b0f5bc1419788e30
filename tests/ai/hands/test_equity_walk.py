"""What is won and met on full boards, against every hand compared with every other."""

import numpy as np
import pytest

from ai.hands.boards import rivers
from ai.hands.combos import HANDS, apart, left_by
from ai.hands.equity_walk import won_and_met
from game.rules.cards import parse

BOARDS = (
    "QsJh2h8d5c",
    "QhJh2h8d5c",
    "9h8h7hTcKd",
    "QhJh2h8h5c",
    "QhJh2h8h5h",
    "AsKsQdJdTc",
    "AsAdAh2c2d",
    "KhKd7h7d2h",
)


@pytest.mark.parametrize("cards", BOARDS)
def test_every_hand_wins_and_meets_what_a_plain_comparison_finds(cards: str) -> None:
    board = np.array([parse(cards)], np.uint8)
    weights = np.random.default_rng(2).random(len(HANDS)) ** 3 * left_by(parse(cards))
    rank = rivers(board)[0][0].astype(int)
    beats = (rank[:, None] < rank) + (rank[:, None] == rank) / 2
    left = left_by(parse(cards))
    won, met = won_and_met(board, weights)
    np.testing.assert_allclose(won[left], ((beats * apart()) @ weights)[left], atol=1e-9)
    np.testing.assert_allclose(met[left], (apart() @ weights)[left], atol=1e-9)


def test_hands_that_meet_a_board_win_and_meet_nothing_on_it() -> None:
    boards = np.array([parse(cards) for cards in BOARDS[:3]], np.uint8)
    weights = np.ones(len(HANDS))
    single = [won_and_met(boards[place : place + 1], weights) for place in range(3)]
    won, met = won_and_met(boards, weights)
    np.testing.assert_allclose(won, sum(one for one, _ in single))
    np.testing.assert_allclose(met, sum(one for _, one in single))
    assert not single[0][0][~left_by(parse(BOARDS[0]))].any()
    assert not single[0][1][~left_by(parse(BOARDS[0]))].any()
