"""What is won and met on full boards, against every hand compared with every other."""

from hashlib import sha256

import numpy as np
import pytest

from ai.hands.boards import rivers, run_outs
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


@pytest.mark.parametrize(
    ("board", "digest"),
    [
        ((0, 14, 29), "7fc2644d2a830590"),
        ((0, 1, 29), "3f823bffab02f82b"),
        ((0, 1, 2), "a5927d47fae2fd47"),
        ((0, 1, 2, 3), "0987f9a05782e877"),
        ((5, 18, 31, 44), "28fc85130b5ae7d3"),
        ((12, 25, 38, 51, 0), "5ec90df35ab8b858"),
    ],
)
def test_the_walk_adds_in_one_order_so_that_its_sums_are_the_same_to_the_bit(
    board: tuple[int, ...], digest: str
) -> None:
    random = np.random.default_rng(7)
    weights = random.random(len(HANDS)) * (random.random(len(HANDS)) < 0.6)
    won, met = won_and_met(run_outs(board), weights)
    assert sha256(won.tobytes() + met.tobytes()).hexdigest()[:16] == digest
