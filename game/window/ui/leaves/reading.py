"""A reading: a large figure, with its name and the moment it belongs to beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter

GAP = 10.0
ABOVE, BELOW = 9.0, 10.0  # the two lines, from the middle


class Reading(Box):
    """The figure and two lines, in the middle of the height; without a figure nothing is written.

    The natural width is that of the `widest` figure and lines there will be, the lines at least `room` dp.
    """

    def __init__(
        self,
        figure: str,
        what: str,
        when: str,
        *,
        widest: tuple[str, Sequence[str]],
        room: float = 0.0,
        colour: Colour = "brass",
    ) -> None:
        self._figure, self._what, self._when = figure, what, when
        self._widest, self._room, self._colour = widest, room, colour

    def natural_width(self, painter: Painter) -> float:
        """Return the width that the widest needs."""
        figure, lines = self._widest
        words = max((painter.width(line, "small") for line in lines), default=0.0)
        return painter.width(figure, "figure") + GAP + max(self._room, words)

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Write it."""
        if not self._figure:
            return
        x, y, width, height = rect
        middle = y + height / 2
        used = painter.text(self._figure, x, middle, "figure", self._colour) + GAP
        room = width - used + 2
        painter.text(self._what, x + used, middle - ABOVE, "small", "dim", fit=room)
        painter.text(self._when, x + used, middle + BELOW, "small", "text", fit=room)
