"""The side column of the watching screen: what each side mixes, the die that chose, and how the series stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.pen import Pen, Rect
from game.screens.tables.mixes import MIX_HEIGHT, Mixes
from game.screens.tables.watch.series import HEAD, LEAST_FUNNEL, SeriesPanel

if TYPE_CHECKING:
    from game.screens.tables.watch.screen import Watch

PADDING = 20.0


class WatchSide:
    """Two mixes, the one of the upper seat first, and the series."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._mixes = Mixes(watch)
        self._series = SeriesPanel(watch)

    def needs(self) -> float:
        """Return the height that all of it needs in a column."""
        if self._watch.regions.kind == "tall":
            return 0.0
        return 2 * MIX_HEIGHT + HEAD + LEAST_FUNNEL + 2 * PADDING

    def draw(self, pen: Pen, area: Rect) -> None:
        """Draw it below each other, or side by side in the band of a tall window."""
        x, y, w, h = area
        if self._watch.regions.kind == "tall":
            third = (w - 4 * PADDING) / 3
            places = [(x + PADDING + place * (third + PADDING), y + 12, third, h - 24) for place in range(3)]
        else:
            inner, top = w - 2 * PADDING, y + PADDING - 8
            rest = y + h - PADDING - (top + 2 * MIX_HEIGHT)
            places = [
                (x + PADDING, top, inner, MIX_HEIGHT),
                (x + PADDING, top + MIX_HEIGHT, inner, MIX_HEIGHT),
                (x + PADDING, top + 2 * MIX_HEIGHT, inner, rest),
            ]
            for left, line, wide, _ in places[1:]:
                pen.line(left, line, left + wide, line)
        self._mixes.draw(pen, places[0], 1)
        self._mixes.draw(pen, places[1], 0)
        self._series.draw(pen, places[2])
