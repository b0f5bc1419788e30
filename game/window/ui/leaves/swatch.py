"""A small coloured square, as in a legend, and a table cell with words on a coloured background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Leaf, Rect

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.window.ui.canvas.canvas import Colour
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.theme import RGB

CORNER = 2.0
CELL_CORNER, CELL_INSET = 6.0, 2.0


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


class FigureCell(Leaf):
    """Words in the middle of a cell `height` dp high; `fill` says the colour of a plate below them."""

    def __init__(
        self,
        words: str,
        style: str = "small_b",
        colour: Colour = "text",
        *,
        height: float,
        fill: Callable[[Painter], RGB] | None = None,
    ) -> None:
        super().__init__(height)
        self._words, self._style, self._colour, self._fill = words, style, colour, fill

    def draw(self, painter: Painter, rect: Rect) -> None:
        """Draw the plate, and write the words."""
        x, y, width, height = rect
        room = width - 2 * CELL_INSET
        if self._fill is not None:
            plate = (x + CELL_INSET, y + CELL_INSET, room, height - 2 * CELL_INSET)
            painter.rect(plate, self._fill(painter), CELL_CORNER, "line")
        middle = x + width / 2, y + height / 2
        painter.text(self._words, *middle, self._style, self._colour, al="c", fit=room)
