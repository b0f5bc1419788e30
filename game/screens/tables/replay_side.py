"""The side column of a replay: what each side mixed, and the hand in words as far as the table has shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.core import Seat
from game.screens.pen import Pen, Rect
from game.screens.tables.mixes import MIX_HEIGHT, Mixes
from game.screens.views import hand_log

if TYPE_CHECKING:
    from game.screens.tables.replay import HandReplay

PADDING = 20.0
PERSON_HEIGHT = 66.0
ENDING = 70.0
LEAST_LOG = 120.0


class ReplaySide:
    """Two mixes, the one of the upper seat first, the log, and how it ended."""

    def __init__(self, replay: HandReplay[Any]) -> None:
        self._replay = replay
        self._mixes = Mixes(replay)

    def needs(self) -> float:
        """Return the height that all of it needs in a column."""
        if self._replay.regions.kind == "tall":
            return 0.0
        log = max(LEAST_LOG, hand_log.height(self._log()))
        return sum(map(self._height, (0, 1))) + log + ENDING + 2 * PADDING

    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw it below each other, or side by side in the band of a tall window."""
        if self._replay.regions.kind == "tall":
            self._draw_band(pen, area)
            return
        x, y, w, h = area
        inner, top, below = w - 2 * PADDING, y + PADDING - 8, self._replay.below
        for seat in (1 - below, below):
            self._mixes.draw(pen, (x + PADDING, top, inner, self._height(seat)), seat)
            top += self._height(seat)
            pen.line(x + PADDING, top, x + PADDING + inner, top)
        self._draw_hand(pen, (x + PADDING, top, inner, y + h - PADDING - top))

    def _draw_band(self, pen: Pen, area: Rect) -> None:
        """Draw a mix in each of the left quarters, how it ended below the second one, the log in the other half."""
        x, y, w, h = area
        quarter, below = (w - 4 * PADDING) / 4, self._replay.below
        for place, seat in enumerate((1 - below, below)):
            left = x + PADDING + place * (quarter + PADDING)
            self._mixes.draw(pen, (left, y + 12, quarter, h - 24), seat)
        self._draw_ending(pen, (left, y + 12 + self._height(below) + 10, quarter, ENDING))
        half = x + 3 * PADDING + 2 * quarter
        hand_log.draw_columns(pen, (half, y + 10, 2 * quarter, h - 20), self._log(), 2)

    def _height(self, seat: Seat) -> float:
        return MIX_HEIGHT if self._replay.may_have_mixed(seat) else PERSON_HEIGHT

    def _log(self) -> list[hand_log.LogStreet]:
        replay = self._replay
        done = replay.phase == "done"
        return list(replay.told.log(replay.shown_steps, cards=replay.open_cards or done))

    def _draw_hand(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        end = hand_log.draw(pen, (x, y + 10, w, h - 10 - ENDING), self._log())
        self._draw_ending(pen, (x, end + 10, w, ENDING))

    def _draw_ending(self, pen: Pen, r: Rect) -> None:
        x, y, w, _ = r
        if self._replay.phase == "done":
            said, why = self._replay.told.ending
            line = pen.para(said, x, y, w, "label_b", col="brass", limit=2)
            pen.para(why, x, line, w, "small", col="dim", limit=2)
