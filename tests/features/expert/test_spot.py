"""The spot that one puts together: what can be done, what is missing, what the other process is told."""

from game.features.odds.asks import AskExpert
from game.features.odds.expert_panels import RuleSpot
from game.match.betting_line import BettingLine
from game.rules.betting import CALL
from game.rules.cards import parse
from game.rules.holdem import HoldemRules, HoldemState


def test_the_button_begins_with_a_call_and_a_few_raises() -> None:
    spot = RuleSpot()
    assert spot.on_button
    assert spot.choices() == {"call": CALL, "third": 200, "pot": 300, "double": 500}


def test_what_would_end_the_hand_is_not_offered() -> None:
    river = RuleSpot(line=BettingLine(actions=(250, *5 * [CALL], 500), board=parse("Kh8c4s2d9h")))
    assert "call" not in river.choices()
    assert "pot" in river.choices()
    assert RuleSpot().after(20_000).choices() == {}


def test_the_last_action_is_taken_back() -> None:
    assert RuleSpot().after(250).after(CALL).before() == RuleSpot().after(250)
    assert RuleSpot().after(250).before() == RuleSpot()


def test_a_decision_of_a_table_becomes_a_spot_with_its_own_stacks() -> None:
    state = HoldemState(HoldemRules(100, 200, (3_000, 5_000)))
    for card in parse("2c7dAsAh"):
        state = state.child(card)
    info = state.child(500).information_state(0)
    spot = RuleSpot.of(info)
    assert spot.line.betting == info.betting
    assert spot.request("sound") == AskExpert("sound", 0, (), info.betting, info.hole)


def test_a_hand_that_meets_the_board_is_no_hand() -> None:
    line = BettingLine(actions=(250, CALL), board=parse("Kh8c4s"))
    assert RuleSpot(parse("Kh2d"), line).request("sound").hole == ()
    assert RuleSpot(parse("Kd2d"), line).request("sound").hole == parse("Kd2d")
    assert RuleSpot(parse("Kd"), line).request("sound").hole == ()
