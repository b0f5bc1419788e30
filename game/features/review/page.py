"""The review page: the decisions of a hand, a session or a log sorted by cost, and the selected decision.

While the worker grades the decisions, the list grows, and the page shows the progress. The worker stores the
grades. So a review that was cancelled, or interrupted when the program was closed, resumes at the same
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from heapq import merge
from typing import Any, ClassVar

from game.features.review.decision import DecisionPage, card_words, format_summary, where
from game.needs import Need
from game.rules import games
from game.rules.cards import high_first
from game.rules.holdem import HoldemInformationState
from game.study.review import AskReview, Review, Reviewed, ReviewProgress, ReviewTarget, first_shown
from game.study.training import format_seconds_left
from game.study.words import format_cost, format_mark
from game.texts import join_list, join_sentences, number, plural, text
from game.window.dialogs.pickers import ALL
from game.window.frame.actions import action
from game.window.frame.pages import page
from game.window.frame.requests import Asked
from game.window.frame.screen import Services
from game.window.ui.canvas.painter import Painter, Rect
from game.window.ui.layout import Box, Breakpoint, Column, Row, Snug, Space, fixed, grow
from game.window.ui.leaves import Bar, Control, Hints, Listed, Note, Panel, Words
from game.window.ui.widgets import Act, Button, Cycle, Option, Rows
from game.window.views.cards import card_code, card_codes
from game.window.views.marks import COLOURS

ROW_HEIGHT = 60.0
SIDE, GAP = 14.0, 12.0
BAR_SHARE, BAR_HEIGHT = 0.22, 6.0
CARD_SIZE = 15.0
CARD_SHARE = 0.6
"""The room of a card, as a share of the width of two cards."""
MIN_FOR_CARDS = 420.0


class FoundMistakes:
    """The results of a review so far.

    Attributes:
        review: The counts and decisions so far, or None before the first report.
        hidden: The decision that the user is retrying. Its row shows neither the mark nor the cost.
        streets: The filter by street.
        decisions: The mistakes, then the ungraded decisions, then the good decisions, on the chosen street. The
            mistakes and the good decisions start with the most costly one.
    """

    def __init__(self, app: Services, choose: Callable[[str], None]) -> None:
        self._app = app
        self.review: Review | None = None
        self.hidden: Reviewed | None = None
        self.streets = Cycle("street", text("review.street.label"), (), ALL, choose)
        self.decisions: Sequence[Reviewed] = ()
        self._begins = True

    def fill(self) -> None:
        """List the decisions on the chosen street, and offer the streets that have decisions."""
        found = self.review
        every = (*found.mistakes, *found.ungraded, *found.good) if found is not None else ()
        by_street = [(one.street, one) for one in every]
        named = ("preflop", "flop", "turn", "river")
        offered = [key for key in named if key in dict(by_street)]
        streets = (Option(key, text(f"holdem.streets.{key}")) for key in offered)
        self.streets.options = (Option(ALL, text("review.street.all")), *streets)
        chosen = self.streets.chosen = self.streets.chosen if self.streets.chosen in offered else ALL
        self.decisions = every if chosen == ALL else [one for key, one in by_street if key == chosen]

    def begin(self) -> None:
        self._begins = True

    def add(self, found: Review) -> None:
        """Merge a report: replace the counts, and add the new decisions.

        Among decisions of equal cost, those from earlier reports come first.
        """
        before = self.review if not self._begins else None
        self._begins = False
        if before is None:
            self.review = found
            self.fill()
            return
        graded = {_place(one) for one in (*found.mistakes, *found.good)}
        waiting = (*before.ungraded, *found.ungraded)
        self.review = replace(
            found,
            mistakes=first_shown(merge(before.mistakes, found.mistakes, key=_order)),
            good=first_shown(merge(before.good, found.good, key=_order)),
            ungraded=first_shown(one for one in waiting if _place(one) not in graded),
        )
        self.fill()

    def end(self, review: Review) -> None:
        self.review, self._begins = review, True
        self.fill()

    def find_index(self, one: Reviewed | None) -> int:
        """Return the index of a decision.

        If the decision is no longer listed, return the last index. For None, return 0.
        """
        if one is None:
            return 0
        listed, wanted = list(map(_place, self.decisions)), _place(one)
        return listed.index(wanted) if wanted in listed else max(0, len(listed) - 1)

    # ---- the rows -------------------------------------------------------------------------------------------
    def in_words(self, index: int) -> str:
        one = self.decisions[index]
        return ". ".join((self._action(one), where(one, self._app.agents, dated=True), self._cost(one)))

    def draw_row(self, painter: Painter, rect: Rect, index: int) -> bool:
        """Draw the row of a decision: its action, its cards, its hand number or date, its cost, and a bar.

        The length of the bar is the cost relative to the costliest mistake. The board is drawn if it fits.
        """
        one, first_grade = self.decisions[index], self.decisions[0].grade
        most = first_grade.sure_cost if first_grade is not None else 0.0
        x, y, width, height = rect
        first, second = y + height * 0.34, y + height * 0.7
        left, right = x + SIDE, x + width - SIDE
        wide = BAR_SHARE * width
        known = one.grade is not None and one != self.hidden
        cost = painter.text(self._cost(one), right, first, "label_b" if known else "label", al="r")
        if known and one.grade is not None:
            bar = (right - wide, second - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
            share = one.grade.sure_cost / most if most else 0.0
            painter.bar(bar, share, "solid", COLOURS[one.grade.shown_mark])
        at = left + painter.text(self._action(one), left, first, "label_b") + GAP
        if isinstance(one.info, HoldemInformationState) and width >= MIN_FOR_CARDS:
            hole = painter.inline_cards(card_codes(high_first(one.info.hole)), at, first, CARD_SIZE)
            at, board = at + hole + GAP, [card_code(card) for card in one.info.board]
            if at + len(board) * CARD_SHARE * hole <= right - cost - GAP:
                painter.inline_cards(board, at, first, CARD_SIZE)
        fit = right - wide - GAP - left
        painter.text(where(one, self._app.agents, dated=True), left, second, "small", "dim", fit=fit)
        return True

    def _action(self, one: Reviewed) -> str:
        return card_words(one, "", self._app).label(one.action)

    def _cost(self, one: Reviewed) -> str:
        """Return the cost of a decision as text, or its mark if it cost nothing."""
        if one.grade is None:
            return text("review.not_yet")
        if one == self.hidden:
            return text("review.hidden")
        return format_cost(one.game, one.grade) or format_mark(one.grade)


def _order(one: Reviewed) -> tuple[float, float, int, int]:
    return one.order


def _place(one: Reviewed) -> tuple[str, int, int]:
    """Return what identifies a decision. Hands of several tables may have the same number."""
    return one.hand_id, one.hand, one.index


MIN_ROWS, LOW_MIN_ROWS = 3, 2
PICTURE, LOW_PICTURE = 0.6, 0.5  # maximum heights of the table, as shares of the window
BUTTON, SMALL_BUTTON, CONTROLS_WIDTH = 46.0, 36.0, 168.0
MIN_STREETS = 2  # with all streets as one option: a single street needs no filter


@page("review")
class ReviewScreen(DecisionPage):
    """The page that reviews the hand, session or log `target`."""

    name: ClassVar[str] = "review"

    def __init__(self, app: Services, target: ReviewTarget) -> None:
        super().__init__(app, text("review.title"))
        self.target = target
        self.query = Asked[Review](app, self._take_review)
        self._found_mistakes = FoundMistakes(app, self._choose_street)
        self._is_picked = False
        self._goes_on = False
        self._rows = Rows(
            "mistakes",
            text("review.mistakes"),
            self._found_mistakes.draw_row,
            self._found_mistakes.in_words,
            changed=self._choose,
            opened=self._begin_retry,
        )
        self._ask()

    # ---- data -----------------------------------------------------------------------------------------------
    @property
    def live_version(self) -> Hashable:
        """Whether a solve is running. If so, the page says that the review is slower."""
        return self.app.models.solves.at_work is not None

    @property
    def review(self) -> Review | None:
        return self._found_mistakes.review

    @property
    def is_done(self) -> bool:
        return self.query.fresh is not None

    @property
    def selection(self) -> Reviewed | None:
        return self._found_mistakes.decisions[self._rows.chosen] if self._found_mistakes.decisions else None

    @property
    def questions(self) -> Sequence[Asked[Any]]:
        return (self.query,)

    def _ask(self) -> None:
        self._found_mistakes.begin()
        if self.selection is None or self._focus_is_on_work:
            self.controls.focus("cancel")
        self.query.ask(AskReview(self.target))

    def leave(self) -> None:
        """Stop grading while another page is shown. The selection is kept."""
        self._goes_on = self.query.awaited
        self._is_picked = True
        super().leave()

    def enter(self) -> None:
        """Resume the review if leaving the page interrupted it."""
        super().enter()
        if self._goes_on:
            self._goes_on = False
            self._ask()

    def _begin_retry(self) -> None:
        self._is_picked = True
        super()._begin_retry()

    def escape(self) -> None:
        """End a retry, and show its decision with the solution. Otherwise leave the page."""
        if self.decision.asking:
            self.decision.asking = False
            self.controls.focus("mistakes")
            self.show()
        else:
            super().escape()

    def _take_review(self) -> None:
        """Show the progress and the new results."""
        review, report = self.query.fresh, self.query.report
        if review is not None:
            self._take(partial(self._found_mistakes.end, review))
            if self._focus_is_on_work:
                self.controls.focus("mistakes" if self._found_mistakes.decisions else "back")
            self.show()
        elif isinstance(report, ReviewProgress) and report.found is not None:
            self._take(partial(self._found_mistakes.add, report.found))
            self.show_soon()
        elif report is not None:
            self.show_soon()
        else:
            self.show()

    def _take(self, what_is_found: Act) -> None:
        """Update the list by calling `what_is_found`.

        A decision that the user has selected stays selected and visible. Otherwise, the most costly decision
        is selected.
        """
        before, picked = self.selection, self._is_picked
        was_seen = self._rows.rect[3] > 0 and self._rows.chosen in self._rows.seen
        what_is_found()
        self._rows.count = len(self._found_mistakes.decisions)
        self._rows.chosen = self._found_mistakes.find_index(before if picked else None)
        if before is None and self._found_mistakes.decisions and self._focus_is_on_work:
            self.controls.focus("mistakes")
        if was_seen:
            self._rows.show_chosen()
        self._is_picked = picked
        if self.selection is not None:
            self._look_at(self.selection)

    @property
    def _focus_is_on_work(self) -> bool:
        focused = self.controls.focused
        return focused is None or focused.name in ("cancel", "continue")

    def _choose(self) -> None:
        self._is_picked = True
        if self.selection is not None:
            self._look_at(self.selection)
        self.show()

    def _choose_street(self, _street: str) -> None:
        """List the decisions on a street, and select the most costly one."""
        self._is_picked = False
        self._take(self._found_mistakes.fill)
        self.show()

    # ---- the page -------------------------------------------------------------------------------------------
    def compose(self, window: Breakpoint) -> Box:
        """Return the list, the table before the decision, and the panel about the decision."""
        review, chosen = self.review, self.selection
        if review is not None:
            self._head.subtitle = join_list(review.title, plural("common.hands", review.total))
        self._found_mistakes.hidden = chosen if self.decision.asking else None
        if review is None or (chosen is None and not self.is_done):
            return self._progress_box()
        summary = Words(format_summary(review), "label", "dim", 0)
        if chosen is None:
            none = Words(text("review.none"), "strong", "text", 8)
            return Snug(Panel(none, summary, title=review.title))
        least = ROW_HEIGHT * (LOW_MIN_ROWS if window.low else MIN_ROWS)
        rows = Panel(
            self._above_list(summary),
            Space(8),
            Listed(self._rows, ROW_HEIGHT).sized(grow(least=least)),
            title=text("review.mistakes" if self.is_done else "review.filling"),
        )
        picture, side = self.make_picture(chosen), self.side(narrow=window.narrow)
        if window.narrow:
            return Column(side, rows, picture, gap=12)
        hints = Hints(self.hints)
        highest = self.room * (LOW_PICTURE if window.low else PICTURE)
        left = Column(picture.sized(grow(3, most=highest)), rows.sized(grow(2)), gap=12)
        return Column(Row(left.sized(grow()), side, gap=12).sized(grow()), hints)

    def _progress_box(self) -> Box:
        """Return the progress until the first result arrives, or the reason why the review is paused."""
        button = Control(self._work_button, BUTTON, width=220)
        if self.query.state == "failed":
            return Snug(Panel(Note(self.query.problem, wrong=True), Space(10), button))
        if self.query.state == "idle":
            kept = Words(text("review.kept"), "label", "text", 12)
            return Snug(Panel(kept, button, title=text("review.cancelled")))
        said = Words(self._how_far(), "label", "text", 8)
        parts = said, self._tell_order(), self._beside_solve(), Bar(self.query.share), Space(14), button
        return Snug(Panel(*parts, title=text("review.at_work")))

    def _above_list(self, summary: Words) -> Box:
        """Return the summary or the progress, and at its right the button and the filter by street."""
        button, streets = self._work_button, self._found_mistakes.streets
        controls = [Control(button, SMALL_BUTTON)] if not self.is_done else []
        if len(streets.options) > MIN_STREETS:
            controls.append(Control(streets, SMALL_BUTTON))
        said = summary if self.is_done else self._work_left()
        beside = Column(*controls, gap=8).sized(fixed(CONTROLS_WIDTH))
        return Row(said.sized(grow()), *([beside] if controls else []), gap=16)

    def _work_left(self) -> Box:
        """Return the progress, or the reason why the review stopped."""
        if self.query.state == "failed":
            return Note(self.query.problem, wrong=True)
        if self.query.state == "idle":
            return Words(f"{text('review.cancelled')}. {text('review.kept')}", "label", "dim", 0)
        how_far = Words(self._how_far(), "label", "dim", 6)
        return Column(how_far, self._tell_order(), self._beside_solve(), Bar(self.query.share))

    def _tell_order(self) -> Box:
        said = join_sentences(text("review.largest_first"), text("review.kept"))
        return Words(said, "label", "dim", 6).when(self.target.is_largest_first)

    def _beside_solve(self) -> Box:
        is_solving = self.app.models.solves.at_work is not None
        return Words(text("review.beside_solve"), "label", "dim", 6).when(is_solving)

    @property
    def _work_button(self) -> Button:
        return self.go_on.button if self.query.state in ("idle", "failed") else self.cancel.button

    def _how_far(self) -> str:
        report = self.query.report
        if report is None or not report.total:
            return text("review.reading")
        done, total = number(report.iteration), number(report.total)
        said = text("review.working", done=done, total=total, left=format_seconds_left(report.seconds_left))
        if self.review is None or self.review.game != games.HOLDEM:
            return said
        return self.app.models.preparation.awaited(Need.SOLVER, said)

    # ---- actions --------------------------------------------------------------------------------------------
    def _is_listed(self) -> bool:
        return self.selection is not None

    @action("o", style="label_b")
    def play(self) -> None:
        self._play_on()

    @play.when
    def _can_play(self) -> bool:
        return self._is_shown()

    @property
    def play_button(self) -> Button:
        return self.play.button

    @action("x")
    def cancel(self) -> None:
        """Stop grading."""
        self.query.drop()
        if self._focus_is_on_work:
            self.controls.focus("continue")
        self.show()

    @cancel.when
    def _is_at_work(self) -> bool:
        return not self.is_done and self.query.state not in ("idle", "failed")

    @action("x", control="continue", kind="primary", row=cancel)
    def go_on(self) -> None:
        self._ask()

    @go_on.when
    def _is_left(self) -> bool:
        return not self.is_done and self.query.state in ("idle", "failed")

    def _go(self, by: int) -> None:
        self._rows.choose(self._rows.chosen + by)
        self._choose()
