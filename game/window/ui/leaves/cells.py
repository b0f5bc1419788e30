"""A grid of cells that have whole pixels, and what stands right below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Column, Rect
from game.window.ui.leaves.control import Control

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter
    from game.window.ui.widgets.widget import Widget

SideOf = Callable[["Painter", float], float]


class GridControl(Column):
    """A square of cells in the middle of its column, from a whole pixel on, and a box right below it.

    It asks for a square of `least` dp, grows with its height, and stays `inset` dp narrower than its column.
    `side_of` returns the largest side, in dp, at which the cells have whole pixels in so many dp.
    """

    def __init__(
        self, widget: Widget, below: Box, side_of: SideOf, *, least: float, inset: float = 0.0
    ) -> None:
        super().__init__(Control(widget, least), below)
        self._widget, self._below, self._side_of = widget, below, side_of
        self._least, self._inset = least, inset

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the square that it asks for, and of the box below."""
        return min(width - self._inset, self._least) + self._below.measure(painter, width)

    def width_at(self, painter: Painter, height: float) -> float:
        """Return the width that goes with a height."""
        return height - self._below.measure(painter, 0.0) + self._inset

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the largest square that fits, and the box below it."""
        Box.place(self, painter, rect)
        x, y, width, height = rect
        side = self._side_of(painter, min(width - self._inset, height - self._below.measure(painter, width)))
        left = round((x + (width - side) / 2) * painter.u) / painter.u
        self._widget.rect = (left, y, side, side)
        self._below.place_at(painter, x, y + side, width)
