"""A square with a strip below it, both of one width, which follows from the height they get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.screens.ui.canvas.painter import Painter


class Squared(Container):
    """A box as wide as high, as large as it fits, and right below it another one, `strip` dp high."""

    def __init__(self, square: Box, below: Box, *, strip: float) -> None:
        super().__init__(square, below)
        self._square, self._below, self._strip = square, below, strip

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height that goes with a width."""
        return width + self._strip

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width that goes with a height."""
        return height - self._strip

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place both in the middle of the width."""
        super().place(painter, rect)
        x, y, width, height = rect
        side = min(width, height - self._strip)
        left = x + (width - side) / 2
        self._square.place(painter, (left, y, side, side))
        self._below.place(painter, (left, y + side, side, self._strip))
