"""A decision of a hand that is looked at, to be made again: the answers first, then what was best and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from game.messages.grades import GradeDecision
from game.messages.grades_answers import Grade
from game.messages.review_answers import Reviewed
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding
from game.screens.pages.review.page import DecisionPage
from game.screens.ui.layout.box import Box, Column, Row
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.layout.size import grow
from game.screens.ui.layout.snug import Snug
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.words import Hints, Note, Words
from game.screens.ui.texts import text

if TYPE_CHECKING:
    from game.screens.frame.screen import Services


class RetryScreen(DecisionPage):
    """The page of one decision, which `player` made in this hand; it is graded before it asks."""

    name: ClassVar[str] = "retry"

    def __init__(self, app: Services, decision: GradeDecision, hand: int, player: str) -> None:
        super().__init__(app, text("review.retry"))
        self._decision, self._hand, self._player = decision, hand, player
        self._one: Reviewed | None = None
        self._asked = Asked[Grade](app, self._changed)
        self._asked.ask(decision)

    @property
    def chosen(self) -> Reviewed | None:
        """The decision, once it is graded."""
        return self._one

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The grade."""
        return (self._asked,)

    def _changed(self) -> None:
        """Ask for an answer once the grade is known."""
        grade, made = self._asked.fresh, self._decision
        if grade is not None:
            self._one = Reviewed(made.game, self._hand, "", self._player, 0, made.info, grade)
            self._chosen.take(self._one)
            self._begin_retry()
        self.show()

    def compose(self, window: Breakpoint) -> Box:
        """The table as it stood, and beside it the answers or the result."""
        if self._one is None:
            problem = self._asked.problem
            waiting = Words(text("grades.waiting"), "label", "text", 0)
            return Snug(Panel(Note(problem, wrong=True) if problem else waiting))
        picture, side = self.picture_of(self._one), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, picture, gap=12)
        return Column(Row(picture.sized(grow()), side, gap=12).sized(grow()), Hints(self.hints))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """Those of a decision, once it is graded."""
        return super().bindings if self._one is not None else {}
