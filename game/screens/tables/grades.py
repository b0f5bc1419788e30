"""Grades of the decisions in the hand on a table, each requested once, after it was shown.

In the small games they cost nothing; in Hold'em they are requested on demand, and an early grade is shown until the
full one is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core import CHANCE, Seat
from game.match.session import Session, Step
from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade, Mark
from game.rules import games
from game.screens.frame.answers import Answers
from game.screens.frame.requests import Requests
from game.screens.tables.game_view import AnyView


class HandGrades:
    """The grades of the decisions of `seat`, of both sides where it is None; `wanted` stays from hand to hand."""

    def __init__(self, view: AnyView, seat: Seat | None, requests: Requests) -> None:
        self._view, self._seat = view, seat
        self._answers: Answers[int, Grade] = Answers(requests)
        self._early: Answers[int, Grade] = Answers(requests)
        self.wanted = self._session.spec.game != games.HOLDEM

    @property
    def _session(self) -> Session:
        return self._view.seen.session

    def ask(self) -> None:
        """Request the grade of every decision that was shown, where grades are wanted."""
        shown = self._view.seen.shown_steps
        questions = (
            {place: self.question(shown, place) for place in self._decisions(shown)} if self.wanted else {}
        )
        if self._session.spec.game == games.HOLDEM:
            for place, question in questions.items():
                self._early.ask(place, replace(question, early=True))
        for place, question in questions.items():
            self._answers.ask(place, question)

    def question(self, steps: Sequence[Step], place: int) -> GradeDecision:
        """Return what is asked about the decision at a place among these steps of the hand."""
        step, before = steps[place], steps[place - 1].state if place else self._view.first_state()
        spec, info = self._session.spec, before.information_state(step.player)
        return GradeDecision(spec.game, info, step.action, spec.blinds)

    def forget(self) -> None:
        """Drop requests and answers, because a move was taken back or another hand begins."""
        self._answers.forget()
        self._early.forget()

    def of(self, step: Step) -> Grade | None:
        """Return the grade of a step of the hand, if only an early one; None until one is known."""
        return self._known(self._place(step))

    def is_early(self, step: Step) -> bool:
        """Return whether a better grade of a step of the hand is still to come."""
        place = self._place(step)
        return self._answers.get(place) is None and place not in self._answers.failed

    def has_failed(self, step: Step) -> bool:
        """Return whether grading a step of the hand has failed."""
        return self._place(step) in self._answers.failed

    def all(self) -> list[Grade]:
        """Return the grades of all decisions of this hand, in order; [] until all are known."""
        decisions = self._decisions(self._session.steps)
        known = [grade for place in decisions if (grade := self._answers.get(place)) is not None]
        return known if len(known) == len(decisions) else []

    def costliest(self) -> int | None:
        """Return the place, if any, of the mistake that cost the most."""
        costs: dict[int, float] = {}
        for place in self._decisions(self._session.steps):
            grade = self._answers.get(place)
            if grade is not None and grade.is_mistake():
                costs[place] = grade.sure_cost
        return max(costs, key=costs.__getitem__, default=None)

    def marks(self) -> Sequence[Mark | None]:
        """Return the marks of all actions that were shown, in order; None where one is not known or not wanted."""
        grades = [self._known(place) for place in _made(self._view.seen.shown_steps)]
        return [grade.mark if grade is not None and self.wanted else None for grade in grades]

    def last(self, steps: Sequence[Step]) -> int:
        """Return the place of the last graded decision among some steps; without one, of the last action."""
        return (self._decisions(steps) or _made(steps))[-1]

    def _decisions(self, steps: Sequence[Step]) -> list[int]:
        """Return the places of the graded decisions among some steps."""
        made = _made(steps)
        return [place for place in made if self._seat in (None, self._session.seat_of(steps[place].player))]

    def _known(self, place: int) -> Grade | None:
        return self._answers.get(place) or self._early.get(place)

    def _place(self, step: Step) -> int:
        return next(place for place, one in enumerate(self._session.steps) if one is step)


def _made(steps: Sequence[Step]) -> list[int]:
    """Return the places of the actions that players made among some steps."""
    return [place for place, step in enumerate(steps) if step.player != CHANCE]
