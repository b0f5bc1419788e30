"""How a graded hand stood, in words that agree with the best action."""

import pytest

from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.study.words import ends_betting, format_cost, format_equity, format_grades
from tests.window.tables import judged

VALUES = {FOLD: 0.0, CALL: -0.4}


@pytest.mark.parametrize(
    ("best", "equity", "price", "last", "end"),
    [
        (CALL, 0.39, None, False, "You win 39% here."),
        (FOLD, 0.21, 0.33, False, "; a call needs 33%."),
        (CALL, 0.39, 0.33, False, "; a call needs 33%."),
        (FOLD, 0.39, 0.33, False, "A call needs 33%, but later bets cost more than that gains."),
        (CALL, 0.21, 0.33, False, "A call needs 33%, but folds and later bets make up the difference."),
        (FOLD, 0.39, 0.33, True, "; a call needs 33%."),
        (FOLD, 0.34, 0.33, False, "; a call needs 33%."),
        (900, 0.08, 0.33, True, "A call needs 33%, but folds make up the difference."),
    ],
)
def test_equity_and_price_lead_to_the_best_action(
    best: int, equity: float, price: float | None, last: bool, end: str
) -> None:
    known = judged(VALUES | {best: 0.0}, best, source="solve", equity=equity, price=price)
    assert format_equity(known, last=last).endswith(end)


def test_after_a_call_of_all_chips_or_on_the_river_nobody_bets() -> None:
    start = PublicBetting.start(HoldemRules())
    assert not ends_betting(start)  # a limp leaves the big blind an option
    assert not ends_betting(start.child(300))
    assert ends_betting(start.child(20_000))
    rivers = start.child(CALL).child(CALL)
    for _ in range(2):
        rivers = rivers.next_round().child(CALL).child(CALL)
    assert ends_betting(rivers.next_round().child(300))


def test_a_cost_has_two_digits_and_its_share_of_the_pot() -> None:
    grade = judged({1: 1.0, 300: 1.35}, 300, stake=2.9).grade(1)
    assert format_cost("holdem", grade) == "costs 0.35 bb, 12% of the pot"


def test_a_cost_within_the_error_is_not_told() -> None:
    assert not format_cost("holdem", judged({1: 1.0, 300: 1.35}, 300, error=0.4).grade(1))


def test_an_action_with_a_bound_above_the_best_has_no_known_cost() -> None:
    known = judged({1: 1.0, 300: 1.35}, 1, bounds=frozenset({300}))
    assert format_cost("holdem", known.grade(300)) == "cost not known"


def test_a_hand_is_summed_up_in_one_line() -> None:
    good = judged({1: 1.0, 2: 1.03}, 2, stake=4.0).grade(1)
    bad = judged({1: 1.0, 2: 1.16}, 2, stake=4.0).grade(1)
    said = format_grades("holdem", [good, good, bad], waiting=1)
    assert said == "2 good, 1 inaccuracy, 0.22 bb. 1 not graded yet."
    assert format_grades("holdem", [], waiting=2) == "2 not graded yet."
