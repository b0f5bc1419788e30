"""Reading the opponent's range from the betting."""

import pytest

from ai.hands.equity import Range
from ai.hands.reading import Reading, opponent_range
from game.core import CHANCE
from game.rules.cards import DECK, parse
from game.rules.holdem import BUTTON, CALL, HoldemInformationState, HoldemRules, HoldemState

READING = Reading(
    share_of_opens=0.8,
    share_of_reraises=0.2,
    share_of_bets=0.8,
    share_of_raises=0.4,
    share_of_calls=1.0,
    doubt=0.2,
    slow_play=0.5,
)
BOARD = parse("Kd7s2s 9c 3h")


def seen_by(player: int, hole: str, *actions: int) -> HoldemInformationState:
    """Return what `player`, holding `hole`, knows after the actions on `BOARD`."""
    own = parse(hole)
    others = [card for card in DECK if card not in own and card not in BOARD][:2]
    deck = iter([*(own if player == 0 else others), *(others if player == 0 else own), *BOARD])
    bets = iter(actions)
    state = HoldemState(HoldemRules(50, 100, (20_000, 20_000)))
    while True:
        action = next(deck if state.current_player() == CHANCE else bets, None)
        if action is None:
            return state.information_state(player)
        state = state.child(action)


def weight(weights: Range, cards: str) -> float:
    hand = parse(cards)
    return weights.get((min(hand), max(hand)), 0.0)


def test_nothing_is_known_before_the_opponent_acts() -> None:
    weights = opponent_range(seen_by(BUTTON, "AsKs"), READING)
    assert len(weights) == 1225
    assert set(weights.values()) == {1.0}


def test_hands_that_hold_a_known_card_are_impossible() -> None:
    weights = opponent_range(seen_by(0, "AsKs", 300, CALL, CALL, 500), READING)
    assert len(weights) == 47 * 46 / 2
    assert weight(weights, "AsAd") == weight(weights, "Kd2d") == 0.0


def test_a_raise_before_the_flop_keeps_the_better_hands() -> None:
    weights = opponent_range(seen_by(0, "AsKs", 300), READING)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "7d2c") == pytest.approx(READING.doubt * 0.8)


def test_a_larger_raise_keeps_fewer_hands() -> None:
    usual, large = (opponent_range(seen_by(0, "AsKs", to), READING) for to in (300, 3000))
    assert sum(large.values()) < sum(usual.values())
    assert weight(large, "Jh8h") < weight(usual, "Jh8h")


def test_a_reraise_keeps_a_part_of_what_was_left() -> None:
    weights = opponent_range(seen_by(BUTTON, "AsKs", 300, 900), READING)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "Jh8h") == pytest.approx(READING.doubt * 0.2)


def test_each_further_raise_keeps_less() -> None:
    third = opponent_range(seen_by(0, "AsKs", 300, 900, 2700), READING)
    second = opponent_range(seen_by(BUTTON, "AsKs", 300, 900), READING)
    assert sum(third.values()) < sum(second.values())


def test_a_call_keeps_hands_in_proportion_to_the_odds() -> None:
    weights = opponent_range(seen_by(0, "AsKs", 300, CALL, 900, CALL), READING)
    assert weight(weights, "KcKh") == 1.0 > weight(weights, "9h8h") > weight(weights, "6h4c")


def test_a_limp_or_check_takes_weight_from_the_strongest() -> None:
    limped = opponent_range(seen_by(0, "AsKs", CALL), READING)
    assert weight(limped, "QhQd") == READING.slow_play
    assert weight(limped, "7d2c") == 1.0
    checked = opponent_range(seen_by(0, "AsKs", CALL, CALL, CALL, CALL), READING)
    assert weight(checked, "7h2c") == pytest.approx(READING.slow_play)


def test_a_bet_after_the_flop_keeps_the_hands_that_hit() -> None:
    weights = opponent_range(seen_by(BUTTON, "AsKs", CALL, CALL, 300), READING)
    assert weight(weights, "7h2c") == 1.0
    assert weight(weights, "Jh6d") == pytest.approx(READING.doubt * 0.8 / 2)


def test_a_raise_after_the_flop_keeps_less_than_a_bet() -> None:
    bet = opponent_range(seen_by(0, "AsKs", CALL, CALL, CALL, 300), READING)
    raised = opponent_range(seen_by(0, "AsKs", CALL, CALL, 300, 900), READING)
    assert sum(raised.values()) < sum(bet.values())


def test_own_actions_tell_nothing_about_the_opponent() -> None:
    one, other = (opponent_range(seen_by(0, "AsKs", CALL, CALL, to), READING) for to in (300, 9000))
    assert one == other
