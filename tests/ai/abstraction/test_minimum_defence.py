"""The minimum defence: against a bet or raise a range folds no more often than the price allows."""

import numpy as np
import pytest

from ai.abstraction.bet_menu import load_menu
from ai.abstraction.betting_tree import build
from ai.abstraction.blueprint import Blueprint, break_even_folds, defence_shares
from ai.algorithms.public_tree import Layout
from ai.hands.combos import HANDS, left_by, place_of
from ai.hands.range_strategy import PublicState
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.rules.cards import parse
from tests.ai.abstraction.strength_buckets import StrengthBuckets

BOARD = parse("QsJh2h8d5c")
EVERY = np.ones(len(HANDS))
ROOT = PublicBetting.start(HoldemRules())


def test_a_bet_of_half_the_pot_breaks_even_where_a_third_folds() -> None:
    flop = ROOT.child(CALL).child(CALL).next_round()
    assert break_even_folds(flop, 200) == pytest.approx(1 / 3)


def test_a_raise_pays_the_call_as_well() -> None:
    assert break_even_folds(ROOT.child(200), 600) == pytest.approx(500 / 800)


def test_chips_that_the_opponent_cannot_match_cost_nothing() -> None:
    """Into a pot of 2,000, a shove of 19,000 risks the 1,000 that the short stack has left."""
    deep_button = PublicBetting.start(HoldemRules(stacks=(2_000, 20_000)))
    flop = deep_button.child(CALL).child(CALL).next_round().child(1_000).child(CALL).next_round()
    turn = flop.child(CALL)
    assert turn.pot == 2_000
    assert break_even_folds(turn, 20_000) == break_even_folds(turn, 2_000) == pytest.approx(1 / 3)


@pytest.mark.parametrize("most", [0.1, 0.4, 0.9])
def test_the_strongest_of_the_folding_hands_call_until_the_range_folds_as_often_as_allowed(
    most: float,
) -> None:
    left = left_by(BOARD)
    shares = defence_shares(EVERY, EVERY, BOARD, most)
    folds = EVERY * (1 - shares)
    assert folds[left].mean() == pytest.approx(most, abs=1e-5)
    assert shares[place_of(parse("Td9d"))] == 1
    assert shares[place_of(parse("4d3d"))] == 0


def test_a_range_that_folds_little_enough_is_left_alone() -> None:
    assert not defence_shares(EVERY * 0.3, EVERY, BOARD, 0.4).any()


def test_only_hands_that_are_held_count() -> None:
    nuts = np.zeros(len(HANDS))
    nuts[place_of(parse("Td9d"))] = 1.0
    nuts[place_of(parse("4d3d"))] = 1.0
    shares = defence_shares(EVERY, nuts, BOARD, 0.75)
    assert shares[place_of(parse("Td9d"))] == pytest.approx(0.5, abs=1e-5)
    assert shares[place_of(parse("4d3d"))] == 0


def test_a_range_that_is_empty_counts_as_every_hand() -> None:
    assert defence_shares(EVERY, 0 * EVERY, BOARD, 0.5).any()


def test_a_blueprint_that_always_folds_answers_a_raise_as_the_price_asks() -> None:
    cards, tree = StrengthBuckets(), build(load_menu("half-pot"), 10)
    layout = Layout.of(tree.public, cards.counts)
    always_folds = Blueprint(tree, layout, np.zeros(layout.entries, np.uint8), cards)
    raised = PublicBetting.start(HoldemRules(stacks=(1_000, 1_000))).child(200).child(400)
    mix = always_folds.range_strategy(PublicState(1, (), raised))
    folds = mix.of_action(FOLD).mean()
    assert folds == pytest.approx(break_even_folds(ROOT.child(200), 400), abs=1e-5)
