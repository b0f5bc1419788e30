"""The side column of the Hold'em table: log and coach during the hand, both sides of it afterwards, the session.

In a column of usual height log and coach share it by tabs; a high one shows them one above the other, a very wide
window has a column for each, and a tall one a band below the table. Once the hand is over the review takes the
place of them all. Where no coach sits the account of the session stands at the foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.screens.pen import Pen, Rect
from game.screens.tables.holdem.coach import Coach
from game.screens.tables.holdem.review import HandReview
from game.screens.tables.holdem.session import SessionPanel
from game.screens.tables.move_button import MoveButton
from game.screens.views import hand_log
from game.screens.widgets.choice import Option
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.tables.holdem.screen import PlayHoldem

PADDING = 20.0
HEAD, FOOT, NO_FOOT = 58.0, 44.0, 16.0
BOTH_OPEN = 720.0  # a column higher than this shows log and coach at once
SESSION_GAP = 24.0
CLOSED_COACH = 152.0
BAND_LOG = 0.64  # of the width of a band that has a coach
BAND_TOP, BAND_COLUMNS = 14.0, 3


class HoldemSide:
    """Log, coach, review and session of one table."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self.coach = Coach(table)
        self.review = HandReview(table)
        self.session = SessionPanel(table)
        texts = table.texts
        options = [Option("hand", texts("holdem.tabs.hand"))]
        if table.teaching:
            options.append(Option("coach", texts("holdem.tabs.coach")))
        self.tabs = Tabs("tabs", texts("holdem.side"), options, "hand", self.show)
        self.hint_button = MoveButton(
            "hint-button",
            texts("table.show_hint"),
            table.hint,
            kind="outline",
            keycap="H",
            icon="hint",
            style="label_b",
        )

    def show(self, tab: str) -> None:
        """Open the tab of log or coach."""
        self.tabs.chosen = tab
        self._table.side_scroll.offset = 0.0
        self._table.relayout()

    def close_coach(self) -> None:
        """Forget the hint: the position has changed."""
        self.coach.close()
        self.tabs.chosen = "hand"

    # ---- how it is arranged ---------------------------------------------------------------------------------
    @property
    def _kind(self) -> str:
        return self._table.regions.kind

    @property
    def _over(self) -> bool:
        return self._table.phase == "over"

    @property
    def _tabbed(self) -> bool:
        """Whether log and coach share the column by tabs."""
        one_column = self._kind in ("normal", "drawer")
        return self._coached and one_column and self._table.regions.sides[0][3] <= BOTH_OPEN

    @property
    def _coached(self) -> bool:
        """Whether the coach may still be asked in this hand."""
        return self._table.teaching and not self._over

    def needs(self) -> float:
        """Return the height that all of it needs."""
        if self._over:
            return self._review_needs()
        if self._kind in ("tall", "wide"):
            return 0.0
        if self._tabbed and self.tabs.chosen == "coach":
            return HEAD + self.coach.height
        return self._content() + self._foot

    def _review_needs(self) -> float:
        w = self._table.regions.sides[0][2] - 2 * PADDING
        if self._kind == "tall":
            return self.review.height(w, BAND_COLUMNS) + 2 * BAND_TOP
        return HEAD + self.review.height(w) + FOOT

    def _content(self) -> float:
        """Return the height of log and coach."""
        open_below = self.coach.is_open and not self._tabbed
        coach = 0.0 if not self._coached else self.coach.height if open_below else CLOSED_COACH
        return HEAD + hand_log.height(self._table.words.log()) + coach

    @property
    def _foot(self) -> float:
        """Number and total at the foot give way where everything else just fits without them."""
        return NO_FOOT if self._content() + FOOT > self._height >= self._content() + NO_FOOT else FOOT

    @property
    def _height(self) -> float:
        return self._table.regions.sides[0][3]

    def arrange(self, areas: Sequence[Rect]) -> list[Widget]:
        """Place the tabs and the hint."""
        table = self._table
        widgets: list[Widget] = []
        if self._tabbed:
            x, y, _, _ = areas[0]
            self.tabs.measure(table.app.pen, x + PADDING, y + 30)
            widgets.append(self.tabs)
        if self._coached and not self.coach.is_open:
            self.hint_button.disabled = "" if table.phase == "yours" else table.texts("table.not_your_move")
            self.hint_button.rect = self._hint_place(areas)
            widgets.append(self.hint_button)
        return widgets

    def _hint_place(self, areas: Sequence[Rect]) -> Rect:
        if self._kind == "tall":
            x, y, w, h = _band_coach(areas[0])
            return x, min(y + 104, y + h - 56), w, 44
        x, y, w, h = areas[-1]
        alone = self._kind == "wide" or self.tabs.chosen == "coach"
        return x + PADDING, y + HEAD + 90 if alone else y + h - self._foot - 52, w - 2 * PADDING, 44

    # ---- drawing --------------------------------------------------------------------------------------------
    def draw(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw it in the place that the window gives."""
        below = _within(areas[0])
        if self._over:
            self._draw_review(pen, areas)
        elif self._kind == "tall":
            self._draw_band(pen, areas[0])
        elif self._kind == "wide":
            self._draw_title(pen, areas[0], "holdem.this_hand")
            self._draw_hand(pen, below)
            if self._coached:
                self._draw_title(pen, areas[1], "holdem.tabs.coach")
                self._draw_coach(pen, _within(areas[1]))
        elif self._tabbed and self.tabs.chosen == "coach":
            self._draw_coach(pen, below)
        else:
            if not self._tabbed:
                self._draw_title(pen, areas[0], "holdem.this_hand")
            self._draw_hand_and_coach(pen, below)

    def _draw_review(self, pen: Pen, areas: Sequence[Rect]) -> None:
        """Draw both sides of the hand that is over, and the session where there is room."""
        x, y, w, h = areas[0]
        if self._kind == "tall":
            self.review.draw(pen, (x + PADDING, y + BAND_TOP, w - 2 * PADDING, h), BAND_COLUMNS)
            return
        self._draw_title(pen, areas[0], "holdem.review.title")
        end = self.review.draw(pen, _within(areas[0]))
        if self._kind != "wide":
            self._draw_session_below(pen, _within(areas[0]), end)
        self._draw_foot(pen, _within(areas[0]))

    def draw_second_column(self, pen: Pen) -> None:
        """Draw the session in the second column of a wide window, which does not scroll, while no coach has it."""
        if self._kind == "wide" and not self._coached:
            x, y, w, h = _within(self._table.regions.sides[1])
            self.session.draw(pen, (x, y - HEAD + PADDING, w, h))

    def _draw_session_below(self, pen: Pen, r: Rect, end: float) -> None:
        """Draw the session at the foot of a column that has room for it."""
        x, y, w, h = r
        top = y + h - FOOT - self.session.height - SESSION_GAP
        if self.session.standing.hands and top >= end + SESSION_GAP:
            pen.line(x, top, x + w, top)
            self.session.draw(pen, (x, top + SESSION_GAP / 2, w, 0))

    def _draw_title(self, pen: Pen, area: Rect, key: str) -> None:
        x, y, w, _ = area
        pen.text(self._table.texts(key), x + PADDING, y + 32, "h2", fit=w - 2 * PADDING)

    def _draw_hand_and_coach(self, pen: Pen, r: Rect) -> None:
        """Draw the log, and below it the coach, closed at the foot or open under the log; else the session."""
        x, y, w, h = r
        end = self._draw_hand(pen, r)
        if not self._coached:
            self._draw_session_below(pen, r, end)
        elif self.coach.is_open and not self._tabbed:
            pen.line(x, end + 8, x + w, end + 8)
            pen.text(self._table.texts("holdem.tabs.coach"), x, end + 40, "h2")
            self._draw_coach(pen, (x, end + 66, w, h))
        elif not self.coach.is_open:
            top = y + h - self._foot - CLOSED_COACH
            pen.line(x, top, x + w, top)
            self._draw_closed_coach(pen, (x, top + 28, w, 0))

    def _draw_hand(self, pen: Pen, r: Rect) -> float:
        """Draw the log above the foot; returns where it ends."""
        x, y, w, h = r
        if self._foot == FOOT:
            self._draw_foot(pen, r)
        return hand_log.draw(pen, (x, y, w, h - self._foot), self._table.words.log())

    def _draw_foot(self, pen: Pen, r: Rect) -> None:
        """Draw the number of the hand with the running total."""
        x, y, w, h = r
        table, foot = self._table, y + h - 24
        hand = table.texts("table.hand_number", number=table.session.hand_number)
        total = table.amounts.signed(round(table.shown_total(table.own_seat)))
        pen.text(hand, x, foot, "small", "faint")
        pen.text(table.texts("holdem.total", amount=total), x + w, foot, "small", "faint", al="r")

    def _draw_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        if self.coach.is_open:
            self.coach.draw(pen, r)
        else:
            self._draw_closed_coach(pen, (x, y + 10, w, 0))

    def _draw_closed_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        pen.text(self._table.texts("table.think_first"), x, y, "strong")
        pen.para(self._table.texts("table.think_first_note"), x, y + 25, w, "label", col="dim", limit=2)

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        """Draw the log in columns, the coach to its right."""
        x, y, w, h = area
        width = w * BAND_LOG if self._coached else w
        columns = 2 if self._coached else 3
        log = (x + PADDING, y + 10, width - 2 * PADDING, h - 20)
        hand_log.draw_columns(pen, log, self._table.words.log(), columns)
        if self._coached:
            pen.line(x + width, y + 20, x + width, y + h - 20)
            cx, cy, cw, ch = _band_coach(area)
            self._draw_coach(pen, (cx, cy + 12, cw, ch - 12))


def _within(area: Rect) -> Rect:
    """The place of a column below its title."""
    x, y, w, h = area
    return x + PADDING, y + HEAD, w - 2 * PADDING, h - HEAD


def _band_coach(area: Rect) -> Rect:
    """The right part of the band of a tall window."""
    x, y, w, h = area
    left = x + w * BAND_LOG + PADDING
    return left, y, x + w - PADDING - left, h
