"""Grades of the player's own decisions in the hand on a table, requested once the hand is over."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import Action, InformationState
from game.match.session import Step
from game.messages.grades import GradeDecision
from game.messages.grades_answers import MARKS, Grade, Mark
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests
from game.screens.tables.game_view import AnyView


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """A decision of the player: what the player knew, the action, and `place`, its index in the session's steps."""

    info: InformationState
    action: Action
    place: int


class OwnGrades:
    """The grades of the hand that lies on one table. The grade of each decision is requested once."""

    def __init__(self, view: AnyView, requests: Requests) -> None:
        self._view = view
        self._answers: Answers[OwnDecision, Grade] = Answers(requests)

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self._view.seen.session.steps

    def decisions(self) -> list[OwnDecision]:
        """Return the player's decisions of this hand, in order."""
        before, found = self._view.first_state(), []
        for place, step in enumerate(self._steps):
            if step.player == self._view.own:
                found.append(OwnDecision(before.information_state(step.player), step.action, place))
            before = step.state
        return found

    def ask(self) -> None:
        """Request the grade of every decision if the hand is over."""
        session = self._view.seen.session
        if session.hand_over:
            for one in self.decisions():
                request = GradeDecision(session.spec.game, one.info, one.action, session.spec.blinds)
                self._answers.ask(one, request)

    def forget(self) -> None:
        """Drop requests and answers, because a move was taken back or another hand begins."""
        self._answers.forget()

    def of(self, step: Step) -> Grade | None:
        """Return the grade of a step that is a decision of the player; None until it is known."""
        return self._answers.get(self._decided(step))

    def has_failed(self, step: Step) -> bool:
        """Return whether grading a step that is a decision of the player has failed."""
        return self._decided(step) in self._answers.failed

    def all(self) -> list[Grade]:
        """Return the grades of all decisions of this hand, in order; [] until all are known."""
        known = [self._answers.get(one) for one in self.decisions()]
        found = [grade for grade in known if grade is not None]
        return found if len(found) == len(known) else []

    def costliest(self) -> OwnDecision | None:
        """Return the decision that cost the most among those marked worse than good; None if there is none."""
        known = [(one, self._answers.get(one)) for one in self.decisions()]
        wrong = [
            (grade.cost, one)
            for one, grade in known
            if grade is not None and MARKS.index(grade.mark) > MARKS.index(Mark.GOOD)
        ]
        return max(wrong, key=lambda found: found[0])[1] if wrong else None

    def _decided(self, step: Step) -> OwnDecision:
        return next(one for one in self.decisions() if self._steps[one.place] is step)
