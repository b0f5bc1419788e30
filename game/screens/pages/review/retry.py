"""The page on which a past decision is made again: first it offers the actions, then it shows the best and why."""

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
    """The page of one decision of `player` in hand number `hand`. It asks once the decision is graded."""

    name: ClassVar[str] = "retry"

    play_key: ClassVar[str] = "p"

    def __init__(self, app: Services, decision: GradeDecision, hand: int, player: str, hand_id: str) -> None:
        super().__init__(app, text("review.retry"))
        self._decision, self._hand, self._player, self._id = decision, hand, player, hand_id
        self._reviewed: Reviewed | None = None
        self._grading = Asked[Grade](app, self._changed)
        self._grading.ask(decision)

    @property
    def chosen(self) -> Reviewed | None:
        """The decision with its grade; None until it is graded."""
        return self._reviewed

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The requests of this page: the one for the grade."""
        return (self._grading,)

    def _changed(self) -> None:
        """Offer the actions once the grade is known."""
        grade, made = self._grading.fresh, self._decision
        if grade is not None:
            self._reviewed = Reviewed(made.game, self._hand, self._id, self._player, 0, made.info, grade)
            self._chosen.take(self._reviewed)
            self._begin_retry()
        self.show()

    def compose(self, window: Breakpoint) -> Box:
        """Return the table before the decision, with the actions or the result beside it (above it if narrow)."""
        if self._reviewed is None:
            problem = self._grading.problem
            waiting = Words(text("grades.waiting"), "label", "text", 0)
            return Snug(Panel(Note(problem, wrong=True) if problem else waiting))
        picture, side = self.picture_of(self._reviewed), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, picture, gap=12)
        return Column(Row(picture.sized(grow()), side, gap=12).sized(grow()), Hints(self.hints))

    @property
    def bindings(self) -> Mapping[str, Binding]:
        """The key bindings of a decision; none until it is graded."""
        return super().bindings if self._reviewed is not None else {}
