"""The grades of the decisions in the hand on a table, read from the judgements that the window knows."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import CHANCE, Seat
from game.match.session import Session, Step
from game.study.judgement_model import Judgements
from game.study.judgements import AskJudgement, Grade, Mark, question_at
from game.study.words import summary_in_words
from game.tables.game_view import AnyView


class HandGrades:
    """The sure grades of the decisions of `seat`, or of both seats if it is None."""

    def __init__(self, view: AnyView, seat: Seat | None, judgements: Judgements) -> None:
        self._view, self._seat, self._judgements = view, seat, judgements

    @property
    def _session(self) -> Session:
        return self._view.seen.session

    def ask(self, steps: Sequence[Step]) -> None:
        """Ask about the decisions among some steps of the hand, one after the other, while the worker is idle."""
        for place in self._decisions(steps):
            self._judgements.ask_when_idle(self.question(steps, place))

    def question(self, steps: Sequence[Step], place: int) -> AskJudgement:
        """Return the request that judges the decision at an index of these steps of the hand."""
        step, before = steps[place], steps[place - 1].state if place else self._view.first_state()
        info = before.information_state(step.player)
        return question_at(self._session.spec.game, info, step.action)

    def of(self, step: Step) -> Grade | None:
        """Return the grade of a step of the hand, or None until it is sure."""
        return self._judgements.sure_grade(self._asked(step))

    def has_failed(self, step: Step) -> bool:
        """Return whether a step of the hand could not be judged."""
        return bool(self._judgements.problem(self._asked(step)))

    def progress(self, step: Step) -> float | None:
        """Return how much of the judgement of a step is done, from 0 to 1, or None if it is not being judged."""
        report = self._judgements.report(self._asked(step))
        return min(1.0, report.iteration / report.total) if report is not None and report.total else None

    def all(self) -> list[Grade]:
        """Return the grades of all decisions of this hand in order, or [] until all are known."""
        known = self._known()
        return [grade for grade in known if grade is not None] if None not in known else []

    def summary(self) -> str:
        """Return one line that sums up the grades, and says how many are still to come."""
        known = [grade for grade in self._known() if grade is not None]
        steps = self._session.steps
        waiting = sum(self.of(steps[place]) is None for place in self._decisions(steps))
        return summary_in_words(self._session.spec.game, known, waiting=waiting)

    def costliest(self) -> int | None:
        """Return the index of the step that is the most costly mistake, or None without a mistake."""
        steps = self._session.steps
        graded = {place: self.of(steps[place]) for place in self._decisions(steps)}
        costs = {place: grade.sure_cost for place, grade in graded.items() if grade and grade.is_mistake()}
        return max(costs, key=costs.__getitem__, default=None)

    def marks(self) -> Sequence[Mark | None]:
        """Return the marks of all actions that were shown, in order. A mark that is not known is None."""
        shown = self._view.seen.shown_steps
        graded = {place: self.of(shown[place]) for place in self._decisions(shown)}
        return [grade.mark if (grade := graded.get(place)) else None for place in _actions(shown)]

    def last(self, steps: Sequence[Step]) -> int:
        """Return the index of the last decision to grade, or of the last action if there is none."""
        return (self._decisions(steps) or _actions(steps))[-1]

    def _known(self) -> list[Grade | None]:
        steps = self._session.steps
        return [self.of(steps[place]) for place in self._decisions(steps)]

    def _decisions(self, steps: Sequence[Step]) -> list[int]:
        """Return the indices of the decisions to grade among some steps."""
        return [at for at in _actions(steps) if self._seat in (None, self._session.seat_of(steps[at].player))]

    def _asked(self, step: Step) -> AskJudgement:
        steps = self._session.steps
        return self.question(steps, next(place for place, other in enumerate(steps) if other is step))


def _actions(steps: Sequence[Step]) -> list[int]:
    """Return the indices of the actions of players among some steps."""
    return [place for place, step in enumerate(steps) if step.player != CHANCE]
