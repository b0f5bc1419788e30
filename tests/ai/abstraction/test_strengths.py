"""Strengths of hands: the fast tables say what the exact equities say, and known values hold."""

import numpy as np
import pytest

from ai.abstraction.average_strengths import average_strengths
from ai.abstraction.isomorphism import cell_index
from ai.abstraction.strengths import GREATEST, no_strengths, river_strengths
from ai.hands.boards import run_outs
from ai.hands.combos import HANDS, left_by
from ai.hands.equities import equities
from game.rules.cards import parse

ONCE = np.ones(1, np.int64)
EVEN = np.ones(len(HANDS))


@pytest.mark.parametrize(
    "text", ["Ks8s5h2d2c", "QsJs2s8d5c", "QsJs2s8s5c", "AsKs5s4s2s", "AsKsQsJsTs", "7s7h7d7c2s"]
)
def test_strengths_on_a_river_are_the_equities_against_a_random_hand(text: str) -> None:
    board = parse(text)
    table, counts = no_strengths(5)
    river_strengths(np.array([board], np.uint8), ONCE, table, counts)
    expected = np.rint(equities(EVEN, board) * GREATEST)
    for hand in np.flatnonzero(left_by(board)):
        assert table[_cell(hand, board)] == expected[hand]
    assert counts.sum() == 1_081
    assert counts @ np.arange(len(counts)) == 1_081 * GREATEST / 2


def test_strengths_on_a_turn_are_the_equities_to_half_a_step() -> None:
    board = parse("Qs8s5h2d")
    rivers, counts = no_strengths(5)
    to_come = run_outs(board)
    river_strengths(to_come, np.ones(len(to_come), np.int64), rivers, counts)
    table, counts = no_strengths(4)
    average_strengths(np.array([board], np.uint8), ONCE, rivers, table, counts)
    expected = equities(EVEN, board) * GREATEST
    for hand in np.flatnonzero(left_by(board)):
        assert abs(table[_cell(hand, board)] - expected[hand]) <= 0.5 + 1e-6
    assert counts.sum() == 1_128


def test_every_board_counts_as_often_as_it_stands_for_others() -> None:
    board = np.array([parse("Ks8s5h2d2c")], np.uint8)
    table, counts = no_strengths(5)
    river_strengths(board, 12 * ONCE, table, counts)
    assert counts.sum() == 12 * 1_081


def _cell(hand: int, board: tuple[int, ...]) -> int:
    return cell_index(np.array(board, np.uint8), np.array(HANDS[hand], np.uint8))
