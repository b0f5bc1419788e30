"""The mistakes of a review: in the order of their cost, as more and more of them are found, and each as a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from heapq import merge

from game.messages.review import MOST_SHOWN
from game.messages.review_answers import Review, Reviewed
from game.rules.cards import high_first
from game.rules.holdem import HoldemInformationState
from game.screens.models.grade_words import cost_in_words
from game.screens.pages.review.labels import question_of, where
from game.screens.tables.position.words import CardWords
from game.screens.ui.canvas.painter import Painter, Rect
from game.screens.views.cards import codes_of
from game.screens.views.grade_mark import COLOURS

ROW_HEIGHT = 60.0
SIDE, GAP = 14.0, 12.0
BAR_SHARE, BAR_HEIGHT = 0.22, 6.0
CARD_SIZE = 15.0
LEAST_FOR_CARDS = 420.0


class FoundMistakes:
    """What is known of a review; `review` is None before anything is."""

    def __init__(self) -> None:
        self.review: Review | None = None
        self._begins = True

    @property
    def mistakes(self) -> Sequence[Reviewed]:
        """The mistakes, the most costly first."""
        return self.review.mistakes if self.review is not None else ()

    def begin(self) -> None:
        """Let the next that is found replace what is known: it tells everything once more."""
        self._begins = True

    def add(self, found: Review) -> None:
        """Take figures of all that is graded, and the mistakes that were not told before.

        They stand behind those of equal order.
        """
        known = () if self._begins else self.mistakes
        self._begins = False
        ordered = tuple(merge(known, found.mistakes, key=lambda one: one.order))
        self.review = replace(found, mistakes=ordered[:MOST_SHOWN])

    def end(self, review: Review) -> None:
        """Take the whole review."""
        self.review, self._begins = review, True

    def place_of(self, one: Reviewed | None) -> int:
        """Return where a mistake stands now; the last place where it is no longer listed, the first for None."""
        if one is None:
            return 0
        last = max(0, len(self.mistakes) - 1)
        return next((place for place, other in enumerate(self.mistakes) if other == one), last)

    # ---- the rows -------------------------------------------------------------------------------------------
    def in_words(self, place: int) -> str:
        """Return a row as it is read out."""
        one = self.mistakes[place]
        return ". ".join((_played(one), where(one), cost_in_words(one.game, one.grade)))

    def draw_row(self, painter: Painter, rect: Rect, place: int) -> bool:
        """Draw what was played and where, its cost, and that beside the cost of the first mistake as a bar."""
        one, most = self.mistakes[place], self.mistakes[0].grade.sure_cost
        x, y, width, height = rect
        first, second = y + height * 0.34, y + height * 0.7
        left, right = x + SIDE, x + width - SIDE
        wide = BAR_SHARE * width
        painter.text(cost_in_words(one.game, one.grade), right, first, "label_b", al="r")
        bar = (right - wide, second - BAR_HEIGHT / 2, wide, BAR_HEIGHT)
        share = one.grade.sure_cost / most if most else 0.0
        painter.bar(bar, share, "solid", COLOURS[one.grade.mark])
        at = left + painter.text(_played(one), left, first, "label_b") + GAP
        if isinstance(one.info, HoldemInformationState) and width >= LEAST_FOR_CARDS:
            painter.inline_cards(codes_of(high_first(one.info.hole)), at, first, CARD_SIZE)
        painter.text(where(one), left, second, "small", "dim", fit=right - wide - GAP - left)
        return True


def _played(one: Reviewed) -> str:
    return CardWords(question_of(one), "").label(one.grade.action)
