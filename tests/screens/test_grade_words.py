"""How a graded hand stood, in words that agree with the best action."""

import pytest

from game.messages.grades_answers import Grade, Mark
from game.rules.betting import CALL, FOLD
from game.screens.models.grade_words import equity_in_words

VALUES = {FOLD: 0.0, CALL: -0.4}


@pytest.mark.parametrize(
    ("best", "equity", "price", "river", "end"),
    [
        (CALL, 0.39, None, False, "you win 39% of the pot on average."),
        (FOLD, 0.21, 0.33, False, "; a call needs 33%."),
        (CALL, 0.39, 0.33, False, "; a call needs 33%."),
        (FOLD, 0.39, 0.33, False, "A call needs 33%, but later bets cost more than that gains."),
        (CALL, 0.21, 0.33, False, "A call needs 33%: folds and later bets make up for it."),
        (FOLD, 0.39, 0.33, True, "; a call needs 33%."),
    ],
)
def test_equity_and_price_lead_to_the_best_action(
    best: int, equity: float, price: float | None, river: bool, end: str
) -> None:
    grade = Grade(CALL, best, VALUES, {best: 1.0}, Mark.MISTAKE, "solved", 0.1, equity, price)
    assert equity_in_words(grade, river=river).endswith(end)
