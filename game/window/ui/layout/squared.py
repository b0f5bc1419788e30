"""A square with a strip below it, both of one width, which follows from the height they get."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Squared(Container):
    """A box as wide as high, as large as it fits, and right below it another one, `strip` dp high.

    `margins` are left free above the square, at both sides of it together, and below the strip. Where the square is
    narrower than `whole_from`, the other box has the whole width; `low` puts it at the foot of the place.
    """

    def __init__(
        self,
        square: Box,
        below: Box,
        *,
        strip: float,
        margins: tuple[float, float, float] = (0.0, 0.0, 0.0),
        whole_from: float = 0.0,
        low: bool = False,
    ) -> None:
        super().__init__(square, below)
        self._square, self._below, self._strip = square, below, strip
        self._margins, self._whole_from, self._low = margins, whole_from, low

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
        above, sides, foot = self._margins
        lowest = y + height - foot - self._strip
        y += above
        side = min(width - sides, lowest - y)
        left = x + (width - side) / 2
        self._square.place(painter, (left, y, side, side))
        top = lowest if self._low else y + side
        left, wide = (x, width) if side < self._whole_from else (left, side)
        self._below.place(painter, (left, top, wide, self._strip))
