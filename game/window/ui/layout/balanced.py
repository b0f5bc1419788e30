"""Columns that are filled in order, so that they become about equally high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Balanced(Container):
    """Boxes at their own heights, below each other in `columns`."""

    def __init__(self, *boxes: Box, columns: int, gap: float) -> None:
        super().__init__(*boxes, gap=gap)
        self._columns = columns

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the highest column."""
        heights = self._heights(painter, width)
        return max(sum(heights[place] for place in part) for part in shared_out(heights, self._columns))

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the boxes column by column."""
        super().place(painter, rect)
        x, y, width, _ = rect
        each, boxes = self._each(width), self.children()
        for column, part in enumerate(shared_out(self._heights(painter, width), self._columns)):
            top = y
            for place in part:
                top = boxes[place].place_at(painter, x + column * (each + self.gap), top, each)

    def _heights(self, painter: Painter, width: float) -> list[float]:
        return [box.height_at(painter, self._each(width)) for box in self.children()]

    def _each(self, width: float) -> float:
        return (width - self.gap * (self._columns - 1)) / self._columns


def shared_out(heights: Sequence[float], count: int) -> list[list[int]]:
    """Share out places in order, so that the heights of `count` columns are about equal.

    >>> shared_out([10, 10, 30, 10], 2)
    [[0, 1], [2, 3]]
    """
    goal = sum(heights) / count
    columns: list[list[int]] = [[] for _ in range(count)]
    filled, column = 0.0, 0
    for place, height in enumerate(heights):
        if filled + height / 2 > goal * (column + 1) and column < count - 1:
            column += 1
        columns[column].append(place)
        filled += height
    return columns
