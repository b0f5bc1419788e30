"""The decisions of a review as rows: mistakes by their cost, ungraded decisions, and good ones by their cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import merge

from game.features.review.asks import MOST_SHOWN
from game.features.review.labels import question_of, where
from game.rules.cards import high_first
from game.rules.holdem import HoldemInformationState
from game.study.grade_words import cost_in_words
from game.study.review import Review, Reviewed
from game.tables.position.words import CardWords
from game.texts import text
from game.window.ui.canvas.painter import Painter, Rect
from game.window.views.cards import codes_of
from game.window.views.grade_mark import COLOURS

ROW_HEIGHT = 60.0
SIDE, GAP = 14.0, 12.0
BAR_SHARE, BAR_HEIGHT = 0.22, 6.0
CARD_SIZE = 15.0
LEAST_FOR_CARDS = 420.0


class FoundMistakes:
    """The known part of a review.

    Attributes:
        review: The figures and decisions so far, or None before the first report.
        hidden: The decision that is tried again. Its row tells neither the mark nor the cost.
    """

    def __init__(self) -> None:
        self.review: Review | None = None
        self.hidden: Reviewed | None = None
        self._begins = True

    @property
    def listed(self) -> Sequence[Reviewed]:
        """The mistakes, then the ungraded decisions, then the good ones. The most costly is first of its kind."""
        found = self.review
        return (*found.mistakes, *found.ungraded, *found.good) if found is not None else ()

    def begin(self) -> None:
        """Let the next report replace what is known: it tells everything once more."""
        self._begins = True

    def add(self, found: Review) -> None:
        """Take the figures of all graded decisions, and the decisions that no earlier report has told.

        Of decisions that cost the same, the known ones are first.
        """
        before = self.review if not self._begins else None
        self._begins = False
        if before is None:
            self.review = found
            return
        graded = {(one.hand, one.place) for one in (*found.mistakes, *found.good)}
        waiting = (*before.ungraded, *found.ungraded)
        self.review = replace(
            found,
            mistakes=tuple(merge(before.mistakes, found.mistakes, key=_order))[:MOST_SHOWN],
            good=tuple(merge(before.good, found.good, key=_order))[:MOST_SHOWN],
            ungraded=tuple(one for one in waiting if (one.hand, one.place) not in graded)[:MOST_SHOWN],
        )

    def end(self, review: Review) -> None:
        """Take the whole review."""
        self.review, self._begins = review, True

    def place_of(self, one: Reviewed | None) -> int:
        """Return the index of a decision; the last one if it is no longer listed, the first for None."""
        if one is None:
            return 0
        listed = [(other.hand, other.place, other.hand_id) for other in self.listed]
        wanted = (one.hand, one.place, one.hand_id)
        return listed.index(wanted) if wanted in listed else max(0, len(listed) - 1)

    # ---- the rows -------------------------------------------------------------------------------------------
    def in_words(self, place: int) -> str:
        """Return a row as it is read out."""
        one = self.listed[place]
        return ". ".join((_played(one), where(one), self._cost(one)))

    def draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        """Draw what was played and where, its cost, and a bar of the cost relative to that of the first mistake."""
        one, first_grade = self.listed[place], self.listed[0].grade
        most = first_grade.sure_cost if first_grade is not None else 0.0
        x, y, width, height = rect
        first, second = y + height * 0.34, y + height * 0.7
        left, right = x + SIDE, x + width - SIDE
        wide = BAR_SHARE * width
        known = one.grade is not None and one != self.hidden
        painter.text(self._cost(one), right, first, "label_b" if known else "label", al="r")
        if known and one.grade is not None:
            bar = (right - wide, second - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
            share = one.grade.sure_cost / most if most else 0.0
            painter.bar(bar, share, "solid", COLOURS[one.grade.mark])
        at = left + painter.text(_played(one), left, first, "label_b") + GAP
        if isinstance(one.info, HoldemInformationState) and width >= LEAST_FOR_CARDS:
            painter.inline_cards(codes_of(high_first(one.info.hole)), at, first, CARD_SIZE)
        painter.text(where(one), left, second, "small", "dim", fit=right - wide - GAP - left)
        return True

    def _cost(self, one: Reviewed) -> str:
        """Say the cost of a decision, or its mark if it cost nothing."""
        if one.grade is None:
            return text("review.not_yet")
        if one == self.hidden:
            return text("review.hidden")
        return cost_in_words(one.game, one.grade) or text(f"grades.marks.{one.grade.mark}")


def _order(one: Reviewed) -> tuple[float, float, int, int]:
    return one.order


def _played(one: Reviewed) -> str:
    return CardWords(question_of(one), "").label(one.action)
