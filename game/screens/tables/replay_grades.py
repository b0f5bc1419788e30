"""The marks of a hand that is played again: of each decision once it was shown, never before.

In the small games they cost nothing; in Hold'em they are asked for on demand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core import CHANCE
from game.messages.grades import GradeDecision
from game.rules import games
from game.screens.frame.answers import Answers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.core import Seat
    from game.match.session import Session
    from game.messages.grades_answers import Grade, Mark
    from game.screens.frame.requests import Requests
    from game.screens.tables.game_view import AnyView


class ReplayGrades:
    """The grades of one replay: of the player's own decisions, or of both sides where others played."""

    def __init__(self, view: AnyView, own_seat: Seat | None, requests: Requests) -> None:
        self._view, self._own_seat = view, own_seat
        self.wanted = self._session.spec.game != games.HOLDEM
        self._answers: Answers[int, Grade] = Answers(requests)

    @property
    def _session(self) -> Session:
        return self._view.seen.session

    def follow(self) -> None:
        """Ask for the grades of what was shown, where they are wanted."""
        if not self.wanted:
            return
        before, spec = self._view.first_state(), self._session.spec
        for place, step in enumerate(self._view.seen.shown_steps):
            if step.player != CHANCE and self._is_graded(self._session.seat_of(step.player)):
                info = before.information_state(step.player)
                self._answers.ask(place, GradeDecision(spec.game, info, step.action, spec.blinds))
            before = step.state

    def marks(self) -> Sequence[Mark | None]:
        """Return the marks of the decisions that were shown, in order; None where one is not known."""
        made = [place for place, step in enumerate(self._view.seen.shown_steps) if step.player != CHANCE]
        grades = [self._answers.get(place) for place in made]
        return [grade.mark if grade is not None and self.wanted else None for grade in grades]

    def _is_graded(self, seat: Seat) -> bool:
        return self._own_seat in (None, seat)
