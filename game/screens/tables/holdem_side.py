"""The side column of the Hold'em table: the log of the hand, the dice after it, the coach.

In a column of usual height log and coach share it by tabs; a high one shows them one above the other, a very wide
window has a column for each, and a tall one a band below the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.screens.pen import Pen, Rect
from game.screens.tables.coach import Coach
from game.screens.tables.move_button import MoveButton
from game.screens.views import hand_log, mix
from game.screens.widgets.choice import Option
from game.screens.widgets.tabs import Tabs
from game.screens.widgets.widget import Widget

if TYPE_CHECKING:
    from game.screens.play_holdem import PlayHoldem

PADDING = 20.0
HEAD, FOOT, NO_FOOT = 58.0, 44.0, 16.0
BOTH_OPEN = 720.0  # a column higher than this shows log and coach at once
DIE_GAP, DICE_HEAD, DICE_FOOT = 10.0, 28.0, 12.0
CLOSED_COACH = 152.0
BAND_LOG = 0.64  # of the width of a band that has a coach


class HoldemSide:
    """Log, dice and coach of one table."""

    def __init__(self, table: PlayHoldem) -> None:
        self._table = table
        self.coach = Coach(table)
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
    def _tabbed(self) -> bool:
        """Whether log and coach share the column by tabs."""
        table = self._table
        one_column = self._kind in ("normal", "drawer")
        return table.teaching and one_column and table.regions.sides[0][3] <= BOTH_OPEN

    @property
    def _coached(self) -> bool:
        """Whether the coach may still be asked in this hand."""
        return self._table.teaching and self._table.phase != "over"

    def needs(self) -> float:
        """Return the height that all of it needs."""
        if self._kind in ("tall", "wide"):
            return 0.0
        if self._tabbed and self.tabs.chosen == "coach":
            return HEAD + self.coach.height
        return self._content() + self._foot

    def _content(self) -> float:
        """Return the height of log, dice and coach."""
        open_below = self.coach.is_open and not self._tabbed
        coach = 0.0 if not self._coached else self.coach.height if open_below else CLOSED_COACH
        return HEAD + hand_log.height(self._table.words.log()) + self._dice_room() + coach

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
        x, y, w, h = areas[0]
        below = (x + PADDING, y + HEAD, w - 2 * PADDING, h - HEAD)
        if self._kind == "tall":
            self._draw_band(pen, areas[0])
        elif self._kind == "wide":
            self._draw_title(pen, areas[0], "holdem.this_hand")
            self._draw_hand(pen, below)
            if self._table.teaching:
                x, y, w, h = areas[1]
                self._draw_title(pen, areas[1], "holdem.tabs.coach")
                self._draw_coach(pen, (x + PADDING, y + HEAD, w - 2 * PADDING, h - HEAD))
        elif self._tabbed and self.tabs.chosen == "coach":
            self._draw_coach(pen, below)
        else:
            if not self._tabbed:
                self._draw_title(pen, areas[0], "holdem.this_hand")
            self._draw_hand_and_coach(pen, below)

    def _draw_title(self, pen: Pen, area: Rect, key: str) -> None:
        x, y, w, _ = area
        pen.text(self._table.texts(key), x + PADDING, y + 32, "h2", fit=w - 2 * PADDING)

    def _draw_hand_and_coach(self, pen: Pen, r: Rect) -> None:
        """Draw the log, and below it the coach, closed at the foot or open under the log."""
        x, y, w, h = r
        end = self._draw_hand(pen, r)
        if not self._coached:
            return
        if self.coach.is_open and not self._tabbed:
            pen.line(x, end + 8, x + w, end + 8)
            pen.text(self._table.texts("holdem.tabs.coach"), x, end + 40, "h2")
            self._draw_coach(pen, (x, end + 66, w, h))
        elif not self.coach.is_open:
            top = y + h - self._foot - CLOSED_COACH
            pen.line(x, top, x + w, top)
            self._draw_closed_coach(pen, (x, top + 28, w, 0))

    def _draw_hand(self, pen: Pen, r: Rect) -> float:
        """Draw log, dice, and the number of the hand with the running total; returns where the log ends."""
        x, y, w, h = r
        table, foot = self._table, r[1] + r[3] - 24
        hand = table.texts("table.hand_number", number=table.session.hand_number)
        total = table.amounts.signed(round(table.shown_total(table.own_seat)))
        if self._foot == FOOT:
            pen.text(hand, x, foot, "small", "faint")
            pen.text(table.texts("holdem.total", amount=total), x + w, foot, "small", "faint", al="r")
        room = h - self._foot - self._dice_room()
        end = hand_log.draw(pen, (x, y, w, room), table.words.log())
        self._draw_dice(pen, (x, min(end + 12, y + room), w, 0), self._dice())
        return end

    def _dice(self) -> list[tuple[str, str]]:
        """The dice of the opponent, told once the hand is over."""
        return self._table.words.dice() if self._table.phase == "over" else []

    def _dice_room(self) -> float:
        """Return the height of the dice in the column, with their heading."""
        dice, width = self._dice(), self._table.regions.sides[0][2] - 2 * PADDING
        return self._dice_height(dice, width) + DICE_HEAD + DICE_FOOT if dice else 0.0

    def _dice_height(self, dice: Sequence[tuple[str, str]], width: float) -> float:
        pen = self._table.app.pen
        return sum(mix.die_height(pen, width, meaning) + DIE_GAP for _, meaning in dice)

    def _draw_dice(self, pen: Pen, r: Rect, dice: Sequence[tuple[str, str]]) -> None:
        x, y, w, _ = r
        if dice:
            whose = self._table.texts("holdem.dice", name=self._table.opponent.name)
            pen.caps(pen.short_name(whose, w, "caps"), x, y + 10)
        y += DICE_HEAD
        for rolled, meaning in dice:
            high = mix.die_height(pen, w, meaning)
            mix.draw_die(pen, (x, y, w, high), rolled, meaning)
            y += high + DIE_GAP

    def _draw_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        if self._table.phase == "over":
            pen.para(self._table.texts("holdem.coach_after"), x, y + 12, w, "label", col="dim")
        elif self.coach.is_open:
            self.coach.draw(pen, r)
        else:
            self._draw_closed_coach(pen, (x, y + 10, w, 0))

    def _draw_closed_coach(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        pen.text(self._table.texts("table.think_first"), x, y, "strong")
        pen.para(self._table.texts("table.think_first_note"), x, y + 25, w, "label", col="dim", limit=2)

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        """Draw the log in columns, dice or coach to its right."""
        x, y, w, h = area
        width = w * BAND_LOG if self._coached else w
        columns = 2 if self._coached else 3
        log = (x + PADDING, y + 10, width - 2 * PADDING, h - 20)
        half = log[2] * 0.55
        dice = self._dice()
        while dice and DICE_HEAD + self._dice_height(dice, log[2] - half) > log[3]:
            dice = dice[1:]
        if dice:
            self._draw_dice(pen, (log[0] + half, log[1] + 6, log[2] - half, 0), dice)
            log, columns = (log[0], log[1], half - 16, log[3]), columns - 1
        hand_log.draw_columns(pen, log, self._table.words.log(), columns)
        if self._coached:
            pen.line(x + width, y + 20, x + width, y + h - 20)
            cx, cy, cw, ch = _band_coach(area)
            self._draw_coach(pen, (cx, cy + 12, cw, ch - 12))


def _band_coach(area: Rect) -> Rect:
    """The right part of the band of a tall window."""
    x, y, w, h = area
    left = x + w * BAND_LOG + PADDING
    return left, y, x + w - PADDING - left, h
