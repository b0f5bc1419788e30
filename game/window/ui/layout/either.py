"""One of two boxes, by the height that there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.window.ui.layout.box import Box, Container, Rect

if TYPE_CHECKING:
    from game.window.ui.canvas.painter import Painter


class Either(Container):
    """The first box where it gets at least `least` dp of height, else the second, by which both are measured."""

    def __init__(self, high: Box, low: Box, *, least: float) -> None:
        super().__init__(high, low)
        self._high, self._low, self._least = high, low, least

    def children(self) -> Sequence[Box]:
        """Return the one that is shown."""
        return (self._high if self.rect[3] >= self._least else self._low,)

    def measure(self, painter: Painter, width: float) -> float:
        """Return the height of the second."""
        return self._low.height_at(painter, width)

    def natural_width(self, painter: Painter) -> float:
        """Return the width of the second."""
        return self._low.natural_width(painter)

    def place(self, painter: Painter, rect: Rect) -> None:
        """Place the one for which there is room."""
        super().place(painter, rect)
        self.children()[0].place(painter, rect)
