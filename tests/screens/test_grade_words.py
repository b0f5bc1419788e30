"""How a graded hand stood, in words that agree with the best action."""

import pytest

from game.messages.judgements import Mark
from game.rules.betting import CALL, FOLD, HoldemRules, PublicBetting
from game.screens.models.grade_words import ends_betting, equity_in_words

VALUES = {FOLD: 0.0, CALL: -0.4}


@pytest.mark.parametrize(
    ("best", "equity", "price", "last", "end"),
    [
        (CALL, 0.39, None, False, "you win 39% of the pot on average."),
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
    grade = Grade(CALL, best, VALUES, {best: 1.0}, Mark.MISTAKE, "solved", 0.1, equity, price)
    assert equity_in_words(grade, last=last).endswith(end)


def test_after_a_call_of_all_chips_or_on_the_river_nobody_bets() -> None:
    start = PublicBetting.start(HoldemRules())
    assert not ends_betting(start)  # a limp leaves the big blind an option
    assert not ends_betting(start.child(300))
    assert ends_betting(start.child(20_000))
    rivers = start.child(CALL).child(CALL)
    for _ in range(2):
        rivers = rivers.next_round().child(CALL).child(CALL)
    assert ends_betting(rivers.next_round().child(300))
