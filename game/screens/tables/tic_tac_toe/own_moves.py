"""The player's own moves of a game of tic-tac-toe that is over: whether each kept what the position was worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade, Mark
from game.rules import games
from game.screens.tables.answers import Answers
from game.screens.ui.texts import text

if TYPE_CHECKING:
    from game.screens.frame.requests import Requests
    from game.screens.tables.tic_tac_toe.made_moves import Made

WIN = 1.0  # points


class OwnMoves:
    """The grades of the moves of one game."""

    def __init__(self, requests: Requests) -> None:
        self._grades: Answers[int, Grade] = Answers(requests)

    def forget(self) -> None:
        """Forget the game: it goes on, or another one begins."""
        self._grades.forget()

    def ask(self, made: Sequence[Made]) -> None:
        """Ask once for the grade of every move."""
        for place, (before, step) in enumerate(made):
            info = before.information_state(step.player)
            self._grades.ask(place, GradeDecision(games.TIC_TAC_TOE, info, step.action))

    def in_words(self, made: Sequence[Made], squares: Sequence[str]) -> str:
        """Say that every move was best, or which gave away the most and what was better; empty until then."""
        grades = [self._grades.get(place) for place in range(len(made))]
        known = [grade for grade in grades if grade is not None]
        if not known or len(known) < len(made):
            return ""
        worst = max(known, key=lambda grade: grade.cost)
        if worst.mark == Mark.BEST:
            return text("tic_tac_toe.own_moves.best")
        had, kept = max(worst.values.values()), worst.values[worst.action]
        lost = "draw" if had < WIN else "half" if kept else "win"
        return text(
            f"tic_tac_toe.own_moves.{lost}",
            number=known.index(worst) + 1,
            square=squares[worst.action].lower(),
            best=squares[worst.best].lower(),
        )
