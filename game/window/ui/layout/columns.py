"""Columns side by side, or below each other where there is little room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Columns(Container):
    """Boxes side by side, or below each other where one would be narrower than `least`; a `ruled` one has lines."""

    def __init__(self, *boxes: Box, least: float, gap: float = 48.0, ruled: bool = False) -> None:
        super().__init__(*boxes, gap=gap)
        self._least, self._ruled = least, ruled

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the highest, or of all."""
        each = self._each(width)
        heights = [box.height_at(painter, each or width) for box in self.children()]
        return max(heights, default=0.0) if each else sum(heights)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place every box at its own height."""
        super().place(painter, rect)
        x, y, width, _ = rect
        each = self._each(width)
        for box in self.children():
            bottom = box.place_at(painter, x, y, each or width)
            if each:
                x += each + self.gap
            else:
                y = bottom

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw a line between two, where it is asked for."""
        x, y, width, height = rect
        each = self._each(width)
        for place in range(1, len(self.children()) if self._ruled and each else 0):
            middle = x + place * (each + self.gap) - self.gap / 2
            painter.line(middle, y, middle, y + height)

    def _each(self, width: float) -> float:
        """Return the width of one; 0 where they stand below each other."""
        count = max(1, len(self.children()))
        each = (width - self.gap * (count - 1)) / count
        return each if each >= self._least else 0.0
