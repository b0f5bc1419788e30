"""A small square of a colour: what a legend or a table has before a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.screens.ui.layout.box import Leaf, Rect

if TYPE_CHECKING:
    from game.screens.ui.canvas.canvas import Colour
    from game.screens.ui.canvas.painter import Painter

CORNER = 2.0


class Swatch(Leaf):
    """The square, `side` dp wide, in the middle of `height` dp."""

    def __init__(self, colour: Colour, side: float, *, height: float) -> None:
        super().__init__(height)
        self._colour, self._side = colour, side

    def natural_width(self, painter: Painter) -> float:
        """Return its side."""
        return self._side

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw it."""
        x, y, _, height = rect
        painter.rect((x, y + (height - self._side) / 2, self._side, self._side), self._colour, CORNER)
