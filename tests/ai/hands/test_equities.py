"""Every hand against one range: the plain count, the counted classes, and one hand alone."""

import numpy as np
import pytest

from ai.hands.combos import HANDS, Floats, Hole, left_by, parse_range, place_of
from ai.hands.equities import equities, win_and_tie_probabilities
from ai.hands.preflop import starting_hand
from game.core import BadInput
from game.rules.cards import parse
from tests.ai.hands.plain_equity import plain_equity

RIVERS = ("QsJh2h8d5c", "QsJs2s8d5c", "5s6s7s8sKh", "2s3s4s5s9s", "2s2h2c2dAs", "AsKsQsJsTs", "7h7c7dKsKd")
"""Boards without a flush about, with three, four and five of a suit, and with sets."""


def weighted(seed: int = 0) -> Floats:
    """Return weights of all hands, some of them 0."""
    rng = np.random.default_rng(seed)
    return rng.random(len(HANDS)) * (rng.random(len(HANDS)) < 0.6)


def as_mapping(weights: Floats) -> dict[Hole, float]:
    return {hand: float(weight) for hand, weight in zip(HANDS, weights, strict=True) if weight}


@pytest.mark.parametrize("cards", RIVERS)
def test_on_the_river_every_hand_has_its_plain_equity(cards: str) -> None:
    board, weights = parse(cards), weighted()
    found = equities(weights, board)
    left = np.flatnonzero(left_by(board))
    assert np.isnan(np.delete(found, left)).all()
    for place in left[:: len(left) // 8]:
        win, tie = plain_equity(HANDS[place], board, as_mapping(weights))
        assert found[place] == pytest.approx(win + tie / 2)
        assert win_and_tie_probabilities(int(place), weights, board) == pytest.approx((win, tie))


@pytest.mark.parametrize("cards", ["QsJh2h8d", "5s6s7s8s"])
def test_on_the_turn_a_hand_has_its_plain_equity(cards: str) -> None:
    board, weights = parse(cards), parse_range("77+,KQ:0.5,AhTh,JcTc").astype(float)
    hand = place_of(parse("AcQd"))
    win, tie = plain_equity(HANDS[hand], board, as_mapping(weights))
    assert equities(weights, board)[hand] == pytest.approx(win + tie / 2)
    assert win_and_tie_probabilities(hand, weights, board) == pytest.approx((win, tie))


@pytest.mark.parametrize("cards", ["QsJh2h", "5s6s7s", "As2s9s9h"])
def test_a_hand_alone_has_the_equity_that_it_has_among_all(cards: str) -> None:
    board, weights = parse(cards), weighted(1)
    found = equities(weights, board)
    for place in np.flatnonzero(left_by(board))[::150]:
        win, tie = win_and_tie_probabilities(int(place), weights, board)
        assert found[place] == pytest.approx(win + tie / 2)


@pytest.mark.parametrize("cards", ["QsJh2h", "5s6s7s8s", "2s2h2c2dAs"])
def test_against_itself_a_range_has_half_of_every_pot(cards: str) -> None:
    board, weights = parse(cards), weighted(2) * left_by(parse(cards))
    of_card = [sum(weights[place] for place, hand in enumerate(HANDS) if card in hand) for card in range(52)]
    beside = np.array([weights.sum() - of_card[a] - of_card[b] for a, b in HANDS]) + weights
    share = np.nan_to_num(equities(weights, board)) @ (weights * beside)
    assert share / (weights @ beside) == pytest.approx(0.5)


def test_before_the_flop_the_table_answers() -> None:
    aces = place_of(parse("AsAh"))
    assert equities(np.ones(len(HANDS)), ())[aces] == pytest.approx(starting_hand(parse("AsAh")).equity)


def test_without_an_opponent_there_is_no_equity() -> None:
    alone = np.zeros(len(HANDS))
    alone[place_of(parse("AcQd"))] = 1.0
    found = equities(alone, parse("QsJh2h8d5c"))
    assert np.isnan(found[place_of(parse("Ac3c"))])
    assert found[place_of(parse("JcJd"))] == 1.0


def test_other_boards_are_refused() -> None:
    with pytest.raises(BadInput, match="three, four or five"):
        equities(np.ones(len(HANDS)), parse("QsJh"))
