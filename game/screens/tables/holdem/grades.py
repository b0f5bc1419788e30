"""The player's own decisions of a Hold'em hand that is over, graded where that is wanted: mark, cost, why.

Grades are asked for once the hand is over and never before; they come one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from game.core import Action
from game.match.session import Step
from game.messages.grades import GradeDecision
from game.messages.grades_answers import MARKS, Grade, Mark
from game.rules import games
from game.rules.holdem import HoldemInformationState, HoldemState
from game.screens.tables.answers import Answers
from game.screens.ui.layout.box import Box, Column, Row, Space
from game.screens.ui.layout.size import grow
from game.screens.ui.leaves.control import Control, Picture
from game.screens.ui.leaves.words import Words
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets.button import Button
from game.screens.views import grade_mark

if TYPE_CHECKING:
    from game.screens.frame.requests import Requests
    from game.screens.tables.holdem.view import HoldemView
    from game.screens.ui.widgets.widget import Act

INDENT = 14.0
BUTTON, BUTTON_GAP = 40.0, 10.0

Made = tuple[HoldemState, Step]


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the player: what was known, what was done, and how many steps of the hand came before it."""

    info: HoldemInformationState
    action: Action
    place: int


class Grades:
    """The grades of one table; `wanted` stays as it is from hand to hand. `retry` goes back to a decision."""

    def __init__(self, view: HoldemView, requests: Requests, retry: Act, changed: Act) -> None:
        self._view, self._changed = view, changed
        self._answers: Answers[Decided, Grade] = Answers(requests)
        self.wanted = False
        self._grade_button = Button("grade", text("grades.ask"), self.grade, keycap="E", style="label_b")
        self._retry_button = Button("retry", text("grades.retry"), retry, keycap="T", style="label_b")

    # ---- what is graded -------------------------------------------------------------------------------------
    def grade(self) -> None:
        """Grade this hand, and those after it."""
        self.wanted = True
        self.follow()
        self._changed()

    def follow(self) -> None:
        """Ask for every grade of a hand that is over, once they are wanted."""
        if self.wanted and self._view.state.is_terminal():
            for one in self.decisions():
                self._answers.ask(one, GradeDecision(games.HOLDEM, one.info, one.action))

    def forget(self) -> None:
        """Take no more interest in this hand."""
        self._answers.forget()

    def decisions(self) -> Sequence[Decided]:
        """Return the player's decisions of this hand, in order."""
        steps, own = self._view.seen.session.steps, self._view.own
        found = []
        for place, step in enumerate(steps):
            if step.player == own:
                before = steps[place - 1].state
                assert isinstance(before, HoldemState)
                found.append(Decided(before.information_state(own), step.action, place))
        return found

    def costliest(self) -> Decided | None:
        """Return the decision that cost the most, of those that were less than good; None without one."""
        known = [(one, self._answers.get(one)) for one in self.decisions()]
        wrong = [
            (grade.cost, one)
            for one, grade in known
            if grade is not None and MARKS.index(grade.mark) > MARKS.index(Mark.GOOD)
        ]
        return max(wrong, key=lambda found: found[0])[1] if wrong else None

    def of(self, made: Made) -> Grade | None:
        """Return the grade of a decision; None until it is known."""
        return self._answers.get(self._decided(made))

    def _decided(self, made: Made) -> Decided:
        before, step = made
        place = next(at for at, one in enumerate(self._view.seen.session.steps) if one is step)
        return Decided(before.information_state(step.player), step.action, place)

    # ---- how it looks ---------------------------------------------------------------------------------------
    def compose(self, made: Made) -> Box:
        """Return what is said below a decision: its mark, what it cost, and why; nothing unless it is wanted."""
        if not self.wanted:
            return Box()
        decided = self._decided(made)
        grade = self._answers.get(decided)
        if grade is None:
            failed = decided in self._answers.failed
            status = text("grades.failed") if failed else text("grades.waiting")
            return _indented(Words(status, "small", "faint", 6.0))
        mark = Picture(partial(grade_mark.draw, grade.mark, self._cost(grade)), grade_mark.HEIGHT)
        why = Words(" ".join(self._why(made[0], grade)), "small", "dim", 8.0)
        return _indented(mark, why)

    def summary(self) -> Box:
        """Return the button above the decisions: to grade them, or where that is fair to go back to the worst."""
        ask = Control(self._grade_button, BUTTON)
        again = Control(self._retry_button, BUTTON)
        retry = self.wanted and self._view.seen.session.spec.teaching and self.costliest() is not None
        shown = ask if not self.wanted else again.when(retry)
        return Column(Space(BUTTON_GAP), shown).when(not self.wanted or retry)

    def _cost(self, grade: Grade) -> str:
        if grade.mark == Mark.BEST or grade.never_taken:
            return ""
        return text("grades.cost", cost=number(grade.cost, 1 if grade.cost >= 1 else 2))

    def _why(self, before: HoldemState, grade: Grade) -> Sequence[str]:
        """Return sentences: what would have been better, how the hand stands, whose word it is."""
        said = []
        if grade.mark != Mark.BEST:
            said.append(text("grades.best", action=self._view.called(before, grade.best)))
        if grade.never_taken:
            said.append(text("grades.never"))
        assert grade.equity is not None
        have = percent(grade.equity)
        if grade.price is None:
            said.append(text("grades.why.free", have=have))
        else:
            said.append(text("grades.why.price", have=have, need=percent(grade.price)))
        if grade.source != "solved":
            said.append(text(f"grades.sources.{grade.source}", margin=number(grade.margin, 1)))
        return said


def _indented(*boxes: Box) -> Box:
    return Row(Space(INDENT), Column(*boxes).sized(grow()))
