"""A box that is no higher than what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Rect, Stack

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Snug(Stack):
    """A box at the top of its place, as high as it measures; its width in a row follows from the whole height."""

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the box."""
        x, y, width, height = rect
        super().place(painter, (x, y, width, min(height, self.measure(painter, width))))
