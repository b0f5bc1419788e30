"""The player's own moves of a game of tic-tac-toe that is over, in a sentence: which gave away the most."""

from __future__ import annotations

from collections.abc import Sequence

from game.messages.grades_answers import Grade, Mark
from game.screens.ui.texts import text

WIN = 1.0  # points


def in_words(grades: Sequence[Grade], squares: Sequence[str]) -> str:
    """Say that every move was best, or which gave away the most and what was better; empty without grades."""
    if not grades:
        return ""
    worst = max(grades, key=lambda grade: grade.cost)
    if worst.mark == Mark.BEST:
        return text("tic_tac_toe.own_moves.best")
    had, kept = max(worst.values.values()), worst.values[worst.action]
    lost = "draw" if had < WIN else "half" if kept else "win"
    return text(
        f"tic_tac_toe.own_moves.{lost}",
        number=grades.index(worst) + 1,
        square=squares[worst.action].lower(),
        best=squares[worst.best].lower(),
    )
