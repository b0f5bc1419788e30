"""The player's own decisions of the hand on a table, graded once it is over: each is asked for once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.core import Action, InformationState
from game.messages.grades import GradeDecision
from game.messages.grades_answers import MARKS, Grade, Mark
from game.screens.tables.answers import Answers

if TYPE_CHECKING:
    from game.match.session import Step
    from game.screens.frame.requests import Requests
    from game.screens.tables.game_view import AnyView


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the player: what was known, what was done, and how many steps of the hand came before it."""

    info: InformationState
    action: Action
    place: int


class OwnGrades:
    """The grades of one table, of the hand that lies on it."""

    def __init__(self, view: AnyView, requests: Requests) -> None:
        self._view = view
        self._answers: Answers[Decided, Grade] = Answers(requests)

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self._view.seen.session.steps

    def decisions(self) -> list[Decided]:
        """Return the player's decisions of this hand, in order."""
        before, found = self._view.first_state(), []
        for place, step in enumerate(self._steps):
            if step.player == self._view.own:
                found.append(Decided(before.information_state(step.player), step.action, place))
            before = step.state
        return found

    def ask(self) -> None:
        """Ask for every grade of a hand that is over."""
        session = self._view.seen.session
        if session.hand_over:
            for one in self.decisions():
                request = GradeDecision(session.spec.game, one.info, one.action, session.spec.blinds)
                self._answers.ask(one, request)

    def forget(self) -> None:
        """Take no more interest in a hand: it goes on, or another one begins."""
        self._answers.forget()

    def of(self, step: Step) -> Grade | None:
        """Return the grade of a decision of the player; None until it is known."""
        return self._answers.get(self._decided(step))

    def has_failed(self, step: Step) -> bool:
        """Return whether a decision cannot be graded."""
        return self._decided(step) in self._answers.failed

    def all(self) -> list[Grade]:
        """Return the grades of all decisions of this hand, in order; nothing until all are known."""
        known = [self._answers.get(one) for one in self.decisions()]
        found = [grade for grade in known if grade is not None]
        return found if len(found) == len(known) else []

    def costliest(self) -> Decided | None:
        """Return the decision that cost the most, of those that were less than good; None without one."""
        known = [(one, self._answers.get(one)) for one in self.decisions()]
        wrong = [
            (grade.cost, one)
            for one, grade in known
            if grade is not None and MARKS.index(grade.mark) > MARKS.index(Mark.GOOD)
        ]
        return max(wrong, key=lambda found: found[0])[1] if wrong else None

    def _decided(self, step: Step) -> Decided:
        return next(one for one in self.decisions() if self._steps[one.place] is step)
