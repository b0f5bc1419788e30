"""Shares of the pot of one hand against each other, beside the plain counts."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, left_by, place_of
from ai.hands.equities import win_and_tie_probabilities
from ai.hands.preflop import starting_hand
from ai.search.outcomes import shares_of_pot
from game.rules.cards import parse
from game.rules.hand_rank import rank

HAND = place_of(parse("AsKh"))
BOARD = parse("QsJh2h8d5c")


def test_a_full_board_says_who_wins() -> None:
    found = shares_of_pot(HAND, BOARD)
    ours = rank((*HANDS[HAND], *BOARD))
    for place in np.flatnonzero(left_by((*HANDS[HAND], *BOARD)))[::37]:
        theirs = rank((*HANDS[place], *BOARD))
        assert found[place] == (1.0 if ours < theirs else 0.5 if ours == theirs else 0.0)


@pytest.mark.parametrize(("cards", "off"), [(3, 0.06), (4, 1e-9)])
def test_a_board_to_be_completed_has_the_share_of_its_run_outs(cards: int, off: float) -> None:
    found = shares_of_pot(HAND, BOARD[:cards])
    for place in np.flatnonzero(left_by((*HANDS[HAND], *BOARD)))[::211]:
        alone = np.zeros(len(HANDS))
        alone[place] = 1.0
        win, tie = win_and_tie_probabilities(HAND, alone, BOARD[:cards])
        assert found[place] == pytest.approx(win + tie / 2, abs=off)


def test_before_the_flop_the_table_says_it() -> None:
    found = shares_of_pot(HAND, ())
    others = left_by(HANDS[HAND])
    assert found[others].mean() == pytest.approx(starting_hand(HANDS[HAND]).equity, abs=1e-9)


def test_hands_that_cannot_be_held_have_no_share() -> None:
    assert not shares_of_pot(HAND, BOARD)[~left_by((*HANDS[HAND], *BOARD))].any()
