"""Counts as dots on stems over a logarithmic axis, on which a bar would have no foot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.texts import written
from game.window.ui.charts import axes
from game.window.ui.charts.axis import Axis
from game.window.ui.layout.box import Leaf, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter

DOT = 2.6
SIDE, ABOVE = 8.0, 6.0


class Stems(Leaf):
    """How often the values 1, 2, 3, and so on occur, at least `height` dp high; what never does has no dot."""

    def __init__(self, counts: Sequence[int], *, height: float) -> None:
        super().__init__(height)
        self._counts = counts

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw both axes, and a dot for each value that occurs."""
        if not any(self._counts):
            return
        x, y, width, height = rect
        times = Axis(1, 10.0 ** max(1, math.ceil(math.log10(max(self._counts)))), log=True)
        values = Axis(1, max(2, len(self._counts)))
        low, high = y + height - axes.TICK_ROW, height - axes.TICK_ROW - ABOVE
        left = x + axes.room_for_ticks(painter, times, high)
        inner = left, y + ABOVE, x + width - left, high
        first, span = left + SIDE, inner[2] - 2 * SIDE
        axes.rule(painter, inner, times)
        axes.write_upright(painter, inner, times)
        for value, count in enumerate(self._counts, 1):
            if count:
                at, level = first + span * values.share(value), low - high * times.share(count)
                painter.line(at, level, at, low, "edge")
                painter.disc(at, level, DOT, "brass")
        for tick in (1, *(tick for tick in values.ticks() if tick > 1)):
            at = first + span * values.share(tick)
            painter.text(written(tick), at, low + axes.TICK_ROW / 2 + 2, "small", "faint", al="c")
