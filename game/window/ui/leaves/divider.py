"""Lines between parts: upright ones in a row, and the edge above what stays in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Column, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Divider(Box):
    """An upright line between two boxes of a row, `overhang` dp longer than the row at both ends."""

    def __init__(self, overhang: float = 0.0) -> None:
        self._overhang = overhang

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the line."""
        x, y, _, height = rect
        painter.line(x, y - self._overhang, x, y + height + self._overhang)


class Edged(Column):
    """A column with a line along its upper edge."""

    def draw_background(self, painter: Painter, rect: Rect) -> None:
        """Draw the line."""
        x, y, width, _ = rect
        painter.line(x, y, x + width, y)
