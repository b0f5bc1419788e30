"""The review: the mistakes of a hand, a session or a log by their cost, and beside the list the chosen one.

The other process grades; meanwhile the page says how far it is. What is graded is kept there, so a review that was
cancelled, or ended with the program, continues where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from game.messages.review import AskReview
from game.messages.review_answers import Review, Reviewed, ReviewTarget
from game.rules.cards import high_first
from game.rules.holdem import HoldemInformationState
from game.screens.frame.asked import Asked
from game.screens.frame.page import Binding
from game.screens.models.run_words import left_in_words
from game.screens.pages.review import labels
from game.screens.pages.review.page import DecisionPage
from game.screens.pages.review.row import ROW_HEIGHT, MistakeRow, draw_mistake
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.ui.layout.box import Box, Column, Row, Space
from game.screens.ui.layout.breakpoint import Breakpoint
from game.screens.ui.layout.size import grow
from game.screens.ui.layout.snug import Snug
from game.screens.ui.leaves.control import Control
from game.screens.ui.leaves.filled import Listed
from game.screens.ui.leaves.panel import Panel
from game.screens.ui.leaves.words import Bar, Hints, Note, Words
from game.screens.ui.texts import number, text
from game.screens.ui.widgets.button import Button
from game.screens.ui.widgets.rows import Rows
from game.screens.views.cards import code_of

if TYPE_CHECKING:
    from game.screens.frame.screen import Services

LEAST_ROWS = 3
BUTTON = 46.0


class ReviewScreen(DecisionPage):
    """The page of one target."""

    name: ClassVar[str] = "review"

    def __init__(self, app: Services, target: ReviewTarget) -> None:
        super().__init__(app, text("review.title"))
        self.target = target
        self._asked = Asked[Review](app, self._changed)
        self._rows = Rows(
            "mistakes",
            text("review.mistakes"),
            self._draw_row,
            self._row_in_words,
            changed=self._choose,
            opened=self._begin_retry,
        )
        self._cancel = Button("cancel", text("review.cancel"), self._stop, keycap="X")
        self._continue = Button("continue", text("review.continue"), self._ask, kind="primary", keycap="X")
        self._ask()

    # ---- what is known --------------------------------------------------------------------------------------
    @property
    def review(self) -> Review | None:
        """The review, once it has come."""
        return self._asked.fresh

    @property
    def chosen(self) -> Reviewed | None:
        """The mistake that is looked at."""
        review = self.review
        return review.mistakes[self._rows.chosen] if review is not None and review.mistakes else None

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        """The review."""
        return (self._asked,)

    def _ask(self) -> None:
        self.controls.focus("cancel")
        self._asked.ask(AskReview(self.target))

    def _stop(self) -> None:
        self._asked.drop()
        self.controls.focus("continue")
        self.show()

    def _changed(self) -> None:
        """Show how far it is; once the review has come, begin with the most costly mistake."""
        review = self.review
        if review is not None:
            self._rows.count, self._rows.chosen = len(review.mistakes), 0
            self.controls.focus("mistakes" if review.mistakes else "back")
            self._choose()
        self.show()

    def _choose(self) -> None:
        if self.chosen is not None:
            self._chosen.take(self.chosen)
        self.show()

    # ---- the page -------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """The list, the table as it stood, and what there is to say of the decision."""
        review, chosen = self.review, self.chosen
        if review is None:
            return self._working()
        summary = Words(labels.summary(review), "label", "dim", 0)
        if chosen is None:
            none = Words(text("review.none"), "strong", "text", 8)
            return Snug(Panel(none, summary, title=review.title))
        rows = Panel(
            summary,
            Space(8),
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=LEAST_ROWS * ROW_HEIGHT)),
            title=text("review.mistakes"),
            corner=number(review.less_than_good),
        )
        picture, side = self.picture_of(chosen), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, rows, picture, gap=12)
        hints = Hints(self.hints)
        left = Column(picture.sized(grow(3)), rows.sized(grow(2)), gap=12)
        return Column(Row(left.sized(grow()), side, gap=12).sized(grow()), hints)

    def _working(self) -> Box:
        """Say how far it is, or why it is not going on."""
        if self._asked.state == "failed":
            sentence = Note(self._asked.problem, wrong=True)
            return Snug(Panel(sentence, Space(10), Control(self._continue, BUTTON, width=220)))
        if self._asked.state == "idle":
            kept = Words(text("review.kept"), "label", "text", 12)
            again = Control(self._continue, BUTTON, width=220)
            return Snug(Panel(kept, again, title=text("review.cancelled")))
        report = self._asked.report
        said = text("review.reading")
        if report is not None and report.total:
            done, total = number(report.iteration), number(report.total)
            said = text("review.working", done=done, total=total, left=left_in_words(report.seconds_left))
        bar = Bar(self._asked.share)
        cancel = Control(self._cancel, BUTTON, width=220)
        parts = (Words(said, "label", "text", 8), bar, Space(14), cancel)
        return Snug(Panel(*parts, title=text("review.at_work")))

    def _draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        review = self.review
        if review is None:
            return False
        one, most = review.mistakes[place], review.mistakes[0].grade.sure_cost
        action = labels.words_of(one).label(one.grade.action)
        cards: Sequence[str] = ()
        if isinstance(one.info, HoldemInformationState):
            cards = [code_of(card) for card in high_first(one.info.hole)]
        part = one.grade.sure_cost / most if most else 0.0
        row = MistakeRow(one.grade.mark, action, labels.where(one), labels.cost_of(one), part, cards)
        draw_mistake(painter, rect, row)
        return True

    def _row_in_words(self, place: int) -> str:
        review = self.review
        if review is None or not review.mistakes:
            return ""
        one = review.mistakes[place]
        action = labels.words_of(one).label(one.grade.action)
        return ". ".join((action, labels.where(one), labels.cost_of(one)))

    # ---- what is done ---------------------------------------------------------------------------------------
    @property
    def bindings(self) -> Mapping[str, Binding]:
        """N and P take the next and the one before, X cancels or continues; else those of a decision."""
        if self.review is None:
            stopped = self._asked.state in ("idle", "failed")
            return {"x": Binding(self._continue if stopped else self._cancel)}
        walk = {
            "n": Binding(partial(self._go, 1), repeats=True, cap="N", hint="review.hints.next"),
            "p": Binding(partial(self._go, -1), repeats=True, cap="P", hint="review.hints.previous"),
        }
        return {**walk, **super().bindings}

    def _go(self, by: int) -> None:
        self._rows.choose(self._rows.chosen + by)
        self._choose()

    def trace(self) -> dict[str, Any]:
        """Add how far it is, and which mistake is looked at."""
        state, count, place = self._asked.state, self._rows.count, self._rows.chosen
        return {**super().trace(), "state": state, "mistakes": count, "place": place}
