"""Reading the opponent's range from the betting."""

from itertools import pairwise

import pytest

from ai.hands.combos import HANDS, Floats, left_by, place_of
from ai.hands.range_strategy import PublicState, ReadingStyle, opponent_range, strength_ranks
from game.core import CHANCE
from game.rules.cards import parse
from game.rules.hand_rank import rank
from game.rules.holdem import BUTTON, CALL, HoldemRules, HoldemState

READING = ReadingStyle(
    share_of_opens=0.8,
    share_of_reraises=0.2,
    share_of_bets=0.8,
    share_of_raises=0.4,
    share_of_calls=1.0,
    doubt=0.2,
    slow_play=0.5,
)
BOARD = parse("Kd7s2s 9c 3h")


def read_by(player: int, *actions: int) -> Floats:
    """Return what `player` reads from the actions on `BOARD`."""
    deck = iter([*parse("2c3c4c5c"), *BOARD])
    bets = iter(actions)
    state = HoldemState(HoldemRules(50, 100, (20_000, 20_000)))
    while True:
        action = next(deck if state.current_player() == CHANCE else bets, None)
        if action is None:
            return opponent_range(PublicState(player, state.board, state.betting), READING)
        state = state.child(action)


def weight(weights: Floats, cards: str) -> float:
    return float(weights[place_of(parse(cards))])


def test_nothing_is_known_before_the_opponent_acts() -> None:
    weights = read_by(BUTTON)
    assert (weights == 1.0).all()


def test_hands_that_hold_a_card_of_the_board_are_impossible() -> None:
    weights = read_by(0, 300, CALL, CALL, 500)
    assert (weights > 0).sum() == 49 * 48 / 2
    assert weight(weights, "Kd2d") == 0.0


def test_a_raise_before_the_flop_keeps_the_better_hands() -> None:
    weights = read_by(0, 300)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "7d2c") == pytest.approx(READING.doubt * 0.8)


def test_a_larger_raise_keeps_fewer_hands() -> None:
    usual, large = (read_by(0, to) for to in (300, 3000))
    assert large.sum() < usual.sum()
    assert weight(large, "Jh8h") < weight(usual, "Jh8h")


def test_a_reraise_keeps_a_part_of_what_was_left() -> None:
    weights = read_by(BUTTON, 300, 900)
    assert weight(weights, "QhQd") == 1.0
    assert weight(weights, "Jh8h") == pytest.approx(READING.doubt * 0.2)


def test_each_further_raise_keeps_less() -> None:
    third = read_by(0, 300, 900, 2700)
    second = read_by(BUTTON, 300, 900)
    assert third.sum() < second.sum()


def test_a_call_keeps_hands_in_proportion_to_the_odds() -> None:
    weights = read_by(0, 300, CALL, 900, CALL)
    assert weight(weights, "KcKh") == 1.0 > weight(weights, "9h8h") > weight(weights, "6h4c")


def test_a_limp_or_check_takes_weight_from_the_strongest() -> None:
    limped = read_by(0, CALL)
    assert weight(limped, "QhQd") == READING.slow_play
    assert weight(limped, "7d2c") == 1.0
    checked = read_by(0, CALL, CALL, CALL, CALL)
    assert weight(checked, "7h2c") == pytest.approx(READING.slow_play)


def test_a_bet_after_the_flop_keeps_the_hands_that_hit() -> None:
    weights = read_by(BUTTON, CALL, CALL, 300)
    assert weight(weights, "7h2c") == 1.0
    assert weight(weights, "Jh6d") == pytest.approx(READING.doubt * 0.8 / 2)


def test_a_raise_after_the_flop_keeps_less_than_a_bet() -> None:
    bet = read_by(0, CALL, CALL, CALL, 300)
    raised = read_by(0, CALL, CALL, 300, 900)
    assert raised.sum() < bet.sum()


def test_own_actions_tell_nothing_about_the_opponent() -> None:
    one, other = (read_by(0, CALL, CALL, to) for to in (300, 9000))
    assert (one == other).all()


@pytest.mark.parametrize("cards", [6, 8, 10])
def test_after_the_flop_hands_stand_as_they_rank(cards: int) -> None:
    board = BOARD[: cards // 2]
    found = strength_ranks(board)
    left = [place for place, hand in enumerate(HANDS) if not set(hand) & set(board)][::7]
    by_rank = sorted(left, key=lambda place: -rank((*HANDS[place], *board)))
    assert (found[by_rank][1:] >= found[by_rank][:-1]).all()
    for one, other in pairwise(by_rank):
        equal = rank((*HANDS[one], *board)) == rank((*HANDS[other], *board))
        assert (found[one] == found[other]) == equal
    assert not found[~left_by(board)].any()


def test_what_was_read_is_shared_and_stays() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read_by(0, 300)[0] = 0.0
