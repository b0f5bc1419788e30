"""The player's own decisions of a Hold'em hand that is over, graded where that is wanted: mark, cost, why.

They come one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.match.session import Step
from game.messages.grades_answers import Grade, Mark
from game.rules.holdem import HoldemState
from game.screens.tables.holdem.view import HoldemView
from game.screens.tables.own_grades import OwnGrades
from game.screens.ui.layout import Box, Column, Row, Space, grow
from game.screens.ui.leaves import Control, Picture, Words
from game.screens.ui.texts import number, percent, text
from game.screens.ui.widgets import Act, Button
from game.screens.views import grade_mark

INDENT = 14.0
BUTTON, BUTTON_GAP = 40.0, 10.0

Made = tuple[HoldemState, Step]


class Grades:
    """What one table says of its grades; `wanted` stays as it is from hand to hand."""

    def __init__(self, view: HoldemView, own: OwnGrades, retry: Button, changed: Act) -> None:
        self._view, self.own, self._changed = view, own, changed
        self.wanted = False
        self._grade_button = Button("grade", text("grades.ask"), self.grade, keycap="E", style="label_b")
        self._retry = retry

    def grade(self) -> None:
        """Grade this hand, and those after it."""
        self.wanted = True
        self.follow()
        self._changed()

    def follow(self) -> None:
        """Ask for every grade of a hand that is over, once they are wanted."""
        if self.wanted:
            self.own.ask()

    # ---- how it looks ---------------------------------------------------------------------------------------
    def compose(self, made: Made) -> Box:
        """Return what is said below a decision: its mark, what it cost, and why; nothing unless it is wanted."""
        if not self.wanted:
            return Box()
        before, step = made
        grade = self.own.of(step)
        if grade is None:
            status = text("grades.failed" if self.own.has_failed(step) else "grades.waiting")
            return _indented(Words(status, "small", "faint", 6.0))
        mark = Picture(partial(grade_mark.draw, grade.mark, self._cost(grade)), grade_mark.HEIGHT)
        why = Words(" ".join(self._why(before, grade)), "small", "dim", 8.0)
        return _indented(mark, why)

    def summary(self) -> Box:
        """Return the button above the decisions: to grade them, or where that is fair to go back to the worst."""
        ask = Control(self._grade_button, BUTTON)
        again = Control(self._retry, BUTTON)
        retry = self.wanted and self._view.seen.session.spec.teaching and self.own.costliest() is not None
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
