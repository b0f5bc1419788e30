"""Retry a mistake of the review: the user decides again, and then the page shows the solution."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from game.features.review.decision import DecisionPage
from game.needs import Need
from game.rules import games
from game.study.judgements import AskJudgement
from game.study.review import Reviewed
from game.texts import text
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.screen import Services
from game.window.ui.layout import Box, Breakpoint, Column, Row, Snug, grow
from game.window.ui.leaves import Hints, Note, Panel, Words
from game.window.ui.widgets import Button


@page("retry")
class RetryScreen(DecisionPage):
    """The page of one decision of `player` in hand number `hand`. It asks once the decision is graded."""

    name: ClassVar[str] = "retry"

    def __init__(self, app: Services, decision: AskJudgement, hand: int, player: str, hand_id: str) -> None:
        super().__init__(app, text("review.retry"))
        self._decision, self._hand, self._player, self._id = decision, hand, player, hand_id

    @property
    def selection(self) -> Reviewed | None:
        """The decision with its grade. None until it is graded."""
        made, grade = self._decision, self.app.models.judgements.sure_grade(self._decision)
        if grade is None or made.action is None:
            return None
        return Reviewed(made.game, self._hand, self._id, self._player, 0, made.info, made.action, grade)

    def update(self, dt: float) -> bool:
        """Request the judgement, and start the retry once the grade is certain."""
        self.app.models.judgements.ask(self._decision)
        chosen = self.selection
        if chosen is not None and not self.decision.shows(chosen):
            self._look_at(chosen)
            self._begin_retry()
        return super().update(dt)

    def leave(self) -> None:
        self.app.models.judgements.leave()
        super().leave()

    @property
    def live_version(self) -> Hashable:
        return self.app.models.judgements.version

    def compose(self, window: Breakpoint) -> Box:
        """Return the table before the decision, with the actions or the result beside it (above it if narrow)."""
        if (chosen := self.selection) is None or not self.decision.shows(chosen):
            problem = self.app.models.judgements.problem(self._decision)
            said = text("grades.waiting")
            if self._decision.game == games.HOLDEM:
                said = self.app.models.preparation.awaited(Need.SOLVER, said)
            waiting = Words(said, "label", "text", 0)
            return Snug(Panel(Note(problem, wrong=True) if problem else waiting))
        picture, side = self.make_picture(chosen), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, picture, gap=12)
        return Column(Row(picture.sized(grow()), side, gap=12).sized(grow()), Hints(self.hints))

    @action("p", control="play", style="label_b")
    def play_here(self) -> None:
        self._play_on()

    @play_here.when
    def _can_play(self) -> bool:
        return self._is_shown()

    @property
    def play_button(self) -> Button:
        return self.play_here.button
