"""The side column of a replay: what each side mixed, and the hand in words as far as the table has shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core import Seat
from game.match.table_spec import PEOPLE
from game.screens.pen import Pen, Rect
from game.screens.tables.mixes import MIX_HEIGHT, Mixes
from game.screens.views import hand_log

if TYPE_CHECKING:
    from game.screens.replay import Replay

PADDING = 20.0
PERSON_HEIGHT = 66.0
ENDING = 70.0
LEAST_LOG = 120.0


class ReplaySide:
    """Two mixes, the one of the upper seat first, the log, and how it ended."""

    def __init__(self, replay: Replay) -> None:
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
        x, y, w, h = area
        below = self._replay.below
        if self._replay.regions.kind == "tall":
            quarter = (w - 4 * PADDING) / 4
            widths = (quarter, quarter, 2 * quarter)
            lefts = (x + PADDING, x + 2 * PADDING + quarter, x + 3 * PADDING + 2 * quarter)
            places = [(left, y + 12, wide, h - 24) for left, wide in zip(lefts, widths, strict=True)]
        else:
            inner, top = w - 2 * PADDING, y + PADDING - 8
            heights = (self._height(1 - below), self._height(below))
            places = [
                (x + PADDING, top, inner, heights[0]),
                (x + PADDING, top + heights[0], inner, heights[1]),
                (x + PADDING, top + sum(heights), inner, y + h - PADDING - (top + sum(heights))),
            ]
            for left, line, wide, _ in places[1:]:
                pen.line(left, line, left + wide, line)
        self._mixes.draw(pen, places[0], 1 - below)
        self._mixes.draw(pen, places[1], below)
        self._draw_hand(pen, places[2])

    def _height(self, seat: Seat) -> float:
        """A person has no mix to be drawn."""
        return PERSON_HEIGHT if self._replay.session.spec.seats[seat] in PEOPLE else MIX_HEIGHT

    def _log(self) -> list[hand_log.LogStreet]:
        replay = self._replay
        done = replay.phase == "done"
        return list(replay.told.log(replay.shown_steps, cards=replay.open_cards or done))

    def _draw_hand(self, pen: Pen, r: Rect) -> None:
        x, y, w, h = r
        log = (x, y + 10, w, h - 10 - ENDING)
        if self._replay.regions.kind == "tall":
            hand_log.draw_columns(pen, log, self._log(), 2)
            end = y + h - ENDING
        else:
            end = hand_log.draw(pen, log, self._log())
        if self._replay.phase != "done":
            return
        said, why = self._replay.told.ending
        line = pen.para(said, x, end + 10, w, "label_b", col="brass", limit=2)
        pen.para(why, x, line, w, "small", col="dim", limit=2)
