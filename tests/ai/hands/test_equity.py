"""Equities: known values, exact against sampled, ranges."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.hands.equity import against_random, against_range, possible_hands
from game.rules.cards import DECK, parse
from game.rules.hand_rank import rank


def test_aces_before_the_flop_are_exact() -> None:
    equity = against_random(parse("AsAh"), (), 10, random.Random(0))
    assert equity.equity == pytest.approx(0.852037, abs=1e-6)
    assert (equity.exact, equity.ci95, equity.deals) == (True, 0.0, 2_097_572_400)


def test_ace_king_against_queens_is_as_published() -> None:
    equity = against_range(parse("AsKs"), (), {parse("QhQd"): 1.0}, 4000, random.Random(1))
    assert abs(equity.equity - 0.462145) < 2 * equity.ci95
    assert 0.014 < equity.ci95 < 0.016
    assert not equity.exact


def test_river_counts_all_990_opponents() -> None:
    hole, board = parse("KsQh"), parse("Kd7s2s9c3h")
    mine = rank((*hole, *board))
    others = [rank((*other, *board)) for other in possible_hands((*hole, *board))]
    equity = against_random(hole, board, 1, random.Random(0))
    assert (equity.exact, equity.deals) == (True, 990)
    assert equity.win == sum(mine < other for other in others) / 990
    assert equity.tie == sum(mine == other for other in others) / 990


def test_few_run_outs_are_dealt_exactly() -> None:
    hole, board = parse("KsQs"), parse("Kd7s2s9c")
    exact = against_random(hole, board, 46 * 990, random.Random(0))
    sampled = against_random(hole, board, 3000, random.Random(0))
    assert (exact.exact, exact.deals) == (True, 45_540)
    assert (sampled.exact, sampled.deals) == (False, 3000)
    assert abs(sampled.equity - exact.equity) < 2 * sampled.ci95


def test_board_that_plays_for_both_is_a_tie() -> None:
    equity = against_random(parse("2c3d"), parse("AsKsQsJsTs"), 1, random.Random(0))
    assert (equity.equity, equity.win, equity.tie) == (0.5, 0.0, 1.0)


def test_weights_count_hands_as_often_as_they_say() -> None:
    hole, board = parse("QsQh"), parse("Kd7s2s9c3h")
    beaten, beating = parse("8h8d"), parse("AsKh")
    assert against_range(hole, board, {beaten: 3.0, beating: 1.0}, 1, random.Random(0)).equity == 0.75
    assert against_range(hole, board, {beaten: 0.0, beating: 1.0}, 1, random.Random(0)).equity == 0.0


def test_same_seed_gives_the_same_samples() -> None:
    hole, board = parse("KsQs"), parse("Kd7s2s")
    first, second = (against_random(hole, board, 200, random.Random(7)) for _ in range(2))
    assert first == second


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=9, max_size=9, unique=True))
def test_equities_of_two_hands_add_up_to_one(deck: list[int]) -> None:
    one, other, board = tuple(deck[:2]), tuple(deck[2:4]), deck[4:8]
    equities = [
        against_range(hole, board, {opponent: 1.0}, 44, random.Random(0))
        for hole, opponent in ((one, other), (other, one))
    ]
    assert all(equity.exact for equity in equities)
    assert sum(equity.equity for equity in equities) == pytest.approx(1.0)
