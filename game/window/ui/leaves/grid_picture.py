"""A square picture whose cells have whole pixels, and what stands right below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Column, Rect
from game.window.ui.leaves.control import Picture

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.leaves.cells import SideOf
    from game.window.ui.leaves.control import Draw


class GridPicture(Column):
    """A square at the left, as large as its place allows and at least `least` dp, and a box right below it.

    `side_of` returns the largest side, in dp, at which the cells have whole pixels in so many dp.
    """

    def __init__(self, draw: Draw, below: Box, side_of: SideOf, *, least: float) -> None:
        self._square, self._below = Picture(draw), below
        super().__init__(self._square, below)
        self._side_of, self._least = side_of, least

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the least square, and of the box below."""
        return self._least + self._below.measure(painter, width)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the largest square that fits, and the box below it."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        room = min(width, height - self._below.measure(painter, width))
        side = self._side_of(painter, max(self._least, room))
        self._square.place(painter, (x, y, side, side))
        self._below.place_at(painter, x, y + side, width)
